package rules

import (
	"math/rand/v2"
	"slices"
	"testing"

	"turncoat/internal/testing/longtest"
	"turncoat/rules/board"
	"turncoat/rules/internal/fast"
	"turncoat/rules/internal/reference"
	"turncoat/rules/ruleset"
)

// A replay carried from move to move says at every ply what package reference says of that ply
// alone: what each legal move converts and leaves, and that every other move is refused. (The list
// of legal moves of conversion and chess, which the other implementation makes slowly, is compared
// in TestDifferential.)
func TestReplayAgainstReference(t *testing.T) {
	games := 40
	if longtest.Short() {
		games = 24
	}
	random := rand.New(rand.NewPCG(5, 5))
	for _, name := range ruleset.BuiltinNames() {
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
			x.Start(ours, &p)
			for range 60 {
				moves := ours.AppendMoves(nil, &p)
				if set.Family == ruleset.Pacifist {
					moves = reference.Moves(set, p)
				}
				for range 20 {
					refused += refuses(t, set, x, p, moves, random)
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
func replays(t *testing.T, set ruleset.Set, x *fast.Replay, p board.Position,
	m board.Move) board.Position {
	t.Helper()
	want := reference.Full(set, p, m)
	got, ok := replay(x, &p, m)
	if !ok || got != want.Turn {
		t.Fatalf("%s, %s: %v (%v), want %v", set.Name, p.FEN(set), describe(got), ok,
			describe(want.Turn))
	}
	after := *x.Position()
	if after.Key = want.After.Key; after != want.After {
		t.Fatalf("%s, %s: after %v %+v, want %+v", set.Name, p.FEN(set), describe(got), after,
			want.After)
	}
	if !slices.Equal(x.Waves(), want.Waves) {
		t.Fatalf("%s, %s: %v: waves %v, want %v", set.Name, p.FEN(set), describe(got),
			names(x.Waves()), names(want.Waves))
	}
	return want.After
}

func replay(x *fast.Replay, p *board.Position, m board.Move) (board.Turn, bool) {
	if wing, ok := m.Castles(p); ok {
		return x.PlayCastling(wing)
	}
	return x.PlayTo(p.KindAt(m.From), m.From.Bit(), m.To, m.Promotion)
}

// refuses asks a copy of the replay for a move of a random kind to a random square, from anywhere,
// and counts 1 if it is not played.
func refuses(t *testing.T, set ruleset.Set, x fast.Replay, p board.Position, moves []board.Move,
	random *rand.Rand) int {
	t.Helper()
	kind, to, as := board.Kind(random.IntN(6)), board.Square(random.IntN(64)), board.NoKind
	if kind == board.Pawn && (to.Rank() == 0 || to.Rank() == 7) {
		as = board.Kind(random.IntN(7))
	}
	var meant []board.Move
	for wing := range board.KingSide + 1 {
		right := p.Rights[board.RightIndex(p.Turn, wing)]
		y := x
		legal := right.Held() && slices.Contains(moves, board.NewMove(right.King, right.Rook))
		if _, ok := y.PlayCastling(wing); ok != legal {
			t.Fatalf("%s, %s: castling %d: %v", set.Name, p.FEN(set), wing, ok)
		}
	}
	for _, m := range moves {
		if _, castles := m.Castles(&p); !castles && p.KindAt(m.From) == kind && m.To == to &&
			m.Promotion == as {
			meant = append(meant, m)
		}
	}
	turn, ok := x.PlayTo(kind, ^board.Bitboard(0), to, as)
	if ok != (len(meant) == 1) || ok && turn.Move != meant[0] {
		t.Fatalf("%s, %s: %v to %v as %v: %v (%v), want one of %v", set.Name, p.FEN(set), kind, to,
			as, describe(turn), ok, meant)
	}
	if ok {
		return 0
	}
	return 1
}
