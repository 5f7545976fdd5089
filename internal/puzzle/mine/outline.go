package mine

import (
	"slices"

	"turncoat/internal/play"
	"turncoat/puzzle"
	"turncoat/rules"
	"turncoat/rules/board"
)

// An outliner looks at mates in two more quickly than a search for solutions, and only as far as a
// skeleton needs it.
type outliner struct {
	variant *rules.Variant
	turns   play.Rules // of the variant
	replies []board.Move
	moves   []board.Move
	keys    []board.Move
}

// A phase is what follows a move of White's, or a pass.
type phase struct {
	open int // replies of Black's without a mate
	// mates after replies that allow a single one, and no threat
	answers map[board.Move]answer
}

// An answer is the same mate wherever its piece comes from.
type answer struct {
	kind, promotion board.Kind
	to              board.Square
}

// mates returns the mates of the side to move, two at most.
func (o *outliner) mates(p *board.Position) (list [2]board.Move, count int) {
	o.moves = o.turns.AppendMoves(o.moves[:0], p)
	var after board.Position
	for _, m := range o.moves {
		o.turns.Play(p, m, &after)
		if !o.variant.InCheck(&after) || o.turns.HasTurn(&after) {
			continue
		}
		list[count] = m
		count++
		if count == len(list) {
			break
		}
	}

	return list, count
}

// outline returns the phase of a position with Black to move; false where more than most replies
// have no mate, or Black has no move.
func (o *outliner) outline(p *board.Position, most int) (phase, bool) {
	ph := phase{answers: map[board.Move]answer{}}
	o.replies = o.turns.AppendMoves(o.replies[:0], p)
	if len(o.replies) == 0 {
		return ph, false
	}
	var threats [2]board.Move
	threatened := 0
	if !o.variant.InCheck(p) {
		passed := puzzle.NullMove(p)
		threats, threatened = o.mates(&passed)
	}

	var after board.Position
	for _, reply := range o.replies {
		o.turns.Play(p, reply, &after)
		list, count := o.mates(&after)
		switch {
		case count == 0:
			ph.open++
			if ph.open > most {
				return ph, false
			}
		case count == 1 && !slices.Contains(threats[:threatened], list[0]):
			ph.answers[reply] = answer{after.KindAt(list[0].From), list[0].Promotion, list[0].To}
		}
	}

	return ph, true
}

// soleKey reports whether a single move of the side to move leads to mate in two, and none mates.
func (o *outliner) soleKey(p *board.Position) bool {
	if _, count := o.mates(p); count > 0 {
		return false
	}
	o.keys = o.turns.AppendMoves(o.keys[:0], p)
	keys := 0
	var after board.Position
	for _, m := range o.keys {
		o.turns.Play(p, m, &after)
		if _, wins := o.outline(&after, 0); wins {
			keys++
		}
	}

	return keys == 1
}

const (
	manyReplies    = 40  // replies without a mate that are still counted
	faultVariation = 4.0 // of each half of a variation that cannot be played
	faultBroken    = 60.0
)

// faultOfReplies is the fault of a position with Black to move: of the variations that are wanted
// and missing, and of the replies without a mate.
func (o *outliner) faultOfReplies(p *board.Position, wanted []variation) float64 {
	passed := puzzle.NullMove(p)
	if o.variant.InCheck(p) || o.variant.InCheck(&passed) {
		return faultBroken
	}
	fault := 0.0
	for _, v := range wanted {
		fault += o.faultOfVariation(p, v)
	}
	if fault > 0 {
		return fault + faultBroken/4
	}
	ph, ok := o.outline(p, manyReplies)
	if !ok {
		return faultBroken
	}
	for _, v := range wanted {
		if _, alone := ph.answers[v.defence]; !alone {
			fault++
		}
	}

	return fault + float64(ph.open)
}

// faultOfVariation is how many replies keep a mate from being one.
func (o *outliner) faultOfVariation(p *board.Position, v variation) float64 {
	var defended, mated board.Position
	if !o.variant.Legal(p, v.defence) {
		return 3 * faultVariation
	}
	o.turns.Play(p, v.defence, &defended)
	if !o.variant.Legal(&defended, v.mate) {
		return 2 * faultVariation
	}
	o.turns.Play(&defended, v.mate, &mated)
	if !o.variant.InCheck(&mated) {
		return 2 * faultVariation
	}
	o.replies = o.turns.AppendMoves(o.replies[:0], &mated)
	return float64(len(o.replies))
}

// faultOfPhases is the fault of a position with White to move: of two replies of Black's that are
// not answered in three ways, in the solution and in two other phases, and of a key that is missing
// or not alone.
func (o *outliner) faultOfPhases(p *board.Position) float64 {
	passed := puzzle.NullMove(p)
	if _, count := o.mates(p); count > 0 || o.variant.InCheck(p) || o.variant.InCheck(&passed) {
		return faultBroken
	}
	var phases []phase
	best, keys := -1, 0
	note := func(q *board.Position, virtual bool) {
		ph, ok := o.outline(q, 2)
		if !ok {
			return
		}
		if !virtual && (best < 0 || ph.open < phases[best].open) {
			best = len(phases)
		}
		if !virtual && ph.open == 0 {
			keys++
		}
		phases = append(phases, ph)
	}
	note(&passed, true)
	o.keys = o.turns.AppendMoves(o.keys[:0], p)
	var after board.Position
	for _, m := range o.keys {
		o.turns.Play(p, m, &after)
		if o.variant.InCheck(&after) {
			if _, wins := o.outline(&after, 0); wins {
				keys++ // a checking key is one too many
			}
			continue
		}

		note(&after, false)
	}

	if best < 0 {
		return faultBroken - 1
	}
	fault := 3*float64(phases[best].open) + 3*float64(max(0, keys-1))
	return fault + 2*float64(6-changes(phases, best))
}

// changes counts the ways in which the two replies are answered that are answered in most ways, in
// one phase and two others that fail to a single reply at most: 6 for three ways each.
func changes(phases []phase, actual int) int {
	most := 0
	for i := range phases {
		for j := range i {
			if i == actual || j == actual || phases[i].open > 1 || phases[j].open > 1 {
				continue
			}
			first, second := 0, 0
			for reply, x := range phases[actual].answers {
				y, inI := phases[i].answers[reply]
				z, inJ := phases[j].answers[reply]
				ways := 1
				if inI && y != x {
					ways++
				}
				if inJ && z != x && (!inI || z != y) {
					ways++
				}
				first, second = max(first, ways), max(second, min(first, ways))
			}

			most = max(most, first+second)
		}
	}

	return most
}
