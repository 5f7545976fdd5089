package publish

import (
	"slices"
	"strings"
	"testing"

	"turncoat/internal/testing/puzzletest"
	"turncoat/puzzle"
)

// duplexes are two help-mates, each with one solution whichever side begins: the solutions are
// those that Popeye 4.104 prints.
func duplexes(t *testing.T) []puzzle.Puzzle {
	t.Helper()
	chess := puzzletest.Named(t, "chess").Set()
	return []puzzle.Puzzle{
		{
			ID: "half", Rules: chess, FEN: "8/8/8/4R3/7k/1b6/6K1/r7 w - - 0 1",
			Stipulation: "help-win", In: 1,
			Half: true,
			Keys: []string{"g2f3"}, Line: []string{"Kf3", "Kh3", "Rh5#"},
			Lines: [][]string{{"g2f3", "h4h3", "e5h5"}},
			Twins: []puzzle.Twin{{Change: "duplex", Keys: []string{"b3d5"},
				Line:  []string{"Bd5+", "Kh2", "Rh1#"},
				Lines: [][]string{{"b3d5", "g2h2", "a1h1"}}}},
		},
		{
			ID: "whole", Rules: chess, FEN: "8/7P/5k2/8/5K2/8/5p2/8 w - - 0 1",
			Stipulation: "help-win", In: 2,
			Keys: []string{"f4g4"}, Line: []string{"Kg4", "f1=Q", "Kh5", "Qh3#"},
			Lines: [][]string{{"f4g4", "f2f1q", "g4h5", "f1h3"}},
			Twins: []puzzle.Twin{{Change: "duplex", Keys: []string{"f6g7"},
				Line: []string{"Kg7", "Kf5", "Kh6",
					"h8=Q#"}, Lines: [][]string{{"f6g7", "f4f5", "g7h6", "h7h8q"}}}},
		},
	}
}

