package reference

import (
	"strings"
	"testing"

	"turncoat/internal/testing/rulestest"
	"turncoat/rules/board"
)

// The worked examples of docs/RULES.md (Worked examples).
func TestPacifistExamples(t *testing.T) {
	checkPlays(t, []play{
		{rules: "pacifist1", fen: "rkqn1rb1/ppppppbp/P7/1n4p1/8/4N3/1PPPPPPP/RNK1BBQR w - - 0 1",
			move: "e3f5", board: "rkqN1RB1/ppppPPBP/P7/1n3Np1/8/8/1PPPPPPP/RNK1BBQR",
			waves: "e7,g7;f8;d8,g8;f7,h7"},
		{rules: "pacifist1", fen: "nbr1b1qr/ppppKppp/7n/4pN2/K3P3/P7/QPPP1PPP/B1R1RBN1 b - - 0 1",
			move: "a8b6", board: "1br1b1qr/ppppKppp/1n5n/4pN2/k3P3/P7/QPPP1PPP/B1R1RBN1",
			waves: "a4"},
		{rules: "pacifist1",
			fen:  "1rknn1br/p1pp1p1p/3bp1p1/1p1q2n1/5p2/2P4B/pP1PP1PP/B1RKR1QN w - - 0 1",
			move: "g1b6", board: "1RKNN1br/P1PP1p1p/1Q1Bp1p1/1P1q2n1/5P2/2P4B/pP1PP1PP/B1RKR2N"},
		{rules: "pacifist2", fen: "qrbnkb1n/1pppp1rp/p7/5Pp1/5PPP/3N3Q/PPPPP3/BR1BK1RN b - - 0 1",
			move: "a8a7", board: "1rbnkb1n/qpppp1rp/p7/5Pp1/5PPP/3N3Q/Ppppp3/br1bk1rN"},
		{rules: "pacifist1", fen: "qrbnkb1n/1pppp1rp/p7/5Pp1/5PPP/3N3Q/PPPPP3/BR1BK1RN b - - 0 1",
			move: "a8a7", board: "1rbnkb1n/qpppp1rp/p7/5Pp1/5PPP/3N3Q/PPPPP3/BR1BK1rN",
			waves: "g1"},
	})
	set := rulestest.Builtin(t, "pacifist1")
	kingless := mustFEN(t, set, "nbr1b1qr/ppppKppp/7n/4pN2/K3P3/P7/QPPP1PPP/B1R1RBN1 b - - 0 1")
	claims := map[string]bool{}
	for _, m := range Moves(set, kingless) {
		claims[m.UCI(&kingless)] = true
	}
	// four: perft.jsonl
	if !claims["g7g6"] || !claims["a8b6"] || claims["a7a6"] || len(claims) != 4 {
		t.Errorf("claims %v", claims)
	}
	if got := Outcome(set, kingless); got != (board.Outcome{}) {
		t.Errorf("outcome %v", got)
	}
	won := mustFEN(t, set, "1rknn1br/p1pp1p1p/3bp1p1/1p1q2n1/5p2/2P4B/pP1PP1PP/B1RKR1QN w - - 0 1")
	if got := Outcome(set, Full(set, won, parseMove(t, &won,
		"g1b6")).After); got != (board.Outcome{Result: board.WhiteWins, Reason: board.Claimless}) {
		t.Errorf("outcome %v", got)
	}
}

// The three tournament games: every move with its recorded conversion and check sign. Of game 2
// the record leaves out that the last move is check.
func TestConversionGames(t *testing.T) {
	set := rulestest.Builtin(t, "conversion")
	for name, game := range map[string]string{
		"Pugnali - Castelli, 1993":   "g1f3 d7d5 d2d4 c8h3/f3+ g2f3 h3g2/f2+ e1d2 g2h1/f1 d1f1/f2 d8d6 f1h1 d6f4+ d2d3 f4f5+ d3c3 b8c6 e2e3 e8a8+",
		"Castelli - De Giglio, 1993": "e2e4 d7d6 d2d4 c7c6 c1g5 d8a5+ f1a6/a5+",
		"De Giglio - Castelli, 1993": "e2e4 d7d5 c2c4 c7c6 c4d5 e7e5 d1h5/e5 d8a5/e5 h5g5/e5+ f7f6 e5f6 e8f7 f2f3 f7g6/g5",
	} {
		p := mustFEN(t, set, board.StartFEN)
		for _, record := range strings.Fields(game) {
			text, check := strings.CutSuffix(record, "+")
			text, converts, _ := strings.Cut(text, "/")
			m := parseMove(t, &p, text)
			if breaches := Breaches(set, p, m); breaches != nil {
				t.Fatalf("%s: %s: %v", name, record, breaches)
			}
			played := Full(set, p, m)
			if got := waveText(played.Waves); got != converts {
				t.Errorf("%s: %s converts %q", name, record, got)
			}
			p = played.After
			if InCheck(set, p, p.Turn) != check {
				t.Errorf("%s: %s: check %v", name, record, !check)
			}
			if Outcome(set, p) != (board.Outcome{}) {
				t.Errorf("%s: %s: %v", name, record, Outcome(set, p))
			}
		}
	}
}
