package validate

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"turncoat/pgn/finding"
	"turncoat/pgn/token"
	"turncoat/rules"
	"turncoat/rules/ruleset"
)

// What was done, in one line.
func TestSummaryLine(t *testing.T) {
	for _, test := range []struct {
		s    Summary
		want string
	}{
		{Summary{Files: 1}, "no records in 1 file."}, {Summary{Files: 2, Skipped: 1, skipped: kinds{".go": 1}},
			"no records in 2 files; passed over 1 file without records (.go)."},
		{Summary{Files: 1, Failed: 1, Findings: 1}, "no records in 1 file: 1 with errors, 0 all right; 1 finding."},
		{Summary{Files: 1, Games: 1, Plies: 1, Converted: 0, OK: 1},
			"1 game, 1 ply, 0 conversions in 1 file: all right."},
		{Summary{Files: 2, Games: 3, Plies: 40, Converted: 1, OK: 3, Findings: 2},
			"3 games, 40 plies, 1 conversion in 2 files: no errors; 2 findings."},
		{Summary{Files: 2, Games: 3, Plies: 40, Converted: 1, OK: 2, Failed: 1, Findings: 2},
			"3 games, 40 plies, 1 conversion in 2 files: 1 with errors, 2 all right; 2 findings."},
		{Summary{Files: 1, Scenarios: 1, RuleSets: 2, OK: 3}, "1 scenario, 2 rule sets in 1 file: all right."},
		{Summary{Files: 1, Scenarios: 2, RuleSets: 1, OK: 3}, "2 scenarios, 1 rule set in 1 file: all right."},
		{Summary{Files: 1, Scenarios: 1, OK: 1, Skipped: 9, skipped: kinds{".a": 1, ".b": 1, ".c": 1, ".d": 1,
			".e": 2, ".f": 3}}, "1 scenario in 1 file: all right; passed over 9 files without records (.a, .b, .c, .d, .e, .f)."},
		{Summary{Files: 1, Scenarios: 1, OK: 1, Skipped: 9, skipped: kinds{".a": 1, ".b": 1, ".c": 1, ".d": 1,
			".e": 2, ".f": 2, ".g": 1}},
			"1 scenario in 1 file: all right; passed over 9 files without records (.a, .b, .c, .d, .e, .f, …)."},
	} {
		if got := summaryLine(&test.s); got != test.want {
			t.Errorf("%+v: %s, want %s", test.s, got, test.want)
		}
	}
	var s Summary
	for _, v := range []Verdict{{Kind: KindGame, OK: true, Plies: 3, Converted: 2, Findings: make([]Finding, 2)},
		{Kind: KindGame, Plies: 4}, {Kind: KindScenario, OK: true}, {Kind: KindRules}, {Kind: KindFile}} {
		s.add(&v)
	}
	s.skip(kinds{".a": 2})
	s.skip(kinds{".a": 1, ".b": 1})
	if got, want := fmt.Sprintf("%+v", s),
		"{Files:0 Games:2 Scenarios:1 RuleSets:1 OK:2 Failed:3 Findings:2 Skipped:4 Plies:7 Converted:2 Bytes:0 skipped:map[.a:3 .b:1]}"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// How far the work has come.
func TestProgressLine(t *testing.T) {
	for _, test := range []struct {
		p    Progress
		want string
	}{
		{Progress{File: "/x/a.pgn"}, "a.pgn: 0 games"}, {Progress{File: "a.pgn", Summary: Summary{Games: 1},
			Elapsed: time.Second}, "a.pgn: 1 game, 1 games/s"},
		{Progress{File: "a.pgn", Summary: Summary{Games: 30, Failed: 2}, Elapsed: 4 * time.Second},
			"a.pgn: 30 games, 2 with errors, 8 games/s"},
		{Progress{File: "a.pgn", Summary: Summary{Games: 30}, Elapsed: 10 * time.Second, Read: 25, Size: 100,
			FileElapsed: 5 * time.Second}, "a.pgn: 30 games, 3 games/s, 25 %, 15s left"},
		{Progress{File: "a.pgn", Read: 1, Size: 1, FileElapsed: 1}, "a.pgn: 0 games, 100 %, 0s left"},
		{Progress{File: "a.pgn", Summary: Summary{Games: 1, Failed: 1}, Elapsed: time.Second / 2},
			"a.pgn: 1 game, 1 with errors, 2 games/s"},
		{Progress{File: "a.pgn", Size: 100, FileElapsed: 1}, "a.pgn: 0 games"},
		{Progress{File: "a.pgn", Read: 1, FileElapsed: 1}, "a.pgn: 0 games"},
		{Progress{File: "a.pgn", Read: 1, Size: 2}, "a.pgn: 0 games"},
	} {
		if got := test.p.Line(); got != test.want {
			t.Errorf("%+v: %s, want %s", test.p, got, test.want)
		}
	}
}

// Files of up to twelve records have a line for each; of longer ones only what is wrong is told, with a count at
// the end.
func TestShortAndLongFiles(t *testing.T) {
	verdicts := func(n int, bad ...int) (list []*Verdict) {
		for i := 1; i <= n; i++ {
			v := &Verdict{File: "a.pgn", Index: i, Kind: KindGame, Rules: "chess", OK: true, Plies: 2, Result: "*"}
			for _, b := range bad {
				if b == i {
					v.OK, v.Findings = false, []Finding{{Code: finding.MissingTag, Severity: "error", Line: i, Column: 1,
						Message: "odd"}}
				}
			}
			list = append(list, v)
		}
		return list
	}
	tell := func(style Style, list []*Verdict) string {
		var out strings.Builder
		r := NewReporter(&out, Text, style)
		for _, v := range list {
			if err := r.Record(v); err != nil {
				t.Fatal(err)
			}
		}
		if err := r.EndFile("a.pgn"); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	line := func(i int, mark string) string {
		return fmt.Sprintf("  %3d %-3s  chess             2 plies  0 conversions  *        \n", i, mark)
	}
	all := "a.pgn\n"
	for i := 1; i <= 12; i++ {
		all += line(i, "ok")
	}
	for _, test := range []struct {
		style Style
		list  []*Verdict
		want  string
	}{
		{Style{}, verdicts(1), "a.pgn\n" + line(1, "ok")}, {Style{}, verdicts(2, 2), "a.pgn\n" + line(1, "ok") +
			line(2, "BAD") + "a.pgn:2:1: game 2: odd (missing-tag)\n"},
		{Style{}, verdicts(12), all}, {Style{}, verdicts(13), "a.pgn: 13 games, all right (26 plies, 0 conversions)\n"},
		{Style{}, verdicts(13, 1, 13),
			"a.pgn\na.pgn:1:1: game 1: odd (missing-tag)\na.pgn:13:1: game 13: odd (missing-tag)\na.pgn: 13 games, 2 with errors (26 plies, 0 conversions)\n"},
		{Style{Quiet: true}, verdicts(2, 2), "a.pgn:2:1: game 2: odd (missing-tag)\n"},
		{Style{Quiet: true}, verdicts(13, 13), "a.pgn:13:1: game 13: odd (missing-tag)\n"},
		{Style{Quiet: true}, verdicts(13), ""},
		{Style{MaxFindings: 1}, verdicts(2, 1, 2), "a.pgn\n" + line(1, "BAD") +
			"a.pgn:1:1: game 1: odd (missing-tag)\n" + line(2, "BAD")},
	} {
		if got := tell(test.style, test.list); got != test.want {
			t.Errorf("%+v, %d records: %q, want %q", test.style, len(test.list), got, test.want)
		}
	}
	scenarios := verdicts(14, 3)
	for _, v := range scenarios {
		v.Kind, v.Plies, v.Name = KindScenario, 0, "an odd one"
	}
	if got, want := tell(Style{}, scenarios),
		"a.pgn\na.pgn:3:1: scenario 3, an odd one: odd (missing-tag)\na.pgn: 14 scenarios, 1 with errors\n"; got != want {
		t.Errorf("scenarios: %q, want %q", got, want)
	}
	// The summary stands at the end, apart from the rest.
	for _, test := range []struct {
		style Style
		n     int
		want  string
	}{{Style{}, 0, "\n1 game, 0 plies, 0 conversions in 0 files: all right.\n"}, {Style{Quiet: true}, 0, ""},
		{Style{Quiet: true}, 1, "0 games in"}, {Style{MaxFindings: 1}, 3, "2 more findings not shown\n\n"},
		{Style{MaxFindings: 1}, 2, "1 more finding not shown\n\n"}, {Style{MaxFindings: 1}, 1, "\n1 game"}} {
		var out strings.Builder
		r := NewReporter(&out, Text, test.style).(*textReport)
		r.admit(make([]Finding, test.n))
		s := &Summary{Games: 1, OK: 1}
		if test.style.Quiet && test.n > 0 {
			s = &Summary{Games: 1, Failed: 1}
			test.want = "1 game, 0 plies, 0 conversions in 0 files: 1 with errors, 0 all right; 0 findings.\n"
		}
		if err := r.Close(s); err != nil || !strings.HasPrefix(out.String(), test.want) || test.want == "" &&
			out.Len() > 0 {
			t.Errorf("%+v: %q, %v, want %q", test.style, out.String(), err, test.want)
		}
	}
	if NewReporter(&strings.Builder{}, "x", Style{}) != nil {
		t.Error("there is a format x")
	}
}

// A writer that fails ends the report with its error, in every format.
func TestReportsThatCannotBeWritten(t *testing.T) {
	full := errors.New("no space left")
	for _, format := range Formats() {
		r := NewReporter(failing{full}, format, Style{})
		err := errors.Join(r.Record(&Verdict{File: "a", Index: 1, Kind: KindGame,
			Findings: []Finding{{Code: finding.MissingTag, Severity: "error", Message: "odd"}}}), r.EndFile("a"),
			r.Close(&Summary{}))
		if !errors.Is(err, full) {
			t.Errorf("%s: %v", format, err)
		}
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

// Of orthodox games the articles of the Laws of Chess are cited, of others the rules text.
func TestStatements(t *testing.T) {
	chess, _ := ruleset.Builtin("chess")
	conversion, _ := ruleset.Builtin("conversion")
	for _, test := range []struct{ rule, move, want string }{
		{"CON-8", "Ke2", "FIDE 3.9.2: "}, {"CON-9", "O-O", "FIDE 3.8.2: "}, {"CON-10", "O-O", "FIDE 3.8.2: "},
		{"CON-11", "e4", "FIDE 5.1, 5.2: "},
		{"CON-1", "e5", "FIDE 3.7: "}, {"CON-1", "Nf3", "FIDE 3.6: "}, {"CON-1", "Bc4", "FIDE 3.2, 3.5: "},
		{"CON-1", "Ra3", "FIDE 3.3, 3.5: "}, {"CON-1", "Qh5", "FIDE 3.4, 3.5: "}, {"CON-1", "Ke2", "FIDE 3.8.1: "},
		{"CON-1", "O-O", "FIDE 3.8.2: "}, {"CON-1", "e2e5", "FIDE 3.1: "}, {"CON-1", "the pawn", "FIDE 3.1: "},
		{"CON-12", "e4", "CON-12: "}, {"", "e4", ""}, {"NONE-1", "e4", ""},
	} {
		f := Finding{Rule: test.rule, Move: test.move, set: chess}
		if got := f.statement(); !strings.HasPrefix(got, test.want) || (got == "") != (test.want == "") {
			t.Errorf("%s %s: %s, want %s", test.rule, test.move, got, test.want)
		}
		f.set = conversion
		want := ""
		if strings.HasPrefix(test.rule, "CON-") {
			want = test.rule + ": " + rules.StatementOf(test.rule)
		}
		if got := f.statement(); got != want {
			t.Errorf("conversion, %s: %s, want %s", test.rule, got, want)
		}
	}
}

// A piece of a line of at most a hundred bytes around a place, and a caret under it.
func TestExcerpts(t *testing.T) {
	long := strings.Repeat("0123456789", 30)
	for _, test := range []struct {
		text    string
		at, end int
		want    string
	}{
		{"abc\ndef\nghi", 5, 6, "def 1 1"}, {"abc\ndef\nghi", 4, 7, "def 0 3"}, {"abc\ndef\nghi", 5, 11, "def 1 2"},
		{"abc\ndef\nghi", 5, 5, "def 1 1"}, {"abc\r\ndef", 3, 4, "abc 3 1"}, {"a\tb\x1bc", 2, 3, "a b?c 2 1"},
		{"äöü", 2, 4, "äöü 1 1"}, {"äöü", 0, 6, "äöü 0 3"}, {"\ufeffab", 3, 4, "ab 0 1"},
		{long[:100], 60, 61, long[:100] + " 60 1"}, {long[:101], 0, 1, long[:100] + "… 0 1"},
		{long[:101], 50, 51, long[:100] + "… 50 1"}, {long[:101], 51, 53, "…" + long[1:101] + " 51 2"},
		{long, 150, 155, "…" + long[100:200] + "… 51 5"}, {long, 299, 300, "…" + long[249:] + " 51 1"},
		{long, 150, 290, "…" + long[100:200] + "… 51 50"}, {strings.Repeat("ä", 100), 100, 102,
			"…" + strings.Repeat("ä", 50) + "… 26 1"}, {strings.Repeat("€", 100), 99, 102, "…" + strings.Repeat("€",
			32) + "… 17 1"},
	} {
		piece, caret, width := excerpt(token.NewLines([]byte(test.text)), test.at, test.end)
		if got := fmt.Sprint(piece, " ", caret, " ", width); got != test.want {
			t.Errorf("%.20q from %d to %d: %s, want %s", test.text, test.at, test.end, got, test.want)
		}
	}
}

// Findings beyond a thousand are counted in one, under the gravest of them; places move down with the text.
func TestSettle(t *testing.T) {
	list := func(n int, bad int) *Verdict {
		v := &Verdict{}
		for i := range n {
			f := Finding{Code: finding.MoveNumber, Severity: "warning", Line: i + 1, Column: 2}
			if i == bad {
				f.Code, f.Severity = finding.IllegalMove, "error"
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
		{0, -1, 0, true, ""}, {1, -1, 1, true, "move-number warning 1 "}, {2, 0, 2, false, "move-number warning 2 "},
		{1000, -1, 1000, true, "move-number warning 1000 "}, {1001, -1, 1001, true, "move-number warning 1001 "},
		{1002, -1, 1001, true, "move-number warning 1001 2 more findings in this record"}, {1003, 1001, 1001, false,
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
			t.Errorf("%d, the error is %d: %d listed, all right %t, the last %s", test.n, test.bad, len(v.Findings),
				v.OK, last)
		}
	}
	v := &Verdict{Findings: []Finding{{Line: 3}, {}}}
	if v.shift(4); v.Findings[0].Line != 7 || v.Findings[1].Line != 0 {
		t.Errorf("%+v", v.Findings)
	}
}

// Claims of a draw in the Termination tag, or if there is none in it, in the last comment.
func TestClaimed(t *testing.T) {
	for _, test := range []struct {
		termination, comment string
		want                 claim
	}{
		{"", "", claim{}}, {"Draw by repetition", "", claim{threefold: true}},
		{"threefold", "", claim{threefold: true}}, {"three-fold", "", claim{threefold: true}},
		{"3-fold", "", claim{threefold: true}}, {"3 FOLD", "", claim{threefold: true}},
		{"fifty moves", "", claim{fifty: true}}, {"50 moves", "", claim{fifty: true}},
		{"50-move rule", "", claim{fifty: true}}, {"150 moves", "", claim{}}, {"fiftyfold", "", claim{}},
		{"Normal", "", claim{}},
		{"repetition, 50 moves", "", claim{threefold: true, fifty: true}}, {"repetition", "50 moves",
			claim{threefold: true}}, {"Normal", "50\n moves", claim{fifty: true, comment: true}},
		{"", "[%clk 50 moves] x", claim{comment: true}}, {"", "a [%x] repetition", claim{threefold: true,
			comment: true}},
	} {
		if got := claimed(test.termination, test.comment); got != test.want {
			t.Errorf("%q, %q: %+v", test.termination, test.comment, got)
		}
	}
	for n, want := range map[int]string{1: "once", 2: "twice", 3: "3 times"} {
		if got := timesText(n); got != want {
			t.Errorf("%d: %s", n, got)
		}
	}
	if !(claim{fifty: true}).any() || !(claim{threefold: true}).any() || (claim{comment: true}).any() {
		t.Error("what is claimed is not told")
	}
}

// Which of the seven tags are missing.
func TestTagsMissing(t *testing.T) {
	for there, want := range map[string]string{
		"Event Site Date Round White Black Result": "", "Event Site Date Round White Black Result FEN": "",
		"":                                  "none of the seven tags that every record has is there",
		"FEN":                               "none of the seven tags that every record has is there",
		"Event Site Date Round White Black": "missing: Result",
		"Result":                            "missing: Event, Site, Date, Round, White, Black",
		"Event White Black Result":          "missing: Site, Date, Round",
	} {
		p := missingTags(7, func(id token.TagID) bool { return strings.Contains(" "+there+" ", " "+id.String()+" ") })
		if p.Message != want || p.Code != finding.MissingTag || p.At != 7 || p.End != 7 {
			t.Errorf("%s: %+v, want %s", there, p, want)
		}
	}
}
