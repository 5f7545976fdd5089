package analysis

import (
	"fmt"
	"slices"

	"turncoat/rules/board"
)

// A viewer looks at the lines of a solution for the themes of orthodox chess. It sees the rays to
// the kings and the mate at the end of each; themes of several lines are pairs of what is seen in
// one.
type viewer struct {
	set   seen
	pairs map[pair]bool
	// model mates by what stays the same when they are moved, turned or mirrored
	pictures map[string]string
}

// A pair is half of a theme in which two pieces exchange their roles after turns from the same
// position.
type pair struct {
	theme                string
	position             uint64
	piece, other, square board.Square
}

// half notes one half of a theme, and the theme if the other half has been seen.
func (v *viewer) half(half pair) {
	v.pairs[half] = true
	other := half
	other.piece, other.other = half.other, half.piece
	v.set.add(half.theme, v.pairs[other])
}

// look adds the themes of a line.
func (v *viewer) look(start *board.Position, line []board.Played) {
	m, ok := mateIn(&line[len(line)-1].After)
	if !ok {
		return
	}
	v.set.add(pinMate, len(m.pins) > 0)
	v.picture(m)
	before := start
	for i := range line {
		t := &line[i]
		if before.Turn == m.Turn {
			v.defence(before, line, i, m)
		} else {
			// the front piece of a battery moves, and the rear one gives check
			for _, r := range rays(before, m.Turn) {
				king := (t.After.Kings & t.After.Colours[m.Turn]).First()
				v.set.add(battery, bearing(&t.After, before.Turn, king,
					t.After.Occupied()).Has(r.from))
			}
		}

		// the enemy's next turn, and that of the same side
		for next := i + 1; next < min(i+3, len(line)); next++ {
			x := line[next].From
			side := before.Turn ^ board.Colour(next-i)&1
			if r, is := pinned(before, side, x); is && !(r.way | r.from.Bit()).Has(line[next].To) {
				v.set[unpin] = true
			}
		}

		before = &t.After
	}
}

// halfPins notes the half-pins that a turn of the mated side leaves as pins in the mate.
func (v *viewer) halfPins(before *board.Position, t *board.Played, m *mate) {
	for _, r := range rays(before, m.Turn) {
		rest := r.pieces &^ t.From.Bit()
		if rest.Count() != 1 || r.pieces.Count() != 2 {
			continue
		}
		if pin, is := m.pins[rest.First()]; is && pin.from == r.from {
			v.half(pair{halfPin, before.Key, t.From, rest.First(), r.from})
		}
	}
}

// cutsOff reports whether the piece that a turn has moved is in the way of one that could parry the
// mate, and was not before.
func (m *mate) cutsOff(piece board.Square, t *board.Played) bool {
	for s := range m.parries(piece, m.checks, m.Occupied()&^t.To.Bit()).All {
		way, _ := between(piece, s)
		if !way.Has(t.From) {
			return true
		}
	}

	return false
}

// defence adds the themes of a turn of the mated side that the mate makes use of.
func (v *viewer) defence(before *board.Position, line []board.Played, i int, m *mate) {
	t := &line[i]
	v.halfPins(before, t, m)

	// The piece has to stay where it is. What it captures there has just come.
	touched := func(later board.Played) bool { return later.From == t.To || later.To == t.To }
	sacrifice := before.Occupied().Has(t.To)
	if t.To == m.king || slices.ContainsFunc(line[i+1:], touched) ||
		sacrifice && (i == 0 || line[i-1].To != t.To) {
		return
	}

	for y := range m.own.All {
		kind := m.KindAt(y)
		if y == t.To || before.PieceAt(y) != m.PieceAt(y) {
			continue
		}
		if _, is := pinned(m.Position, m.Turn, y); is {
			continue
		}
		if !m.cutsOff(y, t) {
			continue
		}
		v.set[interference] = true
		theme := grimshaw
		if sacrifice {
			theme = novotny
		}
		if mover := before.KindAt(t.From); mover != kind && mover != board.Queen &&
			kind != board.Queen {
			v.half(pair{theme, before.Key, t.From, y, t.To})
		}
	}
}

// picture adds the themes of a mate as it looks.
func (v *viewer) picture(m *mate) {
	part, pure := m.picture()
	if !pure || m.Colours[m.Turn.Other()]&^(m.Pawns|m.Kings|part) != 0 {
		return
	}
	v.set[modelMate] = true
	v.set.add(idealMate, m.Occupied()&^part == 0)
	var first string
	same := ""
	for way := range 8 {
		var pieces []int
		for s := range part.All {
			x, y := s.File()-m.king.File(), s.Rank()-m.king.Rank()
			if way&1 != 0 {
				x = -x
			}
			if way&2 != 0 {
				y = -y
			}
			if way&4 != 0 {
				x, y = y, x
			}
			piece := m.PieceAt(s)
			pieces = append(pieces, ((x+8)*16+y+8)*16+int(piece.Kind)*2+int(piece.Colour))
		}

		slices.Sort(pieces)
		text := fmt.Sprint(pieces)
		if way == 0 {
			first = m.king.String() + text
		}
		same = max(same, text)
	}

	if seen, ok := v.pictures[same]; !ok {
		v.pictures[same] = first
	} else if seen != first {
		v.set[echo] = true
	}
}

// goesBack reports whether a piece goes back to where it came from in a line: of the side to move,
// or of either.
func goesBack(line []board.Played, either bool) bool {
	for i := range line {
		if i%2 == 1 && !either {
			continue
		}
		for j := i + 1; j < len(line); j++ {
			if (j-i)%2 == 0 && line[j].From == line[i].To && line[j].To == line[i].From {
				return true
			}
			if line[j].From == line[i].To || line[j].To == line[i].To {
				break
			}
		}
	}

	return false
}
