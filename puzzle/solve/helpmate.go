package solve

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"turncoat/puzzle/solution"
	"turncoat/rules/board"
)

// MaxLines is how many lines of a help-win are kept. All are counted, and the keys are those of all.
const MaxLines = 1000

// Help looks for the shortest help-win of at most so many plies: the side to move begins, both sides work
// together, and the side that makes the last turn wins with it. An even number, 2n, makes a help-win in n turns:
// the enemy of the side to move wins. An odd one, 2n+1, makes one in n and a half: the side to move wins, and In
// and Excluded of the result are rounded down. Shorter ways have an odd number of plies if plies is odd. Limits
// and errors are as in [Solver.Solve].
func (s *Solver) Help(ctx context.Context, p board.Position, plies int) (Result, error) {
	return s.Lines(ctx, p, HelpWin, plies)
}

// Lines does the same for a goal whose solutions are lines: a help-win or a series, with [solution.Stalemate] or without.
// In a series In and Excluded count the turns of the side that begins.
func (s *Solver) Lines(ctx context.Context, p board.Position, goal Goal, plies int) (Result, error) {
	if plies < 1 || plies > 2*MaxTurns {
		return Result{}, fmt.Errorf("%w: a number of plies from 1 to %d is wanted, not %d", ErrUnsupported,
			2*MaxTurns, plies)
	}
	if p.Hash() != p.Key {
		p.Rekey()
	}
	return s.lines(ctx, p, goal, plies)
}

// SetLines returns the set play of a goal whose solutions are lines of so many plies: those without the first turn; of a
// series in which the enemy helps, its one turn. Its status is None where there is none.
func (s *Solver) SetLines(ctx context.Context, p board.Position, goal Goal, plies int) (Result, error) {
	plies--
	if goal&solution.Series != 0 {
		goal, plies = goal&^solution.Series, goal.Plies(1, false)-1
	}
	if plies < 1 || !solution.MayPass(s.game, &p) {
		return Result{Status: None}, nil
	}
	return s.Lines(ctx, solution.NullMove(&p), goal, plies)
}

func (s *Solver) lines(ctx context.Context, p board.Position, goal Goal, plies int) (Result, error) {
	s.prepare(plies)
	r := s.start(ctx, goal)
	defer r.finish()
	result := Result{Position: p, Goal: goal, Turns: plies / 2, Half: plies%2 == 1}
	least, step := 2-plies%2, 2
	loser := p.Turn
	if goal&solution.Series != 0 {
		least, step = goal.Plies(1, false), 1
		result.Turns, result.Half = plies-least+1, false
	}
	if result.Half || goal.Plain() == Win {
		loser = p.Turn.Other()
	}
	var first []board.Played
	for _, m := range s.game.Moves(&p) {
		choices := 0
		for t := range s.game.TurnsOf(&p, m) {
			if r.tooMany(&choices) {
				break
			}
			first = append(first, t)
		}
	}
	if only := s.options.First; only != nil {
		first = slices.DeleteFunc(first, func(t board.Played) bool { return !only(&p, t.Move) })
	}
	for depth := least; depth <= plies; depth += step {
		turns := result.Turns - (plies-depth)/step
		complete := helpLines(r, loser, first, depth, &result)
		if !complete {
			break
		}
		if result.LineCount > 0 {
			result.Status, result.In = Won, turns
			break
		}
		result.Excluded = turns
		if depth == plies {
			result.Status = None
		}
	}
	s.sortLines(&p, result.Lines)
	result.Lines = result.Lines[:min(len(result.Lines), MaxLines)]
	sortKeys(&p, result.Keys)
	result.Nodes, result.Elapsed = r.nodes(), time.Since(r.began)
	return result, ctx.Err()
}

// helpLines adds the lines of exactly so many plies to a result, and reports whether it was able to search them all.
func helpLines(r *run, loser board.Colour, first []board.Played, plies int, result *Result) bool {
	found := make([]helper, len(first))
	complete := r.each(len(first), (plies+1)/2, loser, func(w *worker, i int) {
		h := helper{worker: w, series: math.MaxInt}
		if goal := w.run.goal; goal&solution.Series != 0 {
			h.series = goal.Plies(1, false) - 1
		}
		h.walk(first[i:i+1], plies)
		found[i] = h
	})
	for i, h := range found {
		result.Lines = append(result.Lines, h.lines...)
		result.LineCount += h.count
		if m := first[i].Move; h.count > 0 && !slices.Contains(result.Keys, m) {
			result.Keys = append(result.Keys, m)
		}
	}
	return complete
}

// sortLines puts lines into the order of their turns as text.
func (s *Solver) sortLines(p *board.Position, lines [][]board.Played) {
	words := func(line []board.Played) []string {
		var list []string
		at := p
		for i := range line {
			list = append(list, line[i].Move.UCI(at))
			list = append(list, line[i].Reclaimed.Names()...)
			at = &line[i].After
		}
		return list
	}
	slices.SortStableFunc(lines, func(a, b []board.Played) int { return slices.Compare(words(a), words(b)) })
}

// A helper walks all lines of a length from one first turn.
type helper struct {
	*worker
	series int // while more plies than that are left, the side that has moved moves again
	line   []board.Played
	lines  [][]board.Played // the first of them, MaxLines at most
	count  uint64           // all of them
}

// walk tries turns, each the first of so many plies that are left, and reports whether one of them can
// end in the goal. The table keeps the positions that cannot.
func (h *helper) walk(turns []board.Played, plies int) bool {
	won := false
	for _, t := range turns {
		h.tick()
		if h.stopped() {
			return won
		}
		if plies-1 > h.series {
			if !solution.MayPass(h.solver.game, &t.After) {
				continue
			}
			t.After = solution.NullMove(&t.After)
		}
		h.line = append(h.line, t)
		won = h.step(plies-1) || won
		h.line = h.line[:len(h.line)-1]
	}
	return won
}

func (h *helper) step(plies int) bool {
	p := &h.line[len(h.line)-1].After
	game := h.solver.game
	if plies == 0 {
		if h.solver.isFast && h.mayHaveLost(p) == h.stale || !h.run.goal.Ended(game, p) {
			return false
		}
		if h.count++; len(h.lines) < MaxLines {
			h.lines = append(h.lines, slices.Clone(h.line))
		}
		return true
	}
	known, hit := h.table.probe(p.Key ^ h.salt)
	if hit && int(known.failsIn) == plies {
		return false
	}
	won := false
	for _, m := range game.Moves(p) {
		choices := 0
		for t := range game.TurnsOf(p, m) {
			if h.run.tooMany(&choices) {
				return won
			}
			won = h.walk([]board.Played{t}, plies) || won
		}
	}
	if !won && !h.stopped() {
		h.table.store(p.Key^h.salt, entry{failsIn: uint8(plies)})
	}
	return won
}
