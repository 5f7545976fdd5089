package proof_test

import (
	"bytes"
	"context"
	"runtime"
	"testing"
	"time"

	"turncoat/internal/testing/puzzletest"
	"turncoat/internal/testing/threadtime"
	"turncoat/puzzle/proof"
	"turncoat/puzzle/solve"
)

// BenchmarkVerify verifies whole proofs, which also show that there is no other key and no shorter
// way, with one job: a win in 4 on a full board of pacifist1, where each turn is a cascade, and an
// orthodox mate in 5. It reports by the time that the thread has run how long a million statements
// take, of the fastest of all times.
func BenchmarkVerify(b *testing.B) {
	for _, at := range []struct {
		rules, fen string
		n          int
	}{
		{"pacifist1", "rnb1kbnr/pp1ppppp/5q2/2p5/1p2P3/5PP1/PBPP3P/RN1QKBNR b KQkq - 0 1", 4},
		{"chess", "7b/5prr/B5p1/1N1P4/1PkBP3/P5p1/2P1P2P/1nK4n w - - 0 1", 5},
	} {
		b.Run(at.rules, func(b *testing.B) {
			text := wholeProof(b, at.rules, at.fen, at.n)
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			var best time.Duration
			var report proof.Report
			for i := 0; b.Loop(); i++ {
				began := threadtime.Now()
				var err error
				report, err = proof.Verify(context.Background(), bytes.NewReader(text), "", 1)
				if err != nil {
					b.Fatal(err)
				}
				if spent := threadtime.Now() - began; i == 0 || spent < best {
					best = spent
				}
			}

			statements := report.Wins + report.Holds
			b.ReportMetric(float64(statements), "statements")
			b.ReportMetric(best.Seconds()/float64(statements)*1e6, "s/million")
		})
	}
}

// wholeProof returns the proof of a win in n, no fewer.
func wholeProof(b *testing.B, name, fen string, n int) []byte {
	b.Helper()
	variant := puzzletest.Named(b, name)
	p := puzzletest.Position(b, variant, fen)
	s := solve.New(variant, solve.Options{Jobs: 1})
	result, err := s.Solve(context.Background(), &p, solve.Win, n)
	if err != nil {
		b.Fatal(err)
	}
	if result.Status != solve.Won || result.In != n {
		b.Fatalf("%s: %v in %d, want won in %d", fen, result.Status, result.In, n)
	}
	var text bytes.Buffer
	if err := s.WriteProof(context.Background(), &text, result, true); err != nil {
		b.Fatal(err)
	}
	return text.Bytes()
}
