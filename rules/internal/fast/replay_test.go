package fast

import (
	"math/rand/v2"
	"slices"
	"testing"

	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// The loop over waves of a replay converts what the one loop does, wave by wave, and takes back the same.
func TestReplayWaves(t *testing.T) {
	random := rand.New(rand.NewPCG(21, 0))
	for _, name := range ruleset.BuiltinNames()[:5] {
		r, _, start := parse(t, name, board.StartFEN)
		long, reclaimed := 0, 0
		for range 60 {
			p := start
			var x Replay
			x.Start(r, &p)
			for range 60 {
				turns := r.AppendTurns(nil, &p)
				turns = slices.DeleteFunc(turns, func(turn board.Turn) bool {
					_,
						castles := turn.Castles(&p)
					return castles
				})
				if len(turns) == 0 {
					break
				}
				want := turns[random.IntN(len(turns))]
				waves := r.AppendWaves(nil, &p, want.Move)
				got, ok := x.PlayTo(p.KindAt(want.From), want.From.Bit(), want.To, want.Promotion)
				if !ok || got != want || !slices.Equal(x.Waves(), waves) {
					t.Fatalf("%s: %s: %v replayed as %v in waves %v, want %v in %v", name, p.Board(), want.Move, got,
						x.Waves(), want, waves)
				}
				if len(waves) > 1 {
					long++
				}
				if got.Reclaimed != 0 {
					reclaimed++
				}
				var after board.Position
				r.Apply(&p, want, &after)
				p = after
			}
		}
		if long < 50 || r.Reclaims() && reclaimed < 50 {
			t.Errorf("%s: only %d long cascades and %d reclaims: the test shows little", name, long, reclaimed)
		}
	}
}
