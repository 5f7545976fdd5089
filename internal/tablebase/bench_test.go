package tablebase

import (
	"math/rand/v2"
	"testing"

	"turncoat/rules/board"
)

// BenchmarkProbe looks up random positions, of which all blocks come to be unpacked.
func BenchmarkProbe(b *testing.B) {
	for _, name := range []string{"KKN", "KKP"} {
		b.Run(name, func(b *testing.B) {
			tables, positions := probed(b, name)
			for i := 0; b.Loop(); i++ {
				if _, err := tables.Probe(&positions[i%len(positions)]); err != nil {
					b.Fatal(err)
				}
			}

			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "probes/s")
		})
	}
}

// BenchmarkProbeUnpacking does the same when no block is kept.
func BenchmarkProbeUnpacking(b *testing.B) {
	tables, positions := probed(b, "KKN")
	table := tables.Table(class(b, "KKN"))
	var block []byte
	for i := 0; b.Loop(); i++ {
		number := table.index.Number(&positions[i%len(positions)])
		var err error
		block, err = table.appendBlock(block[:0], int(number/uint64(table.block)))
		if err != nil {
			b.Fatal(err)
		}
	}
}

func probed(b *testing.B, name string) (*Tables, []board.Position) {
	tables := opened(b, "pacifist1", "")
	random := rand.New(rand.NewPCG(1, 1))
	positions := make([]board.Position, 4096)
	for i := range positions {
		positions[i] = randomPosition(random, tables.Table(class(b, name)).index)
	}
	return tables, positions
}