// Every form has both halves of a duplex, and says that it is one.
func TestDuplexInEveryForm(t *testing.T) {
	puzzles := duplexes(t)
	for format, wanted := range map[string][]string{
		"pgn": {`1. Kf3 $1 Kh3 2. Rh5# 1-0`, `1... Bd5+ $1 2. Kh2 Rh1# 0-1`,
			`1. Kg4 $1 f1=Q 2. Kh5 Qh3# 0-1`, `1... Kg7 $1 2. Kf5 Kh6 3. h8=Q# 1-0`,
			`[Twin "b) duplex"]`},
		"json": {`"twins":[{"change":"duplex","keys":["b3d5"]`,
			`"twins":[{"change":"duplex","keys":["f6g7"]`},
		"epd": {
			`8/8/8/4R3/7k/1b6/6K1/r7 w - - bm Kf3; id "half"; c0 "rules chess; help-win in 1.5; 1 solution; not graded";`,
			`8/8/8/4R3/7k/1b6/6K1/r7 b - - bm Bd5+; id "half-b"; c0 "rules chess; help-win in 1.5; 1 solution; twin b) duplex";`,
			`8/7P/5k2/8/5K2/8/5p2/8 b - - bm Kg7; id "whole-b"; c0 "rules chess; help-win in 2; 1 solution; twin b) duplex";`,
		},
		"csv": {"chess helpWinIn1.5", "chess helpWinIn2,", "g2f3 h4h3 e5h5", "half-b,",
			"b3d5 g2h2 a1h1",
			"f4g4 f2f1q g4h5 f1h3", "whole-b,", "f6g7 f4f5 g7h6 h7h8q"},
		"html": {
			">h#1½, duplex</b>", ">h#2, White to move, duplex</b>",
			`<p class="twin">duplex</p>`,
			`<b data-ply="0">1…Bd5&#43;</b> <b data-ply="1">2.Kh2</b> <b data-ply="2">Rh1#</b>`,
			`<b data-ply="0">1.Kg7</b> <b data-ply="1">Kf5</b> <b data-ply="2">2.Kh6</b> <b data-ply="3">h8=Q#</b>`,
		},
		"latex": {
			`h\#1½,{} duplex`, `h\#2,{} White to move,{} duplex`,
			`\textbf{1...Kf3 2.Kh3 Rh5\#}. \textbf{duplex} \textbf{1...Bd5+ 2.Kh2 Rh1\#}.`,
			`\textbf{1.Kg4 f1=Q 2.Kh5 Qh3\#}. \textbf{duplex} \textbf{1.Kg7 Kf5 2.Kh6 h8=Q\#}.`,
		},
		"popeye": {"Stipulation h#1.5\nOption Duplex Variation\n",
			"Stipulation h#2\nOption Duplex Variation\n"},
	} {
		text := exported(t, format, puzzles)
		for _, want := range wanted {
			if !strings.Contains(text, want) {
				t.Errorf("%s: %q is not in\n%s", format, want, text)
			}
		}
	}

	// Two kings in the corners of one game that vchess.club plays: whoever comes to stand beside
	// the other last persuades it (PAC-5).
	two := puzzle.Puzzle{
		ID: "kings", Rules: puzzletest.Named(t, "pacifist1").Set(),
		FEN:         "7k/8/8/8/8/2K5/8/8 w - - 0 1",
		Stipulation: "help-win", In: 2,
		Keys: []string{"c3d4"}, Line: []string{"Kd4", "Kg7", "Ke5", "Kf6#"},
		Lines: [][]string{{"c3d4", "h8g7", "d4e5", "g7f6"}},
		Twins: []puzzle.Twin{{Change: "duplex", Keys: []string{"h8g7"},
			Line:  []string{"Kg7", "Kd4", "Kf6", "Ke5#"},
			Lines: [][]string{{"h8g7", "c3d4", "g7f6", "d4e5"}}}},
	}
	text := exported(t, "vchess", []puzzle.Puzzle{two})
	for _, want := range []string{`"solution":"1.Kd4 Kg7 2.Ke5 Kf6#"`,
		`"instruction":"Black begins, both sides help, and White wins in 2 turns","solution":"1.Kg7 Kd4 2.Kf6 Ke5#"`} {
		if !strings.Contains(text, want) {
			t.Errorf("vchess: %q is not in\n%s", want, text)
		}
	}

	if text := exported(t, "html", []puzzle.Puzzle{two}); !strings.Contains(text,
		">Help-win in 2, White to move, duplex</b>") {
		t.Error(text)
	}
}

// A duplex among other twins keeps its letter, and to Popeye it is a problem of its own.
func TestDuplexAmongTwins(t *testing.T) {
	p := duplexes(t)[0]
	p.Twins = append(p.Twins, puzzle.Twin{Change: "Ra1-b1", Keys: []string{"g2f3"},
		Line: []string{"Kf3", "Kh3",
			"Rh5#"}, Lines: p.Lines})
	html := exported(t, "html", []puzzle.Puzzle{p})
	for _, want := range []string{">h#1½</b>", `<div class="caption twin">b) duplex</div>`,
		`<div class="caption twin">c) Ra1→b1</div>`, `<p class="twin">b) duplex</p>`} {
		if !strings.Contains(html, want) {
			t.Errorf("%q is not in\n%s", want, html)
		}
	}

	if text := exported(t, "popeye", []puzzle.Puzzle{p}); !strings.Contains(text,
		"NextProblem\nRemark b) duplex\n") || strings.Contains(text, "Option Duplex") {
		t.Error(text)
	}
}

// Popeye finds the solutions of both halves.
func TestPopeyeDuplex(t *testing.T) {
	puzzles := duplexes(t)
	out := puzzletest.Popeye(t, exported(t, "popeye", puzzles))
	if len(out) != len(puzzles) {
		t.Fatalf("Popeye has read %d problems", len(out))
	}
	for i := range puzzles {
		p := &puzzles[i]
		want := []string{strings.Join(p.Lines[0], " "), strings.Join(p.Twins[0].Lines[0], " ")}
		slices.Sort(want)
		if got := helpLines(t, out[i], p.Goal().Begins(p.Half)); !slices.Equal(got, want) {
			t.Errorf("%s: Popeye finds %v, not %v", p.FEN, got, want)
		}
	}
}
