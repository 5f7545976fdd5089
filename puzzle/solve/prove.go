package solve

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"turncoat/puzzle"
	"turncoat/puzzle/proof"
	"turncoat/rules"
	"turncoat/rules/board"
)

// ErrLimit is the error of work that a limit ended before it was done.
var ErrLimit = fmt.Errorf("%w: the search was stopped", rules.ErrLimit)

// WriteProof writes the proof of a result, in the format of package proof. With complete it also
// shows that no other first move reaches the goal in time and that there is no shorter way. The
// error wraps [ErrLimit] where the result is unknown or the limits end the work, and
// [ErrUnsupported] where a proof cannot show what it says: that there is no help-win, or that half
// a turn is enough for one.
func (s *Solver) WriteProof(ctx context.Context, out io.Writer, result Result, complete bool) error {
	help := result.Goal == HelpWin
	switch {
	case result.Status == Unknown:
		return ErrLimit
	case result.Goal != result.Goal.Plain():
		return fmt.Errorf("%w: cannot write a proof of a stalemate, a series, reflex play or an exact "+
			"length", ErrUnsupported)
	case help && result.Status == None:
		return fmt.Errorf("%w: a proof cannot show that there is no help-win", ErrUnsupported)
	case result.Status == Won && result.In < 1:
		return fmt.Errorf("%w: a proof has at least one turn", ErrUnsupported)
	}

	h := proofHeader(s.variant, &result.Position, result.Goal)
	h.In, h.Half = result.In, result.Half
	switch {
	case result.Status == None:
		h.In, h.None = result.Asked, true
	case !help:
		h.Shortest, h.Complete = complete, complete
		h.Keys = puzzle.UCI(&result.Position, result.Keys)
	}

	w, err := proof.NewWriter(out, h)
	if err != nil {
		return err
	}
	if help {
		for _, line := range result.Lines {
			if err := w.Step(proof.Step{Line: puzzle.LineWords(s.variant, &result.Position, line)}); err != nil {
				return err
			}
		}

		return nil
	}

	a := s.ask(ctx, result.Goal, result.Position.Turn, max(result.Asked, result.In))
	defer a.finish()
	return newProver(ctx, a, a, w).prove(&result, complete)
}

// proofHeader returns the header of a proof, but for what is claimed.
func proofHeader(variant *rules.Variant, p *board.Position, goal Goal) proof.Header {
	h := proof.Header{Rules: variant.Set(), FEN: variant.FEN(p), Stipulation: proof.Stipulation(goal.String())}
	if read, err := variant.ParseFEN(h.FEN); err != nil || read.Rights != p.Rights || read.EnPassant != p.EnPassant {
		h.At = proof.At(p)
	}
	return h
}

// An oracle answers single questions by the search of one worker, to make solutions and proofs. It
// plays the turns with package rules; only the verdicts come from the search. Its answers do not
// depend on what the table holds.
type oracle struct {
	*run
	w *worker
}

func (s *Solver) ask(ctx context.Context, goal Goal, attacker board.Colour, n int) *oracle {
	s.prepare(n)
	r := s.start(ctx, goal)
	return &oracle{run: r, w: s.workers(r, attacker, 1)[0]}
}

// err returns the reason that answers can no longer be trusted, nil if they can.
func (a *oracle) err(ctx context.Context) error {
	if !a.stop.Load() {
		return nil
	}
	return cmp.Or(ctx.Err(), ErrLimit)
}

// moves lists the legal moves sorted as UCI text.
func (a *oracle) moves(p *board.Position) []board.Move {
	moves := a.s.variant.Moves(p)
	sortKeys(p, moves)
	return moves
}

// replies lists the enemy's moves sorted as UCI text: in reflex play those that win, where there
// are any.
func (a *oracle) replies(p *board.Position) (moves []board.Move, obliged bool) {
	moves = a.moves(p)
	if a.goal&puzzle.SemiReflex == 0 {
		return moves, false
	}
	wins := slices.DeleteFunc(slices.Clone(moves), func(m board.Move) bool { return !a.stillWins(p, m, 0) })
	if len(wins) > 0 {
		moves = wins
	}
	return moves, len(wins) > 0
}

// choices lists the turns of a move, the one with the full reclaim first.
func (a *oracle) choices(p *board.Position, m board.Move) []board.Played {
	full := a.s.variant.Play(p, m)
	list := []board.Played{full}
	if !a.s.reclaims {
		return list
	}
	choices := 0
	for t, after := range a.s.turns.Choices(p, m) {
		if a.tooMany(&choices) {
			break
		}
		if choices > 1 {
			list = append(list, board.Played{Turn: t, Waves: full.Waves, After: after})
		}
	}

	return list
}

