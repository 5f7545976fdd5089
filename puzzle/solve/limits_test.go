package solve

import (
	"io"
	"testing"

	"turncoat/internal/testing/puzzletest"
	"turncoat/rules"
	"turncoat/rules/ruleset"
)

// After a search nothing waits for its context any more, whatever was searched for. Each result has
// the time that it took.
func TestContextIsLeft(t *testing.T) {
	variant := puzzletest.Named(t, "chess")
	p := puzzletest.Position(t, variant, inTwo)
	ctx := newWatched()
	s := New(variant, Options{Jobs: 2, Memory: 1 << 20})
	result, err := s.Solve(ctx, &p, Win, 2)
	if err != nil || result.In != 2 || result.Elapsed <= 0 {
		t.Fatalf("%+v, %v", result, err)
	}
	if _, err := s.Solution(ctx, result, Wanted{}); err != nil {
		t.Error(err)
	}
	if err := s.WriteProof(ctx, io.Discard, result, true); err != nil {
		t.Error(err)
	}
	if r, err := s.Lines(ctx, &p, HelpWin, 1); err != nil || r.Elapsed <= 0 {
		t.Errorf("%+v, %v", r, err)
	}
	if r, err := s.AnyLength(ctx, &p, Win, 9, nil); err != nil || r.Elapsed <= 0 {
		t.Errorf("%+v, %v", r, err)
	}
	if _, err := s.long.Find(ctx, &p, Win, 3, 0); err != nil {
		t.Error(err)
	}
	if _, _, _, err := s.long.Keys(ctx, &p, Win, 2, 0); err != nil {
		t.Error(err)
	}
	if now, ever := ctx.Waiting(); now != 0 || ever < 7 {
		t.Errorf("%d of %d searches are still waiting", now, ever)
	}
}

// If the enemy has more reclaim choices than the search looks at, it proves nothing, and ends.
func TestTooManyReclaims(t *testing.T) {
	average := puzzletest.Named(t, "pacifist-average").Set()
	average.Name, average.Promotion = "mine", ruleset.PromoteQueen
	for _, variant := range []*rules.Variant{puzzletest.Named(t, "pacifist-average"),
		puzzletest.Named(t, "pacifist-number"), rules.New(average)} {
		p := puzzletest.Position(t, variant,
			"K6k/PPPPPPPP/qqqqqqqq/PPPPPPPP/PPPPPPPP/qqqqqqqq/PPPPPPPP/8 w - - 0 1")
		for _, goal := range []Goal{Win, Claim, HelpWin} {
			r, err := New(variant, Options{Jobs: 1, Memory: 1 << 20}).Solve(t.Context(), &p, goal,
				1)
			if err != nil || r.Status != Unknown {
				t.Errorf("%s: %s: %+v, %v", variant.Set().Name, goal, r.Status, err)
			}
		}
	}
}

// So many turns as can be asked for are searched: where the pawns are locked and guard what is
// between the kings, so that White's walks on the first rank for ever and Black's can come no
// nearer than the fourth, nobody wins.
func TestGreatestNumberOfTurns(t *testing.T) {
	variant := puzzletest.Named(t, "chess")
	p := puzzletest.Position(t, variant, "4k3/8/8/8/8/1p1p1p1p/1P1P1P1P/4K3 w - - 0 1")
	for _, goal := range []Goal{Win, SelfWin} {
		s := New(variant, Options{Jobs: 1, Memory: 4 << 20})
		if r, err := s.Solve(t.Context(), &p, goal, MaxTurns); err != nil || r.Status != None ||
			r.Excluded != 60 {
			t.Errorf("%s: %+v, %v", goal, r, err)
		}
		after := variant.Play(&p, variant.Moves(&p)[0]).After
		if r, err := s.Solve(t.Context(), &after, goal, MaxTurns); err != nil || r.Status != None ||
			r.Excluded != 60 {
			t.Errorf("%s of Black: %+v, %v", goal, r, err)
		}
	}
}
