package rules

import (
	"fmt"
	"strings"

	"turncoat/internal/reference"
	"turncoat/rules/board"
)

// lastChange returns the last turn in which the piece on a square changed sides, -1 if there is
// none, and the wave in which it did, 0 for a reclaim.
func (g *Game) lastChange(s board.Square) (turn, wave int) {
	for i := len(g.turns) - 1; i >= 0; i-- {
		t := &g.turns[i]
		if t.Reclaimed.Has(s) {
			return i, 0
		}
		for n, wave := range t.Waves {
			if wave.Has(s) {
				return i, n + 1
			}
		}

		if t.Converted.Has(s) { // a turn without waves
			return i, 1
		}
		before := g.before(i)
		king, rook := t.To, board.NoSquare
		if wing, castles := t.Castles(before); castles {
			king, rook = board.CastlingEnds(before.Turn, wing)
		}
		switch s {
		case king:
			s = t.From
		case rook:
			s = t.To
		}
	}

	return -1, 0
}

// Note explains an illegal move by the sides of pieces: the piece that is probably meant belongs to
// the enemy, or the target square is occupied. It is empty if sides do not explain the error.
func (g *Game) Note(w ParsedMove) string {
	p, set := g.Position(), g.variant.set
	if !set.Family.Converts() || w.Castling || w.To >= board.NoSquare {
		return ""
	}
	reachable := w.pieces(p, p.Turn) != 0
	if !w.Takes && p.PieceAt(w.To) == board.NoPiece && reachable {
		return "" // the move is meant for a piece of the side to move, and something else forbids it
	}
	var notes []string
	if piece, ok := g.meant(w); ok {
		notes = append(notes, g.sideOf(piece))
	}
	occupant := p.PieceAt(w.To)
	taken := occupant != board.NoPiece && occupant.Colour != p.Turn
	if !set.Family.Captures() && (w.Takes || taken && (len(notes) > 0 || reachable)) {
		if turn, _ := g.lastChange(w.To); taken && turn >= 0 {
			notes = append(notes, g.sideOf(w.To))
		}
		notes = append(notes, "there are no captures in "+set.Name)
	}

	return strings.Join(notes, "; ")
}

// sideOf says which side owns the piece on a square, and since when.
func (g *Game) sideOf(s board.Square) string {
	piece := g.Position().PieceAt(s)
	owner := piece.Colour.Title()
	turn, wave := g.lastChange(s)
	if turn < 0 {
		return fmt.Sprintf("the %s on %v belongs to %s", piece.Kind, s, owner)
	}
	name := g.before(turn).MoveNumber() + g.variant.SAN(g.before(turn), g.turns[turn])
	if wave == 0 {
		return fmt.Sprintf("the %s on %v was reclaimed by %s after %s", piece.Kind, s, owner, name)
	}
	return fmt.Sprintf("the %s on %v has been %s's since %s (wave %d)", piece.Kind, s, owner, name,
		wave)
}

// meant finds the enemy's piece for which the move was probably written, in the belief that it
// still belonged to the side to move. It considers the pieces that changed sides in the game, or
// all of them if no turn is known.
func (g *Game) meant(w ParsedMove) (on board.Square, ok bool) {
	p := g.Position()
	best := 0
	reaching := w.pieces(p, p.Turn.Other())
	for s := range p.Colours[p.Turn.Other()].All {
		if !w.from(s) || !w.UCI && p.KindAt(s) != w.Kind || s == w.To {
			continue
		}
		worth := 0
		turn, _ := g.lastChange(s)
		switch changed := turn >= 0; {
		case reaching.Has(s) && (changed || len(g.turns) == 0 || w.FromFile >= 0 &&
			w.FromRank >= 0):
			worth = 2
		case changed && p.KindAt(s) == board.King:
			worth = 1
		}

		if worth > best {
			best, on = worth, s
		}
	}

	return on, best > 0
}

// PiecesMeant returns the squares of the pieces that an illegal move may be meant for: the mover's
// pieces that would reach its square, else the enemy's that would, else the mover's pieces of its
// kind.
func PiecesMeant(p *board.Position, text string) board.Bitboard {
	w, err := ParseMove(text, English)
	if err != nil || w.Castling {
		return 0
	}
	for _, side := range []board.Colour{p.Turn, p.Turn.Other()} {
		if pieces := w.pieces(p, side); pieces != 0 {
			return pieces
		}
	}

	return p.Pieces(w.Kind) & p.Colours[p.Turn]
}

// from reports whether the move may begin on a square.
func (w *ParsedMove) from(s board.Square) bool {
	return w.origins().Has(s)
}

// pieces returns the pieces of a side that may be meant by the move: they have its kind and origin
// and, if their side were to move, could go to its target square, whatever is there.
func (w *ParsedMove) pieces(p *board.Position, side board.Colour) (set board.Bitboard) {
	for s := range p.Colours[side].All {
		if kind := p.KindAt(s); w.from(s) && (w.UCI || kind == w.Kind) && reaches(p, s, w.To, kind,
			w.Takes) {
			set |= s.Bit()
		}
	}

	return set
}

// reaches reports whether a piece of a kind, of the side to move, goes from one square to another
// in one move, whatever occupies them.
func reaches(p *board.Position, from, to board.Square, kind board.Kind, takes bool) bool {
	if kind == board.Pawn {
		files, ranks := apart(from, to)
		ahead := to > from == (p.Turn == board.White)
		return ahead && (ranks == 1 && (files == 0 || takes && files == 1) || ranks == 2 &&
			files == 0)
	}

	return reference.Reaches(kind, from, to) && board.Between(from, to)&p.Occupied() == 0
}
