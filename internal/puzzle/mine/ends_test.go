package mine

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"turncoat/internal/puzzle/analysis"
	"turncoat/internal/testing/filetest"
	"turncoat/internal/testing/puzzletest"
	"turncoat/puzzle"
	"turncoat/puzzle/solve"
	"turncoat/rules/board"
)

// cornerMate is mate in two by 1.Kg6 Kg8 2.Ra8#, and by nothing else.
const cornerMate = "7k/8/8/6K1/8/8/8/R7 w - - 0 1"

// workerOf returns a worker of a mine in chess, and the position of a FEN with its solution.
func workerOf(t *testing.T, m *Mine, fen string) (*worker, board.Position, analysis.Analysis) {
	t.Helper()
	variant := puzzletest.Named(t, "chess")
	m.Rules = variant.Set()
	w := &worker{mine: m, analyst: m.analyst(variant, m.Nodes), seen: map[string]bool{}}
	w.improver = improver{analyst: w.analyst, demands: m.Demands, duplex: m.Duplex,
		random: rand.New(rand.NewPCG(1, 1))}
	at := puzzletest.Position(t, variant, fen)
	found, err := w.analyst.Analyse(t.Context(), &at, m.Most)
	if err != nil {
		t.Fatal(err)
	}
	return w, at, found
}

