package solve

import (
	"slices"

	"turncoat/puzzle"
	"turncoat/rules/board"
)

// addTries makes the first turns that fail to no more defences than wanted.
func (b *builder) addTries(out *puzzle.Tree, result Result) error {
	if b.wanted.Refutations == 0 {
		return nil
	}
	p := &out.Position
	only := b.s.options.First
	for _, m := range b.moves(p) {
		if only != nil && !only(p, m) || slices.Contains(result.Keys, m) ||
			!b.isTry(p, m, result.In) {
			continue
		}
		b.try = true
		try, err := b.play(nil, nil, p, m, result.In)
		if err != nil {
			return err
		}
		out.Tries = append(out.Tries, *try)
	}

	out.NoTries = len(out.Tries) == 0
	return nil
}

// isTry reports whether a first turn fails to no more defences than wanted. One that leaves no
// defence is no try, nor is any where the turn itself is to reach the goal, nor one after which
// reflex play obliges the enemy to win too soon.
func (b *builder) isTry(p *board.Position, m board.Move, n int) bool {
	if n == 1 && b.goal.Plain() != puzzle.SelfWin {
		return false
	}
	refutations, defences := 0, 0
	for _, c := range b.choices(p, m) {
		if b.reached(&c, n) {
			continue
		}
		replies, obliged := b.replies(&c.After)
		if obliged && !b.goal.Counts(n-1) {
			return false
		}
		if len(replies) == 0 {
			refutations++ // the game ends short of the goal
		}
		defences += len(replies)
		for _, reply := range replies {
			if b.stop.Load() {
				return false
			}
			if b.stillWins(&c.After, reply, n-1) {
				continue
			}

			refutations++
			if refutations > b.wanted.Refutations {
				return false
			}
		}
	}

	return refutations > 0 && defences > 0
}

// addSetPlay makes the set play: what would follow if the enemy were to move. In a self-win the
// enemy's turns that win at once are part of it if that is when it is to win, if it has no others,
// or if reflex play obliges it to make one of them.
func (b *builder) addSetPlay(out *puzzle.Tree) error {
	out.NoSet = b.wanted.SetPlay
	if !b.wanted.SetPlay || !puzzle.MayPass(b.s.variant, &out.Position) {
		return nil
	}
	enemy := puzzle.NullMove(&out.Position)
	replies, obliged := b.replies(&enemy)
	if out.In < 2 && out.Goal.Plain() != puzzle.SelfWin {
		return nil
	}
	var early []puzzle.Defence
	for _, m := range replies {
		d, err := b.defence(&enemy, m, out.In-1, nullMoveThreat{})
		if err != nil {
			return err
		}
		if obliged {
			d.In = 0 // even where that is too soon
		}
		switch {
		case obliged || len(d.Continuations) > 0:
			out.Set = append(out.Set, d)
		case d.In == 0:
			early = append(early, d)
		}
	}

	if out.In == 1 || len(early) == len(replies) {
		out.Set = append(out.Set, early...)
	}
	out.NoSet = len(out.Set) == 0
	return nil
}
