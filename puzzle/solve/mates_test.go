package solve

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"testing"
	"time"

	"turncoat/internal/testing/filetest"
	"turncoat/internal/testing/puzzletest"
)

// mates reads the problems of testdata/mates.epd that take so many turns.
func mates(tb testing.TB, least, most int) (list []knownWin) {
	tb.Helper()
	variant := puzzletest.Named(tb, "chess")
	for line := range strings.Lines(string(filetest.Read(tb, "testdata/mates.epd"))) {
		fen, rest, _ := strings.Cut(line, " bm #")
		if n := int(rest[0] - '0'); n >= least && n <= most {
			list = append(list, knownWin{Variant: variant,
				Position: puzzletest.Position(tb, variant, fen), FEN: fen, N: n})
		}
	}

	return list
}

var fives = flag.Bool("fives", false, "solve the mates in 5 too, which takes minutes")

// The collection says how long each mate is; all its mates in 2, 3 and 4 are found, and with -fives
// those in 5.
func TestMates(t *testing.T) {
	variant := puzzletest.Named(t, "chess")
	most := 4
	if *fives {
		most = 5
	}
	list := mates(t, 2, most)
	if want := 54; len(list) < want {
		t.Fatalf("%d mates, want %d", len(list), want)
	}
	s := New(variant, Options{Memory: 1 << 20})
	late := 0
	for _, m := range list {
		s.Forget()
		s.options.Time = time.Minute
		r, err := s.Solve(context.Background(), &m.Position, Win, m.N)
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case m.N == 5 && r.Status == Unknown:
			late++
		case r.Status != Won || r.In != m.N:
			t.Errorf("%s: %v in %d, want won in %d", m.FEN, r.Status, r.In, m.N)
		}

		if m.N == 5 {
			t.Logf("%s: %v by %d keys, %d nodes, %v", m.FEN, r.Status, len(r.Keys), r.Nodes,
				r.Elapsed)
		}
	}

	if late > 18 {
		t.Errorf("%d of 93 mates in 5 are not found in a minute", late)
	}
}

// BenchmarkMates proves all keys of the mates in 2, 3 and 4; one operation is all 54. Where
// Stockfish stands on the path it is asked for one mate of each, 20 s each at most: "stockfish-s"
// is what it took in all.
func BenchmarkMates(b *testing.B) {
	variant := puzzletest.Named(b, "chess")
	list := mates(b, 2, 4)
	for _, jobs := range []int{1, 2} {
		b.Run(fmt.Sprintf("jobs=%d", jobs), func(b *testing.B) {
			s := New(variant, Options{Jobs: jobs})
			var nodes uint64
			for range b.N {
				for _, m := range list {
					s.Forget()
					r, err := s.Solve(context.Background(), &m.Position, Win, m.N)
					if err != nil || r.In != m.N {
						b.Fatal(m.FEN, r.Status, err)
					}
					nodes += r.Nodes
				}
			}

			b.ReportMetric(float64(nodes)/float64(b.N), "turns")
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "turns/s")
		})
	}

	b.Run("stockfish", func(b *testing.B) {
		name, err := exec.LookPath("stockfish")
		if err != nil {
			name, err = exec.LookPath("/usr/games/stockfish")
			if err != nil {
				b.Skip("stockfish is not installed")
			}
		}

		for range b.N {
			unsolved := 0
			for _, m := range list {
				if found, err := stockfish(name, &m); err != nil {
					b.Fatal(err)
				} else if !found {
					unsolved++
				}
			}

			b.ReportMetric(float64(unsolved), "unsolved")
		}
	})
}

// stockfish asks Stockfish for a mate with one thread, for 20 s at most.
func stockfish(name string, m *knownWin) (found bool, err error) {
	command := exec.Command(name)
	in, err := command.StdinPipe()
	if err != nil {
		return false, err
	}
	out, err := command.StdoutPipe()
	if err != nil {
		return false, err
	}
	if err := command.Start(); err != nil {
		return false, err
	}
	defer command.Wait()
	defer in.Close()
	fmt.Fprintf(in, "setoption name Threads value 1\nucinewgame\nposition fen %s\ngo mate %d\n",
		m.FEN, m.N)
	timer := time.AfterFunc(20*time.Second, func() { io.WriteString(in, "stop\n") })
	defer timer.Stop()
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if strings.Contains(lines.Text(), fmt.Sprintf("score mate %d ", m.N)) {
			found = true
		}
		if strings.HasPrefix(lines.Text(), "bestmove") {
			io.WriteString(in, "quit\n")
			return found, nil
		}
	}

	return false, errors.New("stockfish ended")
}
