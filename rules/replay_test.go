package rules

import (
	"math/rand/v2"
	"slices"
	"testing"

	"turncoat/internal/longtest"
	"turncoat/rules/board"
	"turncoat/rules/internal/fast"
	"turncoat/rules/internal/reference"
	"turncoat/rules/ruleset"
)

// A replay carried from move to move says at every ply what package reference says of that ply alone: what
// each legal move converts and leaves, whether there is one, and that every other move is refused.
func TestReplayAgainstReference(t *testing.T) {
	games := 40
	if longtest.Short() {
		games = 5
	}
	random := rand.New(rand.NewPCG(5, 5))
	for _, name := range ruleset.BuiltinNames()[:5] {
		set, err := ruleset.Builtin(name)
		if err != nil {
			t.Fatal(err)
		}
		ours, _ := fast.For(set)
		plies, refused := 0, 0
		for range games {
			p, ok := shapes[random.IntN(len(shapes))].position(random, set)
			if !ok {
				continue
			}
			var x fast.Replay
			if !x.Start(ours, &p) {
				t.Fatalf("%s is not replayed", name)
			}
			for range 60 {
				moves := reference.Moves(set, p)
				for range 20 {
					refused += refuses(t, set, x, p, moves, random)
				}
				if has := x.HasTurn(); has != (len(moves) > 0) {
					t.Fatalf("%s, %s: a turn: %v, want %v", name, p.FEN(set), has, moves)
				}
				if len(moves) == 0 {
					break
				}
				p = replays(t, set, &x, p, moves[random.IntN(len(moves))])
				plies++
			}
		}
		t.Logf("%s: %d plies, %d refusals", name, plies, refused)
	}
}

// replays plays a legal move on the replay and returns the position after it.
func replays(t *testing.T, set ruleset.Set, x *fast.Replay, p board.Position, m board.Move) board.Position {
	t.Helper()
	want := reference.Full(set, p, m)
	got, ok := replay(x, &p, m)
	if !ok || got != want.Turn {
		t.Fatalf("%s, %s: %v (%v), want %v", set.Name, p.FEN(set), describe(got), ok, describe(want.Turn))
	}
	after := *x.Position()
	if after.Key = want.After.Key; after != want.After {
		t.Fatalf("%s, %s: after %v %+v, want %+v", set.Name, p.FEN(set), describe(got), after, want.After)
	}
	if !slices.Equal(x.Waves(), want.Waves) {
		t.Fatalf("%s, %s: %v: waves %v, want %v", set.Name, p.FEN(set), describe(got), names(x.Waves()),
			names(want.Waves))
	}
	return want.After
}

func replay(x *fast.Replay, p *board.Position, m board.Move) (board.Turn, bool) {
	if wing, ok := m.Castles(p); ok {
		return x.PlayCastling(wing)
	}
	return x.PlayTo(p.KindAt(m.From), m.From.Bit(), m.To, m.Promotion)
}

// refuses asks a copy of the replay for a move of a random kind to a random square, from anywhere, and counts 1
// if it is not played.
func refuses(t *testing.T, set ruleset.Set, x fast.Replay, p board.Position, moves []board.Move,
	random *rand.Rand) int {
	t.Helper()
	kind, to, as := board.Kind(random.IntN(6)), board.Square(random.IntN(64)), board.NoKind
	if kind == board.Pawn && (to.Rank() == 0 || to.Rank() == 7) {
		as = board.Kind(random.IntN(7))
	}
	var meant []board.Move
	for _, m := range moves {
		if _, castles := m.Castles(&p); !castles && p.KindAt(m.From) == kind && m.To == to && m.Promotion == as {
			meant = append(meant, m)
		}
	}
	turn, ok := x.PlayTo(kind, ^board.Bitboard(0), to, as)
	if ok != (len(meant) == 1) || ok && turn.Move != meant[0] {
		t.Fatalf("%s, %s: %v to %v as %v: %v (%v), want one of %v", set.Name, p.FEN(set), kind, to, as,
			describe(turn), ok, meant)
	}
	if ok {
		return 0
	}
	return 1
}

