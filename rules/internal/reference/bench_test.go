package reference

import (
	"testing"

	"turncoat/internal/rulestest"
	"turncoat/rules/board"
)

// BenchmarkPerft counts the start position of each game to depth 3.
func BenchmarkPerft(b *testing.B) {
	for _, name := range []string{"pacifist1", "pacifist-average", "conversion", "chess"} {
		b.Run(name, func(b *testing.B) {
			set := rulestest.Builtin(b, name)
			p := mustFEN(b, set, board.StartFEN)
			var nodes uint64
			for b.Loop() {
				nodes += Perft(set, p, 3)
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "turns/s")
		})
	}
}
