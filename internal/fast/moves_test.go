package fast

import (
	"slices"
	"testing"

	"turncoat/rules/board"
)

// Of all moves that can be written, Legal picks those that AppendMoves lists, and AppendMovesTo
// those of them that a record would mean.
func TestLegal(t *testing.T) {
	for _, row := range perftRows(t, "perft.jsonl") {
		r, _, p := parse(t, row.Rules, row.FEN)
		list := r.AppendMoves(nil, &p)
		legal := 0
		for from := board.A1; from <= board.NoSquare; from++ {
			for to := board.A1; to <= board.NoSquare; to++ {
				for kind := board.Pawn; kind <= board.NoKind; kind++ {
					m := board.Move{From: from, To: to, Promotion: kind}
					if got, want := r.Legal(&p, m), slices.Contains(list, m); got != want {
						t.Errorf("%s %s: Legal(%v) = %v, want %v", row.Rules, row.FEN, m, got, want)
					} else if got {
						legal++
					}
				}
			}
		}

		for side := range board.KingSide + 1 {
			var after board.Position
			turn, ok := r.PlayCastling(&p, side, &after)
			right := p.Rights[board.RightIndex(p.Turn, side)]
			want := right.Held() && slices.Contains(list, board.NewMove(right.King, right.Rook))
			if ok != want || ok && turn.Move != board.NewMove(right.King, right.Rook) {
				t.Errorf("%s %s: PlayCastling(%v) = %v, %t, want %t", row.Rules, row.FEN, side,
					turn, ok, want)
			}
		}

		if legal != len(list) {
			t.Errorf("%s %s: %d moves, %d of them legal", row.Rules, row.FEN, len(list), legal)
		}
		for to := board.A1; to <= board.NoSquare; to++ {
			for kind := board.Pawn; kind <= board.NoKind; kind++ {
				want := slices.DeleteFunc(slices.Clone(list), func(m board.Move) bool {
					_, castles := m.Castles(&p)
					return castles || m.To != to || p.KindAt(m.From) != kind
				})
				got := r.AppendMovesTo(nil, &p, kind, to)
				sortMoves(got)
				sortMoves(want)
				if !slices.Equal(got, want) {
					t.Errorf("%s %s: AppendMovesTo(%v, %v) = %v, want %v", row.Rules, row.FEN, kind,
						to, got, want)
				}

				for promotion := board.Pawn; promotion <= board.NoKind; promotion++ {
					meant := slices.DeleteFunc(slices.Clone(want), func(m board.Move) bool {
						return m.Promotion != promotion
					})
					var after, played board.Position
					turn, ok := r.PlayTo(&p, kind, ^board.Bitboard(0), to, promotion, &after)
					if ok != (len(meant) == 1) {
						t.Errorf("%s %s: PlayTo(%v, %v, %v) = %t, want one of %v", row.Rules,
							row.FEN, kind, to, promotion, ok, meant)
					} else if ok && (r.Play(&p, meant[0], &played) != turn || played != after) {
						t.Errorf("%s %s: PlayTo(%v, %v, %v) plays %v", row.Rules, row.FEN, kind, to,
							promotion, turn)
					}
				}
			}
		}
	}
}

func sortMoves(moves []board.Move) {
	slices.SortFunc(moves, func(a, b board.Move) int {
		number := func(m board.Move) int {
			return int(m.From)<<16 | int(m.To)<<8 |
				int(m.Promotion)
		}
		return number(a) - number(b)
	})
}

// The turns listed are those that playing the moves one by one gives.
func TestTurnsAndPlay(t *testing.T) {
	for _, row := range perftRows(t, "perft.jsonl") {
		r, _, p := parse(t, row.Rules, row.FEN)
		moves := r.AppendMoves(nil, &p)
		turns := r.AppendTurns(nil, &p)
		if len(turns) != len(moves) {
			t.Errorf("%s %s: %d turns of %d moves", row.Rules, row.FEN, len(turns), len(moves))
			continue
		}

		for i, m := range moves {
			var played, applied board.Position
			turn := r.Play(&p, m, &played)
			if turn != turns[i] {
				t.Errorf("%s %s: Play(%v) = %v, want %v", row.Rules, row.FEN, m, turn, turns[i])
			}
			r.Apply(&p, turn, &applied)
			if played != applied {
				t.Errorf("%s %s: %v is not applied as it is played", row.Rules, row.FEN, m)
			}
			var waves board.Bitboard
			for _, w := range r.AppendWaves(nil, &p, m) {
				if w == 0 || w&waves != 0 {
					t.Errorf("%s %s: %v has an empty wave, or one that converts back", row.Rules,
						row.FEN, m)
				}

				waves |= w
			}

			if waves != turn.Converted {
				t.Errorf("%s %s: the waves of %v convert %v, the turn %v", row.Rules, row.FEN, m,
					waves.Names(), turn.Converted.Names())
			}
		}
	}
}