// A replay knows whether there is a turn where hardly one is left: a king and a piece or two, hemmed in by sliders.
func TestReplayHasTurn(t *testing.T) {
	trials := 60_000
	if longtest.Short() {
		trials = 3_000
	}
	random := rand.New(rand.NewPCG(6, 6))
	for _, name := range ruleset.BuiltinNames()[:3] {
		set, err := ruleset.Builtin(name)
		if err != nil {
			t.Fatal(err)
		}
		ours, _ := fast.For(set)
		var turns []board.Turn
		none := 0
		for range trials {
			var placed [64]byte
			put := func(letters string, n int) {
				for range n {
					placed[random.IntN(64)] = letters[random.IntN(len(letters))]
				}
			}
			put("bqrqrp", 2+random.IntN(7))
			corner := []int{0, 7, 56, 63}[random.IntN(4)]
			for range 1 + random.IntN(3) { // mates near by
				file, rank := corner%8^random.IntN(3), corner/8^random.IntN(3)
				placed[rank*8+file] = "PNBRQp"[random.IntN(6)]
			}
			placed[corner] = 'K'
			put("k", 1)
			p, ok := compose(random, set, placed)
			if !ok {
				continue
			}
			turns = ours.AppendTurns(turns[:0], &p)
			var x fast.Replay
			x.Start(ours, &p)
			if has := x.HasTurn(); has != (len(turns) > 0) {
				t.Fatalf("%s, %s: a turn: %v, want %d turns", name, p.FEN(set), has, len(turns))
			}
			if len(turns) == 0 {
				none++
			}
		}
		t.Logf("%s: %d positions without a turn", name, none)
	}
}

// A replay knows whether a side without a king can claim one: with few pieces and with many, where enemies are
// over-persuaded already, along lines that a move opens or closes, by promotion, and in later waves.
func TestReplayClaims(t *testing.T) {
	trials := 25_000
	if longtest.Short() {
		trials = 1_500
	}
	random := rand.New(rand.NewPCG(7, 7))
	for _, name := range ruleset.BuiltinNames()[:5] {
		set, err := ruleset.Builtin(name)
		if err != nil {
			t.Fatal(err)
		}
		ours, _ := fast.For(set)
		claims, none := 0, 0
		for range trials {
			var placed [64]byte
			put := func(letters string, n int) {
				for range n {
					placed[random.IntN(64)] = letters[random.IntN(len(letters))]
				}
			}
			white, black := "PPNBRQ", "ppnbrq"
			if random.IntN(2) == 0 {
				white, black = black, white
			}
			put(white, 1+random.IntN(1+random.IntN(12)))
			put(black, 4+random.IntN(20))
			put(string("Kk"[black[0]>>5&1]), 2)
			p, ok := compose(random, set, placed)
			if !ok || !p.Kingless(p.Turn) {
				continue
			}
			moves := reference.Moves(set, p)
			var x fast.Replay
			x.Start(ours, &p)
			if has := x.HasTurn(); has != (len(moves) > 0) {
				t.Fatalf("%s, %s: a claim: %v, want %v", name, p.FEN(set), has, moves)
			}
			if len(moves) == 0 {
				none++
			} else {
				claims++
			}
		}
		t.Logf("%s: %d positions with a claim, %d without", name, claims, none)
	}
}

// By average value a piece can claim a king by not bearing on it: queen and pawn bear 5 on average on the king
// that a rook supports with 5, the queen alone 9 (PAC-5); and a rook that is over-persuaded where it goes does
// not count (PAC-7).
func TestReplayClaimsByNotBearing(t *testing.T) {
	set, _ := ruleset.Builtin("pacifist-average")
	ours, _ := fast.For(set)
	for fen, from := range map[string]string{
		"k7/q7/8/4kr2/3P4/8/8/4Q3 w - - 0 1":                         "d4",
		"1n2k1R1/2R1q1pr/2Q5/bP3PN1/5QP1/q3rN2/6p1/1QB3kq w - - 0 1": "g8",
	} {
		p, err := board.ParseFEN(fen, set)
		if err != nil {
			t.Fatal(err)
		}
		moves := reference.Moves(set, p)
		for _, m := range moves {
			if m.From.String() != from {
				t.Errorf("%s: the other implementation has %v", fen, moves)
			}
		}
		var x fast.Replay
		if x.Start(ours, &p); len(moves) == 0 || !x.HasTurn() {
			t.Errorf("%s: no claim", fen)
		}
	}
}
