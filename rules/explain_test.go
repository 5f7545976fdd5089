package rules

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"testing"

	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// Explanations as docs/INTERFACE.md has them. Each is worked out by hand from the rule that it cites.
func TestExplanations(t *testing.T) {
	for _, test := range []struct{ rules, fen, move, want string }{
		// The rook on a8 may take the pawn on a5 back, which White's rook has left to itself; h8 is as much its own
		// as White's.
		{"pacifist-number", "r6k/8/8/P7/8/8/8/K6R w - - 0 1", "Rh2",
			`{"turn":{"uci":"h1h2","san":"Rh2","waves":[],"reclaimed":["a5"],"fen":"r6k/8/8/p7/8/8/7R/K7 b - - 0 1","outcome":"*"},"legal":true,"waves":[],` +
				`"reclaim":[{"board":"r6k/8/8/p7/8/8/7R/K7","squares":[{"square":"a5","piece":"P","persuade":{"weight":"1","by":[{"square":"a8","piece":"r","through":[]}]},"support":{"weight":"0","by":[]},"rule":"PAC-8"}]}]}`},
		// The same of the first square there is.
		{"pacifist-number", "r6k/8/8/8/8/8/8/N6K w - - 0 1", "Kh2",
			`{"turn":{"uci":"h1h2","san":"Kh2","waves":[],"reclaimed":["a1"],"fen":"r6k/8/8/8/8/8/7K/n7 b - - 0 1","outcome":"*"},"legal":true,"waves":[],` +
				`"reclaim":[{"board":"r6k/8/8/8/8/8/7K/n7","squares":[{"square":"a1","piece":"N","persuade":{"weight":"1","by":[{"square":"a8","piece":"r","through":[]}]},"support":{"weight":"0","by":[]},"rule":"PAC-8"}]}]}`},
		// The knight on d4 is over-persuaded by the rook: by number it counts for nothing (PAC-7) and can be taken
		// back; on vchess.club it counts.
		{"pacifist-number", "3r3k/8/4p3/8/8/5N2/8/K7 w - - 0 1", "Nd4",
			`{"turn":{"uci":"f3d4","san":"Nd4","waves":[],"reclaimed":["d4"],"fen":"3r3k/8/4p3/8/3n4/8/8/K7 b - - 0 1","outcome":"*"},"legal":true,"waves":[],` +
				`"reclaim":[{"board":"3r3k/8/4p3/8/3n4/8/8/K7","squares":[{"square":"d4","piece":"N","persuade":{"weight":"1","by":[{"square":"d8","piece":"r","through":[]}]},"support":{"weight":"0","by":[]},"rule":"PAC-8"}]}],"discounted":["d4"]}`},
		{"pacifist1", "3r3k/8/4p3/8/8/5N2/8/K7 w - - 0 1", "Nd4",
			`{"turn":{"uci":"f3d4","san":"Nd4","waves":[["e6"]],"reclaimed":[],"fen":"3r3k/8/4P3/8/3N4/8/8/K7 b - - 0 1","outcome":"*"},"legal":true,` +
				`"waves":[{"board":"3r3k/8/4P3/8/3N4/8/8/K7","squares":[{"square":"e6","piece":"p","persuade":{"weight":"1","by":[{"square":"d4","piece":"N","through":[]}]},"support":{"weight":"0","by":[]},"rule":"PAC-5"}]}]}`},
		// A battery on a file: the rook on b1 bears on b8 through the one on b2 (PAC-4).
		{"pacifist1", "kn6/8/8/8/8/8/1R6/2R4K w - - 0 1", "Rcb1",
			`{"turn":{"uci":"c1b1","san":"Rcb1","waves":[["b8"]],"reclaimed":[],"fen":"kN6/8/8/8/8/8/1R6/1R5K b - - 0 1","outcome":"*"},"legal":true,` +
				`"waves":[{"board":"kN6/8/8/8/8/8/1R6/1R5K","squares":[{"square":"b8","piece":"n","persuade":{"weight":"2","by":[{"square":"b1","piece":"R","through":["b2"]},{"square":"b2","piece":"R","through":[]}]},` +
				`"support":{"weight":"1","by":[{"square":"a8","piece":"k","through":[]}]},"rule":"PAC-5"}]}]}`},
	} {
		for _, g := range []*Variant{named(t, test.rules), NewReference(named(t, test.rules).Set())} {
			p := position(t, g, test.fen)
			turn, err := g.Parse(&p, test.move)
			if err != nil {
				t.Fatalf("%s: %v", test.fen, err)
			}
			text, err := json.Marshal(g.JSON(&p, g.Explain(&p, turn)))
			if err != nil || string(text) != test.want {
				t.Errorf("%s: %s, %v, want\n%s", test.move, text, err, test.want)
			}
		}
	}
	// Conversion Chess, Grand Prix 1993: 4.Ba6/Qa5, where the file of the moved bishop crosses the rank of the other.
	g := named(t, "conversion")
	p := position(t, g, "rnb1kbnr/pp2pppp/2pp4/q5B1/3PP3/8/PPP2PPP/RN1QKBNR w KQkq - 2 4")
	turn, err := g.Parse(&p, "Ba6/Qa5")
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(g.JSON(&p, g.Explain(&p, turn)).Waves)
	want := `[{"board":"rnb1kbnr/pp2pppp/B1pp4/Q5B1/3PP3/8/PPP2PPP/RN1QK1NR","squares":[{"square":"a5","piece":"q","pairs":[{"moved":"a6","partner":"g5"}],"rule":"CON-4"}]}]`
	if err != nil || string(text) != want {
		t.Errorf("%s, %v, want\n%s", text, err, want)
	}
}