// reached reports whether a turn of the attacker's, the first of n, has reached the goal.
func (a *oracle) reached(t *board.Played, n int) bool {
	return a.goal.Counts(n-1) && a.goal.Reached(a.s.variant, t)
}

// reachedByEnemy reports whether a turn of the enemy's, after which the attacker has n left, has
// reached the goal of a self-win.
func (a *oracle) reachedByEnemy(t *board.Played, n int) bool {
	return a.goal.Counts(n) && a.goal.ReachedByEnemy(a.s.variant, t)
}

// wins reports whether a move of the attacker's, the first of at most n, reaches the goal.
func (a *oracle) wins(p *board.Position, m board.Move, n int) bool {
	return a.w.turnWins(p, m, true, n)
}

// stillWins reports whether after a move of the enemy's the attacker, with some reclaim, reaches
// the goal in at most n turns.
func (a *oracle) stillWins(p *board.Position, m board.Move, n int) bool {
	return a.w.turnWins(p, m, false, n)
}

// key returns the first move, in the order of UCI text, that wins in n turns; in is 0 where there
// is none.
func (a *oracle) key(p *board.Position, n int) (m board.Move, in int, err error) {
	for _, m := range a.moves(p) {
		if a.wins(p, m, n) {
			return m, n, nil
		}
	}

	return board.Move{}, 0, nil
}

// fewest returns the fewest turns, at most n, in which the attacker, to move, wins; 0 if it does
// not. No other number than n is asked about if the goal is exact.
func (a *oracle) fewest(p *board.Position, n int) int {
	for i := a.goal.Fewest(1, n); 0 < i && i <= n; i++ {
		if a.w.attack(p, i, 0) {
			return i
		}
	}

	return 0
}

// proved is [oracle.fewest]: since the table holds most answers, nothing is gained by asking it
// alone.
func (a *oracle) proved(p *board.Position, n int) int { return a.fewest(p, n) }

// find is [oracle.fewest] as a source of proofs has it.
func (a *oracle) find(p *board.Position, n int) (int, error) { return a.fewest(p, n), nil }

// A source finds the wins of which proofs are made: an oracle, or the search for long wins. The
// turns of a win are at most n, and 0 stands for no win.
type source interface {
	// key returns a first move that wins, and the turns of its win.
	key(p *board.Position, n int) (m board.Move, in int, err error)
	// proved returns the turns of a win that is already known.
	proved(p *board.Position, n int) int
	// find looks for a win and returns its turns.
	find(p *board.Position, n int) (int, error)
}

// A prover keeps the positions of which a statement is still to be made, by the number of turns.
type prover struct {
	*oracle
	source      source
	ctx         context.Context
	out         *proof.Writer
	wins, holds agenda
}

func newProver(ctx context.Context, a *oracle, from source, out *proof.Writer) *prover {
	return &prover{oracle: a, source: from, ctx: ctx, out: out,
		wins: agenda{made: map[board.Position]int{}, stronger: -1}, holds: agenda{made: map[board.Position]int{}, stronger: 1}}
}

// prove writes the statements that show the answer of a search: every key wins whatever the enemy
// does; with complete, also that there is no shorter way and that no other first move does it. Of
// the answer None it shows that there is no way. A statement follows from others with fewer turns;
// the order is fixed. The error is the context's, [ErrLimit], or the writer's.
func (v *prover) prove(result *Result, complete bool) error {
	p := &result.Position
	if result.Status == None {
		v.holds.need(p, result.Asked)
		return v.all()
	}

	if err := v.state(p, result.In, result.Keys); err != nil {
		return err
	}
	if complete {
		if err := v.hold(p, result.In, result.Keys); err != nil {
			return err
		}
		if result.In > 1 {
			v.holds.need(p, result.In-1)
		}
	}

	return v.all()
}

// An agenda has the positions of which something is to be stated, by the number of turns.
type agenda struct {
	open     [][]board.Position
	made     map[board.Position]int
	stronger int // 1: a statement of more turns is the stronger one; -1: one of fewer
}

// need puts a position on an agenda, unless a statement that is as strong has been there.
func (a *agenda) need(p *board.Position, n int) {
	at := puzzle.Bare(p)
	if made := a.made[at]; made > 0 && made*a.stronger >= n*a.stronger {
		return
	}
	a.made[at] = n
	for len(a.open) <= n {
		a.open = append(a.open, nil)
	}
	a.open[n] = append(a.open[n], at)
}

