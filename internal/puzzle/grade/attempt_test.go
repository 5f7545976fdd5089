package grade

import (
	"context"
	"errors"
	"slices"
	"testing"

	"turncoat/internal/puzzle/analysis"
	"turncoat/internal/testing/puzzletest"
	"turncoat/puzzle"
)

// Puzzles are measured by the turns of the attacker in the main line: how many are left at each,
// and which turns win.
func TestMeasure(t *testing.T) {
	list := puzzletest.Sample(t)[:4]
	list = append(list, puzzletest.File(t,
		"../../../puzzle/collection/more/self-wins.jsonl")[:2]...)
	waving, helps := 0, puzzletest.File(t, "../../../puzzle/collection/more/help-wins.jsonl")
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
		help, step := p.Goal() == puzzle.HelpWin, 2
		if help {
			step = 1
		}
		at, line, variant := tree.Position, tree.Keys[0].Line(), p.Variant()
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
			left := p.In - ply/2
			if help {
				// Half a turn is one of the side that wins, which is the last to play.
				left = (len(line) - ply + 1) / 2
			}

			if d.left != left {
				t.Errorf("%s: at ply %d %d turns are left, want %d", p.ID, ply, d.left, left)
			}
			moves := variant.Moves(&at)
			if len(d.wins) != len(moves) {
				t.Fatalf("%s: %d moves at ply %d, want %d", p.ID, len(d.wins), ply, len(moves))
			}
			var keys []string
			for k, look := range d.looks[0] {
				if d.wins[k] {
					keys = append(keys, look.Turn.UCI(&at))
				}
			}

			slices.Sort(keys)
			if want := slices.Sorted(slices.Values(p.Keys)); ply == 0 && !slices.Equal(keys, want) {
				t.Errorf("%s: %q win, want %q", p.ID, keys, want)
			}
			if !slices.Contains(keys, turn.Move.UCI(&at)) {
				t.Errorf("%s: %s does not win at ply %d", p.ID, turn.Move.UCI(&at), ply)
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
			t.Errorf("%s: %+v, want %d waves, %d by %d, quiet %t", p.ID, g, waves, plausible, lure,
				isQuiet)
		}
	}

	if waving == 0 {
		t.Error("no help-win has waves")
	}
	if len(quiet) != 2 {
		t.Errorf("there are quiet keys or others only: %v", quiet)
	}
}

// A puzzle that cannot be played, and work that is interrupted, are errors, and leave a puzzle
// without a grade.
func TestGradeErrors(t *testing.T) {
	list := puzzletest.Sample(t)[:2]
	for i := range list {
		list[i].Grade = nil
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := Each(ctx, list, 1, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
	if err := One(ctx, &list[0], 1, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("one, interrupted: %v", err)
	}
	help := puzzletest.File(t, "../../../puzzle/collection/more/help-wins.jsonl")[:1]
	if err := One(ctx, &help[0], 1, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("a help-win, interrupted: %v", err)
	}
	bad := list[1]
	bad.Solution = `["a1a1"]`
	if err := One(context.Background(), &bad, 1, nil); err == nil || bad.Grade != nil {
		t.Errorf("a solution that cannot be played has the grade %v, %v", bad.Grade, err)
	}
}
