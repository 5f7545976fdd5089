package grade

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"turncoat/internal/glicko"
	"turncoat/puzzle"
	"turncoat/puzzle/analysis"
	"turncoat/puzzle/internal/chance"
	"turncoat/puzzle/internal/puzzletest"
	"turncoat/puzzle/player"
	"turncoat/puzzle/solution"
	"turncoat/rules/board"
)

// seen returns a decision on moves of which one who sees so many plies has so many looks.
func seen(left int, wins []bool, scores ...[]int) decision {
	d := decision{left: left, wins: wins}
	for depth := range d.looks {
		for _, s := range scores[min(depth, len(scores))-min(depth, 1)] {
			d.looks[depth] = append(d.looks[depth], player.Look{Score: s})
		}
	}
	return d
}

// Which turn a player takes who makes no mistakes: of as many as it looks into, those that seem best at a
// glance, where a win is no more than a strong impression, the best by what it sees.
func TestFinds(t *testing.T) {
	const won = player.Win - 5
	for _, test := range []struct {
		name   string
		d      decision
		width  int
		depth  int
		wanted bool
	}{
		{"the right one looks best", seen(3, []bool{false, true}, []int{0, 10}, []int{0, 10}, []int{0, 10}), 2, 1,
			true},
		{"the wrong one looks best", seen(3, []bool{false, true}, []int{10, 0}, []int{10, 0}, []int{10, 0}), 2, 1,
			false},
		{"of equal ones the first", seen(3, []bool{true, false}, []int{7, 7}, []int{7, 7}, []int{7, 7}), 2, 1, true},
		{"of equal ones the first, which is wrong", seen(3, []bool{false, true}, []int{7, 7}, []int{7, 7},
			[]int{7, 7}), 2, 1, false},
		{"the right one is not looked into", seen(1, []bool{false, true}, []int{10, 0}, []int{0, 10}, []int{0, 10}),
			1, 3, false},
		{"the right one is looked into", seen(1, []bool{false, true}, []int{10, 0}, []int{10, 0}, []int{10, 0}), 2, 3,
			true},
		{"only what is looked into counts", seen(3, []bool{true, false, false}, []int{5, 9, 1}, []int{5, 4, 9},
			[]int{5, 4, 9}), 2, 2, true},
		{"seen with two plies", seen(3, []bool{false, true}, []int{9, 8}, []int{0, 1}, []int{9, 8}), 2, 2, true},
		{"seen with three plies", seen(3, []bool{false, true}, []int{9, 8}, []int{9, 8}, []int{0, 1}), 2, 3, true},
		{"seen with no more plies than are counted", seen(9, []bool{false, true}, []int{9, 8}, []int{9, 8},
			[]int{0, 1}), 2, 7, true},
		{"a win that is seen to its end", seen(2, []bool{false, true}, []int{9, 8}, []int{9, 8}, []int{9, 8}), 2, 3,
			true},
		{"a win beyond what is seen", seen(2, []bool{false, true}, []int{9, 8}, []int{9, 8}, []int{9, 8}), 2, 2, false},
		{"a slower win is less than the fastest", seen(1, []bool{false, true}, []int{9, 8}, []int{9, 8},
			[]int{won, 8}), 2, 3, true},
		{"a slower win is taken before what only looks well", seen(5, []bool{false, true}, []int{9, 9}, []int{9, 9},
			[]int{won, player.Win/2 - 1}), 2, 3, false},
		// At a glance a win is an impression of 3,000, and so is what is worth more.
		{"a glance at a win is no better than one at much", seen(1, []bool{false, true},
			[]int{impression, player.Win - 1}, []int{0, 0}, []int{0, 0}), 1, 1, false},
		{"a glance at a win is better than one at less", seen(1, []bool{false, true},
			[]int{impression - 1, player.Win - 1}, []int{0, 0}, []int{0, 0}), 1, 1, true},
		{"there is no move", decision{left: 1}, 3, 3, false},
		{"fewer moves than are looked into", seen(1, []bool{true}, []int{0}, []int{0}, []int{0}), 30, 3, true},
	} {
		r := rung{width: test.width, depth: test.depth}
		if got := r.finds(&test.d, chance.For(1, "x", 1)); got != test.wanted {
			t.Errorf("%s: found is %t", test.name, got)
		}
		want := 0.0
		if test.wanted {
			want = 1
		}
		if got := r.attempt([]decision{test.d}, chance.For(1, "x", 1)); got != want {
			t.Errorf("%s: an attempt is worth %f", test.name, got)
		}
		// Every turn has to be found.
		right := seen(1, []bool{true}, []int{0}, []int{0}, []int{0})
		for _, list := range [][]decision{{right, test.d}, {test.d, right}} {
			if got := r.solves(list, chance.For(1, "x", 1)); got != test.wanted {
				t.Errorf("%s: solved together with a turn that everyone finds is %t", test.name, got)
			}
		}
	}
}

