package check

import (
	"context"
	"slices"
	"strings"
	"testing"

	"turncoat/corpus"
	"turncoat/internal/rulestest"
	"turncoat/rules"
	"turncoat/rules/board"
)

// turnWords is what is said of turns beside the kinds that other tests hold. No set of a single kind of piece
// has a word of its own.
const turnWords = `moves of knights, moves of bishops, moves of rooks, moves of queens, moves of kings, moves of queens and kings, moves of bishops and queens, moves of rooks and queens, moves of knights and kings,
	moves of all pieces but pawns, turns that convert nothing, moves of one file, moves of one rank, moves along a rank, moves along a file, moves forward, moves backward, moves of one square,
	moves from an attacked square, moves to an attacked square, moves to a supported square, moves beside an enemy piece, moves beside an own piece, moves beside an enemy king,
	moves of an over-persuaded piece, moves to where the piece is over-persuaded, moves that open a line to an own king, moves that open a line to the enemy's king,
	moves to the last square of a line, moves up to a piece, moves up to an enemy piece, moves up to an own piece, moves of a pawn from its first square`

// Of all those words the ones that are true of a turn.
func TestTurnFacts(t *testing.T) {
	words := factsIn(turnWords)
	words = append(words, "moves of queens, rooks and bishops", "moves of kings, queens, rooks and bishops")
	// with semicolons for their own commas
	sliders, slidersAndKings := "moves of queens; rooks and bishops", "moves of kings; queens; rooks and bishops"
	for _, test := range []struct{ fen, uci, want string }{
		{"7k/8/8/8/8/8/8/KN6 w - - 0 1", "b1d2", `moves of knights and kings, moves of all pieces but pawns, turns that convert nothing, moves of one rank, moves forward`},
		// The bishop goes up to the rook and turns it.
		{"7k/8/8/6r1/8/5P2/8/2B4K w - - 0 1", "c1f4", `moves of bishops and queens, moves of all pieces but pawns, moves forward, moves beside an enemy piece, moves beside an own piece, moves up to a piece, moves up to an enemy piece,` + sliders + "," + slidersAndKings},
		{"k7/8/8/8/Q7/8/8/K7 w - - 0 1", "a4h4", `moves of queens and kings, moves of bishops and queens, moves of rooks and queens, moves of all pieces but pawns, turns that convert nothing, moves along a rank, moves to the last square of a line,` + sliders + "," + slidersAndKings},
		{"7k/4p3/8/4P3/8/8/8/K7 b - - 0 1", "e7e6", `turns that convert nothing, moves of one rank, moves along a file, moves forward, moves of one square, moves beside an enemy piece, moves up to a piece, moves of a pawn from its first square`},
		{"7k/8/8/8/4p3/8/4P3/K7 w - - 0 1", "e2e3", `turns that convert nothing, moves of one rank, moves along a file, moves forward, moves of one square, moves beside an enemy piece, moves up to a piece, moves of a pawn from its first square`},
		{"7k/8/8/8/4P3/8/8/K7 w - - 0 1", "e4e5", `turns that convert nothing, moves of one rank, moves along a file, moves forward, moves of one square`},
		// The rook bears on d1, and the bishop on e2.
		{"8/8/8/3r4/8/8/8/3K1B1k w - - 0 1", "d1e2", `moves of queens and kings, moves of knights and kings, moves of all pieces but pawns, turns that convert nothing, moves of one file, moves of one rank, moves forward, moves of one square,
			moves from an attacked square, moves to a supported square, moves beside an own piece, moves of an over-persuaded piece,` + slidersAndKings},
		{"7k/8/8/4p3/8/8/4P3/K7 w - - 0 1", "e2e4", `turns that convert nothing, moves along a file, moves forward, moves beside an enemy piece`},
		// The bishop bears on a1 and on e1, which the rook attacks from there; it stood on the way of nothing.
		{"r6k/8/8/8/8/2B5/8/4K3 b - - 0 1", "a8a1", `moves of rooks and queens, moves of all pieces but pawns, turns that convert nothing, moves along a file, moves forward, moves to an attacked square, moves to where the piece is over-persuaded,
			moves that open a line to the enemy's king, moves to the last square of a line,` + sliders + "," + slidersAndKings},
		{"7R/k7/8/8/8/8/8/7K w - - 0 1", "h8h2", `moves of rooks and queens, moves of all pieces but pawns, turns that convert nothing, moves along a file, moves backward, moves to a supported square, moves beside an own piece, moves up to a piece, moves up to an own piece,` + sliders + "," + slidersAndKings},
		// On a1 stands the rook before which the bishop leaves the rank of its king; from e2 it leaves nothing.
		{"7k/8/8/8/8/8/8/r2B3K w - - 0 1", "d1e2", `moves of bishops and queens, moves of all pieces but pawns, turns that convert nothing, moves of one file, moves of one rank, moves forward, moves of one square,
			moves from an attacked square, moves of an over-persuaded piece, moves that open a line to an own king,` + sliders + "," + slidersAndKings},
		{"7k/8/8/8/8/8/4B3/r6K w - - 0 1", "e2d3", `moves of bishops and queens, moves of all pieces but pawns, turns that convert nothing, moves of one file, moves of one rank, moves forward, moves of one square,` + sliders + "," + slidersAndKings},
		{"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", `moves of queens and kings, moves of knights and kings, moves of all pieces but pawns, turns that convert nothing,` + slidersAndKings},
	} {
		_, p, m := at(t, "pacifist1", test.fen, test.uci)
		j := &wrongJudge{set: rulestest.Builtin(t, "pacifist1"), way: &wrongWay{}}
		turn := j.turn(p, m)
		got := j.turnExample(&turn)
		var want []string
		for _, fact := range factsIn(test.want) {
			want = append(want, strings.ReplaceAll(fact, ";", ","))
		}
		for _, word := range words {
			if got[word] != slices.Contains(want, word) {
				t.Errorf("%s %s: %q is %v", test.fen, test.uci, word, got[word])
			}
		}
		for _, fact := range want {
			if !slices.Contains(words, fact) {
				t.Errorf("%q is no word", fact)
			}
		}
	}
	// The kinds that have tests of their own are facts as well.
	g, p, m := at(t, "pacifist1", "6rk/8/8/8/8/8/8/6K1 w - - 0 1", "g1h2")
	j := &wrongJudge{set: g.Set(), way: &wrongWay{}}
	turn := j.turn(p, m)
	got := j.turnExample(&turn)
	for _, fact := range []string{"moves of the king", "White's turns", "moves of a side whose king is attacked",
		"moves to h2"} {
		if !got[fact] {
			t.Errorf("%q is missing", fact)
		}
	}
}

