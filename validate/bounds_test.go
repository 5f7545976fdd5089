package validate

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"time"

	"turncoat/internal/testing/longtest"
	"turncoat/internal/testing/threadtime"

	"turncoat/pgn"
)

// Time grows with the input, not with its square: twice as much takes less than three times as
// long, whatever it is made of.
func TestTimeGrowsWithTheInput(t *testing.T) {
	if !longtest.Enabled() {
		t.Skip("it compares times, which a busy machine spoils")
	}
	repeat := func(head, piece, tail string) func(n int) string {
		return func(n int) string { return head + strings.Repeat(piece, n) + tail }
	}
	each := func(head, piece string) func(n int) string {
		return func(n int) string {
			var b strings.Builder
			b.WriteString(head)
			for i := range n {
				fmt.Fprintf(&b, piece, i)
			}
			return b.String()
		}
	}
	scenario := "scenarios:\n  - name: x\n    expect: {outcome: \"*\"}\n"
	for _, test := range []struct {
		name string
		form pgn.Form
		size int
		text func(n int) string
	}{
		{"tags, the same", pgn.FormPGN, 8_000, repeat("", "[A \"x\"]\n", "")},
		{"tags of one record", pgn.FormPGN, 80_000, each("", "[A%d \"x\"]\n")},
		{"tags in one line", pgn.FormPGN, 8_000, repeat("", "[A \"x\"] ", "1. e4 *")},
		{"records in one line", pgn.FormPGN, 10_000, repeat("", "[Event \"x\"] 1. e4 1-0", "")},
		{"tags that break off", pgn.FormPGN, 8_000, repeat("", "[A \"x", "\"]\n")},
		{"plies", pgn.FormPGN, 40_000, repeat("", "Nf3 Nf6 Ng1 Ng8 ", "*")},
		{"wrong numbers", pgn.FormPGN, 10_000, repeat("", "9. Nf3 9. Nf6 9. Ng1 9. Ng8 ", "*")},
		{"words that are nothing", pgn.FormPGN, 40_000, repeat("1. e4 ", "foo ", "*")},
		{"illegal moves in variations", pgn.FormPGN, 1500, repeat("1. e4 ", "(1. e5) ", "*")},
		{"comments", pgn.FormPGN, 80_000, repeat("1. e4 ", "{x} ", "*")},
		{"comments not closed", pgn.FormPGN, 2000, repeat("", "[Event \"x\"]\n\n1. e4 {x\n\n", "")},
		{"brackets in a comment", pgn.FormPGN, 200_000, repeat("1. e4 {", "[A \"x\" ", "} *")},
		{"lines of the second section", pgn.FormPGN, 40_000, repeat("[Fen \"x\"]\n\n\n",
			"1.w d2.d4 wpd4/wpd2\n", "")},
		{"plain text", pgn.FormText, 10_000, repeat("", "a – b: 1.e4 e5\n", "")},
		{"JSON", pgn.FormJSON, 10_000,
			repeat("", "{\"rules\":\"chess\",\"tags\":[],\"start\":\"start\",\"result\":\"*\",\"turns\":[{\"uci\":\"e2e4\"}]}\n", "")},
		{"unknown keys", pgn.FormScenarios, 20_000, each(scenario, "k%d: 1\n")},
		{"duplicate keys", pgn.FormScenarios, 20_000, repeat(scenario, "rules: chess\n", "")},
		{"unknown settings", pgn.FormScenarios, 4_000, each("base: pacifist1\nname: x\n",
			"k%d: 1\n")},
		{"scenarios that cannot be read", pgn.FormScenarios, 5000,
			each("scenarios:\n", "  - name: x%d\n    fen: bad\n")},
	} {
		t.Run(test.name, func(t *testing.T) {
			runtime.LockOSThread() // as threadtime wants it
			defer runtime.UnlockOSThread()
			once, twice := test.text(test.size), test.text(2*test.size)
			least := 100.0
			for range 5 { // the machine may be busy
				a, b := taken(once, test.form), taken(twice, test.form)
				least = min(least, b.Seconds()/a.Seconds())
				if least < 2.5 {
					return
				}
			}

			if least > 3 {
				t.Errorf("twice the input takes %.1f times as long", least)
			}
		})
	}
}

// taken returns how long it takes to judge a text and to report it in every format.
func taken(text string, form pgn.Form) time.Duration {
	begin := threadtime.Now()
	records := judgeForm(context.Background(), form, []byte(text), Rules{})
	for _, format := range Formats() {
		reporter := NewReporter(io.Discard, format, Style{})
		for i := range records {
			if reporter.Record(&records[i]) != nil {
				return 0
			}
		}

		if reporter.Close(&Summary{}) != nil {
			return 0
		}
	}

	return threadtime.Now() - begin
}

// A thousand findings of one record are listed, and those beyond are counted under the gravest
// code.
func TestFindingsAreBounded(t *testing.T) {
	r := gameOf(t, sevenTags+"[Result \"*\"]\n\n"+"1. d4 "+strings.Repeat("(9. e4) ",
		1100)+"Nf4 *\n")
	if n := len(r.Findings); n < 1000 || n > 1002 {
		t.Fatalf("%d findings", n)
	}
	last := r.Findings[len(r.Findings)-1]
	if r.OK || last.Code != pgn.IllegalMove || !strings.Contains(last.Message,
		"more findings in this record") {
		t.Errorf("%+v", last)
	}
}

// blocked gives some text and then nothing more, as a terminal does.
type blocked struct {
	text   io.Reader
	cancel context.CancelFunc
	over   chan struct{}
}

func (b blocked) Read(p []byte) (int, error) {
	if n, err := b.text.Read(p); err == nil {
		return n, nil
	}
	b.cancel()
	<-b.over
	return 0, io.EOF
}

// A run that is interrupted while it waits for input does not wait on, and reports what was
// finished, whole and well-formed.
func TestInterruptedReportsAreWhole(t *testing.T) {
	text := glued(t, 50) // more than waits to be reported at a time
	formats := Formats()
	if longtest.Short() {
		formats = []Format{JSON, JUnit}
	}
	for _, format := range formats {
		ctx, cancel := context.WithCancel(context.Background())
		var out bytes.Buffer
		stdin := blocked{bytes.NewReader(text), cancel, make(chan struct{})}
		summary, err := Run(ctx, []string{"-"}, Options{Jobs: 2, Stdin: stdin}, NewReporter(&out,
			format, Style{}))
		if err == nil {
			t.Errorf("%s: the work went on", format)
		}
		close(stdin.over)
		if summary.Games == 0 {
			t.Errorf("%s: nothing was reported", format)
		}
		wellFormed(t, format, out.Bytes())
	}
}

// wellFormed fails where a report is not whole.
func wellFormed(t *testing.T, format Format, report []byte) {
	t.Helper()
	var err error
	switch format {
	case JUnit:
		err = xml.Unmarshal(report, new(struct{}))
	case SARIF:
		err = json.Unmarshal(report, new(struct{}))
	case JSON:
		lines := bytes.Split(bytes.TrimSpace(report), []byte("\n"))
		for _, line := range lines {
			if err == nil {
				err = json.Unmarshal(line, new(struct{}))
			}
		}

		if !bytes.Contains(lines[len(lines)-1], []byte(`"summary"`)) {
			t.Error("there is no summary")
		}
	}

	if err != nil {
		t.Errorf("%s: %v in\n…%s", format, err, report[max(0, len(report)-300):])
	}
}
