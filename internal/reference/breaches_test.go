package reference

import (
	"regexp"
	"slices"
	"testing"

	"turncoat/internal/testing/longtest"
	"turncoat/internal/testing/rulestest"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

var ruleName = regexp.MustCompile(`^(PAC|CON|BEN)-[0-9]+$`)

// checkEveryMove asks about every from × to × promotion, the impossible with the possible:
// Breaches, TurnsOf and Moves must agree on which are legal. Breaches judges how pieces go by the
// distance between two squares, Moves by walking the board, so each is a witness of the other.
func checkEveryMove(t *testing.T, set ruleset.Set, p board.Position, kinds ...board.Kind) {
	t.Helper()
	legal := Moves(set, p)
	for from := range board.NoSquare {
		for to := range board.NoSquare {
			for _, k := range kinds {
				m := board.Move{From: from, To: to, Promotion: k}
				breaches := Breaches(set, p, m)
				if want := slices.Contains(legal, m); want != (len(breaches) == 0) {
					t.Errorf("%s: %s %v-%v %d: legal %v, breaches %v", set.Name, p.FEN(set), from,
						to, k, want, breaches)
				}

				for _, b := range breaches {
					if !ruleName.MatchString(b.Rule) || b.Reason == "" {
						t.Errorf("%s: %v-%v: breach %+v", p.FEN(set), from, to, b)
					}
				}
			}
		}
	}

	for _, m := range legal {
		yields := false
		for turn := range TurnsOf(set, p, m) {
			yields = turn.Move == m
			break
		}

		if !yields {
			t.Errorf("%s: no turn of %v", p.FEN(set), m)
		}
	}
}

// No promotion, every kind, one that is none.
var everyKind = []board.Kind{board.NoKind, board.Pawn, board.Knight, board.Bishop, board.Rook,
	board.Queen, board.King, 200}

func TestBreachesAreEmptyExactlyForLegalMoves(t *testing.T) {
	eachLine(t, "../../rules/testdata/perft.jsonl", func(number int,
		fact perftFact) {
		set := rulestest.Builtin(t, fact.Rules)
		p := mustFEN(t, set, fact.FEN)
		kinds, each := everyKind, 16
		if longtest.Short() && number%6 != 0 {
			kinds, each = everyKind[:1], 64
		}
		checkEveryMove(t, set, p, kinds...)
		for i, m := range Moves(set, p) { // and the positions after some of the moves
			if i%each == 3 {
				checkEveryMove(t, set, Full(set, p, m).After, kinds...)
			}
		}
	})
}
