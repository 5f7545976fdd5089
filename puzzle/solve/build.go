package solve

import (
	"context"
	"fmt"

	"turncoat/puzzle"
	"turncoat/rules"
	"turncoat/rules/board"
)

// Wanted says how much of a solution is made.
type Wanted struct {
	// Refutations is the greatest number of defences to which a try may fail; 0 for no tries.
	Refutations int
	SetPlay     bool
	RealOnly    bool // leave out the defences that are not real; see [puzzle.Play.Real]
	// Whole asks for the play after threats and after all shortest continuations, not only after
	// the first.
	Whole bool
	// MaxDuals, if it is not nil, ends the work with [ErrDuals] when more duals than that have been
	// met.
	MaxDuals *int
	// MaxTurns, if it is not 0, ends the work with [ErrLimit] after so many turns of the enemy's.
	MaxTurns int
	// EachSearch says that the limits of the solver apply to the search at each place of the
	// solution, not to all of them together. It cannot be combined with tries.
	EachSearch bool
}

// ErrDuals is the error of a solution with more duals than are wanted.
var ErrDuals = fmt.Errorf("%w: too many duals", ErrLimit)

// Solution returns the solution of a search that was won, as a tree; of one that was not, tries and
// set play. It is not for help-wins, whose lines are in the result. The error is the context's, or
// wraps [ErrLimit].
func (s *Solver) Solution(ctx context.Context, result Result, wanted Wanted) (*puzzle.Tree, error) {
	p, goal := result.Position, result.Goal
	if result.Status == None {
		result.In = result.Asked
	}
	a := s.ask(ctx, goal, p.Turn, result.In)
	defer a.finish()
	b := builder{oracle: a, ctx: ctx, wanted: wanted, known: s.answers(goal, &wanted),
		part: &part{}}
	out := &puzzle.Tree{Position: p, Goal: goal, In: result.In}
	for _, m := range result.Keys {
		key, err := b.play(nil, nil, &p, m, result.In)
		if err != nil {
			return nil, err
		}
		out.Keys = append(out.Keys, *key)
		out.Duals += key.Duals
	}

	if err := b.addTries(out, result); err != nil {
		return nil, err
	}
	if err := b.addSetPlay(out); err != nil {
		return nil, err
	}
	return out, b.err()
}

// kept is the kind of solution that the answers kept by a solver were made for. They cannot be used
// for another kind.
type kept struct {
	goal     Goal
	realOnly bool
	whole    bool
}

// mostKept is how many answers are kept.
const mostKept = 1 << 17

// answers returns the answers that a solution may use: those made for others like it where there
// are tables, else none.
func (s *Solver) answers(goal Goal, wanted *Wanted) map[moment]*answer {
	if is := (kept{goal, wanted.RealOnly, wanted.Whole}); s.options.Tables == nil || s.kept != is ||
		s.solutions == nil || len(s.solutions) > mostKept {
		s.solutions, s.kept = map[moment]*answer{}, is
	}

	return s.solutions
}

// maxText is how many bytes the compact form of a solution may have if its turns are bounded, since
// it writes a continuation anew in each place where it occurs.
const maxText = 4 << 20

// A builder makes the tree of a solution.
type builder struct {
	*oracle
	ctx    context.Context
	wanted Wanted
	// known has the attacker's shortest wins at the positions met so far.
	known map[moment]*answer
	part  *part // that is made
	// turns counts the turns of the enemy's, duals the places with more than one continuation.
	turns, duals int
	try          bool // the play is that of a try
	idle         bool // the play follows a defence that is not real: its duals do not count
}

// A moment is a position and, where the goal is exact, the number of turns left. Otherwise what is
// known of a position is the same whatever turns are left.
type moment struct {
	at    board.Position
	turns int
}

// An answer is what the attacker has in a position: the shortest win and the moves.
type answer struct {
	in    int
	keys  []board.Move
	plays map[board.Move]*part // those made so far, by their first turns
}

// A part is a play that several solutions can share, with the turns and duals that it adds to each.
type part struct {
	*puzzle.Play
	turns  int      // of the enemy's, those of the parts within it apart
	within []*part  // may have one more than once
	in     *builder // that of the last solution in which it was counted
}

// err returns the error that ended the work, nil if none did.
func (b *builder) err() error {
	if b.wanted.EachSearch {
		return b.ctx.Err()
	}
	return b.oracle.err(b.ctx)
}

