package mine

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"turncoat/internal/puzzle/analysis"
	"turncoat/internal/testing/longtest"
	"turncoat/internal/testing/puzzletest"
	"turncoat/internal/work"
	"turncoat/puzzle"
	"turncoat/puzzle/solve"
	"turncoat/rules/board"
)

// smallMine is a mine of a second or two.
func smallMine(t testing.TB) *Mine {
	m := &Mine{
		Rules: puzzletest.Named(t, "pacifist1").Set(), From: Composed, Pieces: "5-8", Least: 2,
		Most: 2, Count: 4,
		Pool: 6, Seed: 7,
		Demands: analysis.Fine(), Improve: 120, Nodes: 200_000,
	}
	m.Demands.Strict, m.Demands.MaxSize = true, 40
	if longtest.Short() {
		m.Count, m.Pool = 1, 2
	}
	return m
}

var found struct { // by a small mine that nothing disturbs
	puzzles []puzzle.Puzzle
	took    time.Duration
	end     Progress
}

// undisturbed fills found with what a small mine finds with one job, once for all tests.
func undisturbed(t *testing.T) {
	t.Helper()
	if found.took > 0 {
		return
	}
	start := time.Now()
	puzzles, err := smallMine(t).Run(context.Background(),
		Options{Jobs: 1, Progress: func(p Progress) { found.end = p }})
	if err != nil {
		t.Fatal(err)
	}
	found.puzzles, found.took = puzzles, time.Since(start)
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
	undisturbed(t)
	one, ends := found.puzzles, [2]Progress{found.end}
	dir := t.TempDir()
	// Three jobs, and then the same call again, which has nothing left to do and tells of the same
	// work.
	var three []puzzle.Puzzle
	for range 2 {
		var err error
		three, err = smallMine(t).Run(context.Background(), Options{Jobs: 3, Dir: dir,
			Progress: func(p Progress) { ends[1] = p }})
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
		found = p.Found
		if found > 0 {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) || found == 0 || len(puzzles) != found {
		t.Fatalf("%d puzzles of %d found, %v", len(puzzles), found, err)
	}
	for i := range puzzles {
		if faults, err := analysis.Verify(context.Background(), &puzzles[i], 1, nil); err != nil {
			t.Errorf("%s: %v %v", puzzles[i].ID, faults, err)
		}
	}
}

// Cut short again and again, a mine ends with what an undisturbed one finds.
func TestInterruptedMineGoesOn(t *testing.T) {
	undisturbed(t)
	dir := t.TempDir()
	chance := rand.New(rand.NewPCG(1, 1))
	for tries := 0; ; tries++ {
		ctx, cancel := context.WithTimeout(context.Background(),
			time.Duration(20+chance.IntN(200+20*tries))*time.Millisecond)
		got, err := smallMine(t).Run(ctx, Options{Jobs: 2, Dir: dir})
		cancel()
		if errors.Is(err, context.DeadlineExceeded) && tries < 1000 {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if written(t, got) != written(t, found.puzzles) {
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
		if _, err := analysis.Verify(context.Background(), p, 2, nil); err != nil {
			t.Errorf("%s: %v", p.ID, err)
		}
		p.Claims.Mistake = false
		if _, err := analysis.Verify(context.Background(), p, 2, nil); !errors.Is(err, puzzle.ErrUnsound) {
			t.Errorf("%s: a mistake denied gives %v, want puzzle.ErrUnsound", p.ID, err)
		}
	}
}

// Mines that cannot be worked, with the reason, and how many units there are.
func TestCheckedMines(t *testing.T) {
	set := puzzletest.Named(t, "pacifist1").Set()
	good := Mine{Rules: set, From: Composed, Pieces: "5", Least: 2, Most: 3, Count: 1, Pool: 2}
	for _, test := range []struct {
		spoil func(m *Mine)
		want  string
	}{
		{func(*Mine) {}, ""}, {func(m *Mine) { m.Most = 20 },
			""}, {func(m *Mine) { m.Least, m.Most = 1, 1 }, ""},
		{func(m *Mine) { m.Pool = 1 }, ""},
		{func(m *Mine) { m.Least = 0 },
			"limit reached: a win in 0 to 3 turns cannot be looked for"},
		{func(m *Mine) { m.Most = 1 }, "limit reached: a win in 2 to 1 turns cannot be looked for"},
		{func(m *Mine) { m.Most = 21 },
			"limit reached: a win in 2 to 21 turns cannot be looked for"},
		{func(m *Mine) { m.Count = 0 }, "limit reached: 0 is no number of puzzles to take of 2"},
		{func(m *Mine) { m.Count = 3 },
			"limit reached: 3 is no number of puzzles to take of 2"}, {func(m *Mine) { m.Themes = []string{"x"} }, `there is no theme "x"`}, {func(m *Mine) { m.Themes = []string{"zugzwan"} }, `there is no theme "zugzwan" (did you mean "zugzwang"?)`},
		{func(m *Mine) { m.Key = "x" },
			`"x" is neither a piece (K, Q, R, B, N or P), nor a piece and a square such as N@f7`},
		{func(m *Mine) {
			m.Duplex = true
		}, solve.ErrUnsupported.Error() + ": only help-wins are mined as duplexes"},
		{func(m *Mine) { m.Duplex, m.Goal = true, solve.HelpWin },
			""}, {func(m *Mine) { m.Goal = solve.Claim }, ""},
		{func(m *Mine) { m.Goal, m.Rules = solve.Claim, puzzletest.Named(t, "chess").Set() },
			solve.ErrUnsupported.Error() + ": in the chess family no king is ever claimed"},
		{func(m *Mine) { m.Pieces = "2" },
			board.ErrSyntax.Error() + `: "2" is no number of pieces from 3 to 40`},
		{func(m *Mine) { m.From = Longer },
			fmt.Sprintf("limit reached: 0 positions to make longer; there can be 1 to %d",
				MaxBases)},
		{func(m *Mine) { m.From, m.Bases = Longer, make([]string, MaxBases+1) },
			fmt.Sprintf("limit reached: %d positions to make longer; there can be 1 to %d",
				MaxBases+1, MaxBases)},
		{func(m *Mine) { m.From, m.Bases = Longer, []string{"7k/8/8/8/8/8/8/K7 w - - 0 1"} }, ""},
		{func(m *Mine) { m.From, m.Position = Given, "7k/8/8/8/8/8/8/K7 w - - 0 1" }, ""},
	} {
		m := good
		test.spoil(&m)
		got := ""
		if err := m.Check(); err != nil {
			got = err.Error()
		}
		if all, _, _ := strings.Cut(got, "; there are "); all != test.want {
			t.Errorf("%s, want %s", got, test.want)
		}
	}

	for _, from := range []Kind{Given, Longer} {
		m := good
		m.From, m.Position, m.Bases = from, "x", []string{"x"}
		if err := m.Check(); !errors.Is(err, board.ErrSyntax) {
			t.Errorf("%s: %v", from, err)
		}
	}

	games := make([]Record, 4)
	for _, test := range []struct {
		m    Mine
		want int
	}{
		{Mine{From: Composed}, work.Endless}, {Mine{From: Composed, Units: 7}, 7},
		{Mine{From: Given}, 100},
		{Mine{From: Given, Units: 7}, 7}, {Mine{From: Given, Units: 700}, 700},
		{Mine{From: Records, Games: games}, 4}, {Mine{From: Records, Games: games, Units: 3}, 3},
		{Mine{From: Records, Games: games, Units: 4}, 4},
		{Mine{From: Records, Games: games, Units: 9}, 4},
	} {
		if got := test.m.limit(); got != test.want {
			t.Errorf("%s with %d units: %d, want %d", test.m.From, test.m.Units, got, test.want)
		}
	}
}
