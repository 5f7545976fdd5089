package analysis

import (
	"strings"
	"testing"

	"turncoat/internal/testing/puzzletest"
	"turncoat/puzzle"
)

// These themes can be read off a solution alone. The turns of the solutions here are legal, but
// need not be best.
func TestSeen(t *testing.T) {
	const wide, reclaims, claim = "4k3/pppppppp/8/8/8/8/8/R3K3 w - - 0 1",
		"1k4r1/1b6/8/3N4/6nR/8/3R4/K7 w - - 0 1",
		"1r5q/8/8/8/8/k7/8/K7 w - - 0 1"
	for _, test := range []struct{ set, fen, text, want string }{
		{"chess", wide, `["a1b1"]`, "quiet-key"},
		{"chess", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", `["a1a8"]`, ""}, // a check
		{"chess", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", `["e4d5"]`, ""},
		{"chess", "8/P6k/8/8/8/8/8/K7 w - - 0 1", `["a7a8q"]`, "promotion quiet-key"},
		{"chess", "8/P6k/8/8/8/8/8/K7 w - - 0 1", `["a7a8n"]`,
			"promotion quiet-key underpromotion"},
		{"chess", "8/P5pk/1P6/8/8/8/8/K7 w - - 0 1",
			`["a7a8n",[["g7g6"],["b6b7",[["g6g5"],["b7b8q"]]]]]`,
			"promotion quiet-key underpromotion"},
		// all the way, and from the third rank
		{"chess", "7k/8/8/8/8/8/4P3/K7 w - - 0 1",
			`["e2e4",[["h8h7"],["e4e5",[["h7h8"],["e5e6",[["h8h7"],["e6e7",[["h7h8"],["e7e8q"]]]]]]]]]`,
			"excelsior promotion quiet-key"},
		{"chess", "7k/8/8/8/4P3/8/8/K7 w - - 0 1",
			`["e4e5",[["h8h7"],["e5e6",[["h7h8"],["e6e7",[["h8h7"],["e7e8q"]]]]]]]`,
			"promotion quiet-key"},
		{"chess", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", `["e1c1"]`, "castling quiet-key"},
		// the enemy castles
		{"chess", "r3k3/8/8/8/8/8/8/4K2R w q - 0 1", `["h1h2",[["e8c8"],["h2h3"]]]`, "quiet-key"},
		// the enemy promotes
		{"chess", "4k3/8/8/8/8/8/p7/4K2R w - - 0 1", `["h1h2",[["a2a1q"]]]`, "quiet-key"},
		{"chess", wide, `["a1b1",[["a7a6"],["b1a1"]]]`, "quiet-key switchback"},
		{"chess", wide, `["a1b1",[["a7a6"],["b1c1"]]]`, "quiet-key"},
		{"chess", wide, `["a1b1",[["a7a6"],["b1c1",[["b7b6"],["c1b1"]]]]]`, "quiet-key switchback"},
		{"chess", wide, `["a1b1",[["a7a6"],["b1c1",[["b7b6"],["c1a1"]]]]]`, "quiet-key"},
		{"chess", wide, `["a1b1",[["a7a6"],["e1e2",[["b7b6"],["b1a1"]]]]]`, "quiet-key switchback"},
		// in a variation
		{"chess", wide, `["a1b1",[["a7a6"],["e1e2"]],[["b7b6"],["b1a1"]]]`, "quiet-key switchback"},
		// of two captures
		{"chess", wide, `["a1a7",[["e8d8"],["a7b7",[["d8e8"],["b7a7"]]]]]`, "switchback"},
		// the enemy's
		{"chess", wide, `["e1e2",[["e8d8"],["a1b1",[["d8e8"],["b1b2"]]]]]`, "quiet-key"},
		{"chess", wide, `["a1b1",[["a7a6"],["b1c1",[["a6a5"],["c1b1",[["a5a4"],["b1a1"]]]]]]]`,
			"quiet-key switchback"},
		// A king leaves the line, and the knight makes use of it; the rook could have gone along
		// the line before.
		{"chess", "4r2k/8/8/8/4N3/8/8/4K3 w - - 0 1", `["e1d1",[["h8h7"],["e4f6"]]]`,
			"quiet-key unpin"},
		{"chess", "4r2k/8/8/8/4R3/8/8/4K3 w - - 0 1", `["e1d1",[["h8h7"],["e4e7"]]]`, "quiet-key"},
		// A front piece that stays on the line opens nothing.
		{"chess", "4k3/7p/8/8/8/4P3/8/RK2Q3 w - - 0 1", `["e3e4",[["h7h6"],["a1a8"]]]`,
			"quiet-key"},
		// Check from b5 could be parried by the bishop and by the knight, which the rook pins when
		// the other has gone; check from c7 by neither.
		{"chess", "4k3/8/4b3/4n3/8/8/8/K3RB2 w - - 0 1",
			`["a1b1",[["e5g4"],["f1b5"]],[["e6g4"],["f1b5"]]]`,
			"pin-mate quiet-key"},
		{"chess", "4k3/8/4b3/3Nn3/8/8/8/K3R3 w - - 0 1",
			`["a1b1",[["e5g4"],["d5c7"]],[["e6g4"],["d5c7"]]]`, "quiet-key"},
		// Only orthodox chess has mates of its kind.
		{"chess", "7k/8/6K1/8/8/8/8/R7 w - - 0 1", `["a1a8"]`, "ideal-mate model-mate"},
		{"chess", "7k/8/6K1/8/8/P7/8/1R6 w - - 0 1", `["b1b8"]`, "model-mate"},
		{"chess", "7k/8/6K1/8/8/8/8/1R3N2 w - - 0 1", `["b1b8"]`, ""},
		{"conversion", "7k/8/6K1/8/8/8/8/R7 w - - 0 1", `["a1a8"]`, ""},
		{"pacifist1", "rkqn1rb1/ppppppbp/P7/1n4p1/8/4N3/1PPPPPPP/RNK1BBQR w - - 0 1", `["e3f5"]`,
			"waves-4"},
		{"pacifist1", "7k/8/8/8/8/8/n7/3R3K w - - 0 1", `["d1a1"]`, ""}, // one wave is no chain
		{"pacifist1", "7k/8/8/8/8/8/8/3R3K w - - 0 1", `["d1a1"]`, "quiet-key"},
		{"pacifist1", "8/8/8/3k4/8/8/PPP5/K7 w - - 0 1", `["c2c4"]`, ""},
		{"pacifist-number", reclaims, `["d2c2",[["g8e8"],["a1b1"]]]`, "quiet-key reclaim"},
		{"pacifist-number", "7k/8/8/8/8/8/8/3R3K w - - 0 1", `["d1a1",[["h8g8"],["a1b1"]]]`,
			"quiet-key"},
		// The white king goes beside the black one and claims it; the queen claims the king that
		// went there.
		{"pacifist1", claim, `["a1b2",[["h8g7"]]]`, "counter-claim king-exchange king-sacrifice"},
	} {
		c := critic2(t, test.set, test.fen, test.text)
		set := seen{}
		c.analyst.seen(c.at, c.found, set)
		if got := strings.Join(set.shown(), " "); got != test.want {
			t.Errorf("%s %s: %q, want %q", test.fen, test.text, got, test.want)
		}
	}
}

// Every last turn that there can have been, in order: first those that take nothing, then those
// that take a pawn, a knight and so on.
func TestAllLastTurns(t *testing.T) {
	const king, pawn = "a7a8 b7a8 b8a8", "c3d2 e3d2"
	for _, test := range []struct{ set, fen, want string }{
		// on the last rank no pawn was taken
		{"chess", "k7/8/8/8/8/8/8/7K w - - 0 1", strings.Repeat(king+" ", 5)},
		{"chess", "k7/8/8/8/8/8/3p4/7K w - - 0 1",
			"d3d2 " + king + " " + pawn + " " + strings.Repeat(pawn+" "+king+
				" ", 4)},
		{"pacifist1", "8/8/8/8/8/8/8/k6K w - - 0 1", "b1a1 a2a1 b2a1 "},
		{"chess", "K7/8/8/8/8/8/8/7k w - - 0 1", strings.Repeat("g1h1 g2h1 h2h1 ", 5)},
		{"chess", "7K/8/8/8/8/8/8/k7 b - - 0 1", strings.Repeat("g7h8 h7h8 g8h8 ", 5)},
		// A pawn on the fourth rank came from the third, or from the second, and there a pawn can
		// have been taken.
		{"chess", "7k/8/8/8/3P4/8/8/K7 b - - 0 1", "b1a1 a2a1 b2a1 d2d4 d3d4 c3d4 e3d4 " +
			strings.Repeat("b1a1 a2a1 b2a1 c3d4 e3d4 ", 4)},
	} {
		variant := puzzletest.Named(t, test.set)
		at := puzzletest.Position(t, variant, test.fen)
		var words []string
		for before, turn := range LastTurns(variant, &at) {
			words = append(words, puzzle.TurnWord(variant, &before, &turn))
		}
		got := strings.Join(words, " ") + " "
		if got != test.want {
			t.Errorf("%s: %s, want %s", test.fen, got, test.want)
		}
		first, turn, ok := LastTurn(variant, &at)
		if word, _, _ := strings.Cut(test.want, " "); !ok ||
			puzzle.TurnWord(variant, &first, &turn) != word {
			t.Errorf("%s: the first is not %s", test.fen, word)
		}
	}
}
