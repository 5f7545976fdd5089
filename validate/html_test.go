package validate

import (
	"errors"
	"strings"
	"testing"

	"turncoat/internal/lines"
	"turncoat/pgn"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
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

// A page begins with its summary; each file that has findings has its name once, each record its
// article, and each position one board, however many findings are about it.
func TestHTMLParts(t *testing.T) {
	wrong, warning := htmlFindings()
	record := func(file string, ok bool, findings ...pgn.Finding) *Verdict {
		return &Verdict{File: file, Index: 1, Kind: KindGame, OK: ok, Findings: findings,
			places: htmlPlaces}
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
		{"a warning, quietly", Style{Quiet: true}, []*Verdict{record("a", true, warning)}, 0, 0, 0,
			0},
		{"an error, quietly", Style{Quiet: true}, []*Verdict{record("a", false, wrong)}, 1, 1, 1,
			1},
		{"two errors of a game", Style{}, []*Verdict{record("a", false, wrong, wrong)}, 1, 1, 1, 1},
		{"a warning and an error", Style{}, []*Verdict{record("a", false, warning, wrong)}, 1, 1, 1,
			1},
		{"two games", Style{},
			[]*Verdict{record("a", false, wrong), record("a", false, wrong)}, 1, 2, 2, 2},
		{"two files", Style{},
			[]*Verdict{record("a", false, wrong), record("b", false, wrong)}, 2, 2, 2, 2},
		{"one finding at most", Style{MaxFindings: 1},
			[]*Verdict{record("a", false, wrong), record("b", false, wrong)}, 1, 1, 1, 1},
	} {
		page := htmlReported(t, test.style, test.verdicts...)
		const summary = "no records in 1 file."
		before, after, found := strings.Cut(page, summary)
		if !strings.HasPrefix(before, "<!doctype html>\n<html") || !strings.HasSuffix(after,
			"</html>\n") ||
			!found || strings.Contains(before, "<h2>") || strings.Contains(after, summary) {
			t.Errorf("%s: %.200s", test.what, page)
		}

		got := [4]int{strings.Count(page, "<h2>"), strings.Count(page, "<article"),
			strings.Count(page, `class="board"`), strings.Count(page, ">Ke9<")}
		if want := [4]int{test.names, test.articles, test.boards, test.marked}; got != want {
			t.Errorf("%s: %v, want %v", test.what, got, want)
		}
	}
}

// htmlPlaces are those of the text that htmlFindings are about.
var htmlPlaces = lines.NewPlaces([]byte("[A]\n\n1. Ke9\n"))

// htmlFindings returns an error and a warning about one position.
func htmlFindings() (wrong, warning pgn.Finding) {
	p, _ := board.ParseFEN(board.StartFEN, ruleset.Set{Family: ruleset.Chess})
	wrong = pgn.NewFinding(pgn.IllegalMove, 8, 11, "no")
	wrong.Line, wrong.Column, wrong.Move, wrong.FEN, wrong.Before = 3, 1, "Ke9", board.StartFEN, &p
	warning = pgn.NewFinding(pgn.MissingTag, 0, 0, "hm")
	warning.Line, warning.Column, warning.FEN, warning.Before = 1, 1, board.StartFEN, &p
	return wrong, warning
}

// What has errors comes first, in a page and in a record.
func TestHTMLErrorsFirst(t *testing.T) {
	wrong, warning := htmlFindings()
	page := htmlReported(t, Style{},
		&Verdict{File: "a", Index: 1, Kind: KindGame, OK: true, Findings: []pgn.Finding{warning}},
		&Verdict{File: "b", Index: 1, Kind: KindGame, Findings: []pgn.Finding{warning, wrong}})
	rest := page
	for _, want := range []string{"<h2>b", "b:3:1", "b:1:1", "<h2>a", "a:1:1"} {
		_, after, found := strings.Cut(rest, want)
		if !found {
			t.Errorf("%q is missing or too early", want)
			continue
		}

		rest = after
	}
}

// A thousand findings take a megabyte at most, and each is named once; of many more a number is
// listed.
func TestHTMLIsBounded(t *testing.T) {
	wrong, warning := htmlFindings()
	reported := func(records int) string {
		var verdicts []*Verdict
		for i := range records {
			verdicts = append(verdicts, &Verdict{File: "a.pgn", Index: i + 1, Kind: KindGame,
				Findings: []pgn.Finding{warning, wrong}})
		}

		return htmlReported(t, Style{}, verdicts...)
	}

	page := reported(500)
	if len(page) > 1_000_000 {
		t.Errorf("the page has %d bytes", len(page))
	}
	if n, m := strings.Count(page, "a.pgn:3:1"), strings.Count(page, "a.pgn:1:1"); n != 500 ||
		m != 500 {
		t.Errorf("%d errors and %d warnings are named", n, m)
	}
	if boards := strings.Count(page, `class="board"`); boards < 50 {
		t.Errorf("only %d boards are shown", boards)
	}

	page = reported(6000)
	if !strings.Contains(page, "2000 more are not listed") {
		t.Errorf("what is not listed is not counted")
	}
}