// flip changes the colour of pieces.
func flip(p board.Position, squares board.Bitboard) board.Position {
	for s := range squares.All {
		piece := p.PieceAt(s)
		p.Put(s, board.Piece{Kind: piece.Kind, Colour: piece.Colour.Other()})
	}
	return p
}

// In games of chance the stories are those of the turns: wave after wave the same squares, each with the piece
// as it was before and weights that make it change sides, and the boards lead to the board after the turn.
func TestStoriesAreThoseOfTheTurns(t *testing.T) {
	for _, name := range ruleset.BuiltinNames() {
		g := named(t, name)
		random := rand.New(rand.NewPCG(8, 8))
		p := g.Start()
		waves, rounds := 0, 0
		for range 80 {
			moves := g.Moves(&p)
			if len(moves) == 0 {
				p = g.Start()
				continue
			}
			turn := g.Full(&p, moves[random.IntN(len(moves))])
			e := g.Explain(&p, turn)
			at := e.Moved
			var converted, reclaimed board.Bitboard
			if len(e.Waves) != len(turn.Waves) {
				t.Fatalf("%s %s: %d waves, want %v", g.FEN(&p), turn.UCI(&p), len(e.Waves), turn.Waves)
			}
			told := func(stories []WaveStory, each *board.Bitboard, persuader board.Colour, rule string) {
				for _, story := range stories {
					var squares board.Bitboard
					for _, s := range story.Squares {
						squares |= s.Square.Bit()
						if s.Piece != at.PieceAt(s.Square) || s.Piece.Colour == persuader || s.Rule != rule {
							t.Errorf("%s %s: %+v", g.FEN(&p), turn.UCI(&p), s)
						}
						if g.Set().Family == ruleset.Conversion {
							if len(s.Pairs) == 0 || slices.ContainsFunc(s.Pairs,
								func(c CoSquare) bool { return c.Square != s.Square }) {
								t.Errorf("%s %s: the co-pairs of %v are %+v", g.FEN(&p), turn.UCI(&p), s.Square,
									s.Pairs)
							}
							continue
						}
						if support := g.Weigh(&at, s.Square, persuader.Other()); !s.Persuade.Over(s.Support, g.Set()) ||
							s.Support.String() != support.String() || len(s.Support.By) != len(support.By) {
							t.Errorf("%s %s: %v on %v, supported by %v, want %v", g.FEN(&p), turn.UCI(&p), s.Persuade,
								s.Square, s.Support, support)
						}
					}
					if at = flip(at, squares); at.Board() != story.After.Board() {
						t.Errorf("%s %s: the board after %v is %s", g.FEN(&p), turn.UCI(&p), squares.Names(),
							story.After.Board())
					}
					*each |= squares
				}
			}
			rule := "PAC-5"
			if g.Set().Family == ruleset.Conversion {
				rule = "CON-4"
			}
			told(e.Waves, &converted, p.Turn, rule)
			told(e.Reclaim, &reclaimed, p.Turn.Other(), "PAC-8")
			if converted != turn.Converted || reclaimed != turn.Reclaimed || at.Board() != turn.After.Board() {
				t.Errorf("%s %s: converted %v, reclaimed %v, %s", g.FEN(&p), turn.UCI(&p), converted.Names(),
					reclaimed.Names(), at.Board())
			}
			for i, wave := range turn.Waves {
				var told []board.Square
				for _, s := range e.Waves[i].Squares {
					told = append(told, s.Square)
				}
				if !slices.Equal(told, wave.Squares()) {
					t.Errorf("%s %s: wave %d is %v", g.FEN(&p), turn.UCI(&p), i+1, told)
				}
			}
			waves, rounds, p = waves+len(e.Waves), rounds+len(e.Reclaim), turn.After
		}
		if waves == 0 && g.Set().Family != ruleset.Chess || rounds == 0 && g.Set().Reclaim == ruleset.OptionalReclaim {
			t.Errorf("%s: %d waves and %d rounds of a reclaim", name, waves, rounds)
		}
	}
}

