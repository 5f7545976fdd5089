package solve

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"turncoat/internal/fast"
	"turncoat/puzzle"
	"turncoat/rules/board"
)

// MaxLines is how many lines of a help-win are kept. All are counted, and the keys are those of
// all.
const MaxLines = 1000

// Lines looks for the shortest way of at most so many plies to a goal whose solutions are lines: a
// help-win or a series, with [puzzle.Stalemate] or without. In a help-win the side to move begins,
// both sides work together, and the side that makes the last turn wins with it. An even number, 2n,
// makes a help-win in n turns: the enemy of the side to move wins. An odd one, 2n+1, makes one in n
// and a half: the side to move wins, and In and Excluded of the result are rounded down. Shorter
// ways have an odd number of plies if plies is odd. In a series In and Excluded count the turns of
// the side that begins. Limits and errors are as in [Solver.Solve].
func (s *Solver) Lines(ctx context.Context, p *board.Position, goal Goal, plies int) (Result, error) {
	if plies < 1 || plies > 2*MaxTurns {
		return Result{}, fmt.Errorf("%w: a number of plies from 1 to %d is wanted, not %d", ErrUnsupported,
			2*MaxTurns, plies)
	}
	if goal&puzzle.Reciprocal != 0 && plies < 3 {
		return Result{}, fmt.Errorf("%w: a reciprocal help-win in less than 1.5 turns", ErrUnsupported)
	}

	result := Result{Position: *p, Goal: goal, Asked: plies / 2, Half: plies%2 == 1}
	result.Position.Rekey()
	p = &result.Position
	least, step, loser := 2-plies%2, 2, p.Turn
	if goal&puzzle.Series != 0 {
		least, step = goal.Plies(1, false), 1
		result.Asked, result.Half = plies-least+1, false
	}

	if result.Half || goal.Plain() == Win {
		loser = p.Turn.Other()
	}
	least = goal.Fewest(least, plies)
	var first []board.Played
	err := s.deepen(ctx, &result, result.Asked-(plies-least)/step, plies, func(r *run, n int) (found, complete bool) {
		if first == nil {
			first = r.firstTurns(p)
		}
		pliesIn := func(n int) int { return plies - (result.Asked-n)*step }
		complete = helpLines(r, loser, first, pliesIn(n), &result)
		if s.options.AllLengths && complete && result.LineCount > 0 {
			result.Longer = longer(r, &result, n, func(longer *Result, n int) bool {
				return helpLines(r, loser, first, pliesIn(n), longer)
			})
		}

		return result.LineCount > 0, complete
	})
	s.finishLines(&result)
	for i := range result.Longer {
		s.finishLines(&result.Longer[i])
	}
	return result, err
}

// firstTurns returns the turns that lines may begin with.
func (r *run) firstTurns(p *board.Position) []board.Played {
	var first []board.Played
	for t := range r.all(p) {
		if only := r.s.options.First; only == nil || only(p, t.Move) {
			first = append(first, t)
		}
	}

	return first
}

// longer finds the lines, or the keys, of every number of turns greater than the shortest. The last
// result is Unknown where a limit ended the search.
func longer(r *run, shortest *Result, in int, find func(longer *Result, n int) (complete bool)) []Result {
	var all []Result
	for n := in + 1; n <= shortest.Asked; n++ {
		next := Result{Position: shortest.Position, Goal: shortest.Goal, Asked: shortest.Asked,
			Half: shortest.Half, In: n, Status: Won, Excluded: in - 1}
		complete := find(&next, n)
		if !complete {
			next.Status = Unknown
		} else if next.LineCount == 0 && len(next.Keys) == 0 {
			next.Status = None
		}

		if next.Status != None {
			all = append(all, next)
		}
		if !complete {
			break
		}
	}

	return all
}

// finishLines sorts the lines and keys of a result, keeps no more than [MaxLines], and adds the
// waves that the search leaves out.
func (s *Solver) finishLines(result *Result) {
	p := &result.Position
	sortKeys(p, result.Keys)
	s.sortLines(p, result.Lines)
	result.Lines = result.Lines[:min(len(result.Lines), MaxLines)]
	for _, line := range result.Lines {
		at := p
		for i := range line {
			if !s.reclaims { // see all
				line[i].Waves = s.variant.Play(at, line[i].Move).Waves
			}
			at = &line[i].After
		}
	}
}

// SetLines returns the set play of a goal whose solutions are lines of so many plies: those without
// the first turn; of a series in which the enemy helps, its one turn. Its status is None where
// there is none.
func (s *Solver) SetLines(ctx context.Context, p *board.Position, goal Goal, plies int) (Result, error) {
	plies--
	if goal&puzzle.Series != 0 {
		goal, plies = goal&^puzzle.Series, goal.Plies(1, false)-1
	}
	if plies < 1 || !puzzle.MayPass(s.variant, p) {
		return Result{Status: None}, nil
	}
	passed := puzzle.NullMove(p)
	return s.Lines(ctx, &passed, goal, plies)
}

// all yields every turn of a position, until the run is stopped. Waves are left out where nobody
// chooses a reclaim.
func (r *run) all(p *board.Position) iter.Seq[board.Played] {
	return func(yield func(board.Played) bool) {
		if !r.s.reclaims {
			for _, t := range r.s.turns.AppendTurns(nil, p) {
				played := board.Played{Turn: t}
				r.s.turns.Apply(p, t, &played.After)
				if r.stop.Load() || !yield(played) {
					return
				}
			}

			return
		}

		for _, m := range r.s.variant.Moves(p) {
			choices := 0
			for t := range r.s.variant.TurnsOf(p, m) {
				if r.tooMany(&choices) || !yield(t) {
					return
				}
			}
		}
	}
}

