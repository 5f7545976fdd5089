package problemfile

import (
	"strings"

	"turncoat/puzzle"
	"turncoat/rules/board"
)

// twin reads the changes of a twin, up to the next command.
func (r *popeye) twin() {
	r.settle()
	r.working, r.change = r.Position, ""
	for first := true; r.unsupported == nil; first = false {
		word := r.peek()
		i := find(r.lang.twists, word)
		if i < 0 || !first && i != asked && find(r.lang.commands, word) >= 0 {
			break
		}
		r.word()
		switch i {
		case continued:
			if n := len(r.Twins); n > 0 {
				r.change = r.Twins[n-1].String()
				if _, p, err := r.Apply(r.Twins[n-1]); err == nil {
					r.working = p
				}
			}
		case moved, exchanged, shifted:
			if from, to := r.squares(), r.squares(); from != nil && to != nil {
				r.moves(i, from[0], to[0])
			}
		case rotated, mirrored:
			r.turns(i)
		case added:
			r.adds()
		case removed:
			for _, s := range r.squares() {
				r.also("-" + r.there(s) + s.String())
				r.working.Put(s, board.NoPiece)
			}
		case asked:
			r.also(r.word())
		case polished:
			r.polishes()
		case substituted:
			r.substitutes()
		default:
			r.fault("unsupported twin %q", word)
		}
	}

	if len(r.Twins) == puzzle.MaxTwins {
		r.fault("more than %d twins", puzzle.MaxTwins)
	}
	if r.unsupported != nil {
		r.toNext()
		return
	}

	if r.change == "" {
		r.change = r.sameAgain()
	}
	c, err := puzzle.ParseChange(r.change)
	if err == nil {
		_, _, err = r.Apply(c)
	}
	if err != nil {
		r.fault("twin %q: %w", r.change, err)
	}
	r.Twins = append(r.Twins, c)
}

func (r *popeye) moves(kind int, from, to board.Square) {
	a, b := r.working.PieceAt(from), r.working.PieceAt(to)
	switch kind {
	case shifted:
		r.also("shift " + from.String() + "-" + to.String())
	case exchanged:
		r.also(r.there(from) + from.String() + "<->" + r.there(to) + to.String())
		r.working.Put(from, b)
		r.working.Put(to, a)
	default:
		if b.Kind != board.NoKind {
			r.also("-" + r.there(to) + to.String())
		}
		r.also(r.there(from) + from.String() + "-" + to.String())
		r.working.Put(from, board.NoPiece)
		r.working.Put(to, a)
	}
}

// sameAgain returns the change of a twin without changes: it repeats the one before it, and the
// first the problem, whose own stipulation changes nothing.
func (r *popeye) sameAgain() string {
	if n := len(r.Twins); n > 0 {
		return r.Twins[n-1].String()
	}
	return r.Goal.Symbol() + puzzle.LengthText(r.In, r.Half)
}

// turns reads how the board is turned or mirrored: "90", "a1<-->h1".
func (r *popeye) turns(kind int) {
	text := "rotate " + r.peek()
	if kind == mirrored {
		text = "mirror " + strings.ReplaceAll(r.peek(), "--", "-")
	}
	c, err := puzzle.ParseChange(text)
	if err == nil {
		r.word()
		_, r.working, err = c.Apply(r.Variant, &r.working, r.working.Turn)
	}

	if err != nil {
		r.fault("unsupported twin %q", text)
		return
	}

	r.also(text)
}

// polishes exchanges the colours of all pieces.
func (r *popeye) polishes() {
	r.also("polish type")
	for s := range r.working.Occupied().All {
		there := r.working.PieceAt(s)
		r.working.Put(s, board.Piece{Kind: there.Kind, Colour: there.Colour.Other()})
	}
}

// adds reads the pieces that a twin adds: "white Qe1 Sa7 black Ba5".
func (r *popeye) adds() {
	side, known := r.colour()
	added := false
	for known && r.unsupported == nil {
		kind, squares, isPiece := r.piece(r.peek())
		if !isPiece {
			var other bool
			side, other = r.colour()
			if !other {
				break
			}
			continue
		}

		r.word()
		added = true
		for _, s := range squares {
			if r.working.PieceAt(s).Kind != board.NoKind {
				r.also("-" + r.there(s) + s.String())
			}
			r.also("+" + string("wb"[side]) + string(kind.Letter()) + s.String())
			r.working.Put(s, board.Piece{Kind: kind, Colour: side})
		}
	}
	if !added {
		r.fault("a twin adds no piece")
	}
}

// substitutes reads a kind of pieces and the kind that all of them become: "S B".
func (r *popeye) substitutes() {
	from, to := r.kind(), r.kind()
	if r.unsupported != nil {
		return
	}
	for s := range r.working.Occupied().All {
		there := r.working.PieceAt(s)
		if there.Kind != from {
			continue
		}
		r.also(r.there(s) + s.String() + "=" + string(to.Letter()))
		r.working.Put(s, board.Piece{Kind: to, Colour: there.Colour})
	}
}

// kind consumes the letter of a kind of pieces.
func (r *popeye) kind() board.Kind {
	word, kind := r.peek(), -1
	if len(word) == 1 {
		kind = strings.IndexByte(r.lang.pieces, word[0])
	}
	if kind < 0 {
		r.fault("the letter of a piece expected, not %q", word)
		return board.Pawn
	}
	r.word()
	return board.Kind(kind)
}

// there returns the letter of the piece that stands on a square.
func (r *popeye) there(s board.Square) string {
	if k := r.working.PieceAt(s).Kind; k != board.NoKind {
		return string(k.Letter())
	}
	r.fault("a twin without a piece on %s", s)
	return "P"
}

// also adds a change to those of a twin.
func (r *popeye) also(text string) {
	if r.change != "" {
		r.change += ", "
	}
	r.change += text
}
