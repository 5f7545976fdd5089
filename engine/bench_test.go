package engine_test

import (
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	notnil "github.com/notnil/chess"

	"turncoat/engine"
	"turncoat/internal/testing/randomgame"
	"turncoat/internal/testing/threadtime"
	"turncoat/rules"
	"turncoat/rules/board"
)

// middleGames returns positions of random games that are not over.
func middleGames(v *rules.Variant, n int) (list []board.Position) {
	random := rand.New(rand.NewPCG(11, 0))
	for len(list) < n {
		p := randomgame.New(random, v,
			randomgame.Options{Plies: 16 + random.IntN(16), Greedy: 60}).End()
		if v.Outcome(&p).Result == board.Ongoing {
			list = append(list, p)
		}
	}

	return list
}

// BenchmarkNodes gives the positions a second of the search in mid-game as multiples of N
// (BENCHMARKS.md), each by its fastest run and by the time of its thread. Run it with -benchtime
// 5x.
func BenchmarkNodes(b *testing.B) {
	start := notnil.StartingPosition()
	runs := map[string]func() uint64{"N": func() uint64 { return leaves(start, 3) }}
	for _, name := range builtin {
		variant := named(b, name)
		positions := middleGames(variant, 4)
		runs[name] = func() (nodes uint64) {
			for _, p := range positions {
				e := engine.New(variant, engine.Options{Memory: 4 << 20})
				r, err := e.Search(b.Context(), engine.At(p), engine.Limits{Depth: 6})
				if err != nil {
					b.Fatal(err)
				}
				nodes += r.Nodes
			}

			return nodes
		}
	}

	best := map[string]float64{}
	runtime.LockOSThread() // as threadtime wants it
	defer runtime.UnlockOSThread()
	for b.Loop() {
		for name, run := range runs {
			begin := threadtime.Now()
			nodes := run()
			best[name] = max(best[name], float64(nodes)/(threadtime.Now()-begin).Seconds())
		}
	}

	b.ReportMetric(0, "ns/op")
	for _, name := range builtin {
		b.ReportMetric(best[name]/best["N"], name+"/N")
	}
}

// leaves counts orthodox moves, every leaf played.
func leaves(p *notnil.Position, depth int) (nodes uint64) {
	if depth == 0 {
		return 1
	}
	for _, m := range p.ValidMoves() {
		nodes += leaves(p.Update(m), depth-1)
	}
	return nodes
}

// BenchmarkThreads gives the time in which two threads reach a depth as a multiple of that of one,
// and the same by the positions that each thread looks at.
func BenchmarkThreads(b *testing.B) {
	for _, name := range []string{"pacifist1", "chess"} {
		variant := named(b, name)
		b.Run(name, func(b *testing.B) {
			positions := middleGames(variant, 48)
			var took [3]time.Duration
			var nodes [3]uint64
			for b.Loop() {
				for _, p := range positions {
					for threads := 1; threads <= 2; threads++ {
						e := engine.New(variant, engine.Options{Memory: 32 << 20, Threads: threads})
						r, err := e.Search(b.Context(), engine.At(p), engine.Limits{Depth: 11})
						if err != nil {
							b.Fatal(err)
						}
						took[threads] += r.Time
						nodes[threads] += r.Nodes / uint64(threads)
					}
				}
			}

			b.ReportMetric(0, "ns/op")
			b.ReportMetric(took[2].Seconds()/took[1].Seconds(), "time")
			b.ReportMetric(float64(nodes[2])/float64(nodes[1]), "nodes")
		})
	}
}
