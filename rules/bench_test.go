package rules

import (
	"testing"

	"turncoat/rules/board"
)

var benchFENs = map[string]string{
	"pacifist1":  "1rq1bn1R/1pppk1PP/pn2p3/5pbN/p1P5/1n1KPB1p/1P1P2p1/1RQ2RBr w - - 0 18",
	"conversion": "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	"chess":      "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
}

var benchNames = []string{"pacifist1", "conversion", "chess"}

func BenchmarkParseFEN(b *testing.B) {
	for _, name := range benchNames {
		b.Run(name, func(b *testing.B) {
			set := named(b, name).Set()
			for b.Loop() {
				if _, err := board.ParseFEN(benchFENs[name], set); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "positions/s")
		})
	}
}

func BenchmarkAppendFEN(b *testing.B) {
	g := named(b, "pacifist1")
	p := position(b, g, benchFENs["pacifist1"])
	var text []byte
	for b.Loop() {
		text = p.AppendFEN(text[:0], g.Set())
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "positions/s")
}

// BenchmarkSAN writes every legal move of a position and reads it back, the move found and played.
func BenchmarkSAN(b *testing.B) {
	for _, name := range benchNames {
		g := named(b, name)
		p := position(b, g, benchFENs[name])
		var turns []board.Played
		var texts []string
		for t := range g.FullTurns(&p) {
			turns = append(turns, t)
			texts = append(texts, g.SAN(&p, t))
		}
		b.Run(name+"/write", func(b *testing.B) {
			var text []byte
			i := 0
			for b.Loop() {
				text = g.AppendSAN(text[:0], &p, turns[i%len(turns)])
				i++
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "moves/s")
		})
		b.Run(name+"/read", func(b *testing.B) {
			i := 0
			for b.Loop() {
				if _, err := g.Parse(&p, texts[i%len(texts)]); err != nil {
					b.Fatal(err)
				}
				i++
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "moves/s")
		})
	}
}