// helpLines adds the lines of exactly so many plies to a result, and reports whether it was able to
// search them all.
func helpLines(r *run, loser board.Colour, first []board.Played, plies int, result *Result) bool {
	found := make([]helper, len(first))
	complete := r.each(len(first), (plies+1)/2, loser, func(w *worker, i int) {
		h := helper{worker: w, line: make([]board.Played, plies)}
		h.ends.most = r.s.options.PerEnd
		h.line[0] = first[i]
		w.planner.begin(plies)
		if h.permits(&result.Position, plies) {
			h.reaches(0)
		}
		found[i] = h
	})
	ends := lineEnds{most: r.s.options.PerEnd}
	for i, h := range found {
		kept := slices.DeleteFunc(h.lines, func(line []board.Played) bool { return !ends.admit(line) })
		result.Lines = append(result.Lines, kept...)
		unseen := h.count - uint64(len(h.lines))
		result.LineCount += uint64(len(kept)) + unseen
		if m := first[i].Move; len(kept) > 0 && !slices.Contains(result.Keys, m) {
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
	line  []board.Played   // being tried, in its full length
	lines [][]board.Played // the first of those found, MaxLines at most
	count uint64           // all of them
	ends  lineEnds         // of the lines that are kept
}

// reaches reports whether the goal can be reached in the rest of the line, after its turn at an
// index. The table keeps the positions of which it cannot.
func (h *helper) reaches(at int) bool {
	h.tick()
	if h.stopped() {
		return false
	}
	p, left := &h.line[at].After, len(h.line)-1-at
	if h.goal.MovesAgain(left) {
		if !puzzle.MayPass(h.variant, p) || !h.permits(p, left) {
			return false
		}
		*p = puzzle.NullMove(p)
	}

	if left == 0 {
		return h.arrive(p)
	}
	key := p.Key ^ h.salt
	if h.table.failsIn(key, h.failure(left)) {
		return false
	}
	if h.mayArrive(p, at, left) && h.permits(p, left) && h.goOn(at+1) {
		if left == 2 && h.goal&puzzle.Reciprocal != 0 {
			h.keepReciprocal(p, at+1)
		}
		return true
	}
	if !h.stopped() {
		h.table.storeFailure(key, h.failure(left))
	}
	return false
}

// goOn tries every turn at an index of the line, and reports whether one of them can lead to the
// goal.
func (h *helper) goOn(at int) bool {
	here, p, reached := &h.line[at], &h.line[at-1].After, false
	if h.solver.reclaims {
		for *here = range h.all(p) {
			reached = h.reaches(at) || reached
		}
		return reached
	}

	turns := h.solver.turns.AppendTurns(h.frames[at].turns[:0], p)
	h.frames[at].turns = turns
	winner, _ := h.movesIn(len(h.line) - 1 - at)
	for _, t := range turns {
		if h.solver.orthodox && !h.planner.follow(at-1, at, p, &t, winner) {
			continue
		}
		here.Turn = t
		h.solver.turns.Apply(p, t, &here.After)
		reached = h.reaches(at) || reached
	}

	return reached
}

// arrive keeps the line if it ends in the goal, and reports whether it does.
func (h *helper) arrive(p *board.Position) bool {
	if !h.ended(p) {
		return false
	}
	h.keep(h.line)
	return true
}

// keep counts a line, and keeps it if there are not too many. One whose end has enough lines is
// passed over. When no more lines are kept, their ends are no longer remembered, so that memory
// stays bounded.
func (h *helper) keep(line []board.Played) {
	if h.ends.isFull(line) {
		return
	}
	h.count++
	if len(h.lines) < MaxLines {
		h.ends.admit(line)
		h.lines = append(h.lines, slices.Clone(line))
	}
}

// mayArrive is a test that every position at an index of the line passes from which the goal can be
// reached in so many plies. Few positions have a last turn that wins, so that is asked before turns
// are listed.
func (h *helper) mayArrive(p *board.Position, at, left int) bool {
	if left == 1 {
		return h.mayWin(p)
	}
	if !h.solver.orthodox || h.planner.stages[at].known {
		return true
	}
	winner, loser := h.movesIn(left)
	return h.planner.prospects(at, p, h.attacker, h.stale, winner, loser, plansIn(left))
}

// mayWin is a cheap test that every position passes in which a turn reaches the goal.
func (h *helper) mayWin(p *board.Position) bool {
	if h.stale || h.solver.reclaims || !h.solver.isFast {
		return true
	}
	if h.last == nil {
		h.last = new(fast.WinSearch)
	}
	h.last.StartLeaf(h.rules, p)
	_, wins := h.last.Wins()
	h.pending += h.last.TakeResolved()
	return wins
}

// movesIn returns how many moves each side makes in the last plies of a line.
func (h *helper) movesIn(left int) (winner, loser int) {
	if h.goal&puzzle.Series == 0 {
		return (left + 1) / 2, left / 2
	}
	if h.goal.HasHelp() {
		return min(left, 1), max(left-1, 0)
	}
	return left, 0
}

// plansIn returns how many plans are listed at most where so many plies are left: more where the
// list serves for more turns.
func plansIn(left int) int { return 1 << (2 * min(left-1, 7)) }

// failure returns the bit of a number of plies in the table's word for positions that are out of
// reach of the goal. In a help-win the side to move says whether the number is odd. Numbers too
// great for the word have none.
func (h *helper) failure(left int) uint64 {
	if h.goal&puzzle.Series == 0 {
		left /= 2
	}
	return 1 << left
}