// A square that is so many files and ranks away is on the board or is none.
func TestOffset(t *testing.T) {
	for _, test := range []struct {
		from         string
		files, ranks int
		want         string
	}{
		{"a1", 7, 7, "h8"}, {"h8", -7, -7, "a1"}, {"a1", 0, 7, "a8"}, {"a1", 7, 0, "h1"}, {"d4", 1, -2, "e2"},
		{"d4", 0, 0, "d4"},
		{"a4", -1, 0, ""}, {"h4", 1, 0, ""}, {"d1", 0, -1, ""}, {"d8", 0, 1, ""}, {"a1", -1, 1, ""},
		{"h8", 1, -1, ""}, {"h8", -1, 1, ""}, {"a1", 1, -1, ""},
	} {
		want := board.NoSquare
		if test.want != "" {
			want = squareOf(t, test.want)
		}
		if got := offset(squareOf(t, test.from), test.files, test.ranks); got != want {
			t.Errorf("from %s by %d, %d: %v, want %q", test.from, test.files, test.ranks, got, test.want)
		}
	}
}

// What is noted of each turn: whether it is there that should be, and whether it is there that should not.
func TestTurnsNoted(t *testing.T) {
	// The rook on g8 bears on g1 and g2, so that h2 is left to the king.
	const corner = "k5r1/8/8/8/8/8/8/7K w - - 0 1"
	h2 := corpus.AnswerTurn{UCI: "h1h2", FEN: "k5r1/8/8/8/8/8/7K/8 b"}
	g1, g2, h3 := corpus.AnswerTurn{UCI: "h1g1", FEN: "?"}, corpus.AnswerTurn{UCI: "h1g2", FEN: "?"},
		corpus.AnswerTurn{UCI: "h1h3", FEN: "?"}
	for _, test := range []struct {
		turns                            []corpus.AnswerTurn
		there, missing, allowed, refused string // the squares to which the king goes
		strange                          bool
	}{
		{[]corpus.AnswerTurn{h2}, "h2", "", "", "g1 g2", false},
		{nil, "", "h2", "", "g1 g2", false},
		{[]corpus.AnswerTurn{g1, h2}, "h2", "", "g1", "g2", false},
		{[]corpus.AnswerTurn{g2, g1}, "", "h2", "g1 g2", "", false},
		{[]corpus.AnswerTurn{h2, h3}, "h2", "", "", "g1 g2", true},
		{[]corpus.AnswerTurn{h3, h2}, "h2", "", "", "g1 g2", true},
	} {
		_, o := observed(t, []Result{answered(t, "corner", corner, Wrong, test.turns...)})
		squares := func(list []factSet) string {
			var found []string
			for _, f := range list {
				for _, s := range []string{"g1", "g2", "h2"} {
					if n, known := o.words.numbers["moves to "+s]; known && f.has(n) {
						found = append(found, s)
					}
				}
			}
			slices.Sort(found)
			return strings.Join(found, " ")
		}
		for _, list := range []struct {
			what    string
			noted   []factSet
			squares string
		}{{"there", o.there, test.there}, {"missing", o.missing, test.missing}, {"allowed", o.allowed, test.allowed},
			{"refused", o.refused, test.refused}} {
			if got := squares(list.noted); got != list.squares || len(list.noted) != len(strings.Fields(list.squares)) {
				t.Errorf("%v: %s %q, want %q", test.turns, list.what, got, list.squares)
			}
		}
		if o.strange != test.strange || len(o.boards) != 1 || len(o.boards[0].got) != len(test.turns) ||
			!o.boards[0].known["h1g1"] || !o.boards[0].known["h1h2"] {
			t.Errorf("%v: strange %v, %d boards", test.turns, o.strange, len(o.boards))
		}
		// Of the pieces something is said only where the turn is there.
		if pieces := len(o.converted) + len(o.stayed); pieces != 2*len(strings.Fields(test.there)) || len(o.kept)+
			len(o.taken) != 0 {
			t.Errorf("%v: %d pieces", test.turns, pieces)
		}
	}
}

