//go:build unix

package mine

import (
	"context"
	"fmt"
	"syscall"
	"testing"

	"github.com/notnil/chess"

	"turncoat/internal/puzzle/analysis"
	"turncoat/internal/testing/puzzletest"
	"turncoat/internal/testing/rulestest"
)

// cpuSeconds returns the processor time of this process in user mode.
func cpuSeconds() float64 {
	var use syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &use) != nil {
		return 0
	}
	return float64(use.Utime.Sec) + float64(use.Utime.Usec)/1e6
}

// The yardstick N of BENCHMARKS.md, by processor time, to measure the yields of the same run by.
func BenchmarkYardstick(b *testing.B) {
	var perft func(p *chess.Position, depth int) int
	perft = func(p *chess.Position, depth int) int {
		if depth == 0 {
			return 1
		}
		count := 0
		for _, m := range p.ValidMoves() {
			count += perft(p.Update(m), depth-1)
		}
		return count
	}
	start, turns := cpuSeconds(), 0
	for range b.N {
		turns += perft(chess.StartingPosition(), 3)
	}
	b.ReportMetric(float64(turns)/(cpuSeconds()-start)/1e6, "Mturns/CPU-s")
	b.ReportMetric(0, "ns/op")
}

// The yield of a mine: strict puzzles, their themes, grades and verification included, per minute
// of processor time. Composed material, and for pacifist1 self-play too. Each round has a seed of
// its own.
func BenchmarkYield(b *testing.B) {
	for _, name := range rulestest.Representative() {
		for _, in := range []int{2, 3} {
			b.Run(fmt.Sprintf("%s/win-in-%d", name, in),
				func(b *testing.B) { benchmarkYield(b, name, Composed, in) })
		}
	}

	b.Run("pacifist1/win-in-2/self-play",
		func(b *testing.B) { benchmarkYield(b, "pacifist1", SelfPlay, 2) })
}

func benchmarkYield(b *testing.B, name string, from Kind, in int) {
	verified, spent := 0, 0.0
	for i := range b.N {
		m := &Mine{
			From: from, Least: in, Most: in, Count: 4, Pool: 4, Seed: uint64(i + 1),
			Demands: analysis.Fine(),
			Improve: 600, Nodes: 3_000_000,
		}
		if from == Composed {
			m.Pieces = "6-12"
		}
		m.Rules = puzzletest.Named(b, name).Set()
		m.Demands.Strict, m.Demands.MaxSize = true, 60
		start := cpuSeconds()
		puzzles, err := m.Run(context.Background(), Options{Jobs: 1})
		if err != nil {
			b.Fatal(err)
		}
		for j := range puzzles {
			if _, err := analysis.Verify(context.Background(), &puzzles[j], 1, nil); err != nil {
				b.Fatal(err)
			}
			verified++
		}

		spent += cpuSeconds() - start
	}

	b.ReportMetric(float64(verified)/spent*60, "puzzles/CPU-min")
	b.ReportMetric(0, "ns/op")
}
