package store

import (
	"cmp"
	"context"
	"iter"
	"slices"

	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// Nearness says how positions are compared.
type Nearness string

const (
	// NearMaterial selects positions with the same pieces, of either colour.
	NearMaterial Nearness = "material"
	// NearPlacement sorts by the number of pieces of the same kind on the same squares, of either colour, as they stand
	// or mirrored.
	NearPlacement Nearness = "placement"
)

// Near yields the puzzles of a query that are similar to a position, the most similar first, then in the order they
// were added. It ignores the order of the query.
func (s *Store) Near(ctx context.Context, p *board.Position, how Nearness, q Query) iter.Seq2[Found, error] {
	return func(yield func(Found, error) bool) {
		limit := q.Limit
		q.Limit, q.Sort, q.Random = 0, ByAge, false
		ns, err := s.similar(ctx, p, how, q)
		if err != nil {
			yield(Found{}, err)
			return
		}
		if limit > 0 && len(ns) > limit {
			ns = ns[:limit]
		}
		for _, n := range ns {
			f, err := s.at(ctx, n)
			if !yield(f, err) || err != nil {
				return
			}
		}
	}
}

// similar returns the numbers of the puzzles of a query, the most similar first.
func (s *Store) similar(ctx context.Context, p *board.Position, how Nearness, q Query) ([]int64, error) {
	if how == NearMaterial {
		q.material = materialOf(p)
	}
	text, args, err := s.compile(ctx, &q, "p.n, p.fen")
	if err != nil {
		return nil, err
	}
	rows, err := s.db.QueryContext(ctx, text, args...)
	if err != nil {
		return nil, classify(err)
	}
	defer rows.Close()
	type scored struct {
		n     int64
		score int
	}
	var found []scored
	here := placements(p)
	for rows.Next() {
		var n int64
		var fen string
		if err := rows.Scan(&n, &fen); err != nil {
			return nil, classify(err)
		}
		other, err := board.ParseFEN(fen, ruleset.Set{Family: ruleset.Pacifist})
		if err != nil {
			continue
		}
		found = append(found, scored{n, similarity(&here, &other)})
	}
	slices.SortStableFunc(found, func(a, b scored) int { return cmp.Compare(b.score, a.score) })
	ns := make([]int64, len(found))
	for i, f := range found {
		ns[i] = f.n
	}
	return ns, classify(rows.Err())
}

// placements returns the kind of piece on each square, or NoKind, of a position and its mirror image.
func placements(p *board.Position) (both [2][64]board.Kind) {
	for s := range board.Square(64) {
		both[0][s] = p.KindAt(s)
		both[1][board.At(7-s.File(), s.Rank())] = p.KindAt(s)
	}
	return both
}

// similarity counts equal pieces on equal squares, plain or mirrored, whichever gives more.
func similarity(here *[2][64]board.Kind, p *board.Position) int {
	var same [2]int
	for s := range p.Occupied().All {
		for i := range same {
			if here[i][s] == p.KindAt(s) {
				same[i]++
			}
		}
	}
	return max(same[0], same[1])
}

// at returns the puzzle with a number.
func (s *Store) at(ctx context.Context, n int64) (Found, error) {
	f := Found{N: n}
	var packed []byte
	err := s.db.QueryRowContext(ctx, "SELECT id, line FROM puzzle WHERE n = ?", n).Scan(&f.ID, &packed)
	if err == nil {
		f.Line, err = unpack(packed)
	}
	return f, classify(err)
}
