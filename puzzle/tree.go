package puzzle

import (
	"cmp"
	"slices"
	"strings"

	"turncoat/rules/board"
)

// Tree is the complete solution of a position: the keys with every defence, and tries and set play
// if they were requested.
type Tree struct {
	Position board.Position
	Goal     Goal
	In       int  // turns of the attacker
	Half     bool // in a help-win, half a turn more: the side to move wins
	// Keys are the first turns that reach the goal. In a help-win they are the solutions; each is a
	// line, and several may begin with the same turn.
	Keys  []Play
	Tries []Play    // first turns that fail to few defences
	Set   []Defence // what would follow if the enemy were to move in the position
	// SetLines are the set play of a help-win: its solutions without the first turn.
	SetLines [][]board.Played
	// NoTries and NoSet are set if tries or set play were requested and there are none.
	NoTries, NoSet bool
	// Duals counts the places after real defences where more than one continuation reaches the goal
	// in the shortest time.
	Duals int
}

// Play is a turn of the attacker's and all that can follow.
type Play struct {
	// After is the enemy's turn that it answers, with the reclaim that the attacker chose for it;
	// nil for a first turn.
	After *board.Played
	Turn  board.Played // with the full reclaim, where there is a choice
	In    int          // turns of the attacker until the goal is reached, including this one
	// Threats are the turns that would reach the goal next if the enemy passed. If it could pass and
	// there are none, Zugzwang is set.
	Threats  []Play
	Zugzwang bool
	// Choices are the turn with each reclaim that the enemy can choose, the full one first. There
	// are none if the turns that follow are left out.
	Choices []Choice
	// Defences are all turns of the enemy's that do not refute. Those that parry every threat come
	// first, then those that parry some, then the others. Within each group the longest come first,
	// then those with the fewest duals, then by text. The first defence that holds out as long as
	// the stipulation says is the main line and is moved to the front.
	Defences []Defence
	// Refutations are the defences against a try after which the goal cannot be reached.
	Refutations []Defence

	// Duals counts the places in the real play after this turn with more than one shortest
	// continuation.
	Duals     int
	LineDuals int // those of them in the main line

	text string // the compact form
}

// Choice is a turn of the attacker's with one choice of the enemy's reclaim.
type Choice struct {
	board.Played
	Reached bool // the goal is reached with it
}

// Defence is a turn of the enemy's.
type Defence struct {
	Choice int          // the index in Play.Choices of the turn that it answers
	Turn   board.Played // with the full reclaim, where there is a choice
	In     int          // turns that the attacker still needs; 0 if the turn reaches the goal
	// Short is set if the goal is reached sooner than the stipulation demands.
	Short bool
	// Delay is set if it is not a real defence: every threat still works after it, or there is a
	// shorter way.
	Delay bool
	// Continuations are all shortest continuations; more than one is a dual. The tree contains only
	// what follows the first.
	Continuations []Play

	word string // in the compact form
}

// Finish sorts the defences of a play and counts its duals, once all are there. before is the
// position in which the play is made; full is the enemy's turn that it answers with the full
// reclaim, nil for a first turn.
func (p *Play) Finish(before *board.Position, full *board.Played) {
	for i := range p.Refutations {
		p.Refutations[i].word = p.Word(&p.Refutations[i])
	}
	for i := range p.Defences {
		p.Defences[i].word = p.Word(&p.Defences[i])
	}
	byWord := func(a, b Defence) int { return strings.Compare(a.word, b.word) }
	slices.SortStableFunc(p.Refutations, byWord)
	slices.SortStableFunc(p.Defences, func(a, b Defence) int {
		return cmp.Or(cmp.Compare(p.weakness(&a), p.weakness(&b)), cmp.Compare(b.In, a.In),
			cmp.Compare(p.lineDuals(&a), p.lineDuals(&b)), byWord(a, b))
	})
	if i := slices.IndexFunc(p.Defences, func(d Defence) bool { return d.In == p.In-1 }); i > 0 {
		main := p.Defences[i]
		copy(p.Defences[1:], p.Defences[:i])
		p.Defences[0] = main
	}

	for d := range p.Weighed {
		if d == &p.Defences[0] {
			p.LineDuals = p.lineDuals(d)
		}
		if len(d.Continuations) > 0 {
			p.Duals += d.Continuations[0].Duals + p.dual(d)
		}
	}

	p.text = p.compact(before, full)
}

// Real returns the real defences, which parry a threat and hold out as long as it would. If the
// main line, in which the threat is carried out, is not one of them, it comes first.
func (p *Play) Real() []Defence {
	for i := 1; i < len(p.Defences); i++ {
		if p.Defences[i].Delay {
			return p.Defences[:i]
		}
	}

	return p.Defences
}

// Outlasts reports whether there are other defences than one, and it holds out longer than they do.
func (p *Play) Outlasts(d *Defence) bool {
	for i := range p.Defences {
		if other := &p.Defences[i]; other != d && other.In >= d.In {
			return false
		}
	}

	return len(p.Defences) > 1
}

// weakness returns 0 for a defence that forces another continuation than a threat, 1 for one that
// leaves some of several threats, and 2 for one that parries none.
func (p *Play) weakness(d *Defence) int {
	switch {
	case d.Delay:
		return 2
	case slices.ContainsFunc(d.Continuations,
		func(c Play) bool { return p.Threatens(c.Turn.Move) }):
		return 1
	}

	return 0
}

// Weighed yields the defences whose duals count: the real ones, and one after which the threat is
// carried out.
func (p *Play) Weighed(yield func(*Defence) bool) {
	idle := false
	for i := range p.Defences {
		d := &p.Defences[i]
		if idle && d.Delay || !yield(d) {
			return
		}
		idle = idle || d.Delay
	}
}