// A slower win is seen as it is, without noise, whatever the noise of other turns.
func TestSlowerWin(t *testing.T) {
	d := seen(9, []bool{false, true}, []int{0, 0}, []int{0, 0}, []int{player.Win - 5, player.Win - 6})
	for seed := range uint64(30) {
		if (rung{width: 2, depth: 3, noise: 1000}).finds(&d, chance.For(seed, "x", 1)) {
			t.Errorf("with the seed %d a win is misjudged", seed)
		}
	}
}

// Wrong moves that look at least as good as the best right one to one who sees two plies, and by how much.
func TestLures(t *testing.T) {
	for _, test := range []struct {
		wins            []bool
		scores          []int
		plausible, lure int
	}{
		{[]bool{true, false, false}, []int{10, 30, -5}, 1, 20},
		{[]bool{true, false, false, true}, []int{10, 30, 25, 25}, 2, 5},
		{[]bool{true, false, false, true}, []int{25, 30, 25, 10}, 2, 5},
		{[]bool{false, true, false}, []int{-10, 0, -20}, 0, -10},
		{[]bool{false, true}, []int{0, 0}, 1, 0},
		{[]bool{true, true}, []int{5, 7}, 0, -player.Win - 7},
	} {
		d := seen(2, test.wins, []int{1, 2, 3, 4}[:len(test.wins)], test.scores, []int{4, 3, 2, 1}[:len(test.wins)])
		if plausible, lure := d.lures(); plausible != test.plausible || lure != test.lure {
			t.Errorf("%v, right %v: %d by %d, want %d by %d", test.scores, test.wins, plausible, lure, test.plausible,
				test.lure)
		}
	}
}

var (
	everyone = []decision{seen(1, []bool{true}, []int{0}, []int{0}, []int{0})}
	noone    = []decision{seen(1, []bool{false}, []int{0}, []int{0}, []int{0})}
)

// A puzzle that everyone solves and one that no one does: what all are rated follows by Glicko-2 from the scores
// alone, period by period, everyone's rating of the period before being what counts. The players' mean is 1500.
func TestCompete(t *testing.T) {
	tests := [][]decision{everyone, noone, everyone}
	scores := []float64{1, 0, 1} // of the players
	players, tasks := slices.Repeat([]glicko.Rating{{Value: 1500, Deviation: 350, Volatility: 0.06}}, 12),
		slices.Repeat([]glicko.Rating{{Value: 1500, Deviation: 350, Volatility: 0.06}}, 3)
	for range 24 {
		var ofPlayer, easy, hard []glicko.Result
		for i, s := range scores {
			ofPlayer = append(ofPlayer, glicko.Result{Opponent: tasks[i], Score: s})
		}
		for range 12 {
			easy, hard = append(easy, glicko.Result{Opponent: players[0], Score: 0}),
				append(hard, glicko.Result{Opponent: players[0], Score: 1})
		}
		next := players[0].After(ofPlayer)
		tasks[0], tasks[1], tasks[2] = tasks[0].After(easy), tasks[1].After(hard), tasks[2].After(easy)
		for j := range players {
			players[j] = next
		}
	}
	shift := 1500 - players[0].Value
	gotTasks, gotPlayers := compete(tests, 7)
	if len(gotTasks) != 3 || len(gotPlayers) != 12 {
		t.Fatalf("%d puzzles and %d players", len(gotTasks), len(gotPlayers))
	}
	same := func(got, want glicko.Rating) bool {
		return math.Abs(got.Value-want.Value-shift) < 1e-6 && math.Abs(got.Deviation-want.Deviation) < 1e-6 &&
			math.Abs(got.Volatility-want.Volatility) < 1e-9
	}
	for i, got := range gotTasks {
		if !same(got, tasks[i]) {
			t.Errorf("puzzle %d: %+v, want %+v and %f more", i, got, tasks[i], shift)
		}
	}
	for i, got := range gotPlayers {
		if !same(got, players[i]) {
			t.Errorf("player %d: %+v, want %+v and %f more", i, got, players[i], shift)
		}
	}
}

