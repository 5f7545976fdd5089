package store

import (
	"cmp"
	"context"
	"iter"
	"slices"
	"strings"

	"turncoat/internal/plural"
	"turncoat/puzzle"
	"turncoat/rules/board"
)

// MostDifferent is in how many pieces a puzzle may differ from a position and still be like it.
const MostDifferent = 2

// Like yields the puzzles of a query that may anticipate a position: the pieces stand to a king as
// they do there, but for [MostDifferent] of them, be they shifted, mirrored, or with colours
// exchanged; without pawns turned, too. Those that differ least come first, then those that are
// changed in fewer ways, then in the order they were added. It ignores the order of the query.
func (s *Store) Like(ctx context.Context, p *board.Position, q Query) iter.Seq2[Found, error] {
	return func(yield func(Found, error) bool) {
		limit := q.Limit
		q.Limit, q.Sort, q.Random = 0, ByAge, false
		list, err := s.likenesses(ctx, p, q)
		if err != nil {
			yield(Found{}, err)
			return
		}

		if limit > 0 && len(list) > limit {
			list = list[:limit]
		}
		for _, l := range list {
			f, err := s.Get(ctx, l.id)
			f.Likeness = l.String()
			if !yield(f, err) || err != nil {
				return
			}
		}
	}
}

// likenesses returns those of the puzzles of a query, in order.
func (s *Store) likenesses(ctx context.Context, p *board.Position, q Query) ([]likeness, error) {
	text, args, err := s.compile(ctx, &q, "p.id, p.fen")
	if err != nil {
		return nil, err
	}
	var found []likeness
	all := images(p)
	type row struct{ id, fen string }
	for r, err := range query(ctx, s.db, func(r *row) []any { return []any{&r.id, &r.fen} }, text, args...) {
		if err != nil {
			return nil, err
		}
		pieces, _, _ := strings.Cut(r.fen, " ")
		other, err := board.ParseBoard(pieces)
		if err != nil {
			continue
		}
		if l := likenessOf(all, &other); l.different <= MostDifferent {
			l.id = r.id
			found = append(found, l)
		}
	}

	slices.SortStableFunc(found, likeness.compare)
	return found, nil
}

// A likeness says how a puzzle is like a position.
type likeness struct {
	id        string
	different int // pieces
	image
	shifted bool
}

func (l likeness) compare(m likeness) int {
	return cmp.Or(cmp.Compare(l.different, m.different), cmp.Compare(l.changes(), m.changes()))
}

// changes counts the ways in which the puzzle is changed as a whole.
func (l likeness) changes() (n int) {
	for _, is := range []bool{l.recoloured, l.turned, l.shifted} {
		if is {
			n++
		}
	}

	return n
}

func (l likeness) String() string {
	text := "the same pieces"
	if l.different > 0 {
		text = plural.Count(l.different, "piece") + " different"
	}
	for _, change := range []struct {
		is   bool
		text string
	}{{l.turned, ", mirrored or turned"}, {l.recoloured, ", colours exchanged"}, {l.shifted, ", shifted"}} {
		if change.is {
			text += change.text
		}
	}

	return text
}

// An image is a position mirrored, turned or with its colours exchanged.
type image struct {
	recoloured, turned bool
	pieces             []placed
}

type placed struct {
	board.Piece
	file, rank int
}

// images returns the images of a position in which the same pieces may do the same.
func images(p *board.Position) (all []image) {
	for i := range 16 {
		y := puzzle.Symmetry{Recolour: i&1 != 0, Files: i&2 != 0, Ranks: i&4 != 0, Diagonal: i&8 != 0}
		if p.Pawns != 0 && (y.Diagonal || y.Ranks != y.Recolour) {
			continue // pawns would walk another way
		}
		it, q := image{recoloured: y.Recolour, turned: y.Files || y.Diagonal || y.Ranks != y.Recolour}, y.Apply(p)
		for s := range q.Occupied().All {
			it.pieces = append(it.pieces, placed{q.PieceAt(s), s.File(), s.Rank()})
		}
		all = append(all, it)
	}

	return all
}

// likenessOf returns the best likeness of a puzzle's position to one of which the images are given:
// with a king on the square of a king of that side, or unshifted.
func likenessOf(all []image, p *board.Position) likeness {
	best := likeness{different: 64}
	for _, it := range all {
		try := func(files, ranks int) {
			same := 0
			for _, here := range it.pieces {
				file, rank := here.file+files, here.rank+ranks
				if min(file, rank) >= 0 && max(file, rank) < 8 && p.PieceAt(board.At(file, rank)) == here.Piece {
					same++
				}
			}

			l := likeness{different: max(len(it.pieces), p.Occupied().Count()) - same, image: it,
				shifted: files != 0 || ranks != 0}
			if l.compare(best) < 0 {
				best = l
			}
		}
		try(0, 0)
		for _, here := range it.pieces {
			if here.Kind != board.King {
				continue
			}
			for s := range (p.Kings & p.Colours[here.Colour]).All {
				try(s.File()-here.file, s.Rank()-here.rank)
			}
		}
	}

	return best
}
