package player

import (
	"math"
	"math/rand/v2"
	"testing"

	"turncoat/internal/testing/rulestest"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// value counts a FEN for White: pawn 100, knight 300, bishop 320, rook 500, queen 900, king 2,000, and four for a piece
// on the sixteen squares in the middle.
func value(fen string) int {
	worth := map[rune]int{'P': 100, 'N': 300, 'B': 320, 'R': 500, 'Q': 900, 'K': 2000}
	score, file, rank := 0, 0, 8
	for _, r := range fen {
		switch {
		case r == ' ':
			return score
		case r == '/':
			file, rank = 0, rank-1
			continue
		case r >= '1' && r <= '8':
			file += int(r - '0')
			continue
		}
		file++
		middle := 0
		if file >= 3 && file <= 6 && rank >= 3 && rank <= 6 {
			middle = 4
		}
		if r >= 'a' {
			score -= worth[r-'a'+'A'] + middle
		} else {
			score += worth[r] + middle
		}
	}
	return score
}

// plain is the worth of a position for the side to move, by trying everything to a depth: a loss is 100,000 less the
// plies to it, a draw without a turn nothing. With no plies left a draw is not looked for.
func plain(g *rules.Variant, p board.Position, depth, ply int) int {
	moves := g.Moves(&p)
	if len(moves) == 0 {
		if g.Outcome(&p).Result != board.Draw {
			return ply - 100_000
		}
		if depth > 0 {
			return 0
		}
	}
	if depth == 0 {
		score := value(g.FEN(&p))
		if p.Turn == board.Black {
			score = -score
		}
		return score
	}
	best := -100_000
	for _, m := range moves {
		best = max(best, -plain(g, g.Full(&p, m).After, depth-1, ply+1))
	}
	return best
}

// games are positions with few turns under every built-in rule set, and under two that package fast does not play.
func games(t *testing.T, each func(g *rules.Variant, name string, p board.Position)) {
	t.Helper()
	variants := map[string]*rules.Variant{}
	for _, name := range ruleset.BuiltinNames() {
		variants[name] = rules.New(rulestest.Builtin(t, name))
	}
	for name, changed := range map[string]string{"pacifist-value": "values.knight=4", "chess": "chain=yes",
		"conversion": "chain=yes"} {
		o, err := ruleset.ParseOverride(changed)
		if err != nil {
			t.Fatal(err)
		}
		g := rules.New(o.Apply(variants[name].Set()))
		if _, quick := g.Fast(); name != "chess" && quick {
			t.Fatalf("%s with %s is played by package fast", name, changed)
		}
		variants[name+" "+changed] = g
	}
	for name, g := range variants {
		for _, fen := range []string{
			"3b4/8/3B4/4N1p1/2P5/4PK2/8/k1q5 w - - 0 1", // a win in two by pacifist1
			"8/1P2k3/8/2pr4/3N4/8/5K2/8 b - - 0 1",
			"7k/5K2/8/8/8/8/8/R7 w - - 0 1",      // mate in two by chess
			"7k/5K2/6Q1/8/8/8/p7/8 b - - 0 1",    // no move but that of the pawn
			"7k/5K2/6Q1/8/8/8/8/8 b - - 0 1",     // stalemate
			"7k/6Q1/5K2/8/8/8/8/8 b - - 0 1",     // mate
			"k7/8/1K6/8/8/8/1R6/8 w - - 0 1",     // a mate, and stalemates
			"8/8/8/2k1n3/4R3/2K5/8/8 w - - 0 1",  // something hangs
			"r3k3/8/2B5/8/8/8/4Q3/4K3 b - - 0 1", // in check
		} {
			p, err := g.ParseFEN(fen)
			if err != nil {
				t.Fatal(err)
			}
			each(g, name, p)
		}
	}
}

// Each move is worth what trying everything says, and has the waves of its conversions.
func TestLooks(t *testing.T) {
	won := 0
	games(t, func(g *rules.Variant, name string, p board.Position) {
		for _, depth := range []int{-1, 0, 1, 2, 3} {
			if depth == 3 && len(g.Moves(&p)) > 4 {
				continue
			}
			looks := New(g, depth, 50).Looks(&p)
			moves := g.Moves(&p)
			if len(looks) != len(moves) {
				t.Fatalf("%s, %s: %d moves, want %d", name, g.FEN(&p), len(looks), len(moves))
			}
			for i, look := range looks {
				full := g.Full(&p, moves[i])
				want := Look{moves[i], -plain(g, full.After, max(1, depth)-1, 1), len(full.Waves)}
				if look != want {
					t.Fatalf("%s, %s, %d plies: %s is %+v, want %+v", name, g.FEN(&p), depth, moves[i].UCI(&p), look,
						want)
				}
				if look.Score > 90_000 {
					won++
				}
			}
		}
	})
	if won < 10 {
		t.Errorf("%d of the moves win: the test says little", won)
	}
}

// The misjudgement is normal, and grows with the square root of the waves.
func TestPerceive(t *testing.T) {
	for waves, factor := range []float64{1, 1, math.Sqrt2, math.Sqrt(3), 2} {
		normal := rand.New(rand.NewPCG(1, 2)).NormFloat64()
		got := (&Player{Noise: 80}).Perceive(Look{Score: 300, Waves: waves}, rand.New(rand.NewPCG(1, 2)))
		if want := 300 + 80*factor*normal; math.Abs(got-want) > 1e-9 {
			t.Errorf("%d waves: %v, want %v", waves, got, want)
		}
	}
	if got := (&Player{}).Perceive(Look{Score: -7, Waves: 3}, rand.New(rand.NewPCG(1, 2))); got != -7 {
		t.Errorf("without noise %v", got)
	}
}

// The first of the moves that look best is chosen, and none where there is none.
func TestChoose(t *testing.T) {
	chance := rand.New(rand.NewPCG(1, 2))
	games(t, func(g *rules.Variant, name string, p board.Position) {
		best, top := board.Move{}, math.MinInt
		for _, m := range g.Moves(&p) {
			if score := -plain(g, g.Full(&p, m).After, 1, 1); score > top {
				best, top = m, score
			}
		}
		if got, ok := New(g, 2, 0).Choose(&p, chance); got != best || ok != (top > math.MinInt) {
			t.Errorf("%s, %s: %+v, %t; want %+v", name, g.FEN(&p), got, ok, best)
		}
	})
}
