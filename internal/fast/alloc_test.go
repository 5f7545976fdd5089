package fast

import (
	"testing"

	"turncoat/rules/board"
)

// Once the caller's buffers are large enough nothing allocates: not listing, not playing, not
// asking.
func TestNoAllocation(t *testing.T) {
	moves, turns, waves := make([]board.Move, 0, 512), make([]board.Turn, 0, 512),
		make([]board.Bitboard, 0, 64)
	var after board.Position
	var c Choices
	for _, row := range perftRows(t, "perft.jsonl") {
		if row.Perft[0] > 200 {
			continue // thousands of reclaim choices at every node
		}
		r, _, p := parse(t, row.Rules, row.FEN)
		all := func() {
			moves = r.AppendMoves(moves[:0], &p)
			turns = r.AppendTurns(turns[:0], &p)
			for i, m := range moves {
				r.Play(&p, m, &after)
				r.Apply(&p, turns[i], &after)
				waves = r.AppendWaves(waves[:0], &p, m)
				r.Legal(&p, m)
				for c.Start(r, &p, m); c.Next(); {
					c.Turn()
				}
			}

			r.PlayTo(&p, p.KindAt(moves[0].From), moves[0].From.Bit(), moves[0].To, moves[0].Promotion, &after)
			r.PlayCastling(&p, board.QueenSide, &after)
			r.AppendMovesTo(moves, &p, board.Knight, board.E1)
			r.Outcome(&p)
			r.InCheck(&p, p.Turn)
		}
		all()
		if n := testing.AllocsPerRun(3, all); n != 0 {
			t.Errorf("%s %s: %v allocations", row.Rules, row.FEN, n)
		}
	}
}

// Perft allocates for its depth, not for its nodes.
func TestPerftAllocation(t *testing.T) {
	for _, row := range perftRows(t, "perft.jsonl") {
		depth := len(row.Perft)
		if row.Perft[depth-1] > 50_000 {
			depth--
		}
		r, _, p := parse(t, row.Rules, row.FEN)
		for _, resolve := range []bool{false, true} {
			if n := testing.AllocsPerRun(1, func() { r.Perft(&p, depth, resolve) }); n > 64 {
				t.Errorf("%s %s: %v allocations for %d nodes", row.Rules, row.FEN, n,
					row.Perft[depth-1])
			}
		}
	}
}
