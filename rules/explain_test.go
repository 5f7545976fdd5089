package rules

import (
	"math/rand/v2"
	"slices"
	"testing"

	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// flip changes the colour of pieces.
func flip(p board.Position, squares board.Bitboard) board.Position {
	for s := range squares.All {
		piece := p.PieceAt(s)
		p.Put(s, board.Piece{Kind: piece.Kind, Colour: piece.Colour.Other()})
	}

	return p
}

// In games of chance the stories are those of the turns: wave after wave the same squares, each
// with the piece as it was before and weights that make it change sides, and the boards lead to the
// board after the turn.
func TestStoriesAreThoseOfTheTurns(t *testing.T) {
	for _, name := range ruleset.BuiltinNames() {
		variant := named(t, name)
		random := rand.New(rand.NewPCG(8, 8))
		p := variant.Start()
		waves, rounds := 0, 0
		for range 80 {
			moves := variant.Moves(&p)
			if len(moves) == 0 {
				p = variant.Start()
				continue
			}

			turn := variant.Play(&p, moves[random.IntN(len(moves))])
			e := variant.Explain(&p, turn)
			at := e.Moved
			var converted, reclaimed board.Bitboard
			if len(e.Waves) != len(turn.Waves) {
				t.Fatalf("%s %s: %d waves, want %v", variant.FEN(&p), turn.UCI(&p), len(e.Waves),
					turn.Waves)
			}

			told := func(stories []WaveStory, each *board.Bitboard, persuader board.Colour,
				rule string) {
				for _, story := range stories {
					var squares board.Bitboard
					for _, s := range story.Squares {
						squares |= s.Square.Bit()
						andernach := variant.Set().Family == ruleset.Andernach // where own pieces convert
						if s.Piece != at.PieceAt(s.Square) ||
							s.Piece.Colour == persuader && !andernach || s.Rule != rule {
							t.Errorf("%s %s: %+v", variant.FEN(&p), turn.UCI(&p), s)
						}

						if variant.Set().ConvertsByAttack() {
							if s.Attackers == 0 || s.Attackers&^e.Moved.Colours[persuader] != 0 {
								t.Errorf("%s %s: %v is attacked by %v", variant.FEN(&p),
									turn.UCI(&p),
									s.Square, s.Attackers.Names())
							}

							continue
						}

						if andernach {
							if e.Why == "" || s.Square != turn.To && s.Attackers == 0 {
								t.Errorf("%s %s: no reason why %v converts", variant.FEN(&p),
									turn.UCI(&p), s.Square)
							}

							continue
						}

						if variant.Set().Family == ruleset.Conversion {
							if len(s.Pairs) == 0 || slices.ContainsFunc(s.Pairs,
								func(c CoSquare) bool { return c.Square != s.Square }) {
								t.Errorf("%s %s: the co-pairs of %v are %+v", variant.FEN(&p),
									turn.UCI(&p), s.Square, s.Pairs)
							}

							continue
						}

						if support := variant.Weigh(&at, s.Square,
							persuader.Other()); !s.Persuade.Outweighs(s.Support, variant.Set()) ||
							s.Support.String() != support.String() ||
							len(s.Support.By) != len(support.By) {
							t.Errorf("%s %s: %v on %v, supported by %v, want %v", variant.FEN(&p),
								turn.UCI(&p), s.Persuade, s.Square, s.Support, support)
						}
					}

					at = flip(at, squares)
					if at.Board() != story.After.Board() {
						t.Errorf("%s %s: the board after %v is %s", variant.FEN(&p), turn.UCI(&p),
							squares.Names(), story.After.Board())
					}

					*each |= squares
				}
			}
			rule := "PAC-5"
			switch variant.Set().Family {
			case ruleset.Conversion:
				rule = "CON-4"
			case ruleset.Benedict:
				rule = "BEN-2"
			case ruleset.Andernach:
				rule = "AND-2"
			}

			told(e.Waves, &converted, p.Turn, rule)
			told(e.Reclaim, &reclaimed, p.Turn.Other(), "PAC-8")
			if converted != turn.Converted || reclaimed != turn.Reclaimed ||
				at.Board() != turn.After.Board() {
				t.Errorf("%s %s: converted %v, reclaimed %v, %s", variant.FEN(&p), turn.UCI(&p),
					converted.Names(), reclaimed.Names(), at.Board())
			}

			for i, wave := range turn.Waves {
				var told []board.Square
				for _, s := range e.Waves[i].Squares {
					told = append(told, s.Square)
				}
				if !slices.Equal(told, wave.Squares()) {
					t.Errorf("%s %s: wave %d is %v", variant.FEN(&p), turn.UCI(&p), i+1, told)
				}
			}

			waves, rounds, p = waves+len(e.Waves), rounds+len(e.Reclaim), turn.After
		}

		if waves == 0 && variant.Set().Family != ruleset.Chess || rounds == 0 &&
			variant.Set().Reclaim == ruleset.OptionalReclaim {
			t.Errorf("%s: %d waves and %d rounds of a reclaim", name, waves, rounds)
		}
	}
}

// With its status judged anew each round the pawn on c4, over-persuaded by the knight on b6, does
// not count in the first; once the knight has come over nothing bears on the pawn any more. That it
// did not count is told for all that (PAC-7).
func TestDiscountedInTheFirstRound(t *testing.T) {
	set := named(t, "pacifist1").Set()
	for moved, want := range map[ruleset.MovedPiece]board.Bitboard{ruleset.AlwaysCounts: 0,
		ruleset.UnlessPersuaded: board.Square(26).Bit(),
		ruleset.EachRound:       board.Square(26).Bit()} {
		set.MovedPiece = moved
		variant := NewReference(set)
		p := position(t, variant, "7k/8/1n6/8/8/2P5/8/1R5K w - - 0 1")
		turn, err := variant.Parse(&p, "c4")
		if err != nil {
			t.Fatal(err)
		}
		e := variant.Explain(&p, turn)
		if len(e.Waves) != 1 || len(e.Waves[0].Squares) != 1 ||
			e.Waves[0].Squares[0].Square.String() != "b6" || e.Discounted != want {
			t.Errorf("%v: %q did not count, want %q; %+v", moved, e.Discounted.Names(),
				want.Names(), e.Waves)
		}
	}
}
