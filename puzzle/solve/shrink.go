package solve

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"turncoat/internal/play"
	"turncoat/puzzle/proof"
	"turncoat/rules"
	"turncoat/rules/board"
)

// Merge adds what another strategy knows. Of two turns in a position the one that wins sooner
// stays.
func (s Strategy) Merge(other Strategy) {
	for p, c := range other {
		if known, ok := s[p]; !ok || c.In < known.In {
			s[p] = c
		}
	}
}

// Shrink returns a strategy for some positions, the roots, which the strategy wins, that needs fewer
// positions. A turn gives way to another one if all positions that can follow it are known and the
// strategy gets smaller by that, until no single exchange makes it smaller. The numbers of turns
// become what the strategy needs. The result depends on the strategy and the roots alone. The error
// is the context's, or names a position in which the strategy does not win.
func (s Strategy) Shrink(ctx context.Context, variant *rules.Variant, roots []board.Position) (Strategy, error) {
	if len(s) == 0 {
		return s, nil
	}
	g := newStrategyGraph(variant, s)
	if err := g.findOptions(ctx); err != nil {
		return nil, err
	}
	for i := range roots {
		if n, ok := g.number[roots[i]]; ok {
			g.need(n)
		}
	}
	for g.exchangeAll() && ctx.Err() == nil {
		g.tighten()
	}

	return g.strategy(), ctx.Err()
}

// A strategyGraph has the positions of a strategy, numbered so that those with fewest turns left
// come first.
type strategyGraph struct {
	variant *rules.Variant
	quick   play.Rules
	nodes   []strategyNode
	number  map[board.Position]int
}

type strategyNode struct {
	at      board.Position
	in      int // turns left at most
	options []strategyOption
	chosen  int // the option played
	needed  int // how many needed positions lead here, and 1 for a root
}

// A strategyOption is a turn after which all positions that can follow, but for those won at once,
// are known.
type strategyOption struct {
	move board.Move
	next []int
}

func newStrategyGraph(variant *rules.Variant, s Strategy) *strategyGraph {
	g := &strategyGraph{variant: variant, quick: play.For(variant), number: map[board.Position]int{}}
	names := map[board.Position]string{}
	for p, c := range s {
		names[p] = proof.At(&p)
		g.nodes = append(g.nodes, strategyNode{at: p, in: c.In})
	}
	slices.SortFunc(g.nodes, func(a, b strategyNode) int {
		return cmp.Or(cmp.Compare(a.in, b.in), cmp.Compare(names[a.at], names[b.at]))
	})
	for i := range g.nodes {
		n := &g.nodes[i]
		g.number[n.at] = i
		n.options = []strategyOption{{move: s[n.at].Move}}
	}

	return g
}

// findOptions finds the options of every position; the first is the strategy's own turn.
func (g *strategyGraph) findOptions(ctx context.Context) error {
	a := New(g.variant, Options{Jobs: 1}).ask(ctx, Win, g.nodes[0].at.Turn, 1)
	defer a.finish()
	for i := range g.nodes {
		n := &g.nodes[i]
		own := n.options[0].move
		n.options = n.options[:0]
		for _, m := range slices.Insert(g.variant.Moves(&n.at), 0, own) {
			if m == own && len(n.options) > 0 {
				continue
			}
			if next, known := g.follow(a, &n.at, m); known {
				n.options = append(n.options, strategyOption{m, next})
			}
		}
		if err := a.err(ctx); err != nil {
			return err
		}
		if len(n.options) == 0 || n.options[0].move != own {
			return fmt.Errorf("the strategy does not win at %s", g.variant.FEN(&n.at))
		}
	}

	return nil
}

// follow returns the positions that can follow a turn, but for those in which the attacker wins at
// once. known is false if one of them is not in the strategy, or the game may end without a win.
func (g *strategyGraph) follow(a *oracle, p *board.Position, m board.Move) (next []int, known bool) {
	count := 0
	for after := range replies(&g.quick, p, m) {
		count++
		if n, ok := g.number[after]; ok {
			next = append(next, n)
		} else if a.fewest(&after, 1) == 0 {
			return nil, false
		}
	}
	slices.Sort(next)

	return slices.Compact(next), count > 0
}

// need counts one more reason to keep a position, and returns how many positions are kept by that
// which were not before.
func (g *strategyGraph) need(i int) (added int) {
	n := &g.nodes[i]
	n.needed++
	if n.needed > 1 {
		return 0
	}
	added = 1
	for _, next := range n.options[n.chosen].next {
		added += g.need(next)
	}

	return added
}

// release counts one reason less, and returns how many positions are no longer kept.
func (g *strategyGraph) release(i int) (removed int) {
	n := &g.nodes[i]
	n.needed--
	if n.needed > 0 {
		return 0
	}
	removed = 1
	for _, next := range n.options[n.chosen].next {
		removed += g.release(next)
	}

	return removed
}

// exchangeAll exchanges turns wherever that makes the strategy smaller, and reports whether it did
// so anywhere.
func (g *strategyGraph) exchangeAll() (smaller bool) {
	for i := len(g.nodes) - 1; i >= 0; i-- {
		if g.nodes[i].needed == 0 {
			continue
		}
		for option := range g.nodes[i].options {
			if g.exchange(i, option) {
				smaller = true
			}
		}
	}

	return smaller
}

// exchange plays another option if that makes the strategy smaller. What follows must take fewer
// turns, so that no line comes back.
func (g *strategyGraph) exchange(i, option int) bool {
	n := &g.nodes[i]
	longer := func(next int) bool { return g.nodes[next].in >= n.in }
	if option == n.chosen || slices.ContainsFunc(n.options[option].next, longer) {
		return false
	}
	before := n.chosen
	if g.choose(n, option) < 0 {
		return true
	}
	g.choose(n, before)
	return false
}

// choose plays an option of a position that is kept, and returns how many more positions are kept
// then.
func (g *strategyGraph) choose(n *strategyNode, option int) (change int) {
	before := n.options[n.chosen].next
	for _, next := range n.options[option].next {
		change += g.need(next)
	}
	for _, next := range before {
		change -= g.release(next)
	}
	n.chosen = option

	return change
}

// tighten sets the number of turns of each position to what its turn needs.
func (g *strategyGraph) tighten() {
	order := make([]int, len(g.nodes))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(g.nodes[a].in, g.nodes[b].in) })
	for _, i := range order {
		n := &g.nodes[i]
		n.in = 2
		for _, next := range n.options[n.chosen].next {
			n.in = max(n.in, g.nodes[next].in+1)
		}
	}
}

// strategy returns what is kept.
func (g *strategyGraph) strategy() Strategy {
	g.tighten()
	s := Strategy{}
	for i := range g.nodes {
		n := &g.nodes[i]
		if n.needed > 0 {
			s[n.at] = Choice{n.options[n.chosen].move, n.in}
		}
	}

	return s
}