// By itself a puzzle meets every player once in each of 24 periods, at the rating that the player has settled at.
func TestAlone(t *testing.T) {
	for score, test := range map[float64][]decision{0: everyone, 1: noone} {
		want := glicko.Rating{Value: 1500, Deviation: 350, Volatility: 0.06}
		for range 24 {
			var results []glicko.Result
			for _, value := range settled {
				results = append(results, glicko.Result{Opponent: glicko.Rating{Value: value, Deviation: 15,
					Volatility: 0.06}, Score: score})
			}
			want = want.After(results)
		}
		if got := alone(test, 3); math.Abs(got.Value-want.Value) > 1e-6 ||
			math.Abs(got.Deviation-want.Deviation) > 1e-6 {
			t.Errorf("score %.0f: %+v, want %+v", score, got, want)
		}
	}
}

func TestSetRating(t *testing.T) {
	var g puzzle.Grade
	setRating(&g, glicko.Rating{Value: 1499.5, Deviation: 31.49})
	if g.Rating != 1500 || g.Deviation != 31 || g.Level != puzzle.LevelOf(1500) {
		t.Errorf("%+v", g)
	}
}

// What is measured of puzzles is what they say of themselves: the turns of the attacker's in the main line, how
// many are left at each, which of them win, and what players of each depth see.
func TestMeasure(t *testing.T) {
	list := puzzletest.Sample(t)[:4]
	list = append(list, puzzletest.File(t, "../collection/more/self-wins.jsonl")[:2]...)
	waving, helps := 0, puzzletest.File(t, "../collection/more/help-wins.jsonl")
	list = append(list, helps[:2]...)
	i := slices.IndexFunc(helps, func(p puzzle.Puzzle) bool { return p.Grade.Waves > 1 })
	list = append(list, helps[i])
	quiet := map[bool]bool{}
	for i := range list {
		p := &list[i]
		g, decisions, err := measure(context.Background(), p, nil)
		if err != nil {
			t.Fatal(err)
		}
		tree, err := p.Tree()
		if err != nil {
			t.Fatal(err)
		}
		help, step := p.Goal() == solution.HelpWin, 2
		if help {
			step = 1
		}
		at, line, game := tree.Position, tree.Keys[0].Line(), p.Variant()
		if want := (len(line) + step - 1) / step; len(decisions) != want {
			t.Fatalf("%s: %d decisions, want %d", p.ID, len(decisions), want)
		}
		waves := 0
		for ply, turn := range line {
			if ply%step > 0 {
				at = turn.After
				continue
			}
			d := decisions[ply/step]
			waves = max(waves, len(turn.Waves))
			left, sign := p.In-ply/2, 1
			if help {
				// Half a turn is one of the side that wins, which is the last to play.
				left = (len(line) - ply + 1) / 2
				if (len(line)-ply)%2 == 0 {
					sign = -1
				}
			}
			if d.left != left {
				t.Errorf("%s: at ply %d %d turns are left, want %d", p.ID, ply, d.left, left)
			}
			moves := game.Moves(&at)
			if len(d.wins) != len(moves) {
				t.Fatalf("%s: %d moves at ply %d, want %d", p.ID, len(d.wins), ply, len(moves))
			}
			var keys []string
			for k, m := range moves {
				if d.wins[k] {
					keys = append(keys, m.UCI(&at))
				}
			}
			slices.Sort(keys)
			if want := slices.Sorted(slices.Values(p.Keys)); ply == 0 && !slices.Equal(keys, want) {
				t.Errorf("%s: %q win, want %q", p.ID, keys, want)
			}
			if !slices.Contains(keys, turn.Move.UCI(&at)) {
				t.Errorf("%s: %s does not win at ply %d", p.ID, turn.Move.UCI(&at), ply)
			}
			for depth := 1; depth <= 3; depth++ {
				for k, look := range player.New(game, depth, 0).Looks(&at) {
					if got := d.looks[depth][k]; got.Move != look.Move || got.Score != sign*look.Score ||
						got.Waves != look.Waves {
						t.Errorf("%s: at ply %d with %d plies %+v, want %+v", p.ID, ply, depth, got, look)
					}
				}
			}
			at = turn.After
		}
		if help && waves > 1 {
			waving++
		}
		plausible, lure := decisions[0].lures()
		isQuiet := !help && slices.Contains(p.Themes, analysis.QuietKey)
		quiet[isQuiet] = true
		if g.Waves != waves || g.Plausible != plausible || g.Lure != lure || g.Quiet != isQuiet {
			t.Errorf("%s: %+v, want %d waves, %d by %d, quiet %t", p.ID, g, waves, plausible, lure, isQuiet)
		}
	}
	if waving == 0 {
		t.Error("no help-win has waves")
	}
	if len(quiet) != 2 {
		t.Errorf("there are quiet keys or others only: %v", quiet)
	}
}