// IsDual reports whether there are several continuations after a defence or, if it is not a real
// one, several threats. Promotions of one pawn to several pieces are one threat.
func (p *Play) IsDual(d *Defence) bool {
	if len(d.Continuations) < 2 || !d.Delay {
		return len(d.Continuations) > 1
	}
	return p.Threatens(d.Continuations[0].Turn.Move) &&
		slices.ContainsFunc(p.Threats, func(t Play) bool {
			return t.Turn.From != p.Threats[0].Turn.From || t.Turn.To != p.Threats[0].Turn.To
		})
}

// dual returns 1 for a dual, 0 otherwise.
func (p *Play) dual(d *Defence) int {
	if p.IsDual(d) {
		return 1
	}
	return 0
}

// lineDuals counts the duals in the main line from a defence on.
func (p *Play) lineDuals(d *Defence) int {
	if len(d.Continuations) == 0 {
		return 0
	}
	return p.dual(d) + d.Continuations[0].LineDuals
}

// reclaimPrefix returns the reclaim of a turn as a prefix of the next move, nothing for the full
// one.
func reclaimPrefix(t, full *board.Played) string {
	if t == nil || t.Reclaimed == full.Reclaimed {
		return ""
	}
	return ReclaimText(t.Reclaimed) + " "
}

// ReclaimText returns a reclaim that is not the full one: "~d4,e5", or "~-" for none.
func ReclaimText(squares board.Bitboard) string { return "~" + squares.String() }

// Word returns a defence of the play in the compact form: its move, preceded by the enemy's reclaim
// if that is not the full one.
func (p *Play) Word(d *Defence) string {
	t := &p.Choices[d.Choice]
	return reclaimPrefix(&t.Played, &p.Turn) + d.Turn.Move.UCI(&t.After)
}

// Threatens reports whether a move is among the threats of the play.
func (p *Play) Threatens(m board.Move) bool {
	return slices.ContainsFunc(p.Threats, func(t Play) bool { return t.Turn.Move == m })
}

// A Group is a list of defences with the same answer, at least one.
type Group []Defence

// Groups groups defences by their answer, in the order in which the answers first occur. Defences
// that are not real are in groups of their own.
func Groups(list []Defence) []Group { return groups(list, (*Defence).answerText) }

// groups groups defences by a key, in the order in which the keys first occur.
func groups(list []Defence, key func(*Defence) string) []Group {
	var out []Group
	at := map[string]int{}
	for i := range list {
		k := key(&list[i])
		j, ok := at[k]
		if !ok {
			j = len(out)
			at[k] = j
			out = append(out, nil)
		}

		out[j] = append(out[j], list[i])
	}

	return out
}

// Groups returns the defences grouped by their answer, the main line first. Defences that are not
// real are in groups of their own.
func (p *Play) Groups() []Group { return Groups(p.Defences) }

// RealGroups returns the real defences grouped by their answer.
func (p *Play) RealGroups() []Group { return Groups(p.Real()) }

// answerText returns the compact form of what follows a defence, empty if nothing does. It has a
// prefix if the defence is not real.
func (d *Defence) answerText() string {
	text := ""
	if len(d.Continuations) > 0 {
		text = d.Continuations[0].text
	}
	if d.Delay {
		return passes + text
	}
	return text
}

// answersText is answerText with the duals, each move once: with many reclaims to choose from
// before it, the same move can be hundreds of duals. After a defence that is not real there are
// none, since each of several threats works.
func (d *Defence) answersText() string {
	text := d.answerText()
	if d.Delay {
		return text
	}
	for i := range d.Continuations {
		next := &d.Continuations[i]
		isNamed := slices.ContainsFunc(d.Continuations[:i],
			func(c Play) bool { return c.Turn.Move == next.Turn.Move })
		if i > 0 && !isNamed {
			text += `,"` + reclaimPrefix(next.After, &d.Turn) + next.Turn.Move.UCI(&next.After.After) + `"`
		}
	}

	return text
}

// HasChoice reports whether the enemy has a meaningful choice: somewhere there are two turns that
// must be answered differently. One of them may be to allow the threat.
func (p *Play) HasChoice() bool {
	for {
		list := p.RealGroups()
		if len(list) != 1 || len(p.Defences) > len(p.Real()) && !list[0][0].Delay {
			return len(list) > 0
		}
		if len(list[0][0].Continuations) == 0 {
			return false
		}
		p = &list[0][0].Continuations[0]
	}
}

// Size returns the number of the attacker's turns in the real play, counting each different
// continuation once.
func (p *Play) Size() int {
	size := 1
	for _, g := range p.RealGroups() {
		if len(g[0].Continuations) > 0 {
			size += g[0].Continuations[0].Size()
		}
	}

	return size
}

// Line returns the turns of both sides in the main line, with the reclaims that were chosen.
func (p *Play) Line() (main []board.Played) {
	for line := range p.Variations {
		main = slices.Clone(line)
		break
	}

	return main
}

// Variations yields every line of the real play, the main line first, with the reclaims that were
// chosen. The turns are overwritten by those of the next line.
func (p *Play) Variations(yield func(line []board.Played) bool) { p.variations(nil, yield) }

func (p *Play) variations(line []board.Played, yield func([]board.Played) bool) bool {
	if len(p.Defences) == 0 {
		return yield(append(line, p.Turn))
	}
	for i := range p.Real() {
		d := &p.Defences[i]
		to := append(line, p.Choices[d.Choice].Played)
		more := false
		if len(d.Continuations) == 0 {
			more = yield(append(to, d.Turn))
		} else {
			next := &d.Continuations[0]
			more = next.variations(append(to, *next.After), yield)
		}

		if !more {
			return false
		}
	}

	return true
}
