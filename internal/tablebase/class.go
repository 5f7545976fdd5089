package tablebase

import (
	"cmp"
	"fmt"
	"slices"

	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// MaxPieces is the maximum number of pieces in a class, including the two kings.
const MaxPieces = 5

// Class is a set of pieces without colours: two kings and the other pieces. Classes are comparable,
// and the zero value is KK.
type Class struct {
	counts [board.King]uint8 // by kind, from pawn to queen
}

// kingsFirst is the order in which the pieces of a class are named.
var kingsFirst = [...]board.Kind{
	board.King, board.Queen, board.Rook, board.Bishop, board.Knight, board.Pawn,
}

// ParseClass reads the name of a class, as in "KKRB": the letters of its pieces in any order and
// either case.
func ParseClass(text string) (Class, error) {
	var c Class
	kings := 0
	for i := range len(text) {
		switch kind := board.KindOf(text[i]); kind {
		case board.NoKind:
			return Class{}, fmt.Errorf("%w: %q is not a class such as KKRB: %q is not a piece",
				ErrClass, text, text[i])
		case board.King:
			kings++
		default:
			c.counts[kind]++
			if c.counts[kind] > MaxPieces {
				return Class{}, fmt.Errorf("%w: %q has more than %d pieces", ErrClass, text, MaxPieces)
			}
		}
	}

	switch {
	case kings != 2:
		return Class{}, fmt.Errorf("%w: %q does not name two kings", ErrClass, text)
	case c.Pieces() > MaxPieces:
		return Class{}, fmt.Errorf("%w: %q has more than %d pieces", ErrClass, text, MaxPieces)
	}

	return c, nil
}

// ClassOf returns the class of the pieces on a board. ok is false if there is none: a class has two
// kings, and at most [MaxPieces] pieces in all.
func ClassOf(p *board.Position) (c Class, ok bool) {
	if p.Kings.Count() != 2 || p.Occupied().Count() > MaxPieces {
		return Class{}, false
	}
	for kind := range board.King {
		c.counts[kind] = uint8(p.Pieces(kind).Count())
	}
	return c, true
}

// Pieces returns the number of pieces, the kings included.
func (c Class) Pieces() int {
	n := 2
	for _, count := range c.counts {
		n += int(count)
	}
	return n
}

// Count returns how many pieces of a kind the class has.
func (c Class) Count(kind board.Kind) int {
	if kind == board.King {
		return 2
	}
	return int(c.counts[kind])
}

// String returns the name of the class: kings first, then from queens to pawns.
func (c Class) String() string {
	var name []byte
	for _, kind := range kingsFirst {
		for range c.Count(kind) {
			name = append(name, kind.Letter())
		}
	}

	return string(name)
}

// Compare orders classes so that each comes after all classes that it leads into: by pieces, by
// pawns, then by name from the queens down.
func (c Class) Compare(d Class) int {
	return cmp.Or(
		cmp.Compare(c.Pieces(), d.Pieces()),
		cmp.Compare(c.counts[board.Pawn], d.counts[board.Pawn]),
		cmp.Compare(d.counts[board.Queen], c.counts[board.Queen]),
		cmp.Compare(d.counts[board.Rook], c.counts[board.Rook]),
		cmp.Compare(d.counts[board.Bishop], c.counts[board.Bishop]),
		cmp.Compare(d.counts[board.Knight], c.counts[board.Knight]),
	)
}

// LeadsInto returns the other classes that one turn can reach from the class, in the order of
// [Class.Compare]: by promotion and, in the families with captures, by the loss of a piece.
func (c Class) LeadsInto(family ruleset.Family) []Class {
	var list []Class
	promote := func(d Class) {
		for kind := board.Knight; kind <= board.Queen && d.counts[board.Pawn] > 0; kind++ {
			e := d
			e.counts[board.Pawn]--
			e.counts[kind]++
			list = append(list, e)
		}
	}

	promote(c)
	for kind := range board.King {
		if !family.Captures() || c.counts[kind] == 0 {
			continue
		}
		d := c
		d.counts[kind]--
		list = append(list, d)
		if kind != board.Pawn { // a pawn cannot be captured on the square of promotion
			promote(d)
		}
	}

	slices.SortStableFunc(list, Class.Compare)
	return slices.Compact(list)
}

// Closure returns the classes and all that they lead into, in the order of [Class.Compare], in
// which they can be built.
func Closure(family ruleset.Family, classes ...Class) []Class {
	seen := map[Class]bool{}
	var list []Class
	var add func(c Class)
	add = func(c Class) {
		if seen[c] {
			return
		}
		seen[c] = true
		list = append(list, c)
		for _, d := range c.LeadsInto(family) {
			add(d)
		}
	}

	for _, c := range classes {
		add(c)
	}
	slices.SortStableFunc(list, Class.Compare)
	return list
}

// Classes returns all classes of a number of pieces, in the order of [Class.Compare].
func Classes(pieces int) []Class {
	var list []Class
	var addWith func(c Class, least board.Kind, more int)
	addWith = func(c Class, least board.Kind, more int) {
		if more == 0 {
			list = append(list, c)
			return
		}

		for kind := least; kind <= board.Queen; kind++ {
			d := c
			d.counts[kind]++
			addWith(d, kind, more-1)
		}
	}

	if pieces >= 2 && pieces <= MaxPieces {
		addWith(Class{}, board.Pawn, pieces-2)
	}
	slices.SortStableFunc(list, Class.Compare)
	return list
}
