//go:build unix

package puzzle

import (
	"context"
	"fmt"
	"syscall"
	"testing"
)

// cpuSeconds gives the processor time of this process in user mode.
func cpuSeconds() float64 {
	var use syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &use) != nil {
		return 0
	}
	return float64(use.Utime.Sec) + float64(use.Utime.Usec)/1e6
}

// The yield of a mine of composed material: strict puzzles, themes and proofs of the solutions
// included, per minute of processor time.
func BenchmarkYield(b *testing.B) {
	for _, in := range []int{2, 3} {
		b.Run(fmt.Sprintf("win-in-%d", in), func(b *testing.B) {
			verified, spent := 0, 0.0
			for i := range b.N {
				m := &Mine{
					From: Composed, Pieces: "7-12", Least: in, Most: in, Count: 4, Pool: 4, Seed: uint64(i + 1), Demands: Sound(), Improve: 600, Nodes: 3_000_000,
				}
				m.Rules.Set = named(b, "pacifist1").Set()
				m.Demands.Strict, m.Demands.MaxSize = true, 60
				start := cpuSeconds()
				puzzles, err := m.Run(context.Background(), Options{Jobs: 1})
				if err != nil {
					b.Fatal(err)
				}
				for j := range puzzles {
					if _, err := Verify(context.Background(), &puzzles[j], 1); err != nil {
						b.Fatal(err)
					}
					verified++
				}
				spent += cpuSeconds() - start
			}
			b.ReportMetric(float64(verified)/spent*60, "puzzles/CPU-min")
			b.ReportMetric(0, "ns/op")
		})
	}
}
