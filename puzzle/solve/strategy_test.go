package solve

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	"turncoat/internal/testing/puzzletest"
	"turncoat/puzzle"
	"turncoat/puzzle/proof"
	"turncoat/rules"
	"turncoat/rules/board"
)

// strategyFor finds a strategy for the side to move after some moves from the start.
func strategyFor(t *testing.T, variant *rules.Variant, turns int, moves ...string) (*rules.Game, StrategyResult) {
	t.Helper()
	start := variant.Start()
	played := rules.NewGame(variant, &start)
	for _, m := range moves {
		if _, err := played.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	r, err := New(variant, Options{Jobs: 1, Memory: 16 << 20}).Strategy(t.Context(),
		played.Position(), turns, nil)
	if err != nil || r.Status != Won {
		t.Fatalf("%v: %s, %v", moves, r.Status, err)
	}
	return played, r
}

// provesBy checks the proof of a strategy by the reference rules.
func provesBy(t *testing.T, s Strategy, variant *rules.Variant, p *board.Position, m board.Move, turns int) {
	t.Helper()
	var out bytes.Buffer
	if err := s.WriteProof(&out, variant, p, m); err != nil {
		t.Fatal(err)
	}
	r, err := proof.Verify(t.Context(), &out, "", 2)
	if err != nil || r.In > turns || !slices.Equal(r.Keys, []string{m.UCI(p)}) {
		t.Errorf("%s: %+v, %v", variant.FEN(p), r, err)
	}
}

// Whole strategies are proofs: in Benedict Chess, of the known wins of other games, and after they
// have been merged and made smaller.
func TestStrategy(t *testing.T) {
	for _, name := range []string{"benedict", "benedict-king"} {
		variant := puzzletest.Named(t, name)
		played, r := strategyFor(t, variant, 12, "e3", "h5")
		provesBy(t, r.Strategy, variant, played.Position(), r.First.Move, 12)

		other, q := strategyFor(t, variant, 12, "e3", "g5")
		r.Strategy.Merge(q.Strategy)
		root := puzzle.Bare(played.Position())
		small, err := r.Strategy.Shrink(t.Context(), variant, []board.Position{root})
		if err != nil || len(small) == 0 || len(small) >= len(r.Strategy) {
			t.Fatalf("%d positions of %d, %v", len(small), len(r.Strategy), err)
		}
		provesBy(t, small, variant, played.Position(), small[root].Move, 12)
		if root := puzzle.Bare(other.Position()); small[root].In != 0 {
			t.Error("the strategy for one position has another one, which cannot follow")
		}
	}

	for _, want := range knownWins(t) {
		if want.N < 2 || want.N > 3 || want.Variant.Set().Reclaim != 0 {
			continue
		}
		r, err := New(want.Variant, Options{Jobs: 1, Memory: 1 << 20}).Strategy(t.Context(),
			&want.Position, want.N, nil)
		if err != nil || r.First.In != want.N {
			t.Errorf("%s: in %d, %v; want %d", want.FEN, r.First.In, err, want.N)
			continue
		}
		provesBy(t, r.Strategy, want.Variant, &want.Position, r.First.Move, want.N)
	}
}

// Where there is no win in so many turns, that is said; a limit leaves it open; and the enemy's
// choice of what it takes back is refused.
func TestNoStrategy(t *testing.T) {
	variant := puzzletest.Named(t, "benedict")
	p := variant.Start()
	r, err := New(variant, Options{}).Strategy(t.Context(), &p, 2, nil)
	if err != nil || r.Status != None || r.Strategy != nil {
		t.Errorf("from the start in 2: %+v, %v", r, err)
	}
	r, err = New(variant, Options{Nodes: 1000}).Strategy(t.Context(), &p, 12, nil)
	if err != nil || r.Status != Unknown || r.Nodes > 2000 {
		t.Errorf("with a limit: %s after %d nodes, %v", r.Status, r.Nodes, err)
	}
	number := puzzletest.Named(t, "pacifist-number")
	p = number.Start()
	if _, err := New(number, Options{}).Strategy(t.Context(), &p, 2, nil); !errors.Is(err, ErrUnsupported) {
		t.Errorf("with an optional reclaim: %v", err)
	}
}

// A proof of 1.e3 h5 2.Nc3 is refused once it is changed: with a bound that is too small, without
// one of its positions, or with another claim. Its checksum is that of the changed steps, so that
// only the verification can notice.
func TestMutatedStrategies(t *testing.T) {
	variant := puzzletest.Named(t, "benedict")
	played, r := strategyFor(t, variant, 12, "e3", "h5")
	root := puzzle.Bare(played.Position())
	whole, err := r.Strategy.Shrink(t.Context(), variant, []board.Position{root})
	if err != nil {
		t.Fatal(err)
	}
	h := proofHeader(variant, &root, Win)
	h.In, h.Keys = whole[root].In, []string{whole[root].Move.UCI(&root)}
	refused := func(what string, h proof.Header, steps []proof.Step) {
		t.Helper()
		var out bytes.Buffer
		if err := proof.WriteSorted(&out, h, steps); err != nil {
			t.Fatal(err)
		}
		if _, err := proof.Verify(t.Context(), &out, "", 2); !errors.Is(err, proof.ErrWrong) {
			t.Errorf("%s: %v", what, err)
		}
	}

	steps := whole.Steps()
	for i := 0; i < len(steps); i += 1 + len(steps)/6 { // each is verified from the start
		refused("without "+steps[i].At, h, slices.Delete(slices.Clone(steps), i, i+1))
		if steps[i].Win > 2 {
			sooner := slices.Clone(steps)
			sooner[i].Win--
			refused("sooner at "+steps[i].At, h, sooner)
		}
	}

	h.In--
	refused("in fewer turns", h, steps)
	h.In++
	h.Keys = []string{"e3e4"}
	refused("another turn", h, steps)
}
