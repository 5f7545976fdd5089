package tablebase

import (
	"math/rand/v2"
	"runtime"
	"testing"

	"turncoat/internal/testing/threadtime"
	"turncoat/rules/board"
)

// BenchmarkBuild solves a class on one thread and reports how many turns it works out in a second of its time.
func BenchmarkBuild(b *testing.B) {
	for _, test := range []struct{ rules, class string }{
		{"pacifist1", "KKN"}, {"pacifist1", "KKR"}, {"pacifist2", "KKB"}, {"pacifist-number", "KKN"},
		{"pacifist-average", "KKN"}, {"conversion", "KKR"}, {"chess", "KKR"},
	} {
		b.Run(test.rules+"/"+test.class, func(b *testing.B) {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			tables := opened(b, test.rules, "")
			c := class(b, test.class)
			lower := map[Class]*solved{}
			for _, d := range c.leadsInto(tables.set.Family) {
				values, err := tables.Table(d).values()
				if err != nil {
					b.Fatal(err)
				}
				lower[d] = &solved{tables.Table(d).x, values, tables.Table(d).Longest}
			}
			var turns, positions uint64
			began := threadtime.Now()
			for b.Loop() {
				values := make([]Value, tables.Table(c).x.size+extraValues)
				s := newSolution(tables.rules, tables.set.Family, c, lower, values, DefaultMemory)
				if err := s.run(b.Context(), 1, nil, nil); err != nil {
					b.Fatal(err)
				}
				turns += s.turned
				positions += tables.Table(c).Positions
			}
			took := (threadtime.Now() - began).Seconds()
			b.ReportMetric(float64(turns)/took/1e6, "Mturns/s")
			b.ReportMetric(float64(positions)/took/1e6, "Mpositions/s")
		})
	}
}

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
		number := table.x.of(&positions[i%len(positions)])
		var err error
		if block, err = table.appendBlock(block[:0], int(number/uint64(table.block))); err != nil {
			b.Fatal(err)
		}
	}
}

func probed(b *testing.B, name string) (*Tables, []board.Position) {
	tables := opened(b, "pacifist1", "")
	random := rand.New(rand.NewPCG(1, 1))
	positions := make([]board.Position, 4096)
	for i := range positions {
		positions[i] = randomPosition(random, tables.Table(class(b, name)).x)
	}
	return tables, positions
}
