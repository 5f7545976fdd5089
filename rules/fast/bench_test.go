package fast

import (
	"testing"

	"turncoat/rules/board"

	notnil "github.com/notnil/chess"
)

// notnilPerft counts with github.com/notnil/chess, every leaf played.
func notnilPerft(p *notnil.Position, depth int, counted bool) uint64 {
	moves := p.ValidMoves()
	if depth == 1 && counted {
		return uint64(len(moves))
	}
	var nodes uint64
	for _, m := range moves {
		next := p.Update(m)
		if depth == 1 {
			nodes++
		} else {
			nodes += notnilPerft(next, depth-1, counted)
		}
	}
	return nodes
}

func rate(b *testing.B, nodes func() uint64) {
	var n uint64
	for b.Loop() {
		n += nodes()
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds()/1e6, "Mturns/s")
	b.ReportMetric(0, "ns/op")
}

func BenchmarkYardstick(b *testing.B) {
	p := notnil.StartingPosition()
	b.Run("N", func(b *testing.B) { rate(b, func() uint64 { return notnilPerft(p, 4, false) }) })
	b.Run("C", func(b *testing.B) { rate(b, func() uint64 { return notnilPerft(p, 4, true) }) })
}

func BenchmarkStart(b *testing.B) {
	for _, name := range []string{"pacifist1", "pacifist2", "conversion", "chess", "pacifist-number", "pacifist-value", "pacifist-average"} {
		r, _, p := parse(b, name, board.StartFEN)
		b.Run(name, func(b *testing.B) { rate(b, func() uint64 { return r.Perft(&p, 4, true) }) })
	}
}

func BenchmarkMiddle(b *testing.B) {
	for _, name := range []string{"pacifist1", "pacifist2", "conversion"} {
		var r Rules
		var all []board.Position
		for _, row := range perftRows(b, "perft-deep.jsonl") {
			if row.Rules == name && row.FEN != board.StartFEN {
				rules, _, p := parse(b, name, row.FEN)
				r, all = rules, append(all, p)
			}
		}
		b.Run(name, func(b *testing.B) {
			rate(b, func() (nodes uint64) {
				for i := range all {
					nodes += r.Perft(&all[i], 4, true)
				}
				return nodes
			})
		})
	}
}