// Answers are looked at turn by turn where what they show can be played out, and piece by piece where each piece
// that counts in a wave does so to the end.
func TestObserve(t *testing.T) {
	pacifist := rulestest.Builtin(t, "pacifist1")
	step := answered(t, "step", apart, Wrong, steps...)
	refused := step
	refused.answer = corpus.Answer{Refused: "illegal-position"}
	unread := answered(t, "unread", "?", Wrong)
	// a right of White's, as long as the rook may come back
	rook := answered(t, "rook", "k7/8/8/8/8/8/8/4K2r w K - 0 1", Wrong)
	for _, test := range []struct {
		what, misreading string
		result           Result
		looked, plain    bool
	}{
		{"as the rules are", "", step, true, true},
		{"king-bears=no", "king-bears=no", step, true, true},
		{"reclaim=full", "reclaim=full", step, true, false},
		{"reclaim=optional", "reclaim=optional", step, false, false},
		{"moved-piece=unless-persuaded", "moved-piece=unless-persuaded", step, true, false},
		{"moved-piece=each-round", "moved-piece=each-round", step, true, false},
		{"candidates=touched", "candidates=touched", step, true, false},
		{"refused", "", refused, false, true},
		{"cannot be read", "", unread, false, true},
		{"a right that conversion leaves", "", rook, true, true},
		{"a right that conversion ends", "castling-converted=loses", rook, false, true},
	} {
		m := corpus.Misread(pacifist)
		if test.misreading != "" {
			var err error
			if m, err = corpus.ParseMisreading(pacifist, test.misreading); err != nil {
				t.Fatal(err)
			}
		}
		d := newDiagnoser(t.Context(), pacifist, []Result{test.result})
		if o := d.observe(m, rules.New(m.Set)); len(o.boards) > 0 != test.looked || o.plain != test.plain {
			t.Errorf("%s: %d boards, plain %v", test.what, len(o.boards), o.plain)
		}
	}
	// Every answer is looked at, the right ones too; none once the search has been given up.
	two := []Result{step, answered(t, "claim", nearH, Right, rightH...)}
	if _, o := observed(t, two); len(o.boards) != 2 {
		t.Errorf("%d boards of two", len(o.boards))
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	d := newDiagnoser(ctx, pacifist, two)
	if o := d.observe(corpus.Misread(pacifist), rules.New(pacifist)); len(o.boards) != 0 {
		t.Errorf("%d boards when nobody waits", len(o.boards))
	}
	conversion := rulestest.Builtin(t, "conversion")
	other := Result{Case: &corpus.Case{ID: "x", Rules: conversion, FEN: apart}, Verdict: Wrong}
	d = newDiagnoser(t.Context(), conversion, []Result{other})
	if o := d.observe(corpus.Misread(conversion), rules.New(conversion)); len(o.boards) != 0 {
		t.Errorf("%d boards of Conversion Chess", len(o.boards))
	}
}

// Turns are told by patterns where pieces change sides as they should and no piece makes a move that it has not.
func TestTurnWays(t *testing.T) {
	make := func() *observation {
		var o observation
		o.missing = []factSet{o.words.set(example{"a": true, "b": true}), o.words.set(example{"a": true, "b": true})}
		o.there = []factSet{o.words.set(example{"c": true})}
		o.allowed = []factSet{o.words.set(example{"d": true, "e": true}), o.words.set(example{"d": true, "e": true})}
		o.refused = o.there
		return &o
	}
	names := func(o *observation) string {
		var list []string
		for _, w := range o.turnWays() {
			list = append(list, strings.NewReplacer("turns that are ", "", " are missing, and", "", " are missing",
				"", " are allowed", "").Replace(w.name))
		}
		return strings.Join(list, ", ")
	}
	if got := names(make()); got != "a d, a e, b d, b e" {
		t.Errorf("each with each: %q", got)
	}
	for what, edit := range map[string]func(o *observation){
		"a piece that is kept":   func(o *observation) { o.kept = o.there },
		"a piece that is taken":  func(o *observation) { o.taken = o.there },
		"a move that is strange": func(o *observation) { o.strange = true },
		"nothing that is wrong":  func(o *observation) { o.missing, o.allowed = nil, nil },
	} {
		o := make()
		if edit(o); len(o.turnWays()) > 0 {
			t.Errorf("with %s: %q", what, names(o))
		}
	}
	o := make()
	o.allowed = nil
	if got := names(o); got != "a, b" {
		t.Errorf("with nothing allowed: %q", got)
	}
}
