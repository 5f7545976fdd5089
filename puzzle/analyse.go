package puzzle

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/rules/board"
)

// Analysis is what solving says about a position with a forced win.
type Analysis struct {
	In       int // turns of the attacker
	Keys     []board.Move
	Solution Solution // begins with the first key
	Claims   Claims
}

// errDuals ends an analysis whose answer is no longer wanted.
var errDuals = errors.New("too many duals")

// An Analyst solves positions of one rule set and tells their solutions whole. It keeps what it has
// found out from one position to the next, which changes no answer. One goroutine uses it at a time.
type Analyst struct {
	game   *rules.Variant
	solver *solve.Solver
	play   play

	// maxDuals ends an analysis that has met more duals than that; below 0 there is no limit.
	maxDuals int
	duals    int
	// answers remembers the nodes of the solution that is being told.
	answers map[board.Position]answer
	// turns counts the turns of the enemy's that are told, at most maxTurns.
	turns, maxTurns int
}

// maxTurns is how many turns of the enemy's a solution is told for. Beyond it no person would read
// the puzzle; in the inventor's forms the choices of reclaims can be many thousands (PAC-8).
const maxTurns = 100_000

// NewAnalyst gives an analyst of a game. A search that looks at more than so many turns ends
// without an answer; 0 means no limit.
func NewAnalyst(game *rules.Variant, nodes uint64) *Analyst {
	return &Analyst{
		game: game, play: newPlay(game), maxDuals: -1, maxTurns: maxTurns,
		solver: solve.New(game, solve.Options{Jobs: 1, Nodes: nodes}),
	}
}

// Game gives the game of the analyst.
func (a *Analyst) Game() *rules.Variant { return a.game }

// Shortest finds the shortest win in at most most turns and every first move that forces it; 0 when
// it is proved that there is none. The error is the context's, or wraps [rules.ErrLimit].
func (a *Analyst) Shortest(ctx context.Context, p *board.Position, most int) (in int, keys []board.Move, err error) {
	if most < 1 {
		return 0, nil, nil
	}
	result, err := a.solver.Solve(ctx, *p, solve.Win, most)
	switch {
	case err != nil:
		return 0, nil, err
	case result.Status == solve.Unknown:
		return 0, nil, fmt.Errorf("%w: no answer for a win in %d", rules.ErrLimit, most)
	}
	return result.In, result.Keys, nil
}

// Analyse solves a position for a win in at most most turns. Without one In is 0.
func (a *Analyst) Analyse(ctx context.Context, p *board.Position, most int) (Analysis, error) {
	in, keys, err := a.Shortest(ctx, p, most)
	if err != nil || in == 0 {
		return Analysis{}, err
	}
	return a.tell(ctx, p, in, keys)
}

// tell gives the solution of a position of which the shortest win and the keys are known.
func (a *Analyst) tell(ctx context.Context, p *board.Position, in int, keys []board.Move) (Analysis, error) {
	a.answers, a.duals, a.turns = map[board.Position]answer{}, 0, 0
	root, err := a.turn(ctx, p, keys[0], "", in)
	if err != nil {
		return Analysis{}, err
	}
	result := Analysis{In: in, Keys: keys, Solution: root.solution()}
	result.Claims = Claims{
		FirstTurns: len(a.play.moves(nil, p)), Defences: root.defences, Choice: result.Solution.HasChoice(),
		Duals: root.duals, LineDuals: root.lineDuals,
	}
	return result, nil
}

// A node is a turn of the attacker's in a solution.
type node struct {
	play             string
	turns            int // to the win, itself the first
	defences         int // turns of the enemy's right after it
	duals, lineDuals int
	branches         []reply
}

// A reply is the attacker's answer to one turn of the enemy's.
type reply struct {
	after string
	node  *node
	dual  bool // another move wins as fast
}

// An answer is what the attacker has in a position: the shortest win and the moves.
type answer struct {
	in   int
	keys []board.Move
	// node is the solution that begins with the first key, once it is told.
	node *node
}

// turn tells what follows a turn of the attacker's that wins in n turns, itself the first.
func (a *Analyst) turn(ctx context.Context, p *board.Position, m board.Move, reclaim string, n int) (*node, error) {
	out := &node{play: reclaim + m.UCI(p), turns: 1}
	for t, after := range a.play.choices(p, m) {
		chosen := reclaimPrefix(t, a.play.full(p, m))
		for _, reply := range a.play.moves(nil, &after) {
			if a.turns++; a.turns > a.maxTurns {
				return nil, fmt.Errorf("%w: the solution is too long to tell", rules.ErrLimit)
			}
			b, err := a.answer(ctx, &after, reply, n-1)
			if err != nil {
				return nil, err
			}
			b.after = chosen + reply.UCI(&after)
			out.branches = append(out.branches, b)
		}
	}
	out.finish()
	return out, nil
}

