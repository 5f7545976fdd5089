package solve

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"testing"
	"time"

	notnil "github.com/notnil/chess"

	"turncoat/internal/testing/puzzletest"
	"turncoat/internal/testing/rulestest"
	"turncoat/internal/testing/threadtime"
	"turncoat/rules"
	"turncoat/rules/board"
)

// positionsOf reads a file of FENs.
func positionsOf(tb testing.TB, variant *rules.Variant, name string) []board.Position {
	tb.Helper()
	file, err := os.Open(name)
	if err != nil {
		tb.Fatal(err)
	}
	defer file.Close()
	var list []board.Position
	for lines := bufio.NewScanner(file); lines.Scan(); {
		p := puzzletest.Position(tb, variant, lines.Text())
		list = append(list, p)
	}

	return list
}

// BenchmarkScreening settles "win in n?" on one core for the positions of greedy self-play that are
// not won in fewer turns, each with an empty table as for a position met for the first time. One
// operation is the whole file (of n = 5 the first 100 positions). Of each position the fastest of
// some rounds is taken, by the time that the thread has run: a busy machine disturbs that little.
func BenchmarkScreening(b *testing.B) {
	variant := puzzletest.Named(b, "pacifist1")
	all := positionsOf(b, variant, "testdata/selfplay-pacifist1.fen")
	won := make([]int, len(all)) // in how many turns, as far as known
	for n := 1; n <= 5; n++ {
		positions := all
		if n == 5 {
			positions = all[:100]
		}
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			screen(b, variant, positions, won, n)
		})
	}
}

func screen(b *testing.B, variant *rules.Variant, positions []board.Position, won []int, n int) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	s := New(variant, Options{Jobs: 1})
	s.prepare(n)
	rounds := max(3, 9-2*n) // 7, 5, 3, 3, 3
	var settled, wins, nodes uint64
	var took time.Duration
	best := make([]time.Duration, len(positions))
	for range b.N {
		for round := range rounds {
			for i, p := range positions {
				if won[i] > 0 && won[i] < n {
					continue
				}
				s.Forget()
				began := threadtime.Now()
				r := s.start(context.Background(), Win)
				keys, _ := r.root(&p, n)
				r.finish()
				if spent := threadtime.Now() - began; round == 0 || spent < best[i] {
					best[i] = spent
				}
				if round > 0 {
					continue
				}
				settled++
				nodes += r.spent.Load()
				if len(keys) > 0 {
					won[i] = n
					wins++
				}
			}
		}

		for i := range positions {
			if won[i] == 0 || won[i] >= n {
				took += best[i]
			}
		}
	}

	b.ReportMetric(float64(settled)/took.Seconds(), "positions/s")
	b.ReportMetric(float64(nodes)/float64(settled), "turns/position")
	b.ReportMetric(float64(nodes)/took.Seconds(), "turns/s")
	b.ReportMetric(float64(wins)/float64(b.N), "wins")
	b.ReportMetric(yardstick()/1e6, "N,M/s")
	b.ReportMetric(0, "ns/op")
}

// yardstick returns N, by which machines and moments are compared, in turns per second of this
// thread: the speed of github.com/notnil/chess at perft from the start position, the fastest of
// some walks.
func yardstick() float64 {
	var best float64
	for range 30 {
		began := threadtime.Now()
		nodes := notnilPerft(notnil.StartingPosition(), 3)
		best = max(best, float64(nodes)/(threadtime.Now()-began).Seconds())
	}

	return best
}

func notnilPerft(p *notnil.Position, depth int) (nodes uint64) {
	for _, m := range p.ValidMoves() {
		if next := p.Update(m); depth == 1 {
			nodes++
		} else {
			nodes += notnilPerft(next, depth-1)
		}
	}

	return nodes
}

// BenchmarkRules settles "win in 2?" on one core for positions of random games, most of them just
// before a side lost, under every rule set.
func BenchmarkRules(b *testing.B) {
	for _, name := range rulestest.Representative() {
		variant := puzzletest.Named(b, name)
		var positions []board.Position
		someGames(variant, rand.New(rand.NewPCG(1, 0)), 100,
			func(p *board.Position) { positions = append(positions, *p) })
		for n := 1; n <= 2; n++ {
			b.Run(fmt.Sprintf("%s/n=%d", name, n), func(b *testing.B) {
				screen(b, variant, positions, make([]int, len(positions)), n)
			})
		}
	}
}
