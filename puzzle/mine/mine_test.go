package mine

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"turncoat/puzzle"
	"turncoat/puzzle/analysis"
	"turncoat/puzzle/internal/puzzletest"
)

// smallMine is a mine of a second or two.
func smallMine(t testing.TB) *Mine {
	m := &Mine{
		Rules: puzzletest.Named(t, "pacifist1").Set(), From: Composed, Pieces: "5-8", Least: 2, Most: 2, Count: 4, Pool: 6, Seed: 7,
		Demands: analysis.Sound(), Improve: 120, Nodes: 200_000,
	}
	m.Demands.Strict, m.Demands.MaxSize = true, 40
	if testing.Short() {
		m.Count, m.Pool = 1, 2
	}
	return m
}

func written(t testing.TB, puzzles []puzzle.Puzzle) string {
	t.Helper()
	var text bytes.Buffer
	if err := puzzle.Write(&text, puzzles); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

// The number of jobs changes nothing.
func TestJobsChangeNothing(t *testing.T) {
	var ends [2]Progress
	dir := t.TempDir()
	one, err := smallMine(t).Run(context.Background(), Options{Jobs: 1, Progress: func(p Progress) { ends[0] = p }})
	if err != nil {
		t.Fatal(err)
	}
	// Three jobs, and then the same call again, which has nothing left to do and tells of the same work.
	var three []puzzle.Puzzle
	for range 2 {
		three, err = smallMine(t).Run(context.Background(), Options{Jobs: 3, Dir: dir, Progress: func(p Progress) { ends[1] = p }})
		if err != nil {
			t.Fatal(err)
		}
		for i := range ends {
			ends[i].Elapsed, ends[i].Rate = 0, 0
		}
		if ends[0] != ends[1] || ends[0].Screened == 0 {
			t.Errorf("the work is told as %+v", ends)
		}
	}
	if len(one) != smallMine(t).Count || written(t, one) != written(t, three) {
		t.Errorf("%d puzzles with one job, and others with three", len(one))
	}
	for i := range one {
		if !one[i].Strict() || one[i].In != 2 {
			t.Errorf("%s is not what was asked for", one[i].ID)
		}
	}
}

// An interrupted mine keeps what it found, and each of that is a puzzle.
func TestInterruptedMineKeepsPuzzles(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	found := 0
	puzzles, err := smallMine(t).Run(ctx, Options{Jobs: 1, Progress: func(p Progress) {
		if found = p.Found; found > 0 {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) || found == 0 || len(puzzles) != found {
		t.Fatalf("%d puzzles of %d found, %v", len(puzzles), found, err)
	}
	for i := range puzzles {
		if faults, err := analysis.Verify(context.Background(), &puzzles[i], 1); err != nil {
			t.Errorf("%s: %v %v", puzzles[i].ID, faults, err)
		}
	}
}

// Cut short again and again, a mine ends with what an undisturbed one finds.
func TestInterruptedMineGoesOn(t *testing.T) {
	want, err := smallMine(t).Run(context.Background(), Options{Jobs: 2})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	chance := rand.New(rand.NewPCG(1, 1))
	for tries := 0; ; tries++ {
		ctx, cancel := context.WithTimeout(context.Background(), time.Duration(20+chance.IntN(200+20*tries))*time.Millisecond)
		got, err := smallMine(t).Run(ctx, Options{Jobs: 2, Dir: dir})
		cancel()
		if errors.Is(err, context.DeadlineExceeded) && tries < 1000 {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if written(t, got) != written(t, want) {
			t.Errorf("after %d interruptions there are other puzzles", tries)
		}
		break
	}
	other := smallMine(t)
	other.Seed++
	if _, err := other.Run(context.Background(), Options{Jobs: 1, Dir: dir}); !errors.Is(err, ErrState) {
		t.Errorf("another mine in the same place gives %v, want ErrState", err)
	}
}

// Puzzles from games carry their past, and the last turn was a mistake.
func TestSelfPlayKnowsThePast(t *testing.T) {
	if testing.Short() {
		t.Skip("plays many games")
	}
	m := smallMine(t)
	m.From, m.Pieces, m.Improve, m.Count, m.Pool, m.Units = SelfPlay, "", 0, 2, 2, 40
	m.Demands.Strict, m.Demands.NoDuals, m.Demands.OneKey, m.Demands.MaxSize = false, false, false, 0
	puzzles, err := m.Run(context.Background(), Options{Jobs: 2})
	if err != nil {
		t.Fatal(err)
	}
	for i := range puzzles {
		p := &puzzles[i]
		if p.Source.Before == "" || !p.Claims.Mistake || p.Source.Ply < firstPly {
			t.Errorf("%s has no past: %+v", p.ID, p.Source)
		}
		if _, err := analysis.Verify(context.Background(), p, 2); err != nil {
			t.Errorf("%s: %v", p.ID, err)
		}
		p.Claims.Mistake = false
		if _, err := analysis.Verify(context.Background(), p, 2); !errors.Is(err, puzzle.ErrUnsound) {
			t.Errorf("%s: a mistake denied gives %v, want puzzle.ErrUnsound", p.ID, err)
		}
	}
}