// answer finds the attacker's best answer to a move of the enemy's, over all reclaims of the attacker's.
func (a *Analyst) answer(ctx context.Context, p *board.Position, m board.Move, n int) (reply, error) {
	type way struct {
		at      board.Position
		reclaim string
		move    board.Move
	}
	var best []way
	least := n + 1
	full := a.play.full(p, m)
	for t, after := range a.play.choices(p, m) {
		known, err := a.known(ctx, &after, min(n, least))
		if err != nil {
			return reply{}, err
		}
		if known.in == 0 || known.in > least {
			continue
		}
		if known.in < least {
			least, best = known.in, best[:0]
		}
		for _, key := range known.keys {
			best = append(best, way{after, reclaimPrefix(t, full), key})
		}
	}
	if len(best) == 0 {
		return reply{}, fmt.Errorf("the search contradicts itself: no answer to %s at %s", m.UCI(p), a.game.FEN(p))
	}
	if len(best) > 1 {
		if a.duals++; a.maxDuals >= 0 && a.duals > a.maxDuals {
			return reply{}, errDuals
		}
	}
	first := best[0]
	known := a.answers[bare(&first.at)]
	if known.node == nil || first.move != known.keys[0] || first.reclaim != "" {
		var err error
		if known.node, err = a.turn(ctx, &first.at, first.move, first.reclaim, least); err != nil {
			return reply{}, err
		}
		if first.move == known.keys[0] && first.reclaim == "" {
			a.answers[bare(&first.at)] = known
		}
	}
	return reply{node: known.node, dual: len(best) > 1}, nil
}

// known gives what the attacker has in a position in at most n turns.
func (a *Analyst) known(ctx context.Context, p *board.Position, n int) (answer, error) {
	key := bare(p)
	if known, ok := a.answers[key]; ok && known.in != 0 && known.in <= n {
		return known, nil
	}
	in, keys, err := a.Shortest(ctx, p, n)
	if err != nil {
		return answer{}, err
	}
	known := answer{in: in, keys: keys}
	if in != 0 {
		a.answers[key] = known
	}
	return known, nil
}

// bare gives a position without what makes no difference to what can follow.
func bare(p *board.Position) board.Position {
	q := *p
	q.Clock, q.Number = 0, 0
	return q
}

// reclaimPrefix writes the reclaim of a turn as it stands before the next move of a solution.
func reclaimPrefix(t, full board.Turn) string {
	switch {
	case t.Reclaimed == full.Reclaimed:
		return ""
	case t.Reclaimed == 0:
		return "~- "
	}
	return "~" + strings.Join(t.Reclaimed.Names(), ",") + " "
}

// finish puts the branches into order, the main line first, and counts. The main line is the longest;
// of the longest the one with fewest duals; of these the first by the enemy's turns.
func (n *node) finish() {
	n.defences = len(n.branches)
	for i := range n.branches {
		b := &n.branches[i]
		n.turns = max(n.turns, b.node.turns+1)
		n.duals += b.node.duals
		if b.dual {
			n.duals++
		}
	}
	slices.SortFunc(n.branches, func(x, y reply) int {
		return cmp.Or(cmp.Compare(y.node.turns, x.node.turns), cmp.Compare(x.line(), y.line()), cmp.Compare(x.after, y.after))
	})
	if len(n.branches) > 0 {
		n.lineDuals = n.branches[0].line()
	}
}

// line counts the duals in the main line from a reply on.
func (r *reply) line() int {
	if r.dual {
		return r.node.lineDuals + 1
	}
	return r.node.lineDuals
}

// solution gives the solution with equal continuations brought together.
func (n *node) solution() Solution {
	s := Solution{Play: n.play}
	at := map[string]int{}
	for i := range n.branches {
		b := &n.branches[i]
		next := b.node.solution()
		text := next.text()
		j, ok := at[text]
		if !ok {
			j = len(s.Then)
			at[text] = j
			s.Then = append(s.Then, Branch{Reply: next})
		}
		s.Then[j].After = append(s.Then[j].After, b.after)
	}
	return s
}
