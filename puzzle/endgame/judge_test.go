package endgame

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"

	"turncoat/puzzle"
	"turncoat/puzzle/analysis"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/tablebase"
)

// A prospect is a win with one key and another legal move, both sides owning a king, whose main line has no
// dual, nor any line where that is wanted, and into which a turn leads.
func TestJudge(t *testing.T) {
	good, met := map[bool]int{}, map[string]int{}
	for _, name := range []string{"pacifist1", "pacifist-number", "chess"} {
		tables := opened(t, name)
		game := rules.New(tables.Set())
		analyst := analysis.New(game, analysis.Options{Tables: tables})
		for _, c := range []string{"KKN", "KKR", "KKP"} {
			for _, plies := range []int{1, 3, 5} {
				drawn, err := tables.Table(class(t, c)).Sample(t.Context(), tablebase.In(plies), 60/plies, 4)
				if err != nil {
					t.Fatal(err)
				}
				if name == "pacifist-number" && c == "KKP" { // with two legal moves
					for _, fen := range []string{"8/2p5/K7/8/k7/8/8/8 w - - 0 1", "8/p7/K7/2k5/8/8/8/8 w - - 0 1"} {
						p := positionOf(t, tables, fen)
						if v, err := tables.Probe(&p); err == nil && v == tablebase.In(plies) {
							drawn = append(drawn, tablebase.Entry{Position: p, Value: v})
						}
					}
				}
				for _, e := range drawn {
					p := e.Position
					kings := p.Kings&p.Colours[board.White] != 0 && p.Kings&p.Colours[board.Black] != 0
					found, err := analyst.Analyse(t.Context(), &p, (plies+1)/2)
					if err != nil {
						t.Fatal(err)
					}
					_, _, led := analysis.LastTurn(game, &p)
					for _, strict := range []bool{false, true} {
						q := quarry{tables: tables, game: game, wanted: Wanted{Strict: strict}}
						got := prospect{position: p}
						if err := q.judge(newOutliner(tables, 1000), &got, e.Value); err != nil {
							t.Fatal(err)
						}
						want := kings && len(found.Keys) == 1 && len(game.Moves(&p)) > 1 &&
							found.Claims.LineDuals == 0 && (!strict || found.Claims.Duals == 0) && led
						if got.good != want {
							t.Errorf("%s, %s, strict %t: good %t, want %t", name, game.FEN(&p), strict, got.good, want)
						}
						good[want]++
						if !kings && len(found.Keys) == 1 {
							met["kingless"]++
						}
						if want && len(game.Moves(&p)) == 2 {
							met["two moves"]++
						}
						if kings && len(found.Keys) > 1 && led {
							met["keys"]++
						}
					}
				}
			}
		}
	}
	if good[true] < 10 || good[false] < 10 || met["kingless"] == 0 || met["two moves"] == 0 || met["keys"] == 0 {
		t.Errorf("%v, %v: the test says little", good, met)
	}
	tables := opened(t, "pacifist1")
	drawn, err := tables.Table(class(t, "KKN")).Sample(t.Context(), tablebase.In(3), 400, 4)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range drawn {
		q := quarry{tables: tables, game: rules.New(tables.Set())}
		all, few := prospect{position: e.Position}, prospect{position: e.Position}
		if err := errors.Join(q.judge(newOutliner(tables, 1000), &all, e.Value),
			q.judge(newOutliner(tables, all.outline.size-1), &few, e.Value)); err != nil || few.good {
			t.Errorf("%s: %d turns are not too many, %v", e.Position.FEN(tables.Set()), all.outline.size, err)
		}
		if all.good {
			return
		}
	}
	t.Error("none is good: the test says little")
}

