package generate

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"strings"

	"turncoat/corpus/internal/probe"
	"turncoat/internal/workers"
	"turncoat/rules/board"
)

// shrink takes pieces, rights and moves away from a candidate as long as it still does its duties:
// tells the misreadings and parts the pairs of them that the elements of the cover name.
func (p *pool) shrink(ctx context.Context, c *candidate, cov *cover, duties []int) (*candidate, error) {
	for {
		smaller, err := p.smaller(ctx, c, cov, duties)
		if err != nil || smaller == nil {
			return c, err
		}
		c = smaller
	}
}

// smaller returns the first of the next smaller positions that does the duties, nil if none does.
func (p *pool) smaller(ctx context.Context, c *candidate, cov *cover, duties []int) (*candidate, error) {
	trials := p.reductions(c)
	found := make([]*candidate, len(trials))
	err := workers.Each(ctx, runtime.GOMAXPROCS(0), len(trials), func(_, i int) {
		t, ok := p.look(trials[i], p.mostTurns)
		if ok && (t.turns > 0 || c.turns == 0) && p.does(t, cov, duties) {
			found[i] = t
		}
	})
	if err != nil {
		return nil, err
	}
	for _, t := range found {
		if t != nil && p.askAll(ctx, t) {
			return t, ctx.Err()
		}
	}
	return nil, ctx.Err()
}

// askAll has all misreadings answer a position, at the same time.
func (p *pool) askAll(ctx context.Context, c *candidate) bool {
	refused := make([]bool, len(p.readings))
	err := workers.Each(ctx, runtime.GOMAXPROCS(0), len(p.readings),
		func(_, m int) { refused[m] = !p.ask(c, []int{m}) })
	return err == nil && !slices.Contains(refused, true)
}

// does reports whether a candidate does its duties. It asks only the misreadings that they name.
func (p *pool) does(c *candidate, cov *cover, duties []int) bool {
	for _, e := range duties {
		if e < cov.readings {
			if !p.ask(c, []int{e}) || !c.Tells(e) {
				return false
			}
			continue
		}
		a, b := cov.pair(e)
		if !p.ask(c, []int{a, b}) || c.Norm(a) == c.Norm(b) {
			return false
		}
	}
	return true
}

// reductions lists the positions that have one thing less: the first move, a right, a piece.
func (p *pool) reductions(c *candidate) []probe.Question {
	var list []probe.Question
	pos, err := p.Variant.ParseFEN(c.FEN)
	if err != nil {
		return nil
	}
	if len(c.Moves) > 0 {
		if t, err := p.Variant.Parse(&pos, c.Moves[0]); err == nil {
			after := t.After
			after.Clock, after.Number, after.EnPassant = 0, 1, board.NoSquare
			list = p.reduced(list, p.Variant.FEN(&after), c.Moves[1:])
		}
	}
	fields := strings.Fields(c.FEN)
	for _, right := range fields[2] {
		if right != '-' {
			less := slices.Clone(fields)
			less[2] = cmp.Or(strings.Replace(fields[2], string(right), "", 1), "-")
			list = p.reduced(list, strings.Join(less, " "), c.Moves)
		}
	}
	named := pos.Rights.Squares()
	for _, s := range pos.Occupied().Squares() {
		if named.Has(s) || pos.Kings.Has(s) {
			continue
		}
		less := pos
		less.Put(s, board.NoPiece)
		list = p.reduced(list, p.Variant.FEN(&less), c.Moves)
	}
	if fields[3] != "-" || fields[4] != "0" || fields[5] != "1" {
		list = p.reduced(list, strings.Join(append(slices.Clone(fields[:3]), "-", "0", "1"), " "), c.Moves)
	}
	return list
}

// reduced adds a position if it is written as the rules write it.
func (p *pool) reduced(list []probe.Question, fen string, moves []string) []probe.Question {
	if !p.composer.sound(fen) {
		return list
	}
	return append(list, probe.Question{FEN: fen, Moves: moves})
}
