package prooftree

import "turncoat/puzzle/solve"

// settle works out which positions are won, and which are not, by what is known of those below.
func (t *Tree) settle() {
	t.passes++
	t.settleTurn(&t.claim)
}

func (t *Tree) settlePosition(p *Position) {
	if p.Status != solve.Unknown || p.pass == t.passes {
		return
	}
	p.pass = t.passes
	if t.knows(p) {
		p.Status, p.First = solve.Won, t.strategy[p.At]
		return
	}

	open := p.searches == 0
	for _, c := range p.turns {
		in := t.settleTurn(c)
		if in > 0 {
			p.Status, p.First = solve.Won, solve.Choice{Move: c.move, In: in}
			t.strategy[p.At] = p.First
			return
		}
		open = open || !c.lost
	}
	if !open {
		p.Status = solve.None
	}
}

// settleTurn settles a turn, and returns in how many turns it wins, itself included; 0 if that is not
// known.
func (t *Tree) settleTurn(c *turn) (in int) {
	if !c.opened || c.lost {
		return 0
	}
	open := false
	for _, p := range c.replies {
		t.settlePosition(p)
		switch p.Status {
		case solve.None:
			c.lost = true
		case solve.Unknown:
			open = true
		default:
			in = max(in, p.First.In+1)
		}
	}
	// Without a reply the game is over, and the attacker has not won: the search would have said so.
	c.lost = c.lost || len(c.replies) == 0
	if c.lost || open {
		return 0
	}
	return in
}

// knows reports whether the strategy wins from a position in time.
func (t *Tree) knows(p *Position) bool {
	known, ok := t.strategy[p.At]
	return ok && known.In <= p.Left
}

// infinite is the cost of what cannot be proved.
const infinite = 1 << 60

// weigh works out the costs. What is chosen for the round costs nothing: the rest of the round goes
// into what is needed, too, if all goes well.
func (t *Tree) weigh() {
	t.passes++
	t.weighTurn(&t.claim)
}

func (t *Tree) weighTurn(c *turn) {
	if !c.opened {
		return // as its search has left it
	}
	c.cost = 0
	for _, p := range c.replies {
		t.weighPosition(p)
		c.cost = min(c.cost+p.cost, infinite)
	}
}

func (t *Tree) weighPosition(p *Position) {
	if p.pass == t.passes {
		return
	}
	p.pass = t.passes
	switch {
	case p.Status == solve.Won || p.chosen:
		p.cost = 0
	case p.Status == solve.None:
		p.cost = infinite
	case p.searches == 0:
		p.cost = t.budgets[0]
	case p.searches < len(t.budgets):
		p.cost = t.budgets[p.searches-1] * harder
	default:
		p.cost = infinite
		for _, c := range p.turns {
			t.weighTurn(c)
			if !c.lost {
				p.cost = min(p.cost, c.cost)
			}
		}
	}
}
