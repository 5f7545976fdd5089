package solve

import (
	"testing"

	"turncoat/puzzle/internal/puzzletest"
)

// A context that outlives a search holds nothing of it, whatever was searched for; and how long it took is told.
func TestContextIsLeft(t *testing.T) {
	game := puzzletest.Named(t, "chess")
	p := puzzletest.Position(t, game, inTwo)
	ctx := puzzletest.NewWatched()
	s := New(game, Options{Jobs: 2, Memory: 1 << 20})
	result, err := s.Solve(ctx, p, Win, 2)
	if err != nil || result.In != 2 || result.Elapsed <= 0 {
		t.Fatalf("%+v, %v", result, err)
	}
	if _, err := s.Solution(ctx, p, Win, result, Wanted{}); err != nil {
		t.Error(err)
	}
	if r, err := s.Help(ctx, p, 1); err != nil || r.Elapsed <= 0 {
		t.Errorf("%+v, %v", r, err)
	}
	if r, err := s.AnyLength(ctx, p, Win, 9, nil); err != nil || r.Elapsed <= 0 {
		t.Errorf("%+v, %v", r, err)
	}
	if now, ever := ctx.Waiting(); now != 0 || ever < 4 {
		t.Errorf("%d of %d searches are still waiting", now, ever)
	}
}

// The two searches for a win of any length have half of the memory each; without a limit each has as much as a search for a long win has.
func TestMemoryIsShared(t *testing.T) {
	game := puzzletest.Named(t, "chess")
	p := puzzletest.Position(t, game, inTwo)
	for memory, want := range map[int64]int64{0: DefaultMemory, 2 << 20: 1 << 20} {
		s := New(game, Options{Jobs: 1, Memory: memory})
		s.approach(p, Win, 9, nil)
		if s.exact.options.Memory != want || s.exact.options.Jobs != 1 {
			t.Errorf("of %d: %+v", memory, s.exact.options)
		}
		exact, long := s.exact, s.long
		if s.approach(p, Win, 9, nil); s.exact != exact || s.long != long {
			t.Errorf("of %d: what was found is forgotten", memory)
		}
	}
}
