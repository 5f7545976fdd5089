package fast

import (
	"testing"

	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// What PlayTo and PlayCastling find is what the list of all legal turns holds: every move, looked for by its
// kind, target and origin or by its kind and target alone, and nothing to a square that no legal
// move goes to.
func TestPlayToFindsEveryTurn(t *testing.T) {
	for _, row := range perftRows(t, "perft.jsonl") {
		r, set, p := parse(t, row.Rules, row.FEN)
		checkPlayTo(t, r, set, &p)
		var after board.Position
		for i, turn := range r.AppendTurns(nil, &p) {
			if i%7 == 0 {
				r.Apply(&p, turn, &after)
				checkPlayTo(t, r, set, &after)
			}
		}
	}
}

func checkPlayTo(t *testing.T, r Rules, set ruleset.Set, p *board.Position) {
	t.Helper()
	type reading struct {
		kind board.Kind
		to   board.Square
		as   board.Kind
	}
	legal := map[reading][]board.Turn{}
	wings := map[board.CastlingSide]board.Turn{}
	for _, turn := range r.AppendTurns(nil, p) {
		if wing, ok := turn.Castles(p); ok {
			wings[wing] = turn
			continue
		}
		key := reading{p.KindAt(turn.From), turn.To, turn.Promotion}
		legal[key] = append(legal[key], turn)
	}
	var after, want board.Position
	for kind := board.Pawn; kind <= board.King; kind++ {
		for to := board.A1; to <= board.H8; to++ {
			for as := board.Pawn; as <= board.NoKind; as++ {
				turns := legal[reading{kind, to, as}]
				turn, n := r.PlayTo(p, kind, ^board.Bitboard(0), to, as, &after)
				if n != min(len(turns), 2) {
					t.Fatalf("%v: %v to %v as %v: %d moves, want %d", p.FEN(set), kind, to, as, n, len(turns))
				}
				if n == 1 {
					if r.Apply(p, turn, &want); turn != turns[0] || after != want {
						t.Fatalf("%v: %v to %v: %v, want %v", p.FEN(set), kind, to, turn, turns[0])
					}
				}
				for _, one := range turns {
					if turn, n := r.PlayTo(p, kind, one.From.Bit(), to, as, &after); n != 1 || turn != one {
						t.Fatalf("%v: %v from %v to %v: %d moves", p.FEN(set), kind, one.From, to, n)
					}
				}
			}
		}
	}
	for _, wing := range []board.CastlingSide{board.QueenSide, board.KingSide} {
		want, legal := wings[wing]
		if turn, ok := r.PlayCastling(p, wing, &after); ok != legal || ok && turn != want {
			t.Fatalf("%v: castling to wing %d: %v, want %v", p.FEN(set), wing, ok, legal)
		}
	}
}