// play makes the play of a turn that reaches the goal in n turns, or that of a try, whose
// refutations it adds. after is the enemy's turn that it answers, full the same with the full
// reclaim.
func (b *builder) play(after, full *board.Played, p *board.Position, m board.Move, n int) (*puzzle.Play, error) {
	return b.playOf(after, full, p, b.choices(p, m), n)
}

// playOf is [builder.play] for a turn with all its choices of the reclaim.
func (b *builder) playOf(after, full *board.Played, p *board.Position, choices []board.Played, n int) (*puzzle.Play,
	error) {
	out := &puzzle.Play{After: after, Turn: choices[0], In: n}
	threat := nullMoveThreat{}
	_, obliged := b.replies(&choices[0].After)
	if full := &choices[0]; n > 1 && !obliged && !b.reached(full, n) &&
		puzzle.MayPass(b.s.variant, &full.After) {
		var err error
		threat, err = b.threats(out, &full.After, n-1)
		if err != nil {
			return nil, err
		}
	}

	top := b.try
	b.try = false
	for i := range choices {
		c := &choices[i]
		replies, _ := b.replies(&c.After)
		out.Choices = append(out.Choices, puzzle.Choice{Played: *c, Reached: (b.goal.Plain() == Claim ||
			len(replies) == 0) && b.reached(c, n)})
		if out.Choices[i].Reached {
			continue
		}
		for _, reply := range replies {
			d, err := b.defence(&c.After, reply, n-1, threat)
			if err != nil {
				return nil, err
			}
			d.Choice = i
			switch {
			case d.In >= 0:
				out.Defences = append(out.Defences, d)
			case top:
				d.In = 0
				out.Refutations = append(out.Refutations, d)
			default:
				return nil, fmt.Errorf("the search contradicts itself: no answer to %s at %s",
					reply.UCI(&c.After), b.s.variant.FEN(&c.After))
			}
		}
	}

	out.Finish(p, full)
	for d := range out.Weighed {
		if err := b.countDual(d.Delay && out.IsDual(d)); err != nil {
			return nil, err
		}
	}

	if b.wanted.RealOnly {
		out.Defences = out.Real()
	}
	if b.wanted.MaxTurns > 0 && len(out.Text()) > maxText {
		return nil, fmt.Errorf("%w: the solution is too long", ErrLimit)
	}
	return out, nil
}

// threats fills in the threats of a turn, or that it is zugzwang.
func (b *builder) threats(out *puzzle.Play, p *board.Position, n int) (nullMoveThreat, error) {
	again := puzzle.NullMove(p)
	found, err := b.shortest(&again, n)
	if err != nil {
		return nullMoveThreat{}, err
	}
	passed := board.Played{After: again}
	for _, m := range found.keys {
		threat, err := b.aside(&way{&passed, m}, &passed, found.in)
		if err != nil {
			return nullMoveThreat{}, err
		}
		out.Threats = append(out.Threats, *threat)
	}

	out.Zugzwang = found.in == 0
	return nullMoveThreat{found.in, found.keys}, nil
}

// A way is how a turn of the enemy's can be answered: the attacker's reclaim, and its next move.
type way struct {
	after *board.Played
	move  board.Move
}

// defence makes a turn of the enemy's and what follows it, the attacker having n turns left and
// threatening to use them. In is -1 when the goal is out of reach.
func (b *builder) defence(p *board.Position, m board.Move, n int, threat nullMoveThreat) (puzzle.Defence, error) {
	b.part.turns++
	if err := b.count(1); err != nil {
		return puzzle.Defence{}, err
	}
	choices := b.choices(p, m)
	d := puzzle.Defence{Turn: choices[0], In: -1}
	best, err := b.ways(&d, choices, n)
	if err != nil || d.In < 0 {
		return d, err
	}
	moves := make([]board.Move, len(best))
	for i := range best {
		moves[i] = best[i].move
	}
	var first int
	first, d.Delay = threat.survives(d.In, moves)
	if d.In == 0 {
		return d, nil
	}
	way := best[first] // the first threat becomes the first way
	copy(best[1:], best[:first])
	best[0] = way
	d.Short = d.In < n
	if err := b.countDual(len(best) > 1 && !d.Delay); err != nil {
		return d, err
	}
	idle := b.idle
	b.idle = idle || d.Delay
	next, err := b.answer(&best[0], &choices[0], d.In)
	b.idle = idle
	if err != nil {
		return d, err
	}
	d.Continuations = append(d.Continuations, *next)
	for _, w := range best[1:] {
		dual, err := b.aside(&w, &choices[0], d.In)
		if err != nil {
			return d, err
		}
		d.Continuations = append(d.Continuations, *dual)
	}

	return d, b.err()
}