// Where there are fewer puzzles than are wanted all are made; how many there are so far is told for each class
// and length. With nothing said, a hundred thousand wins are looked at.
func TestPuzzlesRunOut(t *testing.T) {
	tables := opened(t, "pacifist1")
	kkn, kkb := class(t, "KKN"), class(t, "KKB")
	var told [][3]any
	wanted := Wanted{Least: 2, Most: 3, Count: 1000, Looked: 100, MaxSize: 40, Seed: 1,
		Progress: func(c tablebase.Class, in, found int) { told = append(told, [3]any{c, in, found}) }}
	list, err := Puzzles(t.Context(), tables, []tablebase.Class{kkn, kkb}, wanted)
	if err != nil || len(list) == 0 {
		t.Fatalf("%d, %v", len(list), err)
	}
	var want [][3]any
	for _, c := range []tablebase.Class{kkn, kkb} {
		for in := 2; in <= 3; in++ {
			n := 0
			for i := range list {
				tree, err := list[i].Tree()
				if err != nil {
					t.Fatal(err)
				}
				if got, _ := tablebase.ClassOf(&tree.Position); got == c && list[i].In == in {
					n++
				}
			}
			total := n
			if len(want) > 0 {
				total += want[len(want)-1][2].(int)
			}
			want = append(want, [3]any{c, in, total})
		}
	}
	if !slices.Equal(told, want) {
		t.Errorf("told %v, want %v", told, want)
	}
	// Of fewer wins than a hundred thousand all are looked at when nothing is said.
	few := Wanted{Least: 2, Most: 2, Count: 3, MaxSize: 40, Seed: 1}
	all := few
	all.Looked = 100_000
	first, err1 := Puzzles(t.Context(), tables, []tablebase.Class{kkn}, few)
	second, err2 := Puzzles(t.Context(), tables, []tablebase.Class{kkn}, all)
	if err1 != nil || err2 != nil || len(first) != 3 || !slices.EqualFunc(first, second,
		func(a, b puzzle.Puzzle) bool { return a.ID == b.ID }) {
		t.Errorf("%d and %d puzzles, %v, %v", len(first), len(second), err1, err2)
	}
}

// Where fewer are wanted they are the first of those that there are: none is passed over because the idea of one
// before it had been met.
func TestPuzzlesAreTheFirst(t *testing.T) {
	tables := opened(t, "pacifist1")
	wanted := Wanted{Least: 2, Most: 2, Count: 1000, Looked: 200, MaxSize: 40, Seed: 3}
	all, err := Puzzles(t.Context(), tables, []tablebase.Class{class(t, "KKN")}, wanted)
	if err != nil || len(all) < 4 {
		t.Fatalf("%d puzzles, %v: the test says little", len(all), err)
	}
	for n := 1; n <= len(all); n++ {
		wanted.Count = n
		some, err := Puzzles(t.Context(), tables, []tablebase.Class{class(t, "KKN")}, wanted)
		if err != nil || !slices.EqualFunc(some, all[:n], func(a, b puzzle.Puzzle) bool { return a.ID == b.ID }) {
			t.Errorf("%d wanted: %d puzzles, others than the first of %d, %v", n, len(some), len(all), err)
		}
	}
}

// Two puzzles share no position of their main lines but those in which at most two turns are left to find.
func TestIsNew(t *testing.T) {
	tables := opened(t, "pacifist1")
	analyst := analysis.New(rules.New(tables.Set()), analysis.Options{Tables: tables})
	for in := 2; in <= 4; in++ {
		drawn, err := tables.Table(class(t, "KKN")).Sample(t.Context(), tablebase.In(2*in-1), 1, 1)
		if err != nil {
			t.Fatal(err)
		}
		found, err := analyst.Analyse(t.Context(), &drawn[0].Position, in)
		if err != nil {
			t.Fatal(err)
		}
		q := quarry{met: map[string]bool{}}
		if !q.isNew(&found) || q.isNew(&found) {
			t.Errorf("in %d: new at first and not again: %v", in, q.met)
		}
		line := found.Key().Line()
		want := []string{puzzle.Canonical(&drawn[0].Position)}
		for left := in - 1; left > 2; left-- {
			want = append(want, puzzle.Canonical(&line[2*(in-left)-1].After))
		}
		if len(line) != 2*in-1 || len(q.met) != len(want) || slices.ContainsFunc(want,
			func(at string) bool { return !q.met[at] }) {
			t.Errorf("in %d: %d turns, met %v, want %q", in, len(line), q.met, want)
		}
	}
}

// Whatever is done with the analysts, the error of the first that fails is told; nothing is done for who does not wait.
func TestEachAnalyst(t *testing.T) {
	q := quarry{analysts: make([]*analysis.Analyst, 2)}
	first, second := errors.New("first"), errors.New("second")
	var done [5]atomic.Int32
	do := func(_ *analysis.Analyst, i int) error {
		done[i].Add(1)
		return []error{nil, nil, first, nil, second}[i]
	}
	if err := q.each(t.Context(), 5, do); err != first {
		t.Errorf("%v", err)
	}
	if err := q.each(t.Context(), 2, do); err != nil {
		t.Errorf("%v", err)
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	if err := q.each(over, 5, do); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	for i, want := range []int32{2, 2, 1, 1, 1} {
		if n := done[i].Load(); n != want {
			t.Errorf("%d is done %d times, want %d", i, n, want)
		}
	}
}
