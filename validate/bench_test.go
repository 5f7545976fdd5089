package validate

import (
	"testing"

	"turncoat/internal/testing/randomgame"
	"turncoat/internal/token"
)

// Replaying a record that is all right allocates nothing a ply: a few things a record, whatever its length.
func TestFastPathAllocatesNothingAPly(t *testing.T) {
	text := randomPGN(t, "chess", 1, false, randomgame.Options{Plies: 300})
	u, r := quickly(t, text)
	if r.Plies < 100 {
		t.Fatalf("read %d plies", r.Plies)
	}
	if n := testing.AllocsPerRun(20, func() { u.tokenizer.Read((*token.Record)(&u.game), text, 0, true); u.fast.judge(&u.game, &r) }); n > 4 {
		t.Errorf("%v allocations for %d plies", n, r.Plies)
	}
}

// quickly judges a record on the fast path.
func quickly(t *testing.T, text []byte) (u *judge, r Verdict) {
	t.Helper()
	u = newJudge(Rules{})
	if _, ok := readQuickly(u, text, &r); !ok {
		t.Errorf("not on the fast path: %s", text)
	}
	return u, r
}

func readQuickly(u *judge, text []byte, r *Verdict) (end int, ok bool) {
	u.lines.Reset(text, 0)
	u.tokenizer.Share(text)
	end, ok = u.tokenizer.Read((*token.Record)(&u.game), text, 0, true)
	return end, ok && u.fast.judge(&u.game, r)
}

// A capture en passant takes a pawn, though not from the square it is written with: it does not leave the fast path.
func TestFastPathTakesEnPassant(t *testing.T) {
	if _, r := quickly(t, []byte("[Result \"1-0\"]\n\n1. e4 a6 2. e5 d5 3. exd6 1-0\n")); r.Plies != 5 {
		t.Errorf("%d plies", r.Plies)
	}
}
