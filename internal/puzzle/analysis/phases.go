package analysis

import (
	"context"
	"fmt"
	"slices"

	"turncoat/puzzle"
	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/rules/board"
)

// The themes that compare phases: set play and tries with what follows the key.
const (
	changedPlay     = "changed-play"
	transferredPlay = "transferred-play"
	reciprocalPlay  = "reciprocal-play"
	zagoruiko       = "zagoruiko"
)

// Phases returns the solution of a position with threats, set play, and the tries that fail to so
// many turns of the enemy's at most, but not to all; 0 for no tries. A help-win has none. The error
// is the context's or wraps [rules.ErrLimit].
func (a *Analyst) Phases(ctx context.Context, at *board.Position, found *Analysis,
	refutations int) (*puzzle.Tree, error) {
	tree, err := a.solver.Solution(ctx, a.won(at, found.In, found.Keys),
		solve.Wanted{Refutations: refutations, SetPlay: true, MaxTurns: maxTurns})
	if err != nil {
		return nil, err
	}
	tree.Tries = slices.DeleteFunc(tree.Tries, func(t puzzle.Play) bool { return len(t.Defences) == 0 })
	tree.NoTries = refutations > 0 && len(tree.Tries) == 0
	return tree, nil
}

// UsualTries returns how many refutations the tries of a win in n turns may have; 0 if no tries are
// looked for because that would take too long.
func UsualTries(in int) int {
	if in > 3 {
		return 0
	}
	return 1
}

// AddPhases gives a puzzle its threats, its set play and its tries with at most so many
// refutations, and returns the remarks that they give rise to. The error is the context's or wraps
// [rules.ErrLimit].
func (a *Analyst) AddPhases(ctx context.Context, p *puzzle.Puzzle, at *board.Position,
	found *Analysis, tries int) (remarks []Remark, err error) {
	if a.goal.HasLines() {
		p.Phases, err = a.HelpSet(ctx, at, found.In)
		return nil, err
	}

	tree, err := a.Phases(ctx, at, found, tries)
	if err != nil {
		return nil, err
	}
	p.AddPhases(tree, PhaseThemes(tree))
	return PhaseRemarks(a.variant, tree), nil
}

// An answer is identified by the piece that moves and where it goes: a rook that mates on h8 gives
// the same mate from any square that the key has left it on.
type answer struct {
	kind, promotion board.Kind
	to              board.Square
}

// phasePlay has the answers of a phase to the enemy's turns, by the turn's text.
type phasePlay map[string]answer

// playOf returns the defences with a single answer. One after which a threat still works does not
// count.
func playOf(t *puzzle.Play, list []puzzle.Defence, word func(*puzzle.Defence) string) phasePlay {
	out := phasePlay{}
	for i := range list {
		d := &list[i]
		if len(d.Continuations) != 1 {
			continue
		}
		next := &d.Continuations[0]
		if m := next.Turn.Move; !t.Threatens(m) {
			out[word(d)] = answer{next.After.After.KindAt(m.From), m.Promotion, m.To}
		}
	}

	return out
}

// PhaseThemes names the themes that a comparison of the phases of a tree shows: changed,
// transferred and reciprocal play, and the Zagoruiko.
func PhaseThemes(tree *puzzle.Tree) []string {
	if tree.Goal.HasLines() || len(tree.Keys) == 0 {
		return nil
	}
	after := func(t *puzzle.Play) phasePlay { return playOf(t, t.Defences, t.Word) }
	enemy := puzzle.NullMove(&tree.Position)
	phases := []phasePlay{playOf(&puzzle.Play{}, tree.Set,
		func(d *puzzle.Defence) string { return d.Turn.Move.UCI(&enemy) })}
	for i := range tree.Tries {
		phases = append(phases, after(&tree.Tries[i]))
	}
	actual := after(&tree.Keys[0])
	set := seen{}
	for i, virtual := range phases {
		set.compare(virtual, actual)
		set.add(zagoruiko, slices.ContainsFunc(phases[:i], func(other phasePlay) bool {
			return twiceChanged(other, virtual, actual)
		}))
	}

	return set.shown()
}

// twiceChanged reports whether two turns of the enemy's are answered differently in each of three
// phases.
func twiceChanged(a, b, c phasePlay) bool {
	n := 0
	for turn, x := range a {
		y, inB := b[turn]
		z, inC := c[turn]
		if inB && inC && x != y && y != z && x != z {
			n++
		}
	}

	return n > 1
}

// compare adds how the answers of two phases differ. Changed: a turn of the enemy's is answered in
// another way. Reciprocal: two turns exchange their answers. Transferred: an answer now meets
// another turn of the enemy's, without such an exchange.
func (set seen) compare(before, now phasePlay) {
	for a, x := range before {
		y, both := now[a]
		set.add(changedPlay, both && x != y)
		for b, z := range now {
			if z != x || b == a || both && y == x {
				continue // it is not x that answers b, or x still answers a
			}
			earlier, had := before[b]
			exchanged := had && both && earlier == y
			set.add(reciprocalPlay, exchanged)
			set.add(transferredPlay, !exchanged && !(had && earlier == x))
		}
	}
}

// PhaseRemarks remarks on what makes a key worth less: threats that already answer a turn of the
// enemy's in set play, and checks and flights of the enemy's without an answer there.
func PhaseRemarks(variant *rules.Variant, tree *puzzle.Tree) []Remark {
	key, enemy := &tree.Keys[0], puzzle.NullMove(&tree.Position)
	again := puzzle.NullMove(&key.Turn.After)
	var remarks []Remark
	blemish := func(format string, a ...any) {
		remarks = append(remarks,
			Remark{Text: fmt.Sprintf(format, a...)})
	}
	answered := map[board.Move]bool{}
	for i := range tree.Set {
		answered[tree.Set[i].Turn.Move] = true
	}
	for _, threat := range key.Threats {
		for i := range tree.Set {
			d := &tree.Set[i]
			if len(d.Continuations) > 0 && d.Continuations[0].Turn.Move == threat.Turn.Move {
				blemish("the threat 2.%s is set already: 1...%s 2.%s",
					variant.SAN(&again, threat.Turn),
					variant.SAN(&enemy, d.Turn),
					variant.SAN(&d.Continuations[0].After.After, d.Continuations[0].Turn))
				break
			}
		}
	}

	if tree.In != 2 || tree.Goal != puzzle.Win || !variant.Set().Family.HasCheck() {
		return remarks
	}
	for _, m := range variant.Moves(&enemy) {
		t := variant.Play(&enemy, m)
		switch {
		case answered[m]:
		case variant.Sign(&t.After) == '+':
			blemish("unprovided check: 1...%s", variant.SAN(&enemy, t))
		case enemy.Kings.Has(m.From):
			blemish("unprovided flight: 1...%s", variant.SAN(&enemy, t))
		}
	}

	return remarks
}
