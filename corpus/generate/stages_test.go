package generate

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"turncoat/corpus"
	"turncoat/corpus/internal/probe"
	"turncoat/internal/rulestest"
	"turncoat/rules"
)

// What is being done is told in the order in which it is done, and each stage that is counted ends with all of it.
func TestStages(t *testing.T) {
	var stages []string
	last := map[string]Progress{}
	tell := func(p Progress) {
		if len(stages) == 0 || stages[len(stages)-1] != p.Stage {
			stages = append(stages, p.Stage)
		}
		last[p.Stage] = p
	}
	set := rulestest.Builtin(t, "chess")
	made, err := Generate(t.Context(), set, Options{Size: corpus.Smoke, Seed: 5, Search: 60, Progress: tell})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"searching positions", "asking every two misreadings together", "searching for what is not told yet",
		"searching positions of play", "choosing cases: smoke", "shrinking cases: smoke",
	}
	if !slices.Equal(stages, want) {
		t.Errorf("%q, want %q", stages, want)
	}
	if p := last["searching positions"]; p.Done != 60 || p.Total != 60 {
		t.Errorf("%+v", p)
	}
	// Of 60 positions 15 more are looked at for play, and at most 180 for what is not told.
	if n := made[0].Searched; n < 75 || n > 60+180+15 {
		t.Errorf("%d positions are looked at", n)
	}
	stages = nil
	seeds := []corpus.Seed{{FEN: "8/P6k/8/8/8/8/8/K7 w - - 0 1"}}
	if _, err := Generate(t.Context(), set, Options{Size: corpus.Smoke, Seeds: seeds, Only: true,
		Progress: tell}); err != nil {
		t.Fatal(err)
	}
	if want := []string{"looking at the positions given", "choosing cases: smoke"}; !slices.Equal(stages, want) {
		t.Errorf("of seeds alone %q, want %q", stages, want)
	}
	if _, err := Generate(t.Context(), set, Options{Size: corpus.Smoke, Seeds: []corpus.Seed{{FEN: "x"}},
		Only: true}); !errors.Is(err, corpus.ErrContent) {
		t.Errorf("of no position: %v", err)
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if made, err := Generate(stopped, set, Options{Size: corpus.Smoke, Search: 60}); !errors.Is(err,
		context.Canceled) || made != nil {
		t.Errorf("after an interruption: %v, %v", made, err)
	}
	m := &maker{pool: newPool(set, 1, nil)}
	e := m.situated(nil)
	if _, err := m.situate(stopped, 10, &e); !errors.Is(err, context.Canceled) {
		t.Errorf("after an interruption: %v", err)
	}
}

// A corpus of the middle size comes with the smallest, and holds all of its cases; what is allowed and refused,
// what is rare, and castlings are looked for besides, in half as many positions, as many again, and fewer.
func TestStagesOfTheMiddleSize(t *testing.T) {
	var stages []string
	last := map[string]Progress{}
	made, err := Generate(t.Context(), rulestest.Builtin(t, "chess"), Options{Seed: 5, Search: 60,
		Progress: func(p Progress) {
			if p.Stage != "" && !slices.Contains(stages, p.Stage) {
				stages = append(stages, p.Stage)
			}
			last[p.Stage] = p
		}})
	if err != nil || len(made) != 2 || made[0].Size != corpus.Smoke || made[1].Size != corpus.Standard {
		t.Fatalf("%v, %v", made, err)
	}
	stages = stages[slices.Index(stages, "choosing cases: standard")+1:]
	// where there is something to shrink
	stages = slices.DeleteFunc(stages, func(s string) bool { return s == "shrinking cases: standard" })
	want := map[string]int{
		// of chess there are none
		"searching for what is allowed and refused, and why": 30, "searching for what is rare": 30,
		"searching for pawns passed by":        0,
		"searching for castlings played first": 2, "searching for castlings hindered beyond king and rook": 8,
	}
	total := 0
	for stage, n := range want {
		if p := last[stage]; p.Done != n || p.Total != n || !slices.Contains(stages, stage) {
			t.Errorf("%q: %+v, want %d", stage, p, n)
		}
		total += n
	}
	if len(stages) != len(want) || made[1].Searched != made[0].Searched+total {
		t.Errorf("%q; %d positions are looked at, and %d", stages, made[0].Searched, made[1].Searched)
	}
	names := map[string]bool{}
	for _, c := range made[1].Cases {
		names[c.FEN+" "+strings.Join(c.Moves, " ")] = true
	}
	for _, c := range made[0].Cases {
		if !names[c.FEN+" "+strings.Join(c.Moves, " ")] {
			t.Errorf("%s %s is in the smallest alone", c.FEN, c.Moves)
		}
	}
	if len(names) != len(made[1].Cases) || len(made[1].Cases) <= len(made[0].Cases) {
		t.Errorf("%d cases, %d of them different, and %d in the smallest", len(made[1].Cases), len(names),
			len(made[0].Cases))
	}
}