// A puzzle that cannot be played, and work that is interrupted, are errors, and leave a puzzle without a grade.
func TestGradeErrors(t *testing.T) {
	list := puzzletest.Sample(t)[:2]
	for i := range list {
		list[i].Grade = nil
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := All(ctx, list, 1, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
	if err := One(ctx, &list[0], 1); !errors.Is(err, context.Canceled) {
		t.Errorf("one, interrupted: %v", err)
	}
	help := puzzletest.File(t, "../collection/more/help-wins.jsonl")[:1]
	if err := One(ctx, &help[0], 1); !errors.Is(err, context.Canceled) {
		t.Errorf("a help-win, interrupted: %v", err)
	}
	if _, err := decide(ctx, analysis.ForPuzzle(&list[0], nil), list[0].Variant(), &board.Position{}, 1); err == nil {
		t.Error("a decision, interrupted, is none")
	}
	bad := list[1]
	bad.Solution = `["a1a1"]`
	bad.ID = "bad"
	if err := All(context.Background(), []puzzle.Puzzle{list[0], bad}, 1, 2); err == nil ||
		!strings.HasPrefix(err.Error(), "bad: ") {
		t.Errorf("a solution that cannot be played: %v", err)
	}
	if err := One(context.Background(), &bad, 1); err == nil || bad.Grade != nil {
		t.Errorf("a solution that cannot be played has the grade %v, %v", bad.Grade, err)
	}
}

// The same seed gives the same grade, which has the measures of the puzzle.
func TestOne(t *testing.T) {
	p := puzzletest.Sample(t)[1]
	g, test, err := measure(context.Background(), &p, nil)
	if err != nil {
		t.Fatal(err)
	}
	setRating(&g, alone(test, 9))
	for range 2 {
		p.Grade = nil
		if err := One(context.Background(), &p, 9); err != nil || p.Grade == nil || *p.Grade != g {
			t.Errorf("%+v, %v; want %+v", p.Grade, err, g)
		}
	}
	list := []puzzle.Puzzle{p}
	list[0].Grade = nil
	if err := All(context.Background(), list, 9, 1); err != nil {
		t.Fatal(err)
	}
	ratings, _ := compete([][]decision{test}, 9)
	setRating(&g, ratings[0])
	if list[0].Grade == nil || *list[0].Grade != g {
		t.Errorf("with all: %+v, want %+v", list[0].Grade, g)
	}
}
