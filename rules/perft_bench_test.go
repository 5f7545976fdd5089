package rules

import (
	"context"
	"testing"

	"turncoat/internal/fast"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// BenchmarkImplementations walks the same tree of turns with both implementations.
func BenchmarkImplementations(b *testing.B) {
	for _, name := range ruleset.BuiltinNames() {
		set, err := ruleset.Builtin(name)
		if err != nil {
			b.Fatal(err)
		}
		p, err := board.ParseFEN(board.StartFEN, set)
		if err != nil {
			b.Fatal(err)
		}
		ours, _ := fast.For(set)
		for _, implementation := range []struct {
			name  string
			perft func() uint64
		}{
			{"fast", func() uint64 { return ours.Perft(&p, 3, true) }},
			{"reference", func() uint64 {
				n, _ := NewReference(set).Perft(context.Background(), &p, 3, 1, nil)
				return n
			}},
		} {
			b.Run(name+"/"+implementation.name, func(b *testing.B) {
				var n uint64
				for b.Loop() {
					n += implementation.perft()
				}
				b.ReportMetric(float64(n)/b.Elapsed().Seconds()/1e6, "Mturns/s")
			})
		}
	}
}
