package validate

import (
	"errors"
	"strings"
	"testing"

	"turncoat/pgn"
)

// htmlReported returns the page that is made of verdicts.
func htmlReported(t *testing.T, style Style, verdicts ...*Verdict) string {
	t.Helper()
	var out strings.Builder
	r := NewReporter(&out, HTML, style)
	for _, v := range verdicts {
		if err := errors.Join(r.Record(v), r.EndFile(v.File)); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.Close(&Summary{Files: 1}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// A page has its head once, whatever stands in it; each file of which something is told its name once, each
// record its article, and each finding its board.
func TestHTMLParts(t *testing.T) {
	const fen = "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
	wrong := Finding{Code: pgn.IllegalMove, Severity: "error", Line: 3, Column: 1, excerpt: "1. Ke9", caret: 3,
		width: 3, Message: "no", FEN: fen, Move: "Ke9"}
	warning := Finding{Code: pgn.MissingTag, Severity: "warning", Line: 1, Column: 1, excerpt: "[A]", width: 1,
		Message: "hm", FEN: fen}
	record := func(file string, ok bool, findings ...Finding) *Verdict {
		return &Verdict{File: file, Index: 1, Kind: KindGame, OK: ok, Findings: findings}
	}
	for _, test := range []struct {
		what                            string
		style                           Style
		verdicts                        []*Verdict
		names, articles, boards, marked int
	}{
		{"nothing", Style{}, nil, 0, 0, 0, 0},
		{"a good record", Style{}, []*Verdict{record("a", true)}, 0, 0, 0, 0},
		{"a warning", Style{}, []*Verdict{record("a", true, warning)}, 1, 1, 1, 0},
		{"a warning, quietly", Style{Quiet: true}, []*Verdict{record("a", true, warning)}, 0, 0, 0, 0},
		{"an error, quietly", Style{Quiet: true}, []*Verdict{record("a", false, wrong)}, 1, 1, 1, 1},
		{"two errors of a game", Style{}, []*Verdict{record("a", false, wrong, wrong)}, 1, 1, 2, 2},
		{"a warning and an error", Style{}, []*Verdict{record("a", false, warning, wrong)}, 1, 1, 2, 1},
		{"two games", Style{}, []*Verdict{record("a", false, wrong), record("a", false, wrong)}, 1, 2, 2, 2},
		{"two files", Style{}, []*Verdict{record("a", false, wrong), record("b", false, wrong)}, 2, 2, 2, 2},
		{"one finding at most", Style{MaxFindings: 1}, []*Verdict{record("a", false, wrong),
			record("b", false, wrong)}, 1, 1, 1, 1},
	} {
		page := htmlReported(t, test.style, test.verdicts...)
		if !strings.HasPrefix(page, "<!doctype html>\n<html") || strings.Count(page, "<!doctype") != 1 || !strings.HasSuffix(page,
			"<p>no records in 1 file.</p>\n</html>\n") {
			t.Errorf("%s:\n%s", test.what, page)
		}
		got := [4]int{strings.Count(page, "<h2>"), strings.Count(page, "<article"), strings.Count(page, "<svg"),
			strings.Count(page, ">Ke9<")}
		if want := [4]int{test.names, test.articles, test.boards, test.marked}; got != want {
			t.Errorf("%s: %v, want %v:\n%s", test.what, got, want, page)
		}
	}
}
