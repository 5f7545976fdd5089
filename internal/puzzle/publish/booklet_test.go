package publish

import (
	"html"
	"strings"
	"testing"

	"turncoat/internal/testing/puzzletest"
	"turncoat/puzzle"
)

// What the script of a booklet shows click by click, by hand: moves of all kinds, waves, and what
// is taken back.
func TestStepsOfALine(t *testing.T) {
	for _, test := range []struct{ set, fen, line, want string }{
		{"chess", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1",
			"4k3/8/8/8/8/8/8/R3K2R w|0me1g1 e1.f1Rg1Kh1."},
		{"chess", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1 e8e7",
			"4k3/8/8/8/8/8/8/R3K2R w|0me1c1 a1.c1Kd1Re1.|1me8e7 e7ke8."},
		{"chess", "r3k3/8/8/8/8/8/8/4K3 b q - 0 1", "e8c8",
			"r3k3/8/8/8/8/8/8/4K3 b|0me8c8 a8.c8kd8re8."},
		{"chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6",
			"4k3/8/8/3pP3/8/8/8/4K3 w|0me5d6 d5.e5.d6P"},
		{"chess", "3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8n",
			"3rk3/4P3/8/8/8/8/8/4K3 w|0me7d8 e7.d8N"},
		{"pacifist1", "rkqn1rb1/ppppppbp/P7/1n4p1/8/4N3/1PPPPPPP/RNK1BBQR w - - 0 1", "e3f5",
			"rkqn1rb1/ppppppbp/P7/1n4p1/8/4N3/1PPPPPPP/RNK1BBQR w|0me3f5 e3.f5N|0w1 e7Pg7B|0w2 f8R|0w3 d8Ng8B|0w4 f7Ph7P"},
		// Without the reclaim of d5 Black's turn converts it; White takes g4 back.
		{"pacifist-number", reclaims, "d2c2~- g8e8",
			"1k4r1/1b6/8/3N4/6nR/8/3R4/K7 w|0md2c2 c2Rd2.|1mg8e8 e8rg8.|1w1 d5n|1r g4N"},
		{"pacifist-number", reclaims, "d2c2",
			"1k4r1/1b6/8/3N4/6nR/8/3R4/K7 w|0md2c2 c2Rd2.|0r d5n"},
	} {
		variant := puzzletest.Named(t, test.set)
		at := puzzletest.Position(t, variant, test.fen)
		turns, err := puzzle.PlayLine(variant, &at, puzzle.HelpWin, strings.Fields(test.line))
		if err != nil {
			t.Fatal(err)
		}
		if got := bookletSteps(&at, turns); got != test.want {
			t.Errorf("%s %s:\n%s, want\n%s", test.fen, test.line, got, test.want)
		}
	}
}

// The cover with its contents, the captions, the solutions and the index of a booklet.
func TestBookletContents(t *testing.T) {
	first, second, help := mate(t), mate(t), helpMate(t)
	first.Themes, second.Themes = []string{"quiet-key", "zugzwang"}, []string{"quiet-key"}
	first.Grade, second.Grade = &puzzle.Grade{Rating: 1500, Level: 3},
		&puzzle.Grade{Rating: 1700, Level: 4}
	second.Keys = []string{"g5g6", "g5h6"}
	text := html.UnescapeString(exported(t, "html", []puzzle.Puzzle{second, help, first}))
	for _, want := range []string{
		`<a href="#chess-2">Chess: mate in two</a><span class="dots"></span><span>1–2</span>`,
		`<a href="#chesshelp-win-1.5">Chess: helpmate in 1½</a><span class="dots"></span><span>3</span>`,
		`<b title="White to move mates in 2 turns">#2</b><span class="pieces">2+1</span>`,
		`>h#1½, 2 solutions</b>`,
		`rating 1500">★★★☆☆</span>`, `rating 1700">★★★★☆</span>`,
		`<h3><a href="#p1">1</a>. Kg6!</h3>`, `<h3><a href="#p3">3</a></h3>`,
		"one key of 20 first turns", "2 keys of 20 first turns", "2 solutions;",
		"7k/8/8/6K1/8/8/8/R7 w - - 0 1",
		`<b data-ply="0">1.Kg6</b> <b data-ply="1">Kg8</b> <b data-ply="2">2.Ra8#</b>`,
		`<b data-ply="0">1…Kf7</b> <b data-ply="1">2.Kh7</b> <b data-ply="2">Rh1#</b>`,
		`<b><a href="#theme-quiet-key">quiet key</a></b> <a href="#p1">1</a>, <a href="#p2">2</a>`,
		`<b><a href="#theme-zugzwang">zugzwang</a></b> <a href="#p1">1</a>`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text[strings.Index(text, "<h1>"):])
		}
	}

	var out strings.Builder
	if _, err := Export(&out, "html", Book{Title: "T", InPlace: true},
		[]puzzle.Puzzle{first}); err != nil {
		t.Fatal(err)
	}

	if in := strings.Index(out.String(), `<article class="solution" id="s1">`); in < 0 ||
		strings.Contains(out.String(), `id="solutions"`) {
		t.Error("the solution is not beside its diagram")
	}
}

// The whole input of Popeye: words, pieces from the king down by square, and options in order.
func TestPopeyeWhole(t *testing.T) {
	p := mate(t)
	p.FEN, p.In = "rnb1kbnr/pp6/8/8/8/8/PP6/RNBQKBNR w KQkq - 0 1", 3
	p.Words = puzzle.Words{Title: "T", Authors: []string{"A", "B"}, Dedication: "C",
		Published: "Paper", Date: "1999",
		Prize: "1st", Comments: []string{"x", "y"}}
	const pieces = `Pieces
  White Ke1 Qd1 Ra1 Rh1 Bc1 Bf1 Sb1 Sg1 Pa2 Pb2
  Black Ke8 Ra8 Rh8 Bc8 Bf8 Sb8 Sg8 Pa7 Pb7
Stipulation #3
`
	const first = "BeginProblem\nAuthor A, B\nTitle T\nOrigin Paper 1999\nAward 1st\nRemark Dedication: C\nRemark x\nRemark y\n" + pieces + "Option Variation\n"
	other := p
	other.Words = puzzle.Words{Date: "2000"}
	other.FEN = "rnb1kbnr/pp6/8/8/8/8/PP6/RNBQKBNR b Kq - 0 1"
	const second = "NextProblem\nOrigin 2000\n" + pieces +
		"Option HalfDuplex NoCastling a1h8 Variation\n"
	for _, test := range []struct {
		puzzles []puzzle.Puzzle
		want    string
	}{{nil, ""}, {[]puzzle.Puzzle{p}, first + "EndProblem\n"},
		{[]puzzle.Puzzle{p, other}, first + second +
			"EndProblem\n"}} {
		if got := exported(t, "popeye", test.puzzles); got != test.want {
			t.Errorf("got\n%s\nwant\n%s", got, test.want)
		}
	}
}
