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

	"turncoat/puzzle/internal/puzzletest"
	"turncoat/rules"
	"turncoat/rules/board"
)

// A mate is one problem of testdata/mates.epd.
type mate struct {
	fen string
	p   board.Position
	n   int
}

func mates(tb testing.TB, game *rules.Variant, least, most int) []mate {
	tb.Helper()
	var list []mate
	for _, line := range fileLines(tb, "testdata/mates.epd") {
		fen, rest, _ := strings.Cut(line, " bm #")
		m := mate{fen: fen}
		if _, err := fmt.Sscanf(rest, "%d", &m.n); err != nil {
			tb.Fatal(err)
		}
		if m.n < least || m.n > most {
			continue
		}
		p := puzzletest.Position(tb, game, fen)
		m.p = p
		list = append(list, m)
	}
	return list
}

var fives = flag.Bool("fives", false, "solve the mates in 5 too, which takes minutes")

// The collection says how long each mate is; all its mates in 2, 3 and 4 are found, and with -fives those in 5.
func TestMates(t *testing.T) {
	game := puzzletest.Named(t, "chess")
	most := 4
	if *fives {
		most = 5
	}
	list := mates(t, game, 2, most)
	if want := 54; len(list) < want {
		t.Fatalf("%d mates, want %d", len(list), want)
	}
	s := New(game, Options{})
	late := 0
	for _, m := range list {
		s.Forget()
		s.options.Time = time.Minute
		r, err := s.Solve(context.Background(), m.p, Win, m.n)
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case m.n == 5 && r.Status == Unknown:
			late++
		case r.Status != Won || r.In != m.n:
			t.Errorf("%s: %v in %d, want won in %d", m.fen, r.Status, r.In, m.n)
		}
		if m.n == 5 {
			t.Logf("%s: %v by %d keys, %d nodes, %v", m.fen, r.Status, len(r.Keys), r.Nodes, r.Elapsed)
		}
	}
	if late > 18 {
		t.Errorf("%d of 93 mates in 5 are not found in a minute", late)
	}
}

// BenchmarkMates proves all keys of the mates in 2, 3 and 4; one operation is all 54. Where Stockfish
// stands on the path it is asked for one mate of each, 20 s each at most: "stockfish-s" is what it took in all.
func BenchmarkMates(b *testing.B) {
	game := puzzletest.Named(b, "chess")
	list := mates(b, game, 2, 4)
	for _, jobs := range []int{1, 2} {
		b.Run(fmt.Sprintf("jobs=%d", jobs), func(b *testing.B) {
			s := New(game, Options{Jobs: jobs})
			var nodes uint64
			for range b.N {
				for _, m := range list {
					s.Forget()
					r, err := s.Solve(context.Background(), m.p, Win, m.n)
					if err != nil || r.In != m.n {
						b.Fatal(m.fen, r.Status, err)
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
			if name, err = exec.LookPath("/usr/games/stockfish"); err != nil {
				b.Skip("stockfish is not installed")
			}
		}
		for range b.N {
			unsolved := 0
			for _, m := range list {
				if found, err := stockfish(name, m); err != nil {
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
func stockfish(name string, m mate) (found bool, err error) {
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
	fmt.Fprintf(in, "setoption name Threads value 1\nucinewgame\nposition fen %s\ngo mate %d\n", m.fen, m.n)
	timer := time.AfterFunc(20*time.Second, func() { io.WriteString(in, "stop\n") })
	defer timer.Stop()
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if strings.Contains(lines.Text(), fmt.Sprintf("score mate %d ", m.n)) {
			found = true
		}
		if strings.HasPrefix(lines.Text(), "bestmove") {
			io.WriteString(in, "quit\n")
			return found, nil
		}
	}
	return false, errors.New("stockfish ended")
}
