package reference

import (
	"strings"
	"testing"

	"turncoat/internal/testing/rulestest"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// What pieces bear on is the same whether it is worked out from nothing or from the board before
// the move, right after it and after every wave, whatever sliders bear through.
func TestReachFromTheBoardBefore(t *testing.T) {
	waves := 0
	eachLine(t, "../../rules/testdata/perft.jsonl", func(_ int, fact perftFact) {
		set := rulestest.Builtin(t, fact.Rules)
		if set.Family != ruleset.Pacifist {
			return
		}
		p := mustFEN(t, set, fact.FEN)
		for _, set.Lines = range []ruleset.Lines{ruleset.Batteries, ruleset.Blocked,
			ruleset.AnyFriend, ruleset.BothColours, ruleset.Attackers} {
			before := newReach(&set, &p, nil)
			check := func(m board.Move, p *board.Position) {
				if got, want := newReach(&set, p, &before).on, newReach(&set, p,
					nil).on; got != want {
					t.Errorf("%s, lines %d: %v: %s: other squares from the board before", fact.FEN,
						set.Lines, m, p.FEN(set))
				}
			}
			for _, m := range newTable(set, p).movements() {
				c := Begin(set, p, m)
				check(m, &c.Board)
				for wave := c.Next(); wave != 0; wave = c.Next() {
					c.Convert(wave)
					check(m, &c.Board)
					waves++
				}
			}
		}
	})
	if waves < 1000 {
		t.Errorf("%d waves", waves)
	}
}

// Under lines=attackers a slider bears on the square behind a friendly king, and behind a friendly
// pawn that attacks it, and no further; behind other friends, and at the edge, on nothing. What
// pawns and kings bear on themselves is another question.
func TestBearsBehindAttackers(t *testing.T) {
	for _, test := range []struct{ fen, from, want string }{
		// A king behind which the line goes on, one at the edge, and one on the next square but
		// one.
		{"k7/8/8/8/1K2R3/8/8/8", "e4", "a4 b4 c4 d4 f4 g4 h4 e1 e2 e3 e5 e6 e7 e8"},
		{"k7/8/8/8/K3R3/8/8/8", "e4", "a4 b4 c4 d4 f4 g4 h4 e1 e2 e3 e5 e6 e7 e8"},
		{"k7/8/8/8/2K1R3/8/8/8", "e4", "b4 c4 d4 f4 g4 h4 e1 e2 e3 e5 e6 e7 e8"},
		{"k7/8/4K3/8/4R3/8/8/8", "e4", "a4 b4 c4 d4 f4 g4 h4 e1 e2 e3 e5 e6 e7"},
		// A knight, and pawns that attack another way: before the rook, and of the enemy.
		{"k7/8/8/8/2N1R3/8/8/7K", "e4", "c4 d4 f4 g4 h4 e1 e2 e3 e5 e6 e7 e8"},
		{"k7/8/8/8/2P1R3/8/8/7K", "e4", "c4 d4 f4 g4 h4 e1 e2 e3 e5 e6 e7 e8"},
		{"k7/8/8/8/2p1R3/8/8/7K", "e4", "c4 d4 f4 g4 h4 e1 e2 e3 e5 e6 e7 e8"},
		// A bishop with pawns on all four sides, of which those ahead of it attack the next square;
		// and a black one, for which they go the other way.
		{"k7/8/8/3P1P2/4B3/3P1P2/8/7K", "e4", "d5 c6 f5 g6 d3 f3"},
		{"k7/8/8/3p1p2/4b3/3p1p2/8/7K", "e4", "d5 f5 d3 c2 f3 g2"},
		// Pawns at the edge, ahead of which there is nothing on the line.
		{"k7/8/P7/8/8/8/8/5B1K", "f1", "a6 b5 c4 d3 e2 g2 h3"},
	} {
		for _, rules := range []string{"pacifist1 lines=attackers",
			"pacifist1 lines=attackers pawn-bears=advance king-bears=no"} {
			set := parseRules(t, rules)
			p := mustFEN(t, set, test.fen+" w - - 0 1")
			from, ok := board.ParseSquare(test.from)
			var want board.Bitboard
			for _, name := range strings.Fields(test.want) {
				s, valid := board.ParseSquare(name)
				want, ok = want|s.Bit(), ok && valid
			}

			if !ok {
				t.Fatal(test)
			}
			g := newGrid(&p)
			if got := bearsOn(&set, &g, from); got != want {
				t.Errorf("%s: %s: the piece on %s bears on %v, want %v", rules, test.fen, test.from,
					got.Names(), want.Names())
			}
		}
	}
}
