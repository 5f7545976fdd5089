package generate

import (
	"context"
	"maps"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"

	"turncoat/corpus/internal/probe"
	"turncoat/internal/workers"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// situations names all that turns of a position do, in which state of their side, and what is refused
// for which reason.
func situations(c *candidate, g *rules.Variant, values []valued) []string {
	p, err := g.ParseFEN(c.FEN)
	if err != nil || len(c.Moves) == 0 && p.Rights.Squares()&^standing(&p) != 0 { // some misreadings refuse it
		return nil
	}
	start := p
	var moves []board.Move
	for _, text := range c.Moves {
		t, err := g.Parse(&p, text)
		if err != nil {
			return nil
		}
		moves, p = append(moves, t.Move), t.After
	}
	shown := map[string]bool{over(g, &p): true, otherRook(g, &start, moves, &p): true, byFile(c.FEN, g, &p): true}
	n := 0
	for t := range g.Turns(&p) {
		if n++; n > 2*playedTurns {
			break
		}
		for _, name := range effects(g.Set(), &p, &t) {
			shown[name] = true
		}
	}
	for _, list := range [][]string{refusals(g, &p), lostHow(c.Question, g), told(values, c)} {
		for _, name := range list {
			shown[name] = true
		}
	}
	if p.Occupied() == p.Kings {
		shown["kings alone, "+p.Turn.Title()+" to move: "+g.Outcome(&p).Result.String()] = true
	}
	delete(shown, "")
	return slices.Sorted(maps.Keys(shown))
}

// standing returns the pieces that have the colour of the rights that name them.
func standing(p *board.Position) (squares board.Bitboard) {
	for i, right := range p.Rights {
		if right.Held() {
			squares |= (right.King.Bit() | right.Rook.Bit()) & p.Colours[i>>1]
		}
	}
	return squares
}

// byFile names a castling by a right that the FEN writes as the file of its rook.
func byFile(fen string, g *rules.Variant, p *board.Position) string {
	if fields := strings.Fields(fen); strings.Trim(fields[2], "KQkq-") == "" {
		return ""
	}
	for t := range g.Turns(p) {
		wing, castles := t.Move.Castles(p)
		outer := p.Rooks & p.Colours[p.Turn]
		for s := range outer.All {
			if castles && s.Rank() == t.Move.To.Rank() && (wing == board.QueenSide && s < t.Move.To ||
				wing == board.KingSide && s > t.Move.To) {
				return "castling by a right written by its file"
			}
		}
	}
	return ""
}

// keepSituations is how many candidates are kept that show a situation.
const keepSituations = 8

// A shower is a candidate with the situations that it shows.
type shower struct {
	*candidate
	shows []string
}

// An exhibition is what cases are to show, and where positions that show it come from.
type exhibition struct {
	shows    func(c *candidate) []string
	question func(r *rand.Rand, i int) (probe.Question, bool)
	stream   uint64                  // of random numbers
	keep     func(q *probe.Question) // is told of positions that show what few have shown before; may be nil
}

// situated is the exhibition of [situations]. Positions are made out of the cases given, too.
func (m *maker) situated(cases []int) exhibition {
	values := otherValues(m.Variant.Set())
	good := slices.Clone(m.composer.seeds)
	for _, i := range cases {
		good = append(good, m.list[i].Question)
	}
	// not as they were chosen
	slices.SortFunc(good, func(a, b probe.Question) int { return strings.Compare(a.Name(), b.Name()) })
	return exhibition{
		shows:    func(c *candidate) []string { return situations(c, m.Variant, values) },
		question: func(r *rand.Rand, i int) (probe.Question, bool) { return m.composer.situation(r, i, good) },
		keep:     func(q *probe.Question) { good = append(good, *q) }, // what is rare is worth varying
	}
}

// situate looks at n positions for what they show and keeps the smallest for each.
func (m *maker) situate(ctx context.Context, n int, e *exhibition) ([]shower, error) {
	kept := map[string][]shower{}
	known := map[string]bool{}
	for first := 0; first < n; first += batch {
		size := min(batch, n-first)
		found := make([]shower, size)
		if err := workers.Each(ctx, runtime.GOMAXPROCS(0), size, func(_, i int) {
			r := rand.New(rand.NewPCG(m.seed, ^(e.stream + uint64(first+i+1))))
			q, ok := e.question(r, first+i)
			if !ok {
				return
			}
			if c, ok := m.look(q, playedTurns); ok {
				found[i] = shower{c, e.shows(c)}
			}
		}); err != nil {
			return nil, err
		}
		for _, s := range found {
			if s.candidate == nil || known[s.Name()] {
				continue
			}
			for _, name := range s.shows {
				list := kept[name]
				at, same := slices.BinarySearchFunc(list, s,
					func(a, b shower) int { return compareCandidates(a.candidate, b.candidate) })
				if same || at == keepSituations {
					continue
				}
				if len(list) < keepSituations/2 && e.keep != nil {
					e.keep(&s.Question)
				}
				known[s.Name()] = true
				list = slices.Insert(slices.Clone(list), at, s)
				kept[name] = list[:min(len(list), keepSituations)]
			}
		}
		m.progress(Progress{m.stage, first + size, n})
	}
	m.searched += n
	var all []shower
	seen := map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(kept)) {
		for _, s := range kept[name] {
			if !seen[s.Name()] {
				seen[s.Name()] = true
				all = append(all, s)
			}
		}
	}
	slices.SortFunc(all, func(a, b shower) int { return compareCandidates(a.candidate, b.candidate) })
	return all, nil
}

