package player

import (
	"math"
	"math/rand/v2"
	"testing"

	"turncoat/puzzle/internal/puzzletest"
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
		variants[name] = puzzletest.Named(t, name)
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
			p := puzzletest.Position(t, g, fen)
			each(g, name, p)
		}
	}
}

// Each move is worth what trying everything says, and has the waves of its conversions.
func TestLooks(t *testing.T) {
	won := 0
	games(t, func(g *rules.Variant, name string, p board.Position) {
		for _, depth := range []int{-1, 0, 1, 2, 3} {
			if depth == 3 && len(g.Moves(&p)) > 5 {
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

// Turns that convert or capture are looked at before others, and none is lost.
func TestTurns(t *testing.T) {
	both := 0
	games(t, func(g *rules.Variant, name string, p board.Position) {
		turns := New(g, 1, 0).turns([]board.Turn{}, &p)
		moves := map[board.Move]bool{}
		loud, quiet := 0, 0
		for _, turn := range turns {
			full := g.Full(&p, turn.Move)
			if full.Turn != turn {
				t.Errorf("%s, %s: the turn %+v, want %+v", name, g.FEN(&p), turn, full.Turn)
			}
			moves[turn.Move] = true
			if len(full.Waves) > 0 || p.Occupied().Has(turn.To) {
				loud++
				if quiet > 0 {
					t.Errorf("%s, %s: %s stands after a quiet turn", name, g.FEN(&p), turn.Move.UCI(&p))
				}
			} else {
				quiet++
			}
		}
		if want := len(g.Moves(&p)); len(turns) != want || len(moves) != want {
			t.Errorf("%s, %s: %d turns of %d moves, want %d", name, g.FEN(&p), len(turns), len(moves), want)
		}
		if loud > 0 && quiet > 0 {
			both++
		}
	})
	if both < 10 {
		t.Errorf("%d positions have turns of both kinds: the test says little", both)
	}
}

// nodes counts the positions that alpha-beta looks at below a position, with the turns in the order of the player.
func nodes(l *Player, p board.Position, depth, alpha, beta, ply int) (best, count int) {
	turns := l.turns(nil, &p)
	if depth == 0 || len(turns) == 0 {
		return plain(l.game, p, depth, ply), 1
	}
	best, count = -100_000, 1
	for _, turn := range turns {
		score, n := nodes(l, l.game.Full(&p, turn.Move).After, depth-1, -beta, -alpha, ply+1)
		best, count = max(best, -score), count+n
		if alpha = max(alpha, best); alpha >= beta {
			break
		}
	}
	return best, count
}

// A player with a limit sees as deep as the limit allows, all depths up to it counted, and one ply at least; what it
// did before does not count.
func TestNodes(t *testing.T) {
	differ := 0
	games(t, func(g *rules.Variant, name string, p board.Position) {
		if len(g.Moves(&p)) < 2 || len(g.Moves(&p)) > 9 {
			return
		}
		one := New(g, 3, 0)
		needed, all := map[int]int{}, 0 // turns looked at, up to a depth
		for depth := 1; depth <= 3; depth++ {
			for _, m := range g.Moves(&p) {
				_, n := nodes(one, g.Full(&p, m).After, depth-1, -100_000, 100_000, 1)
				all += n
			}
			needed[depth] = all
		}
		for _, test := range []struct{ nodes, depth int }{
			{0, 3}, {-1, 3}, {1, 1}, {needed[2] - 1, 1}, {needed[2], 2}, {needed[3] - 1, 2}, {needed[3], 3},
			{1 << 30, 3},
		} {
			want := New(g, test.depth, 0).Looks(&p)
			one.Nodes = 0
			one.Looks(&p)
			one.Nodes = test.nodes
			got := one.looks(&p)
			for i := range want {
				if got[i] != want[i] {
					t.Fatalf("%s, %s, %d nodes: %+v, want %+v as with %d plies", name, g.FEN(&p), test.nodes, got[i],
						want[i], test.depth)
				}
			}
		}
		if New(g, 1, 0).Looks(&p)[0] != New(g, 2, 0).Looks(&p)[0] {
			differ++
		}
	})
	if differ < 10 {
		t.Errorf("in %d positions the depth matters: the test says little", differ)
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
