package mine

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"turncoat/puzzle"
	"turncoat/puzzle/analysis"
	"turncoat/puzzle/internal/puzzletest"
	"turncoat/rules"
	"turncoat/rules/board"
)

// Units are taken in order whenever they come, each once, and no more than are wanted.
func TestUnitsInOrder(t *testing.T) {
	sample := puzzletest.Sample(t)
	var told []Progress
	r := &run{mine: &Mine{Pool: 3}, done: map[int]unit{}, seen: puzzle.Seen{},
		options: Options{Progress: func(p Progress) { p.Elapsed, p.Rate = 0, 0; told = append(told, p) }}}
	state := func() string {
		var ids []string
		for _, p := range r.taken {
			ids = append(ids, fmt.Sprint(slices.IndexFunc(sample, func(q puzzle.Puzzle) bool { return q.ID == p.ID })))
		}
		return fmt.Sprintf("%s; %d screened, up to %d, %d wait, complete %t", strings.Join(ids, " "), r.screened,
			r.upTo, len(r.done), r.complete())
	}
	for _, step := range []struct {
		unit, screened int
		puzzles        []puzzle.Puzzle
		want           string
	}{
		{1, 10, sample[1:2], "; 0 screened, up to 0, 1 wait, complete false"},
		{1, 99, sample[9:10], "; 0 screened, up to 0, 1 wait, complete false"}, // again
		{0, 1, sample[0:1], "0 1; 11 screened, up to 2, 0 wait, complete false"},
		{0, 99, sample[8:9], "0 1; 11 screened, up to 2, 0 wait, complete false"}, // again
		{3, 1000, sample[6:7], "0 1; 11 screened, up to 2, 1 wait, complete false"},
		{2, 100, []puzzle.Puzzle{sample[0], sample[5], sample[7]},
			"0 1 5; 111 screened, up to 3, 1 wait, complete true"},
		{4, 1, sample[4:5], "0 1 5; 111 screened, up to 3, 2 wait, complete true"},
	} {
		r.count(unit{step.unit, step.screened, step.puzzles})
		if got := state(); got != step.want {
			t.Fatalf("after unit %d: %s, want %s", step.unit, got, step.want)
		}
	}
	if want := (Progress{Units: 3, Screened: 111, Found: 3, Wanted: 3}); told[len(told)-1] != want ||
		len(told) != 7 || r.fresh != 10+99+1+99+1000+100+1 {
		t.Errorf("%+v, %d", told, r.fresh)
	}
	// Units are handed out in order, but for those that are done.
	r = &run{mine: &Mine{Pool: 1, Units: 6}, done: map[int]unit{3: {}}, upTo: 2}
	var handed []int
	for {
		i, ok := r.hand(t.Context())
		if !ok {
			break
		}
		handed = append(handed, i)
	}
	if !slices.Equal(handed, []int{2, 4, 5}) || !r.has(1) || r.has(2) || !r.has(3) || r.has(4) {
		t.Errorf("%v", handed)
	}
	r.upTo = 6
	if _, ok := r.hand(t.Context()); ok || !r.complete() {
		t.Error("there is more to do than there are units")
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, ok := (&run{mine: &Mine{Pool: 1}}).hand(ended); ok {
		t.Error("work goes on after its end")
	}
	if i, ok := (&run{mine: &Mine{Pool: 1}, done: map[int]unit{}, next: 1000}).hand(t.Context()); !ok || i != 1000 {
		t.Errorf("without an end: %d, %t", i, ok)
	}
}

// Of puzzles with the same features one is taken before the others; they keep their order.
func TestChoose(t *testing.T) {
	named := func(id string, themes ...string) puzzle.Puzzle { return puzzle.Puzzle{ID: id, Themes: themes} }
	list := []puzzle.Puzzle{named("a", "x"), named("b", "x"), named("c", "y"), named("d", "x", "y"), named("e", "z"),
		named("f")}
	for count, want := range map[int]string{0: "", 1: "d", 2: "de", 3: "ade", 4: "acde", 5: "abcde", 6: "abcdef",
		9: "abcdef"} {
		got := ""
		for _, p := range choose(list, count) {
			got += p.ID
		}
		if got != want {
			t.Errorf("%d: %s, want %s", count, got, want)
		}
	}
	if got := rarity([]string{"a", "b", "c"}, map[string]int{"a": 1, "b": 3}); got != 1.75 {
		t.Errorf("%f", got)
	}
	p := puzzle.Puzzle{
		Rules: puzzletest.Named(t, "chess").Set(), FEN: "7k/8/8/6K1/8/8/8/R7 w - - 0 1", In: 2, Keys: []string{"g5g6"}, Line: []string{"Kg6", "Kg8", "Ra8#"}, Solution: `["g5g6",[["h8g8"],["a1a8"]]]`,
		Themes: []string{"quiet-key"}, Grade: &puzzle.Grade{Rating: 1500, Level: 3},
		Source: puzzle.Source{From: "given", Unit: 4},
	}
	if got := strings.Join(featuresOf(&p),
		", "); got != "quiet-key, grade 15, level 3, in 2, from given, unit 4, key king, pieces 1, size 0" {
		t.Error(got)
	}
	sizes := map[int]bool{}
	for _, p := range puzzletest.Sample(t) {
		tree, err := p.Tree()
		if err != nil {
			t.Fatal(err)
		}
		size := tree.Keys[0].Size()
		if sizes[size] = true; !slices.Contains(featuresOf(&p), fmt.Sprint("size ", size/3)) {
			t.Errorf("%s, with %d turns: %q", p.ID, size, featuresOf(&p))
		}
	}
	if !sizes[3] && !sizes[6] && !sizes[7] {
		t.Errorf("%v: the test shows little", sizes)
	}
}

// Units that are worked out elsewhere, in any order, give the same puzzles; what they say is kept on the disk.
func TestAskedElsewhere(t *testing.T) {
	mate := func() *Mine {
		return &Mine{
			Rules: puzzletest.Named(t, "chess").Set(), From: Given, Position: "7k/8/8/6K1/8/8/8/R7 w - - 0 1",
			Least: 2, Most: 2, Count: 1, Pool: 1, Units: 3, Demands: analysis.Demands{OneKey: true},
		}
	}
	want, err := mate().Run(t.Context(), Options{Jobs: 1})
	if err != nil || len(want) != 1 || want[0].Line[0] != "Kg6" {
		t.Fatalf("%+v, %v", want, err)
	}
	dir := t.TempDir()
	asked := 0
	elsewhere := func(ctx context.Context, a Asked) error {
		if a.Limit != 3 {
			t.Errorf("there are %d units", a.Limit)
		}
		m := mate()
		if err := m.Check(); err != nil {
			return err
		}
		for i := a.Limit - 1; i >= 0; i-- {
			if a.Have(i) {
				t.Errorf("unit %d is done", i)
			}
			input, err := m.Input(i)
			if err != nil || input != nil {
				t.Errorf("input %q, %v", input, err)
			}
			record, err := m.Unit(ctx, i, input)
			if err != nil {
				return err
			}
			if asked++; !json.Valid(record) {
				t.Errorf("%s", record)
			}
			enough, err := a.Keep(i, record)
			if err != nil || enough != (i == 0) || !a.Have(i) {
				t.Errorf("unit %d: enough %t, %v", i, enough, err)
			}
		}
		return a.Sync()
	}
	for range 2 { // the second time there is nothing to ask
		got, err := mate().Run(t.Context(), Options{Jobs: 1, Dir: dir, Ask: elsewhere})
		if err != nil || written(t, got) != written(t, want) || asked != 3 {
			t.Errorf("%d asked, %v", asked, err)
		}
	}
	if got, err := mate().Run(t.Context(), Options{Jobs: 1, Ask: elsewhere}); err != nil ||
		written(t, got) != written(t, want) || asked != 6 {
		t.Errorf("without a place: %d asked, %v", asked, err)
	}
	broken := errors.New("nobody there")
	if _, err := mate().Run(t.Context(), Options{Jobs: 1, Ask: func(context.Context, Asked) error { return broken }}); !errors.Is(err, broken) {
		t.Errorf("%v", err)
	}
	// A recorded game goes with its unit.
	g := puzzletest.Named(t, "chess")
	start := puzzletest.Position(t, g, "6k1/8/8/6K1/8/8/8/R7 b - - 0 1")
	turn, err := g.Parse(&start, "Kh8")
	if err != nil {
		t.Fatal(err)
	}
	m := mate()
	m.From, m.Games, m.Units = Records, []Record{{Name: "a.pgn:1", Start: start, Turns: []board.Played{turn}}}, 0
	if err := m.Check(); err != nil {
		t.Fatal(err)
	}
	input, err := m.Input(0)
	if err != nil {
		t.Fatal(err)
	}
	other := mate()
	other.From, other.Units = Records, 0
	record, err := other.Unit(t.Context(), 0, input)
	var u unit
	if err != nil || json.Unmarshal(record, &u) != nil || u.Screened != 1 || len(u.Puzzles) != 1 ||
		u.Puzzles[0].Source.Game != "a.pgn:1" || u.Puzzles[0].Source.Last != "g8h8" || !u.Puzzles[0].Claims.Mistake {
		t.Errorf("%s, %v", record, err)
	}
	if _, err := other.Unit(t.Context(), 0, []byte("x")); err == nil {
		t.Error("a game that is none is looked at")
	}
}

// A mine that finds fewer than are wanted says so, with those that it has found.
func TestExhausted(t *testing.T) {
	m := &Mine{Rules: puzzletest.Named(t, "chess").Set(), From: Given, Position: "7k/8/8/6K1/8/8/8/R7 w - - 0 1",
		Least: 2, Most: 2, Count: 2, Pool: 2, Units: 2, Demands: analysis.Demands{OneKey: true}}
	got, err := m.Run(t.Context(), Options{Jobs: 1})
	if !errors.Is(err, ErrExhausted) || !errors.Is(err, rules.ErrLimit) || len(got) != 1 || got[0].Grade == nil {
		t.Errorf("%d puzzles, %v", len(got), err)
	}
	m.Least, m.Most = 3, 3 // the win is too short
	if got, err := m.Run(t.Context(), Options{Jobs: 1}); !errors.Is(err, ErrExhausted) || len(got) != 0 {
		t.Errorf("%d puzzles, %v", len(got), err)
	}
}
