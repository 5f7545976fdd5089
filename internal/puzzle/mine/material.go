package mine

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// material says which pieces a composed position is made of.
type material struct {
	Pieces []board.Piece // exactly these; or
	// From and To are the least and the greatest number of pieces drawn at random, the kings among
	// them.
	From, To int
}

// parseMaterial reads "KQR kqr", white pieces in upper case, or a number of pieces such as "8" or
// "6-12". The error wraps board.ErrSyntax, or board.ErrInvalid where the kings are not as the rules
// want.
func parseMaterial(text string, set ruleset.Set) (material, error) {
	if low, high, ranged := strings.Cut(text, "-"); strings.Trim(text, "0123456789-") == "" {
		if !ranged {
			high = low
		}
		from, err1 := strconv.Atoi(low)
		to, err2 := strconv.Atoi(high)
		if err1 != nil || err2 != nil || from < 3 || to < from || to > 40 {
			return material{}, fmt.Errorf("%w: %q is no number of pieces from 3 to 40", board.ErrSyntax, text)
		}
		return material{From: from, To: to}, nil
	}

	var m material
	kings := [2]int{}
	for _, letter := range text {
		if letter == ' ' {
			continue
		}
		piece, ok := board.PieceOf(byte(min(letter, 127)))
		if !ok {
			return m, fmt.Errorf("%w: %q is no piece", board.ErrSyntax, letter)
		}
		if piece.Kind == board.King {
			kings[piece.Colour]++
		}
		m.Pieces = append(m.Pieces, piece)
	}

	switch {
	case len(m.Pieces) > 40:
		return m, fmt.Errorf("%w: more than 40 pieces", board.ErrInvalid)
	case kings[0]+kings[1] != 2:
		return m, fmt.Errorf("%w: two kings are wanted, not %d", board.ErrInvalid, kings[0]+kings[1])
	case !set.Family.KingsConvert() && kings[0] != 1:
		return m, fmt.Errorf("%w: one king of each colour is wanted", board.ErrInvalid)
	}

	return m, nil
}

// drawn are the kinds that are drawn at random; a kind that stands twice comes twice as often.
var drawn = [...]board.Kind{
	board.Pawn, board.Pawn, board.Pawn, board.Knight, board.Knight, board.Bishop, board.Bishop, board.Rook,
	board.Rook, board.Queen,
}

// draw returns the pieces of a position, at random where the material says no more than how many.
func (m material) draw(random *rand.Rand) []board.Piece {
	pieces := m.Pieces
	if pieces == nil {
		count := m.From + random.IntN(m.To-m.From+1)
		pieces = append(pieces, board.Piece{Kind: board.King, Colour: board.White}, board.Piece{Kind: board.King,
			Colour: board.Black})
		for len(pieces) < count {
			pieces = append(pieces, board.Piece{Kind: drawn[random.IntN(len(drawn))],
				Colour: board.Colour(random.IntN(2))})
		}
	}

	return pieces
}

// freeSquare returns an empty square on which a kind of piece may stand.
func freeSquare(p *board.Position, kind board.Kind, random *rand.Rand) board.Square {
	for {
		s := board.Square(random.IntN(64))
		if kind == board.Pawn && (s.Rank() == 0 || s.Rank() == 7) {
			continue
		}
		if !p.Occupied().Has(s) {
			return s
		}
	}
}

// natural reports whether a position could arise: it is valid, and in the Pacifist family none of
// the pieces of the side to move is over-persuaded, for the enemy would have converted it (PAC-6);
// and where the mover must own a safe king after its turn (PAC-10) the enemy does.
func natural(variant *rules.Variant, p *board.Position) bool {
	if _, err := variant.ParseFEN(variant.FEN(p)); err != nil {
		return false
	}
	set := variant.Set()
	if !set.Family.HasWeights() {
		return true
	}
	over := func(s board.Square, owner board.Colour) bool {
		persuasion := variant.Weigh(p, s, owner.Other())
		return persuasion.Count > 0 && persuasion.Outweighs(variant.Weigh(p, s, owner), set)
	}
	for s := range p.Colours[p.Turn].All {
		if over(s, p.Turn) {
			return false
		}
	}

	if set.KingSafety != ruleset.AfterTurn {
		return true
	}
	enemy := p.Turn.Other()
	for s := range (p.Kings & p.Colours[enemy]).All {
		if !over(s, enemy) {
			return true
		}
	}

	return false
}