// countDual counts a dual that the solution will have, if it is one.
func (b *builder) countDual(is bool) error {
	if !is || b.idle {
		return nil
	}
	b.duals++
	if b.wanted.MaxDuals != nil && b.duals > *b.wanted.MaxDuals {
		return ErrDuals
	}
	return nil
}

// ways finds the fewest turns in which the goal is reached after some reclaim of the attacker's,
// and all the ways.
func (b *builder) ways(d *puzzle.Defence, choices []board.Played, n int) (best []way, err error) {
	least := n + 1
	for i := range choices {
		c := &choices[i]
		if b.reachedByEnemy(c, n) {
			d.In = 0
			return nil, nil
		}

		known, err := b.shortest(&c.After, min(n, least))
		if err != nil {
			return nil, err
		}
		if known.in == 0 || known.in > least {
			continue
		}
		if known.in < least {
			least, best = known.in, best[:0]
		}
		for _, key := range known.keys {
			best = append(best, way{c, key})
		}
	}

	if best != nil {
		d.In = least
	}
	return best, nil
}

// answer makes the play of a way. After the full reclaim it is made once.
func (b *builder) answer(w *way, full *board.Played, n int) (*puzzle.Play, error) {
	at := &w.after.After
	if w.after.Reclaimed != full.Reclaimed {
		return b.play(w.after, full, at, w.move, n)
	}
	plays := b.known[b.moment(at, n)].plays
	made := plays[w.move]
	if made == nil {
		outer := b.part
		made = &part{in: b}
		b.part = made
		play, err := b.play(w.after, full, at, w.move, n)
		b.part = outer
		if err != nil {
			return nil, err
		}
		made.Play, plays[w.move] = play, made
	} else if err := b.use(made); err != nil {
		return nil, err
	}

	b.part.within = append(b.part.within, made)
	out := *made.Play
	out.After = w.after
	return &out, nil
}

// aside makes the play of a threat or a second continuation: its turn alone, unless the solution is
// to be whole. Its duals do not count.
func (b *builder) aside(w *way, full *board.Played, n int) (*puzzle.Play, error) {
	if !b.wanted.Whole {
		turn := b.s.variant.Play(&w.after.After, w.move)
		return &puzzle.Play{After: w.after, Turn: turn, In: n}, nil
	}

	try, idle := b.try, b.idle
	b.try, b.idle = false, true
	play, err := b.answer(w, full, n)
	b.try, b.idle = try, idle
	return play, err
}

// use counts the turns of a part made for an earlier solution, and of those within it.
func (b *builder) use(p *part) error {
	if p.in == b {
		return nil
	}
	p.in = b
	if err := b.count(p.turns); err != nil {
		return err
	}
	for _, next := range p.within {
		if err := b.use(next); err != nil {
			return err
		}
	}

	return nil
}

func (b *builder) count(turns int) error {
	b.turns += turns
	if b.wanted.MaxTurns > 0 && b.turns > b.wanted.MaxTurns {
		return fmt.Errorf("%w: the solution is too long", ErrLimit)
	}
	return nil
}

// moment returns the key of what is known of a position with n turns left.
func (b *builder) moment(p *board.Position, n int) moment {
	if b.goal&puzzle.Exact == 0 {
		n = 0
	}
	return moment{puzzle.Bare(p), n}
}

// shortest returns what the attacker has in a position in at most n turns.
func (b *builder) shortest(p *board.Position, n int) (*answer, error) {
	key := b.moment(p, n)
	if known, ok := b.known[key]; ok && known.in <= n {
		return known, nil
	}
	known := &answer{plays: map[board.Move]*part{}}
	if n < 1 {
		return known, nil
	}
	if b.wanted.EachSearch {
		result, err := b.s.Solve(b.ctx, p, b.goal, n)
		if err != nil {
			return nil, err
		}
		if result.Status == Unknown {
			return nil, fmt.Errorf("%w: no answer for a %s in %d", rules.ErrLimit, b.goal, n)
		}
		known.in, known.keys = result.In, result.Keys
	} else {
		known.in = b.fewest(p, n)
		if known.in > 0 {
			for _, m := range b.moves(p) {
				if b.wins(p, m, known.in) {
					known.keys = append(known.keys, m)
				}
			}
		}

		if err := b.err(); err != nil {
			return nil, err
		}
	}

	if known.in != 0 {
		b.known[key] = known
	}
	puzzle.QueensFirst(p, known.keys)
	return known, nil
}
