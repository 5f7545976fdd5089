package validate

import (
	"bytes"
	"context"
	"io"
	"testing"

	"turncoat/internal/randomgame"
)

// The rates at which records are read, replayed and verified, from memory, by one job. Orthodox
// games are real ones, with and without clock times in comments; the others are random games of
// eighty plies at most.
func BenchmarkValidate(b *testing.B) {
	texts := []struct {
		name string
		text func(testing.TB) []byte
	}{
		{"orthodox", orthodox},
		{"pacifist1", func(t testing.TB) []byte {
			return randomPGN(t, "pacifist1", 60, false, randomgame.Options{Plies: 80})
		}},
		{"pacifist1-conversions", func(t testing.TB) []byte {
			return randomPGN(t, "pacifist1", 60, true, randomgame.Options{Plies: 80, Shuffled: true})
		}},
		{"pacifist2", func(t testing.TB) []byte {
			return randomPGN(t, "pacifist2", 60, false, randomgame.Options{Plies: 80})
		}},
		{"pacifist-value", func(t testing.TB) []byte {
			return randomPGN(t, "pacifist-value", 60, false, randomgame.Options{Plies: 80})
		}},
		{"conversion", func(t testing.TB) []byte {
			return randomPGN(t, "conversion", 60, false, randomgame.Options{Plies: 80})
		}},
		{"annotated", func(t testing.TB) []byte {
			return randomPGN(t, "chess", 60, false, randomgame.Options{Plies: 80, Annotated: true})
		}},
		{"vchess", func(t testing.TB) []byte { return glued(t) }},
	}
	for _, text := range texts {
		b.Run(text.name, func(b *testing.B) {
			once := text.text(b)
			stream := bytes.Repeat(append(once, '\n'), 1+4_000_000/len(once))
			b.SetBytes(int64(len(stream)))
			b.ReportAllocs()
			var games int
			var plies int64
			for b.Loop() {
				s, err := Run(context.Background(), []string{"-"}, Options{Jobs: 1, Stdin: bytes.NewReader(stream)},
					NewReporter(io.Discard, JSON, Style{}))
				if err != nil {
					b.Fatal(err)
				}
				games, plies = games+s.Games, plies+s.Plies
			}
			seconds := b.Elapsed().Seconds()
			b.ReportMetric(float64(games)/seconds, "games/s")
			b.ReportMetric(float64(plies)/seconds, "plies/s")
		})
	}
}

// Replaying a record that is all right allocates nothing a ply: a few things a record, whatever its length.
func TestFastPathAllocatesNothingAPly(t *testing.T) {
	text := randomPGN(t, "chess", 1, false, randomgame.Options{Plies: 300})
	u := newJudge(Rules{})
	u.lines.Reset(text)
	var r Verdict
	if _, ok := u.fast.read(text, 0, true, &r); !ok || r.Plies < 100 {
		t.Fatalf("read %d plies", r.Plies)
	}
	if n := testing.AllocsPerRun(20, func() { u.fast.read(text, 0, true, &r) }); n > 4 {
		t.Errorf("%v allocations for %d plies", n, r.Plies)
	}
}

// A capture en passant takes a pawn, though not from the square it is written with: it does not leave the fast path.
func TestFastPathTakesEnPassant(t *testing.T) {
	text := []byte(`[Event "?"]
[Site "?"]
[Date "1993.05.01"]
[Round "1"]
[White "A"]
[Black "B"]
[Result "1-0"]

1. e4 a6 2. e5 d5 3. exd6 1-0
`)
	u := newJudge(Rules{})
	u.lines.Reset(text)
	var r Verdict
	if _, ok := u.fast.read(text, 0, true, &r); !ok || r.Plies != 5 {
		t.Errorf("%t, %d plies", ok, r.Plies)
	}
}
