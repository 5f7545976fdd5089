package solve

import (
	"context"
	"fmt"
	"io"
	"slices"

	"turncoat/puzzle/proof"
	"turncoat/puzzle/solution"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// ErrLimit is the error of work that a limit ended before it was done.
var ErrLimit = fmt.Errorf("%w: the search was stopped", rules.ErrLimit)

// reclaims reports whether the enemy has a choice of reclaims.
func (r *run) reclaims() bool {
	set := r.s.game.Set()
	return set.Family == ruleset.Pacifist && set.Reclaim == ruleset.OptionalReclaim
}

// WriteProof writes the proof of a result, in the format of package proof. With complete it also shows that no other
// first move reaches the goal in time and that there is no shorter way. The error wraps [ErrLimit] where the result
// is unknown or the limits end the work, and [ErrUnsupported] where a proof cannot show what it says: that there is
// no help-win, or that half a turn is enough for one.
func (s *Solver) WriteProof(ctx context.Context, out io.Writer, result Result, complete bool) error {
	help := result.Goal == HelpWin
	switch {
	case result.Status == Unknown:
		return ErrLimit
	case result.Goal != result.Goal.Plain():
		return fmt.Errorf("%w: there are no proofs of stalemates and series", ErrUnsupported)
	case help && result.Status == None:
		return fmt.Errorf("%w: a proof cannot show that there is no help-win", ErrUnsupported)
	case result.Status == Won && result.In < 1:
		return fmt.Errorf("%w: a proof has at least one turn", ErrUnsupported)
	}
	h := s.proofHeader(&result.Position, result.Goal)
	h.In, h.Half = result.In, result.Half
	switch {
	case result.Status == None:
		h.In, h.None = result.Turns, true
	case !help:
		h.Shortest, h.Complete = complete, complete
		h.Keys = solution.UCI(&result.Position, result.Keys)
	}
	w, err := proof.NewWriter(out, h)
	if err != nil {
		return err
	}
	if help {
		return s.proveLines(w, &result)
	}
	return s.prove(ctx, &result, complete, func(t solution.Statement) error { return w.Step(t.Step()) })
}

func (s *Solver) proveLines(w *proof.Writer, result *Result) error {
	for _, line := range result.Lines {
		if err := w.Step(proof.Step{Line: solution.LineWords(s.game, &result.Position, line)}); err != nil {
			return err
		}
	}
	return nil
}

// proofHeader returns the header of a proof, but for what is claimed.
func (s *Solver) proofHeader(p *board.Position, goal Goal) proof.Header {
	h := proof.Header{Rules: s.game.Set(), FEN: s.game.FEN(p), Stipulation: proof.Stipulation(goal.String())}
	if read, err := s.game.ParseFEN(h.FEN); err != nil || read.Rights != p.Rights || read.EnPassant != p.EnPassant {
		h.At = proof.At(p)
	}
	return h
}

// prove yields the statements that show the answer of a search: every key wins whatever the enemy
// does; with holds, also that there is no shorter way and that no other first move does it. Of the
// answer None it shows that there is no way. A statement follows from others with fewer turns; the
// order is fixed. The error is the context's, [ErrLimit], or what yield returned.
func (s *Solver) prove(ctx context.Context, result *Result, holds bool, yield func(solution.Statement) error) error {
	p := result.Position
	a := s.ask(ctx, result.Goal, p.Turn, max(result.Turns, result.In))
	defer a.finish()
	v := prover{asker: a, ctx: ctx, yield: yield}
	if result.Status == None {
		v.need(&v.holds, p, result.Turns)
		return v.all()
	}
	if err := v.state(&p, result.In, result.Keys); err != nil {
		return err
	}
	if holds {
		if err := v.hold(&p, result.In, result.Keys); err != nil {
			return err
		}
		if result.In > 1 {
			v.need(&v.holds, p, result.In-1)
		}
	}
	return v.all()
}

// A prover keeps the positions of which a statement is still to be made, by the number of turns.
type prover struct {
	*asker
	ctx         context.Context
	yield       func(solution.Statement) error
	wins, holds agenda
}

type agenda struct {
	open [MaxTurns + 1][]board.Position
	made map[board.Position]int
}

// need puts a position on an agenda, unless it has been there with at least as many turns.
func (v *prover) need(a *agenda, p board.Position, n int) {
	if a.made == nil {
		a.made = map[board.Position]int{}
	}
	p.Clock, p.Number = 0, 0
	if a.made[p] >= n {
		return
	}
	a.made[p] = n
	a.open[n] = append(a.open[n], p)
}

// all makes every statement that is needed, those with most turns first.
func (v *prover) all() error {
	for n := MaxTurns; n > 0; n-- {
		for i := 0; i < len(v.wins.open[n]); i++ {
			p := v.wins.open[n][i]
			key, err := v.key(&p, n)
			if err == nil {
				err = v.state(&p, n, []board.Move{key})
			}
			if err != nil {
				return err
			}
		}
	}
	for n := MaxTurns; n > 0; n-- {
		for i := 0; i < len(v.holds.open[n]); i++ {
			p := v.holds.open[n][i]
			if v.holds.made[p] > n {
				continue // a stronger statement has been made
			}
			if err := v.hold(&p, n, nil); err != nil {
				return err
			}
		}
	}
	return nil
}

// key returns the first move, in the order of UCI text, that wins in n turns.
func (v *prover) key(p *board.Position, n int) (board.Move, error) {
	for _, m := range v.moves(p) {
		if v.turnWins(p, m, n) {
			return m, nil
		}
	}
	return board.Move{}, v.failed("no turn reaches the goal", p)
}

// failed returns the error of an answer that the search can no longer find: it has been stopped, or it
// contradicts itself.
func (v *prover) failed(what string, p *board.Position) error {
	if err := v.err(v.ctx); err != nil {
		return err
	}
	return fmt.Errorf("the search contradicts itself: %s at %s", what, v.s.game.FEN(p))
}

// state makes the statement that each of the keys wins in n turns.
func (v *prover) state(p *board.Position, n int, keys []board.Move) error {
	for _, m := range keys {
		for _, t := range v.choices(p, m) {
			if v.reached(&t) {
				continue
			}
			for _, reply := range v.s.game.Moves(&t.After) {
				if err := v.meet(&t.After, reply, n-1); err != nil {
					return err
				}
			}
		}
	}
	return v.yield(solution.Statement{At: *p, Win: n, Play: keys})
}

// meet finds the reclaim after which the attacker still wins, and asks for the statement.
func (v *prover) meet(p *board.Position, reply board.Move, n int) error {
	for _, t := range v.choices(p, reply) {
		if left := v.shortest(&t, n); left > 0 {
			v.need(&v.wins, t.After, left)
			return nil
		} else if left == 0 {
			return nil
		}
	}
	return v.failed("no answer to "+reply.UCI(p), p)
}

// hold makes the statement that no move but those excepted reaches the goal in n turns.
func (v *prover) hold(p *board.Position, n int, except []board.Move) error {
	s := solution.Statement{At: *p, Hold: n, Except: except}
	for _, m := range v.moves(p) {
		if slices.Contains(except, m) {
			continue
		}
		answer, err := v.answer(p, m, n)
		if err != nil {
			return err
		}
		if !answer.Full || !answer.Ends {
			s.Answers = append(s.Answers, answer)
		}
	}
	return v.yield(s)
}

// answer finds how the enemy prevents the goal after a move.
func (v *prover) answer(p *board.Position, m board.Move, n int) (solution.Answer, error) {
	for i, t := range v.choices(p, m) {
		if v.reached(&t) || v.won(&t, n) {
			continue
		}
		a := solution.Answer{Turn: t, Full: i == 0}
		replies := v.moves(&t.After)
		if len(replies) == 0 || n == 1 && v.goal != SelfWin {
			a.Ends = true
			return a, v.err(v.ctx)
		}
		for _, a.Reply = range replies {
			if v.stillWins(&t.After, a.Reply, n-1) {
				continue
			}
			if n > 1 {
				for _, r := range v.choices(&t.After, a.Reply) {
					v.need(&v.holds, r.After, n-1)
				}
			}
			return a, v.err(v.ctx)
		}
	}
	return solution.Answer{}, v.failed("no answer holds against "+m.UCI(p), p)
}
