package shrink

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strings"

	"turncoat/rules"
	"turncoat/rules/board"
)

// A Position is a position given by a FEN and moves that are played from it.
type Position = rules.Setup

// Smaller lists positions with fewer pieces, moves or rights, the much smaller ones first. All are
// valid under the rules, and their moves are legal.
func Smaller(variant *rules.Variant, q Position) []Position {
	p, err := variant.ParseFEN(q.FEN)
	if err != nil {
		return nil
	}
	l := &smaller{variant: variant}
	l.moves(q)
	l.pieces(q, &p)
	fields := strings.Fields(variant.FEN(&p))
	for _, right := range fields[2] {
		if right != '-' {
			reduced := slices.Clone(fields)
			reduced[2] = cmp.Or(strings.Replace(fields[2], string(right), "", 1), "-")
			l.add(strings.Join(reduced, " "), q.Moves)
		}
	}

	if fields[3] != "-" {
		l.add(strings.Join(append(slices.Clone(fields[:3]), "-", fields[4], fields[5]), " "), q.Moves)
	}
	l.numbers(q, p)
	return l.list
}

type smaller struct {
	variant *rules.Variant
	list    []Position
}

// add adds a position if it is valid and its FEN is written in the usual form.
func (l *smaller) add(fen string, moves []string) {
	p, err := l.variant.ParseFEN(fen)
	if err != nil || l.variant.FEN(&p) != fen {
		return
	}
	q := Position{FEN: fen, Moves: moves}
	if len(moves) > 0 {
		if _, err := q.Position(l.variant); err != nil {
			return
		}
	}

	l.list = append(l.list, q)
}

// withEnPassant adds a position that may have an en passant square, with the square and
// without it.
func (l *smaller) withEnPassant(p board.Position, moves []string) {
	if p.EnPassant < board.NoSquare {
		l.add(l.variant.FEN(&p), moves)
		p.EnPassant = board.NoSquare
	}

	l.add(l.variant.FEN(&p), moves)
}

// moves adds positions without some of the moves: all of them, the first half, some in the middle.
func (l *smaller) moves(q Position) {
	for n := len(q.Moves); n > 0; n /= 2 {
		if p, err := (Position{FEN: q.FEN, Moves: q.Moves[:n]}).Position(l.variant); err == nil {
			p.Clock, p.Number = 0, 1
			l.add(l.variant.FEN(&p), q.Moves[n:])
		}
	}

	for _, n := range []int{2, 1, 4} {
		for i := 0; i+n < len(q.Moves); i++ {
			l.add(q.FEN, slices.Delete(slices.Clone(q.Moves), i, i+n))
		}
	}
}

// numbers adds positions with a smaller half-move clock and move number. The clocks are those of a
// search by halves, since a fault may begin at any of them.
func (l *smaller) numbers(q Position, p board.Position) {
	with := func(clock, number uint16) {
		p.Clock, p.Number = clock, number
		l.add(l.variant.FEN(&p), q.Moves)
	}
	clock, number := p.Clock, p.Number
	if clock > 0 {
		with(0, 1)
	}
	if number > 1 {
		with(clock, 1)
	}
	for step := clock / 2; step > 0; step /= 2 {
		with(clock-step, number)
	}
}

// pieces adds positions without some of the pieces: half of them, a quarter, and so on down to one.
func (l *smaller) pieces(q Position, p *board.Position) {
	squares := (p.Occupied() &^ p.Kings).Squares()
	for n := max(1, len(squares)/2); ; n /= 2 {
		for i := 0; i < len(squares); i += n {
			reduced := *p
			for _, s := range squares[i:min(i+n, len(squares))] {
				reduced.Put(s, board.NoPiece)
			}
			reduced.Rights.Strike((p.Rights.Squares()) &^ reduced.Occupied())
			l.withEnPassant(reduced, q.Moves)
		}

		if n <= 1 {
			return
		}
	}
}

// Jumbled lists random variants of a position: a piece or two are removed, and others are moved or
// replaced. Some faults need a combination of pieces from which no single piece can be removed.
func Jumbled(variant *rules.Variant, q Position, seed uint64, n int) []Position {
	p, err := variant.ParseFEN(q.FEN)
	if err != nil {
		return nil
	}
	r := rand.New(rand.NewPCG(seed, 1))
	l := &smaller{variant: variant}
	for range n {
		squares := (p.Occupied() &^ p.Kings).Squares()
		if len(squares) == 0 {
			return l.list
		}
		reduced := p
		for range 1 + r.IntN(2) {
			reduced.Put(squares[r.IntN(len(squares))], board.NoPiece)
		}
		for range 1 + r.IntN(2) {
			all := reduced.Occupied().Squares()
			s, to := all[r.IntN(len(all))], board.Square(r.IntN(64))
			piece := reduced.PieceAt(s)
			switch r.IntN(4) {
			case 0:
				if piece.Kind != board.King {
					piece.Kind = board.Kind(r.IntN(int(board.King)))
				}
				to = s
			case 1:
				to = board.At(min(7, max(0, s.File()+r.IntN(3)-1)), min(7, max(0, s.Rank()+r.IntN(3)-1)))
			}

			if to == s || !reduced.Occupied().Has(to) {
				reduced.Put(s, board.NoPiece)
				reduced.Put(to, piece)
			}
		}

		reduced.Rights.Strike(p.Rights.Squares() & (p.Occupied() &^ reduced.Occupied()))
		l.withEnPassant(reduced, q.Moves)
	}

	return l.list
}
