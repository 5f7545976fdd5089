package solve

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"turncoat/internal/testing/filetest"
	"turncoat/internal/testing/puzzletest"
)

var long = flag.String("long", "", "measure TestMatesOfAnyLength on a file of mates")
var longEach = flag.Duration("long.each", 20*time.Second, "processor time for each of them")
var longStep = flag.Int("long.step", 1, "only every so many'th of them")
var longRival = flag.String("long.stockfish", "", "ask `PROGRAM` for the same, in the same run")

// Not a test, but the measure of BENCHMARKS.md: the mates of a file, each for some time, on one
// core.
func TestMatesOfAnyLength(t *testing.T) {
	if *long == "" {
		t.Skip("no -long FILE of mates")
	}
	variant := puzzletest.Named(t, "chess")
	text := filetest.Read(t, *long)
	type tally struct{ all, found, known, settled, keys, rival, rivalKnown int }
	sums := map[int]*tally{}
	for i, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		if i%*longStep != 0 {
			continue
		}
		_, length, _ := strings.Cut(line, "bm #")
		known := 0
		if _, err := fmt.Sscan(strings.TrimRight(length, "; "), &known); err != nil {
			t.Fatal(err)
		}
		fen := strings.Join(strings.Fields(line)[:4], " ")
		p := puzzletest.Position(t, variant, fen)
		s := New(variant, Options{Jobs: 1, Memory: 256 << 20})
		ctx, cancel := processorTime(*longEach)
		began := processor()
		r, err := s.AnyLength(ctx, &p, Win, 60, nil)
		cancel()
		if err != nil && ctx.Err() == nil {
			t.Fatal(err)
		}
		sum := sums[known]
		if sum == nil {
			sum = new(tally)
			sums[known] = sum
		}

		sum.all++
		if r.AtMost > 0 {
			sum.found++
		}
		if r.AtMost > 0 && r.AtMost <= known {
			sum.known++
		}
		if r.Status == Won {
			sum.settled++
		}
		if r.Complete {
			sum.keys++
		}
		rival := ""
		took := processor() - began
		if *longRival != "" {
			mate, took := stockfishMate(t, *longRival, fen, known, *longEach)
			if mate > 0 {
				sum.rival++
			}
			if mate > 0 && mate <= known {
				sum.rivalKnown++
			}
			rival = fmt.Sprintf("; Stockfish %d, %.2f s", mate, took.Seconds())
		}

		t.Logf("#%d: %v, %d keys (all: %v), %d nodes, %.2f s%s: %s", known, r.Bounds, len(r.Keys),
			r.Complete, r.Nodes, took.Seconds(), rival, fen)
	}

	for _, n := range slices.Sorted(maps.Keys(sums)) {
		s := sums[n]
		t.Logf("#%d: %d, a win found %d, in the known length %d, the shortest settled %d, all keys %d; Stockfish: a win %d, in the known length %d",
			n, s.all, s.found, s.known, s.settled, s.keys, s.rival, s.rivalKnown)
	}
}

// processor returns the time that the program has run on all of its threads.
func processor() time.Duration {
	var t unix.Timespec
	if unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &t) != nil {
		return 0
	}
	return time.Duration(t.Nano())
}

// processorTime returns a context that ends when the program has run for a time.
func processorTime(limit time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(context.Background())
	end := processor() + limit
	go func() {
		for ctx.Err() == nil && processor() < end {
			time.Sleep(10 * time.Millisecond)
		}
		cancel()
	}()
	return ctx, cancel
}

var longSelfPlay = flag.Int("long.selfplay", 0,
	"measure TestLongWinsOfSelfPlay on so many positions")

// Not a test either: of the first positions of greedy self-play, or every so many'th, how many are
// found to be won in at most 12 turns by the search for long wins and by the exact search, in the
// same processor time each.
func TestLongWinsOfSelfPlay(t *testing.T) {
	if *longSelfPlay == 0 {
		t.Skip("no -long.selfplay N")
	}
	variant := puzzletest.Named(t, "pacifist1")
	text := filetest.Read(t, "testdata/selfplay-pacifist1.fen")
	found, exact, settled, longest := 0, 0, 0, 0
	fens := strings.Split(strings.TrimSpace(string(text)), "\n")
	for i := range *longSelfPlay {
		fen := fens[i**longStep%len(fens)]
		p := puzzletest.Position(t, variant, fen)
		ctx, cancel := processorTime(*longEach)
		a, _ := New(variant, Options{Jobs: 1, Memory: 64 << 20}).AnyLength(ctx, &p, Win, 12, nil)
		cancel()
		ctx, cancel = processorTime(*longEach)
		r, _ := New(variant, Options{Jobs: 1, Memory: 64 << 20}).Solve(ctx, &p, Win, 12)
		cancel()
		if a.AtMost > 0 {
			found++
			longest = max(longest, a.AtMost)
		}

		if a.AtMost > 0 || a.Status == None {
			settled++
		}
		if len(r.Keys) > 0 {
			exact++
		}
		if len(r.Keys) > 0 != (a.AtMost > 0) || a.AtMost > 5 {
			t.Logf("%v, exact %v in %d (none in %d): %s", a.Bounds, r.Status, r.In, r.Excluded, fen)
		}
	}

	t.Logf("%d positions: %d won in at most 12 (longest %d), %d settled; the exact search found %d",
		*longSelfPlay, found, longest, settled, exact)
}
