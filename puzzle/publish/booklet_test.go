package publish

import (
	"fmt"
	"html"
	"slices"
	"strings"
	"testing"

	"turncoat/puzzle"
	"turncoat/puzzle/internal/puzzletest"
	"turncoat/puzzle/solution"
	"turncoat/rules/board"
)

// What the script of a booklet shows click by click, by hand: moves of all kinds, waves, and what is taken back.
func TestStepsOfALine(t *testing.T) {
	for _, test := range []struct{ set, fen, line, want string }{
		{"chess", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "4k3/8/8/8/8/8/8/R3K2R w|0me1g1 e1.f1Rg1Kh1."},
		{"chess", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1 e8e7",
			"4k3/8/8/8/8/8/8/R3K2R w|0me1c1 a1.c1Kd1Re1.|1me8e7 e7ke8."},
		{"chess", "r3k3/8/8/8/8/8/8/4K3 b q - 0 1", "e8c8", "r3k3/8/8/8/8/8/8/4K3 b|0me8c8 a8.c8kd8re8."},
		{"chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "4k3/8/8/3pP3/8/8/8/4K3 w|0me5d6 d5.e5.d6P"},
		{"chess", "3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8n", "3rk3/4P3/8/8/8/8/8/4K3 w|0me7d8 e7.d8N"},
		{"pacifist1", "rkqn1rb1/ppppppbp/P7/1n4p1/8/4N3/1PPPPPPP/RNK1BBQR w - - 0 1", "e3f5",
			"rkqn1rb1/ppppppbp/P7/1n4p1/8/4N3/1PPPPPPP/RNK1BBQR w|0me3f5 e3.f5N|0w1 e7Pg7B|0w2 f8R|0w3 d8Ng8B|0w4 f7Ph7P"},
		// Without the reclaim of d5 Black's turn converts it; White takes g4 back.
		{"pacifist-number", reclaims, "d2c2~- g8e8",
			"1k4r1/1b6/8/3N4/6nR/8/3R4/K7 w|0md2c2 c2Rd2.|1mg8e8 e8rg8.|1w1 d5n|1r g4N"},
		{"pacifist-number", reclaims, "d2c2", "1k4r1/1b6/8/3N4/6nR/8/3R4/K7 w|0md2c2 c2Rd2.|0r d5n"},
	} {
		g := puzzletest.Named(t, test.set)
		at := puzzletest.Position(t, g, test.fen)
		turns, err := solution.PlayLine(g, &at, strings.Fields(test.line))
		if err != nil {
			t.Fatal(err)
		}
		if got := bookletSteps(&at, turns); got != test.want {
			t.Errorf("%s %s:\n%s, want\n%s", test.fen, test.line, got, test.want)
		}
	}
}

// The rules in a few sentences, for each rule set.
func TestHowToWin(t *testing.T) {
	const (
		pacifist = "No captures: pieces move to empty squares, pawns straight ahead. After a move every enemy piece changes sides that is outweighed: on which "
		waves    = "; wave after wave, and kings too. Sliders bear through friendly sliders of their line."
		discount = " A piece that moves to where it is outweighed does not count in that turn."
		reclaim  = " After the conversions the enemy may take back what is outweighed then."
		safe     = " Whoever has moved must own a king that is not outweighed."
		moves    = " A king may not move to where it is outweighed."
		claim    = " A side without a king must claim one at once; if it cannot, it has lost."
		mates    = "Chess in which a moved piece and its twin (or king and queen) convert: every enemy piece where the file of one crosses the rank of the other changes sides. A king that could be captured or converted is in check. Give checkmate."
		worth    = " (pawn 1, knight 3, bishop 3, rook 5, queen 9, king 1000)" // PAC-4
	)
	number, value, average := "more of the mover's pieces bear than of its own",
		"the mover's pieces that bear are worth more than its own",
		"the mover's pieces that bear are worth more on average than its own"
	for name, want := range map[string]string{
		"chess": "Orthodox chess: give checkmate.", "conversion": mates,
		"pacifist1":        pacifist + number + waves + safe + claim,
		"pacifist2":        pacifist + value + worth + waves + safe + claim,
		"pacifist-number":  pacifist + number + waves + discount + reclaim + moves + claim,
		"pacifist-value":   pacifist + value + worth + waves + discount + reclaim + moves + claim,
		"pacifist-average": pacifist + average + worth + waves + discount + reclaim + moves + claim,
	} {
		set := puzzletest.Named(t, name).Set()
		if got := howToWin(set); got != want {
			t.Errorf("%s:\n%s, want\n%s", name, got, want)
		}
		p := puzzle.Puzzle{Rules: set}
		if howToRead(&p, false) != want || howToRead(&p, true) != "" {
			t.Errorf("%s: a win is explained", name)
		}
		p.Stipulation = "self-win"
		if got := howToRead(&p, false); got != want+" In a self-win the side to move forces the enemy to win." {
			t.Errorf("%s: %s", name, got)
		}
		if got := howToRead(&p, true); got != "In a self-win the side to move forces the enemy to win." {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// Themes of a puzzle: what needs something comes last, and the word stands once; what is no theme is left out.
func TestShownThemes(t *testing.T) {
	for list, want := range map[string]string{
		"": "", "zugzwang promotion": "zugzwang:zugzwang promotion:promotion",
		"needs-ties zugzwang":                                "zugzwang:zugzwang needs-ties:needs ties to hold",
		"needs-ties needs-batteries quiet-key needs-reclaim": "quiet-key:quiet key needs-ties:needs ties to hold needs-batteries:batteries needs-reclaim:the reclaim",
		"waves-3 nonsense":                                   "waves-n:chain of 3 waves",
	} {
		var got []string
		for _, theme := range shownThemes(strings.Fields(list)) {
			got = append(got, theme.Name+":"+theme.Short)
		}
		if all := strings.Join(got, " "); all != want {
			t.Errorf("%s: %s, want %s", list, all, want)
		}
	}
}

// The index has the themes that occur in the order of the glossary, chains of waves last and under one word.
func TestThemeIndex(t *testing.T) {
	index, words := themeIndex(map[string][]int{
		"waves-12": {3}, "waves-2": {1, 2, 3}, "zugzwang": {7}, "quiet-key": {1, 2, 4, 5, 6}, "needs-ties": {9, 10},
		"nonsense": {1}, "waves-31": {8}, "waves-32": {8},
	})
	const want = "[{quiet-key quiet key [1 2 4–6]} {zugzwang zugzwang [7]} {needs-ties needs ties to hold [9 10]} {waves-n chain of 2 waves [1–3]} {waves-n chain of 12 waves [3]} {waves-n chain of 31 waves [8]}]"
	if got := fmt.Sprint(index); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	var names []string
	for _, w := range words {
		names = append(names, w.Name)
	}
	if got := strings.Join(names, " "); got != "quiet-key zugzwang needs-ties waves-n" {
		t.Errorf("the glossary has %s", got)
	}
}

// The pages of a booklet, piece by piece: the cover with its contents, the parts, the solutions and the index.
func TestBookletWhole(t *testing.T) {
	first, second, help := mate(t), mate(t), helpMate(t)
	first.Themes, second.Themes = []string{"quiet-key", "zugzwang"}, []string{"quiet-key"}
	first.Grade, second.Grade = &puzzle.Grade{Rating: 1500, Level: 3}, &puzzle.Grade{Rating: 1700, Level: 4}
	help.Grade = &puzzle.Grade{Rating: 900, Level: 0}
	const cover = ". The disc beside a board has the colour of the side to move; beneath stand what is asked for, and how many pieces White and Black have. Stars say how hard it is to find the way. Every solution has been proved: every defence has its answer"
	two := mate(t)
	two.Keys = []string{"g5g6", "g5h6"}
	for _, test := range []struct {
		name     string
		book     Book
		puzzles  []puzzle.Puzzle
		has, not []string
	}{
		{"one", Book{Title: "T"}, []puzzle.Puzzle{mate(t)},
			[]string{"<p>1 position" + cover + ", and no other first turn wins in time.</p>", `<li><a href="#chess-2">Chess: win in two</a><span class="dots"></span><span>1</span></li>`,
				`<li><a href="#solutions">Solutions</a></li>`, `<section class="part" id="chess-2">`, "<h2>Chess: win in two</h2>", `<p class="soft">Orthodox chess: give checkmate.</p>`,
				"<header><b>1</b></header>", `<b title="White to move wins in 2 turns">#2</b><span class="pieces">2+1</span><a class="show" href="#s1">solution</a>`,
				`<h3><a href="#p1">1</a>. Kg6!</h3>`, `<p class="facts">one key of 20 first turns, no dual; 1 defence</p>`, `<p class="fen">7k/8/8/6K1/8/8/8/R7 w - - 0 1</p>`,
				`<p class="line" data-steps="7k/8/8/6K1/8/8/8/R7 w|0mg5g6 g5.g6K|1mh8g8 g8kh8.|2ma1a8 a1.a8R"><b data-ply="0">1.Kg6</b> <b data-ply="1">Kg8</b> <b data-ply="2">2.Ra8#</b> </p>`},
			[]string{"#index", `class="stars"`, `class="by"`, `class="others"`, `class="themes"`, `class="comment"`}},
		{"several", Book{Title: "T"}, []puzzle.Puzzle{second, help, first},
			[]string{"<p>3 positions" + cover + ", and no other first turn gets there in time.</p>", `<li><a href="#chess-2">Chess: win in two</a><span class="dots"></span><span>1–2</span></li>`,
				`<li><a href="#chesshelp-win-1.5">Chess: help-win in 1.5</a><span class="dots"></span><span>3</span></li>`, `<li><a href="#index">Themes</a></li>`,
				`<span class="stars" title="level 3 of 5, rating 1500">★★★☆☆</span>`, `<span class="stars" title="level 4 of 5, rating 1700">★★★★☆</span>`, `<span class="stars" title="level 0 of 5, rating 900">☆☆☆☆☆</span>`,
				`<li><b><a href="#theme-quiet-key">quiet key</a></b> <a href="#p1">1</a>, <a href="#p2">2</a></li>`, `<li><b><a href="#theme-zugzwang">zugzwang</a></b> <a href="#p1">1</a></li>`,
				`<p class="themes"><a href="#theme-quiet-key" title="quiet key: the key converts and captures nothing and gives no check">quiet key</a>, <a href="#theme-zugzwang" title=`,
				`<p class="facts">2 solutions; 9 first turns</p>`, `<h3><a href="#p3">3</a></h3>`, "In a help-win both sides work together, and the side to move wins.",
				`<div id="theme-quiet-key"><dt>quiet key</dt><dd>the key converts and captures nothing and gives no check</dd></div>`, "Puzzle 1 after Kg6", "Puzzle 1: 7k/8/8/6K1/8/8/8/R7 w - - 0 1", "Puzzle 3 after Kf7"},
			[]string{"wins in time"}},
		{"two keys", Book{Title: "T"}, []puzzle.Puzzle{two}, []string{cover + ".</p>",
			"2 keys of 20 first turns, no dual; 1 defence"}, []string{"no other first turn"}},
		{"help-wins alone", Book{Title: "T"}, []puzzle.Puzzle{help},
			[]string{cover + ", and no other first turn gets there in time.</p>"}, nil},
		{"in place", Book{Title: "T", InPlace: true}, []puzzle.Puzzle{first},
			[]string{`<html lang="en" class="a4 in-place">`, `</div>` + "\n" + `<article class="solution" id="s1">`}, []string{`href="#solutions"`, `id="solutions"`, `class="show"`}},
	} {
		if test.name != "one" {
			for i := range test.puzzles {
				test.puzzles[i].Claims.FirstTurns = map[bool]int{true: 9, false: 20}[test.puzzles[i].Half]
			}
		}
		text := html.UnescapeString(exported(t, "html", test.puzzles))
		if test.book.InPlace {
			var out strings.Builder
			if err := Export(&out, "html", test.book, test.puzzles); err != nil {
				t.Fatal(err)
			}
			text = html.UnescapeString(out.String())
		}
		text, _, _ = strings.Cut(text, "<script>")
		head, body, _ := strings.Cut(text, "<style>")
		_, body, _ = strings.Cut(body, "</style>")
		text = head + body
		for _, want := range test.has {
			if !strings.Contains(text, want) {
				t.Errorf("%s: %q is not in\n%s", test.name, want, text)
			}
		}
		for _, not := range test.not {
			if strings.Contains(text, not) {
				t.Errorf("%s: there is %q", test.name, not)
			}
		}
	}
}

// The whole input of Popeye: words, pieces from the king down by square, and options in order.
func TestPopeyeWhole(t *testing.T) {
	p := mate(t)
	p.FEN, p.In = "rnb1kbnr/pp6/8/8/8/8/PP6/RNBQKBNR w KQkq - 0 1", 3
	p.Words = puzzle.Words{Title: "T", Authors: []string{"A", "B"}, Dedication: "C", Published: "Paper", Date: "1999",
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
	const second = "NextProblem\nOrigin 2000\n" + pieces + "Option HalfDuplex NoCastling a1h8 Variation\n"
	for _, test := range []struct {
		puzzles []puzzle.Puzzle
		want    string
	}{{nil, ""}, {[]puzzle.Puzzle{p}, first + "EndProblem\n"}, {[]puzzle.Puzzle{p, other}, first + second +
		"EndProblem\n"}} {
		if got := exported(t, "popeye", test.puzzles); got != test.want {
			t.Errorf("got\n%s\nwant\n%s", got, test.want)
		}
	}
}

// Twins: their letters and changes, and the squares that a mark of a key is on.
func TestTwinNames(t *testing.T) {
	p := helpMate(t)
	twin := puzzle.Twin{Keys: []string{"f6f7", "f6g6"}, Line: []string{"Kf7", "Kh7", "Rh1#"},
		Lines: [][]string{{"f6f7", "h8h7", "b1h1"}, {"f6g6", "h8g8", "b1b8"}}}
	moved, added := twin, twin
	moved.Change, added.Change = "Ra1-b1", "-Ra1 +Rb1"
	p.Twins = []puzzle.Twin{moved}
	list, err := twinsOf(&p)
	if err != nil || len(list) != 1 || list[0].name != "b)" || list[0].change != "Ra1→b1" ||
		list[0].caption() != "b) Ra1→b1" {
		t.Errorf("%+v, %v", list, err)
	}
	all, err := singles(&p)
	if err != nil || len(all) != 2 || all[0].twin != "" || all[0].ID != p.ID || all[1].twin != "b) Ra1-b1" ||
		all[1].ID != p.ID+"-b" {
		t.Errorf("%+v, %v", all, err)
	}
	g := puzzletest.Named(t, "chess")
	at := puzzletest.Position(t, g, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")
	turns, err := solution.PlayLine(g, &at, []string{"e1c1"})
	if err != nil {
		t.Fatal(err)
	}
	var squares []board.Square
	for _, m := range keyMarks(&at, &turns[0]) {
		squares = append(squares, m.Square)
	}
	if want := []board.Square{board.At(4, 0), board.At(2, 0)}; !slices.Equal(squares, want) {
		t.Errorf("castling is marked on %v, want %v", squares, want)
	}
}