// What is kept for a misreading tells it, what is kept for two parts them, and as many are looked at as were asked for.
func TestSearchKeepsWhatTells(t *testing.T) {
	p := newPool(rulestest.Builtin(t, "chess"), 3, nil)
	told := 0
	if err := p.search(t.Context(), 513); err != nil || p.searched != 513 {
		t.Fatalf("%d are looked at, %v", p.searched, err)
	}
	for what, list := range p.best {
		for _, c := range list {
			if what[1] >= 0 {
				if what[0] >= what[1] || !c.Parts(what[0], what[1]) {
					t.Errorf("%v are not parted by %s", what, c.Name())
				}
				continue
			}
			told++
			if !c.Tells(what[0]) {
				t.Errorf("%d is not told by %s", what[0], c.Name())
			}
		}
		if most := map[bool]int{true: 12, false: 2}[what[1] < 0]; len(list) > most {
			t.Errorf("%d are kept for %v", len(list), what)
		}
	}
	if told == 0 {
		t.Error("nothing is told")
	}
	for what := range p.best {
		if what[1] < 0 {
			continue
		}
		// what parts two is no answer of the rules under one of them
		if len(p.best[[2]int{what[0], -1}])+len(p.best[[2]int{what[1], -1}]) == 0 {
			t.Errorf("%v are parted and none is told", what)
		}
	}
}

// Positions of play show, each, something that fewer than six before it have shown, and none comes twice.
func TestPlay(t *testing.T) {
	m := &maker{pool: newPool(rulestest.Builtin(t, "chess"), 3, nil)}
	list, err := m.play(t.Context(), 40)
	if err != nil || m.searched != 40 || len(list) < 10 {
		t.Fatalf("%d of %d, %v", len(list), m.searched, err)
	}
	shown, seen := map[string]int{}, map[string]bool{}
	for _, c := range list {
		rare := false
		for _, trait := range traits(c.Question, m.Variant, 2*playedTurns) {
			rare = rare || shown[trait] < 6
			shown[trait]++
		}
		if !rare || seen[c.Name()] || !m.known[c.Name()] || slices.Contains(c.Keys, 0) || c.turns > playedTurns {
			t.Errorf("%s shows nothing new, or has not been answered", c.Name())
		}
		seen[c.Name()] = true
	}
	again, err := m.play(t.Context(), 40)
	if err != nil || m.searched != 80 {
		t.Errorf("%d in all, %v", m.searched, err)
	}
	for _, c := range again {
		if seen[c.Name()] {
			t.Errorf("%s comes again", c.Name())
		}
	}
}

// The positions of a family are those of its lines that its rules allow.
func TestSeedsOfTheFamily(t *testing.T) {
	for _, name := range []string{"pacifist1", "conversion", "chess"} {
		set := rulestest.Builtin(t, name)
		g, n := rules.New(set), 0
		for _, line := range strings.Split(seedLines, "\n") {
			if fen, ok := strings.CutPrefix(line, set.Family.String()+"\t"); ok {
				if _, err := g.ParseFEN(fen); err == nil {
					n++
				}
			}
		}
		if got := len(ScenarioSeeds(set)); got != n || n == 0 {
			t.Errorf("%s: %d positions, want %d", name, got, n)
		}
	}
}

// Misreadings of one setting need what single ones need, all others what pairs need.
func TestNeeds(t *testing.T) {
	c := newCover(of([]probe.Key{2, 2, 2, 2}, []probe.Key{2, 2, 2, 2}, []probe.Key{2, 2, 2, 2}), 4, 2,
		goal{single: 3, pair: 1, parting: 2})
	if want := []int{3, 3, 1, 1, 0, 0, 0, 0, 0, 0}; !slices.Equal(c.need, want) {
		t.Errorf("%v, want %v", c.need, want)
	}
}

// Rights that name what is not the side's show nothing where the FEN says so; after moves they may.
func TestSituationsOfConvertedRights(t *testing.T) {
	set := rulestest.Builtin(t, "pacifist1") // where rights outlive conversion (PAC-15)
	if got := shownBy(t, set, "7k/8/8/8/8/8/8/4K2r w K - 0 1", ""); got != nil {
		t.Errorf("%q", got)
	}
	if got := shownBy(t, set, "7k/8/8/8/8/8/8/4K2r b K - 0 1", "h8g8"); len(got) == 0 {
		t.Error("after a move nothing is shown")
	}
	if got := shownBy(t, set, "7k/8/8/8/8/8/8/4K2R w K - 0 1", ""); !slices.Contains(got,
		"White's O-O converts nothing") {
		t.Errorf("%q", got)
	}
}
