package solve

import (
	"context"

	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// Solution is what a problemist wants to know about a win: keys with every defence, and what was
// asked for of tries and set play.
type Solution struct {
	Position board.Position
	Goal     Goal
	In       int
	Keys     []Play
	Tries    []Play    // first turns that fail to few defences
	Set      []Defence // what would follow if the enemy were to move in the position
	// Duals counts the places where more than one continuation reaches the goal in the shortest time.
	Duals int
}

// Play is a turn of the attacker's and all that can follow.
type Play struct {
	// After is the enemy's turn that it answers, with the reclaim that the attacker chose for it; nil
	// for a first turn.
	After *board.Played
	Turn  board.Played // with the full reclaim, where there is a choice
	In    int          // turns of the attacker in which it reaches the goal, itself the first
	// Threats are the turns that would reach the goal next if the enemy could pass. Where it could
	// and there are none, Zugzwang is set.
	Threats  []board.Played
	Zugzwang bool
	Branches []Branch // one for each reclaim of the enemy; none where the play is not told
}

// Branch is a turn of the attacker's with one choice of the enemy's reclaim.
type Branch struct {
	Turn     board.Played
	Reached  bool // the goal is reached with it
	Defences []Defence
	// Refutations are, of a try, the defences after which the goal is out of reach.
	Refutations []Defence
}

// Defence is a turn of the enemy's.
type Defence struct {
	Turn board.Played // with the full reclaim, where there is a choice
	In   int          // turns that the attacker still needs; 0 when the goal is reached with it
	// Short tells that the goal is reached sooner than the stipulation allows for.
	Short bool
	// Delay tells that the threat works after it as well: it is no defence, only time.
	Delay bool
	// Main marks the longest line, the first of them where there are several.
	Main bool
	// Continuations are all shortest ways on; more than one is a dual. Only the first is told on.
	Continuations []Play
}

// Wanted says how much of a solution is told.
type Wanted struct {
	// Refutations is the greatest number of defences to which a try may fail; 0 for no tries.
	Refutations int
	SetPlay     bool
	Threats     bool // threats, zugzwang and mere delay
}

// Solution tells the solution of a search that was won. It is not for help-wins, whose lines stand in the
// result. The error is the context's or [ErrLimit].
func (s *Solver) Solution(ctx context.Context, p board.Position, goal Goal, result Result, wanted Wanted) (*Solution, error) {
	a := s.ask(ctx, goal, p.Turn, result.In)
	defer a.finish()
	t := teller{asker: a, ctx: ctx, wanted: wanted}
	out := &Solution{Position: p, Goal: goal, In: result.In}
	for _, m := range result.Keys {
		out.Keys = append(out.Keys, t.play(nil, &p, m, result.In))
	}
	if len(out.Keys) > 0 {
		markMain(&out.Keys[0])
	}
	if wanted.Refutations > 0 {
		out.Tries = t.tries(&p, result)
	}
	if wanted.SetPlay && result.In > 1 && t.mayPass(&p) {
		enemy := passed(&p)
		for _, m := range t.moves(&enemy) {
			if d := t.defence(&enemy, m, result.In-1, nil); len(d.Continuations) > 0 {
				out.Set = append(out.Set, d)
			}
		}
	}
	out.Duals = t.duals
	return out, t.err(ctx)
}

type teller struct {
	*asker
	ctx    context.Context
	wanted Wanted
	duals  int
}

// play tells a turn that reaches the goal in n turns, or of a try all that it is met with.
func (t *teller) play(after *board.Played, p *board.Position, m board.Move, n int) Play {
	choices := t.choices(p, m)
	out := Play{After: after, Turn: choices[0], In: n}
	var threats []board.Move
	if full := &choices[0]; t.wanted.Threats && n > 1 && !t.reached(full) && t.mayPass(&full.After) {
		threats = t.threats(&out, &full.After, n-1)
	}
	for _, c := range choices {
		b := Branch{Turn: c, Reached: t.reached(&c)}
		if !b.Reached {
			for _, reply := range t.moves(&c.After) {
				d := t.defence(&c.After, reply, n-1, threats)
				if d.In < 0 {
					d.In = 0
					b.Refutations = append(b.Refutations, d)
					continue
				}
				b.Defences = append(b.Defences, d)
			}
		}
		out.Branches = append(out.Branches, b)
	}
	return out
}

// threats fills in what would follow if the enemy passed.
func (t *teller) threats(out *Play, p *board.Position, n int) []board.Move {
	again := passed(p)
	var found []board.Move
	for i := 1; i <= n && found == nil; i++ {
		for _, m := range t.moves(&again) {
			if t.turnWins(&again, m, i) {
				found = append(found, m)
				out.Threats = append(out.Threats, t.s.game.Full(&again, m))
			}
		}
	}
	out.Zugzwang = found == nil
	return found
}

// defence tells what follows a turn of the enemy's, the attacker having n turns left. In is -1 when
// the goal is out of reach.
func (t *teller) defence(p *board.Position, m board.Move, n int, threats []board.Move) Defence {
	choices := t.choices(p, m)
	d := Defence{Turn: choices[0], In: -1}
	if t.stop.Load() {
		return d
	}
	for i := range choices {
		if in := t.shortest(&choices[i], n); in >= 0 && (d.In < 0 || in < d.In) {
			d.In = in
		}
	}
	if d.In <= 0 {
		return d
	}
	d.Short = d.In < n
	for i := range choices {
		c := &choices[i]
		for _, next := range t.moves(&c.After) {
			if t.turnWins(&c.After, next, d.In) {
				if len(d.Continuations) > 0 {
					d.Continuations = append(d.Continuations, Play{After: c, Turn: t.s.game.Full(&c.After, next), In: d.In})
					continue
				}
				d.Continuations = append(d.Continuations, t.play(c, &c.After, next, d.In))
			}
		}
		for _, threat := range threats {
			d.Delay = d.Delay || t.s.game.Legal(&c.After, threat) && t.turnWins(&c.After, threat, n)
		}
	}
	if len(d.Continuations) > 1 {
		t.duals++
	}
	return d
}

// tries tells the first turns that fail to no more defences than wanted.
func (t *teller) tries(p *board.Position, result Result) []Play {
	var tries []Play
	for _, m := range t.moves(p) {
		isKey := false
		for _, k := range result.Keys {
			isKey = isKey || k == m
		}
		if !isKey && t.isTry(p, m, result.In) {
			duals := t.duals
			tries = append(tries, t.play(nil, p, m, result.In))
			t.duals = duals
		}
	}
	return tries
}

// isTry tells whether a first turn fails to no more defences than wanted, and not to all.
func (t *teller) isTry(p *board.Position, m board.Move, n int) bool {
	if n == 1 {
		return false
	}
	refutations, met := 0, 0
	for _, c := range t.choices(p, m) {
		if t.reached(&c) {
			continue
		}
		replies := t.s.game.Moves(&c.After)
		if len(replies) == 0 {
			refutations++ // the game ends short of the goal
		}
		for _, reply := range replies {
			if t.stop.Load() {
				return false
			}
			if t.met(&c.After, reply, n-1) {
				met++
			} else if refutations++; refutations > t.wanted.Refutations {
				return false
			}
		}
	}
	return met > 0 && refutations > 0
}

// mayPass tells whether it makes sense to let the side to move pass: it is in no check, and in
// Pacifist it owns a king.
func (t *teller) mayPass(p *board.Position) bool {
	if t.s.game.Set().Family == ruleset.Pacifist {
		return !p.Kingless(p.Turn)
	}
	return !t.s.game.InCheck(p)
}

// passed gives the position with the other side to move.
func passed(p *board.Position) board.Position {
	q := *p
	q.Turn ^= 1
	q.EnPassant = board.NoSquare
	q.Rekey()
	return q
}

// markMain marks the longest line.
func markMain(p *Play) {
	var longest *Defence
	for i := range p.Branches {
		for j := range p.Branches[i].Defences {
			if d := &p.Branches[i].Defences[j]; longest == nil || d.In > longest.In {
				longest = d
			}
		}
	}
	if longest != nil {
		longest.Main = true
		if len(longest.Continuations) > 0 {
			markMain(&longest.Continuations[0])
		}
	}
}