// situation returns a position in which much may be shown.
func (c *composer) situation(r *rand.Rand, i int, good []probe.Question) (probe.Question, bool) {
	switch i % 16 {
	case 5:
		return c.lostAndBack(r)
	case 13:
		return c.alone(r)
	case 6, 14:
		return c.exposed(r)
	case 7, 15:
		return c.inner(r)
	}
	switch i % 4 {
	case 0:
		return c.occasion(r, i/4)
	case 1:
		return c.compose(r, good)
	case 2:
		q, ok := c.castling(r)
		if ok && r.IntN(3) == 0 {
			ok = c.crown(&q)
		}
		return q, ok
	}
	return c.mutate(r, good[r.IntN(len(good))])
}

// show adds to the cases chosen for a size those of the showers by which everything is shown so
// often, as far as there are any: greedily what shows most of what is missing. It returns the cases
// added before with the new ones.
func (m *maker) show(ctx context.Context, e *exhibition, all []shower, chosen []int, added []*candidate,
	least int) ([]*candidate, error) {
	list := slices.Clone(added)
	for _, i := range chosen {
		list = append(list, m.list[i])
	}
	shows := make([][]string, len(list))
	if err := workers.Each(ctx, runtime.GOMAXPROCS(0), len(list), func(_, i int) { shows[i] = e.shows(list[i]) }); err != nil {
		return nil, err
	}
	shown, taken := tally{}, map[string]bool{}
	for i, c := range list {
		taken[c.Name()] = true
		shown.add(shows[i])
	}
	for ctx.Err() == nil {
		next := best(len(all), func(i int) int {
			if taken[all[i].Name()] {
				return 0
			}
			return shown.missing(all[i].shows, least)
		}, func(i int) int { return m.priceOf(all[i].candidate) })
		if next < 0 {
			break
		}
		s := all[next]
		taken[s.Name()] = true
		if m.askAll(ctx, s.candidate) {
			added = append(added, s.candidate)
			shown.add(s.shows)
		}
	}
	return added, ctx.Err()
}

// alone composes a position in which the kings stand alone, or what a side has beside its king stands far off.
func (c *composer) alone(r *rand.Rand) (probe.Question, bool) {
	var p board.Position
	p.Turn = board.Colour(r.IntN(2))
	colours := []board.Colour{board.White, board.Black}
	if c.family == ruleset.Pacifist && r.IntN(3) == 0 {
		colours[r.IntN(2)] = colours[r.IntN(2)]
	}
	for _, colour := range colours {
		c.drop(r, &p, board.Square(r.IntN(64)), board.Piece{Kind: board.King, Colour: colour})
	}
	return c.finish(&p, "-")
}

// exposed composes a position in which enemy pieces look at the square where a castling king ends.
func (c *composer) exposed(r *rand.Rand) (probe.Question, bool) {
	q, p, ok := c.placed(c.castling(r))
	if !ok {
		return q, false
	}
	end, _ := board.CastlingEnds(p.Turn, board.CastlingSide(r.IntN(2)))
	for range 1 + r.IntN(3) {
		s := board.At(end.File(), 1+r.IntN(6))
		if d := 1 + r.IntN(4); r.IntN(3) == 0 { // on a diagonal
			file := end.File() + d*(1-2*r.IntN(2))
			if file < 0 || file > 7 {
				continue
			}
			s = board.At(file, abs(end.Rank()-d))
		}
		if !p.Occupied().Has(s) {
			p.Put(s, board.Piece{Kind: []board.Kind{board.Queen, board.Rook, board.Bishop}[r.IntN(3)],
				Colour: p.Turn.Other()})
		}
	}
	q.FEN = c.variant.FEN(&p)
	return q, c.sound(q.FEN)
}

// inner composes a position in which a right names a rook that is not the outermost, so that a FEN writes it by
// its file.
func (c *composer) inner(r *rand.Rand) (probe.Question, bool) {
	var p board.Position
	p.Turn = board.Colour(r.IntN(2))
	rank := p.Turn.FirstRank()
	king := 2 + r.IntN(4)
	rook, outer := king+1, king+2+r.IntN(6-king)
	if r.IntN(2) == 0 {
		rook, outer = king-1, r.IntN(king-1)
	}
	p.Put(board.At(king, rank), board.Piece{Kind: board.King, Colour: p.Turn})
	p.Put(board.At(rook, rank), board.Piece{Kind: board.Rook, Colour: p.Turn})
	p.Put(board.At(outer, rank), board.Piece{Kind: board.Rook, Colour: p.Turn})
	c.drop(r, &p, board.At(4, 4), board.Piece{Kind: board.King, Colour: p.Turn.Other()})
	for range r.IntN(4) {
		c.drop(r, &p, board.At(4, 3), board.Piece{Kind: extras[r.IntN(len(extras))], Colour: board.Colour(r.IntN(2))})
	}
	return c.finish(&p, string(rune('A'+rook+32*int(p.Turn))))
}
