package analysis

import (
	"fmt"
	"slices"

	"turncoat/rules/board"
)

// A viewer looks at the lines of a solution for the themes of orthodox chess. It sees the rays to
// the kings and the mate at the end of each.
type viewer struct {
	set seen
	// model mates by what stays the same when they are moved, turned or mirrored
	pictures map[string]string
}

// look adds the themes that a line shows.
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
		if before.Turn != m.Turn {
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

// picture adds the themes that the position of a mate shows, such as model mate.
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

// goesBack reports whether a piece returns in a line to the square from which it came. Only pieces
// of the side to move count, unless both sides do.
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