// A sound position is kept once, whatever its colours and wherever it stands. If the turn before it
// is known, the record says whether that was a mistake, which a mine can demand. If it is not
// known, there must be a turn that can have led to the position.
func TestKeep(t *testing.T) {
	variant := puzzletest.Named(t, "chess")
	// 1...Kh8 was one: Kf7 would have held
	mistaken := puzzletest.Position(t, variant, "6k1/8/8/6K1/8/8/8/R7 b - - 0 1")
	for _, test := range []struct {
		demands analysis.Demands
		before  *board.Position
		kept    bool
		mistake bool
	}{
		{analysis.Demands{}, nil, true, false},
		{analysis.Demands{Reached: true, Mistake: true}, nil, true, false},
		{analysis.Demands{Mistake: true}, &mistaken, true, true},
		{analysis.Demands{}, &mistaken, true, true},
	} {
		w, at, found := workerOf(t, &Mine{Least: 2, Most: 2, Demands: test.demands}, cornerMate)
		c := candidate{at: at, source: puzzle.Source{From: "given", Unit: 7}, before: test.before}
		for range 2 {
			if err := w.keep(t.Context(), c, found); err != nil {
				t.Fatal(err)
			}
		}

		if got := w.unit.Puzzles; len(got) != 1 || got[0].Claims.Mistake != test.mistake ||
			got[0].Source.Unit != 7 || got[0].Phases == nil || len(got[0].Twins) > 0 {
			t.Errorf("%+v: %+v", test.demands, got)
		}
	}

	// 1...Kh7 was forced: to go into 2.Rh1# was no mistake.
	forced := puzzletest.Position(t, variant, "7k/5K2/8/8/8/8/8/6R1 b - - 0 1")
	for demanded, kept := range map[bool]int{true: 0, false: 1} {
		w, at, found := workerOf(t, &Mine{Least: 1, Most: 1,
			Demands: analysis.Demands{Mistake: demanded}}, "8/5K1k/8/8/8/8/8/6R1 w - - 0 1")
		if err := w.keep(t.Context(), candidate{at: at, before: &forced}, found); err != nil ||
			len(w.unit.Puzzles) != kept || kept > 0 && w.unit.Puzzles[0].Claims.Mistake {
			t.Errorf("a mistake is asked for: %t, %d kept, %v", demanded, len(w.unit.Puzzles), err)
		}
	}

	// No turn can have led to a smothered king that has a way to nowhere.
	w, at, found := workerOf(t, &Mine{Least: 1, Most: 1, Demands: analysis.Demands{Reached: true}},
		"4R1Bk/6pp/8/6N1/8/8/8/K7 w - - 0 1")
	if err := w.keep(t.Context(), candidate{at: at}, found); err != nil ||
		len(w.unit.Puzzles) != 0 {
		t.Errorf("%d kept, %v", len(w.unit.Puzzles), err)
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	w, at, found = workerOf(t, &Mine{Least: 2, Most: 2}, cornerMate)
	if err := w.keep(over, candidate{at: at, before: &mistaken}, found); !errors.Is(err, context.Canceled) ||
		len(w.unit.Puzzles) != 0 {
		t.Errorf("interrupted: %d kept, %v", len(w.unit.Puzzles), err)
	}

	// Where changed play and the like is asked for the puzzle has its set play and tries.
	w, at, found = workerOf(t, &Mine{Least: 2, Most: 2, Themes: []string{"changed-play"}},
		cornerMate)
	if err := w.keep(t.Context(), candidate{at: at}, found); err != nil ||
		len(w.unit.Puzzles) != 1 || w.unit.Puzzles[0].Phases == nil {
		t.Errorf("%+v, %v", w.unit.Puzzles, err)
	}
}

// A duplex must be sound with the other side to begin, too. Here 1...Kf7 2.Kh7 Rh1# and 1...Kg6
// 2.Kg8 Ra8# have no counterpart, since Black has only a king.
func TestOtherHalf(t *testing.T) {
	m := &Mine{Least: 1, Most: 1, Goal: solve.HelpWin, Half: true, Duplex: true}
	w, at, found := workerOf(t, m, "7k/8/5K2/8/8/8/8/R7 w - - 0 1")
	if found.In != 1 {
		t.Fatal("no help-win")
	}
	if _, other, err := otherHalf(t.Context(), w.analyst, &at, 1); err != nil || other.In != 0 {
		t.Errorf("%+v, %v", other, err)
	}
	if fault, err := w.improver.withDuplex(t.Context(), &at, 1, 10); err != nil ||
		fault != 10+faultDuplex {
		t.Errorf("%v, %v", fault, err)
	}
	if lacks, err := w.improver.lacksDuplex(t.Context(), &at, 1); err != nil || !lacks {
		t.Errorf("%t, %v", lacks, err)
	}
	if err := w.keep(t.Context(), candidate{at: at}, found); err != nil ||
		len(w.unit.Puzzles) != 0 {
		t.Errorf("half a duplex is kept: %v, %v", w.unit.Puzzles, err)
	}
	w.improver.duplex, w.mine.Duplex = false, false
	w.seen = map[string]bool{}
	if fault, err := w.improver.withDuplex(t.Context(), &at, 1, 10); err != nil || fault != 10 {
		t.Errorf("where no duplex is asked for: %v, %v", fault, err)
	}
	if lacks, err := w.improver.lacksDuplex(t.Context(), &at, 1); err != nil || lacks {
		t.Errorf("where no duplex is asked for: %t, %v", lacks, err)
	}
	if err := w.keep(t.Context(), candidate{at: at}, found); err != nil ||
		len(w.unit.Puzzles) != 1 || len(w.unit.Puzzles[0].Twins) != 0 {
		t.Errorf("%v, %v", w.unit.Puzzles, err)
	}

	over, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := otherHalf(over, w.analyst, &at, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

// A mine ends when its time is over, or when its directory cannot be used.
func TestMinesThatEnd(t *testing.T) {
	given := func() *Mine {
		return &Mine{Rules: puzzletest.Named(t, "chess").Set(), From: Given, Position: cornerMate,
			Least: 2, Most: 2, Count: 1, Pool: 1, Units: 3, Demands: analysis.Demands{OneKey: true}}
	}
	if list, err := given().Run(t.Context(), Options{Jobs: 1, Time: 1}); !errors.Is(err, context.DeadlineExceeded) ||
		len(list) > 0 {
		t.Errorf("%d puzzles, %v", len(list), err)
	}

	if list, err := given().Run(t.Context(), Options{Jobs: 1, Time: time.Hour}); err != nil ||
		len(list) != 1 {
		t.Errorf("%d puzzles, %v", len(list), err)
	}
	file := filepath.Join(t.TempDir(), "file")
	filetest.Write(t, file, nil)
	if _, err := given().Run(t.Context(), Options{Jobs: 1, Dir: file}); err == nil {
		t.Error("a file is no place")
	}
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "puzzles.jsonl"), 0o700); err != nil {
		t.Fatal(err)
	}
	if list, err := given().Run(t.Context(), Options{Jobs: 1, Dir: dir}); err == nil ||
		list != nil {
		t.Errorf("the puzzles cannot be written: %d, %v", len(list), err)
	}
}

// Of named material with two white kings, steered to castlings of both sides, no third king is
// placed.
func TestSteeredKings(t *testing.T) {
	variant := puzzletest.Named(t, "pacifist1")
	m, err := parseMaterial("KKRr", variant.Set())
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(3, 4))
	for range 50 {
		p, _ := m.begun(variant, steering{castling: true, enemys: true}, random)
		if p.Kings.Count() != 2 || p.Occupied().Count() != 4 {
			t.Fatalf("%s", p.Board())
		}
	}

	one, err := parseMaterial("Kkr", variant.Set())
	if err != nil {
		t.Fatal(err)
	}
	for range 50 {
		if p, _ := one.begun(variant, steering{castling: true}, random); p.Kings.Count() != 2 ||
			p.Occupied().Count() != 4 {
			t.Fatalf("%s", p.Board())
		}
	}
}

// A position whose search reaches the limit is skipped without an error.
func TestTooLongToSearch(t *testing.T) {
	m := &Mine{Least: 2, Most: 2, Improve: 5}
	w, at, _ := workerOf(t, m, cornerMate)
	variant := puzzletest.Named(t, "chess")
	w.analyst = m.analyst(variant, 1)
	if err := w.screen(t.Context(), candidate{at: at}); err != nil || w.unit.Screened != 1 ||
		len(w.unit.Puzzles) != 0 {
		t.Errorf("%+v, %v", w.unit, err)
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	w.analyst = m.analyst(variant, 0)
	if err := w.screen(over, candidate{at: at}); !errors.Is(err, context.Canceled) ||
		w.unit.Screened != 2 {
		t.Errorf("%+v, %v", w.unit, err)
	}
	if fault, _, err := (&improver{analyst: m.analyst(variant, 1)}).judge(t.Context(), &at, 2,
		hopeless); fault != hopeless || err != nil {
		t.Errorf("%v, %v", fault, err)
	}

	if fault, _, err := (&improver{analyst: m.analyst(variant, 0)}).judge(over, &at, 2, hopeless); fault != hopeless ||
		!errors.Is(err, context.Canceled) {
		t.Errorf("%v, %v", fault, err)
	}
}
