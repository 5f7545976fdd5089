package validate

import (
	"errors"
	"fmt"
	"testing"

	"turncoat/pgn"
)

// A writer that fails ends the report with its error, in every format.
func TestReportsThatCannotBeWritten(t *testing.T) {
	full := errors.New("no space left")
	for _, format := range Formats() {
		r := NewReporter(failing{full}, format, Style{})
		err := errors.Join(r.Record(&Verdict{File: "a", Index: 1, Kind: KindGame,
			Findings: []pgn.Finding{{Code: pgn.MissingTag, Severity: "error", Message: "odd"}}}),
			r.EndFile("a"),
			r.Close(&Summary{}))
		if !errors.Is(err, full) {
			t.Errorf("%s: %v", format, err)
		}
	}
}

// Findings beyond a thousand are counted in one, under the gravest of them; places move down with
// the text.
func TestSettle(t *testing.T) {
	list := func(n int, bad int) *Verdict {
		v := &Verdict{}
		for i := range n {
			f := pgn.Finding{Code: pgn.MoveNumber, Severity: "warning", Line: i + 1, Column: 2}
			if i == bad {
				f.Code, f.Severity = pgn.IllegalMove, "error"
			}
			v.Findings = append(v.Findings, f)
		}

		v.settle()
		return v
	}
	for _, test := range []struct {
		n, bad, want int
		ok           bool
		last         string
	}{
		{0, -1, 0, true, ""}, {1, -1, 1, true, "move-number warning 1 "}, {2, 0, 2, false,
			"move-number warning 2 "},
		{1000, -1, 1000, true, "move-number warning 1000 "}, {1001, -1, 1001, true,
			"move-number warning 1001 "},
		{1002, -1, 1001, true, "move-number warning 1001 2 more findings in this record"}, {1003,
			1001, 1001, false,
			"illegal-move error 1002 3 more findings in this record"}, {1003, 5, 1001, false,
			"move-number warning 1001 3 more findings in this record"},
	} {
		v := list(test.n, test.bad)
		last := ""
		if n := len(v.Findings); n > 0 {
			f := v.Findings[n-1]
			last = fmt.Sprint(f.Code, " ", f.Severity, " ", f.Line, " ", f.Message)
		}

		if len(v.Findings) != test.want || v.OK != test.ok || last != test.last {
			t.Errorf("%d, the error is %d: %d listed, all right %t, the last %s", test.n, test.bad,
				len(v.Findings),
				v.OK, last)
		}
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }
