package rules

import (
	"strings"
	"testing"

	"turncoat/rules/board"
)

func named(t testing.TB, name string) *Variant {
	t.Helper()
	variant, err := Named(name)
	if err != nil {
		t.Fatal(err)
	}
	return variant
}

func position(t testing.TB, variant *Variant, fen string) board.Position {
	t.Helper()
	p, err := variant.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// The worked examples of docs/RULES.md (Worked examples): the diagrams of the rule pages.
func TestDiagramsOfTheSources(t *testing.T) {
	for _, test := range []struct{ rules, fen, move, board, san, outcome string }{
		{"pacifist1", "rkqn1rb1/ppppppbp/P7/1n4p1/8/4N3/1PPPPPPP/RNK1BBQR", "Nf5",
			"rkqN1RB1/ppppPPBP/P7/1n3Np1/8/8/1PPPPPPP/RNK1BBQR", "Nf5", "*"},
		{"pacifist1", "nbr1b1qr/ppppKppp/7n/4pN2/K3P3/P7/QPPP1PPP/B1R1RBN1 b", "Nb6",
			"1br1b1qr/ppppKppp/1n5n/4pN2/k3P3/P7/QPPP1PPP/B1R1RBN1", "Nb6", "*"},
		{"pacifist1", "1rknn1br/p1pp1p1p/3bp1p1/1p1q2n1/5p2/2P4B/pP1PP1PP/B1RKR1QN", "Qb6#",
			"1RKNN1br/P1PP1p1p/1Q1Bp1p1/1P1q2n1/5P2/2P4B/pP1PP1PP/B1RKR2N", "Qb6#",
			"1-0 claimless"},
		{"pacifist2", "qrbnkb1n/1pppp1rp/p7/5Pp1/5PPP/3N3Q/PPPPP3/BR1BK1RN b", "Qa7",
			"1rbnkb1n/qpppp1rp/p7/5Pp1/5PPP/3N3Q/Ppppp3/br1bk1rN", "", "*"},
		{"pacifist1", "qrbnkb1n/1pppp1rp/p7/5Pp1/5PPP/3N3Q/PPPPP3/BR1BK1RN b", "Qa7",
			"1rbnkb1n/qpppp1rp/p7/5Pp1/5PPP/3N3Q/PPPPP3/BR1BK1rN", "Qa7", "*"},
	} {
		variant := named(t, test.rules)
		p := position(t, variant, test.fen)
		played, err := variant.Parse(&p, test.move)
		if err != nil {
			t.Errorf("%s %s: %v", test.rules, test.move, err)
			continue
		}

		if got := played.After.Board(); got != test.board {
			t.Errorf("%s %s: board %s, want %s", test.rules, test.move, got, test.board)
		}
		if got := variant.SAN(&p, played); test.san != "" && got != test.san {
			t.Errorf("%s %s is written %s", test.rules, test.move, got)
		}
		outcome := variant.Outcome(&played.After)
		if got := strings.TrimSpace(outcome.Result.String() + " " +
			outcome.Reason); got != test.outcome {
			t.Errorf("%s %s: outcome %s, want %s", test.rules, test.move, got, test.outcome)
		}
	}
}

// In the second diagram Black is kingless and may claim either white king, by g6 or by Nb6.
func TestBlackClaimsEitherKing(t *testing.T) {
	variant := named(t, "pacifist1")
	p := position(t, variant, "nbr1b1qr/ppppKppp/7n/4pN2/K3P3/P7/QPPP1PPP/B1R1RBN1 b")
	claims := map[string]string{"g7g6": "e7", "a8b6": "a4"}
	for move, king := range claims {
		played, err := variant.Parse(&p, move)
		if err != nil {
			t.Fatal(err)
		}
		s, _ := board.ParseSquare(king)
		if played.After.PieceAt(s) != (board.Piece{Kind: board.King, Colour: board.Black}) {
			t.Errorf("%s does not claim the king on %s", move, king)
		}
	}
}
