package validate

import (
	"testing"

	"turncoat/internal/randomgame"
)

// Replaying a record that is all right allocates nothing a ply: a few things a record, whatever its length.
func TestFastPathAllocatesNothingAPly(t *testing.T) {
	text := randomPGN(t, "chess", 1, false, randomgame.Options{Plies: 300})
	u := newJudge(Rules{})
	u.lines.Reset(text, 0)
	var r Verdict
	if _, ok := u.fast.read(text, 0, true, &r); !ok || r.Plies < 100 {
		t.Fatalf("read %d plies", r.Plies)
	}
	if n := testing.AllocsPerRun(20, func() { u.fast.read(text, 0, true, &r) }); n > 4 {
		t.Errorf("%v allocations for %d plies", n, r.Plies)
	}
}

// A capture en passant takes a pawn, though not from the square it is written with: it does not leave the fast path.
func TestFastPathTakesEnPassant(t *testing.T) {
	text := []byte(`[Event "?"]
[Site "?"]
[Date "1993.05.01"]
[Round "1"]
[White "A"]
[Black "B"]
[Result "1-0"]

1. e4 a6 2. e5 d5 3. exd6 1-0
`)
	u := newJudge(Rules{})
	u.lines.Reset(text, 0)
	var r Verdict
	if _, ok := u.fast.read(text, 0, true, &r); !ok || r.Plies != 5 {
		t.Errorf("%t, %d plies", ok, r.Plies)
	}
}