// each goes through the positions, those with most turns first, but for those of which a stronger
// statement is made.
func (a *agenda) each(state func(p *board.Position, n int) error) error {
	for n := len(a.open) - 1; n > 0; n-- {
		for i := 0; i < len(a.open[n]); i++ {
			p := a.open[n][i]
			if a.made[p] != n {
				continue
			}
			if err := state(&p, n); err != nil {
				return err
			}
		}
	}

	return nil
}

// all makes every statement that is needed.
func (v *prover) all() error {
	if err := v.wins.each(func(p *board.Position, n int) error {
		key, in, err := v.source.key(p, n)
		if err != nil {
			return err
		}
		if in == 0 {
			return v.failed("no turn reaches the goal", p)
		}
		v.wins.made[*p] = in
		return v.state(p, in, []board.Move{key})
	}); err != nil {
		return err
	}

	return v.holds.each(func(p *board.Position, n int) error { return v.hold(p, n, nil) })
}

// step writes a statement, unless the work has been ended.
func (v *prover) step(t proof.Step) error {
	if err := v.err(v.ctx); err != nil {
		return err
	}
	return v.out.Step(t)
}

// failed returns the error of an answer that the search can no longer find: it has been stopped, or
// it contradicts itself.
func (v *prover) failed(what string, p *board.Position) error {
	if err := v.err(v.ctx); err != nil {
		return err
	}
	return fmt.Errorf("the search contradicts itself: %s at %s", what, v.s.variant.FEN(p))
}

// state makes the statement that each of the keys wins in n turns.
func (v *prover) state(p *board.Position, n int, keys []board.Move) error {
	for _, m := range keys {
		for _, t := range v.choices(p, m) {
			if v.reached(&t, n) {
				continue
			}
			for _, reply := range v.s.variant.Moves(&t.After) {
				if err := v.meet(&t.After, reply, n-1); err != nil {
					return err
				}
			}
		}
	}

	return v.step(proof.Step{At: proof.At(p), Win: n, Play: puzzle.UCI(p, keys)})
}

// meet finds a reclaim after which the attacker still wins, if possible one whose win is already
// known, and asks for its statement.
func (v *prover) meet(p *board.Position, reply board.Move, n int) error {
	choices := v.choices(p, reply)
	for i := range choices {
		t := &choices[i]
		if v.reachedByEnemy(t, n) {
			return nil
		}
		if in := v.source.proved(&t.After, n); in > 0 {
			v.wins.need(&t.After, in)
			return nil
		}
	}

	for i := range choices {
		t := &choices[i]
		in, err := v.source.find(&t.After, n)
		if err != nil {
			return err
		}
		if in > 0 {
			v.wins.need(&t.After, in)
			return nil
		}
	}

	return v.failed("no answer to "+reply.UCI(p), p)
}

// hold makes the statement that no move but those excepted reaches the goal in n turns.
func (v *prover) hold(p *board.Position, n int, except []board.Move) error {
	s := proof.Step{At: proof.At(p), Hold: n, Except: puzzle.UCI(p, except), Answers: map[string]string{}}
	for _, m := range v.moves(p) {
		if slices.Contains(except, m) {
			continue
		}
		answer, err := v.answer(p, m, n)
		if err != nil {
			return err
		}
		if answer != "" {
			s.Answers[m.UCI(p)] = answer
		}
	}

	return v.step(s)
}

// answer finds how the enemy prevents the goal after a move, and writes it as a step does.
func (v *prover) answer(p *board.Position, m board.Move, n int) (string, error) {
	for i, t := range v.choices(p, m) {
		if v.reached(&t, n) || v.w.won(t.Turn, &t.After, n, 0) {
			continue
		}
		reclaim := ""
		if i > 0 {
			reclaim = puzzle.ReclaimText(t.Reclaimed)
		}
		replies := v.moves(&t.After)
		if len(replies) == 0 || n == 1 && v.goal != SelfWin {
			return reclaim, v.err(v.ctx)
		}
		for _, reply := range replies {
			if v.stillWins(&t.After, reply, n-1) {
				continue
			}
			if n > 1 {
				for _, r := range v.choices(&t.After, reply) {
					v.holds.need(&r.After, n-1)
				}
			}

			return strings.TrimSpace(reclaim + " " + reply.UCI(&t.After)), v.err(v.ctx)
		}
	}

	return "", v.failed("no answer holds against "+m.UCI(p), p)
}