// Weights as text: how many, how much, and an average in lowest terms, with the pieces that make it (PAC-4).
func TestWeightsAreWritten(t *testing.T) {
	const battery, three = "kn6/8/8/8/8/8/1R6/1R5K w - - 0 1", "k7/8/8/8/4PN2/1B6/8/7K w - - 0 1"
	b8, d5 := board.At(1, 7), board.At(3, 4)
	for _, test := range []struct {
		rules, fen string
		square     board.Square
		want       string
	}{
		{"pacifist1", battery, b8, `{"weight":"2","by":[{"square":"b1","piece":"R","through":["b2"]},{"square":"b2","piece":"R","through":[]}]}`},
		{"pacifist2", battery, b8, `{"weight":"10","by":[{"square":"b1","piece":"R","through":["b2"]},{"square":"b2","piece":"R","through":[]}]}`},
		{"pacifist-average", battery, b8, `{"weight":"5","by":[{"square":"b1","piece":"R","through":["b2"]},{"square":"b2","piece":"R","through":[]}]}`},
		{"pacifist-average", three, d5, `{"weight":"7/3","by":[{"square":"b3","piece":"B","through":[]},{"square":"e4","piece":"P","through":[]},{"square":"f4","piece":"N","through":[]}]}`},
		{"pacifist-average", three, b8, `{"weight":"0","by":[]}`},
	} {
		g := named(t, test.rules)
		p := position(t, g, test.fen)
		if text, err := json.Marshal(g.WeightJSON(g.Weigh(&p, test.square, board.White))); err != nil ||
			string(text) != test.want {
			t.Errorf("%s: %s, %v, want %s", test.rules, text, err, test.want)
		}
	}
	if got := (Breach{Rule: "PAC-10", Reason: "no king of White would be safe"}).String(); got != "no king of White would be safe (PAC-10)" {
		t.Error(got)
	}
}

// With its status judged anew each round the pawn on c4, over-persuaded by the knight on b6, does not count in
// the first; once the knight has come over nothing bears on the pawn any more. That it did not count is told for
// all that (PAC-7).
func TestDiscountedInTheFirstRound(t *testing.T) {
	set := named(t, "pacifist1").Set()
	for moved, want := range map[ruleset.MovedPiece]board.Bitboard{ruleset.AlwaysCounts: 0,
		ruleset.UnlessPersuaded: board.Square(26).Bit(), ruleset.EachRound: board.Square(26).Bit()} {
		set.MovedPiece = moved
		g := NewReference(set)
		p := position(t, g, "7k/8/1n6/8/8/2P5/8/1R5K w - - 0 1")
		turn, err := g.Parse(&p, "c4")
		if err != nil {
			t.Fatal(err)
		}
		e := g.Explain(&p, turn)
		if len(e.Waves) != 1 || len(e.Waves[0].Squares) != 1 || e.Waves[0].Squares[0].Square.String() != "b6" ||
			e.Discounted != want {
			t.Errorf("%v: %q did not count, want %q; %+v", moved, e.Discounted.Names(), want.Names(), e.Waves)
		}
	}
}
