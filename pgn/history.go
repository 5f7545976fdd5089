package pgn

import (
	"cmp"
	"fmt"
	"strings"

	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// History records which pieces changed sides in a game, and when. Its zero value is that of a game that has just begun.
type History struct {
	changed [64]change // the last change of the piece on each square
	turns   int
}

// A change is the turn that made a piece change sides. Its zero value means that none did.
type change struct {
	turn      string // as "3...a6"
	wave      int    // from 1; 0 if it was reclaimed
	reclaimed bool
}

// Add adds a turn, played in the position before it.
func (h *History) Add(g *rules.Variant, before *board.Position, t board.Played) {
	h.turns++
	m := t.Move
	moved := h.changed[m.From]
	if wing, castles := m.Castles(before); castles {
		king, rook := board.CastlingEnds(before.Turn, wing)
		other := h.changed[m.To]
		h.changed[m.From], h.changed[m.To] = change{}, change{}
		h.changed[king], h.changed[rook] = moved, other
	} else {
		h.changed[m.From] = change{}
		h.changed[m.To] = moved
	}
	if t.Converted|t.Reclaimed == 0 {
		return
	}
	name := moveNumber(before) + g.SAN(before, t)
	waves := t.Waves
	if len(waves) == 0 {
		waves = []board.Bitboard{t.Converted}
	}
	for i, wave := range waves {
		for s := range wave.All {
			h.changed[s] = change{turn: name, wave: i + 1}
		}
	}
	for s := range t.Reclaimed.All {
		h.changed[s] = change{turn: name, reclaimed: true}
	}
}

// Note explains a move that is not legal by the sides that pieces are on: the piece that is likely meant belongs
// to the enemy, or its square is occupied. It is empty where sides explain nothing.
func (h *History) Note(g *rules.Variant, p *board.Position, w rules.Written) string {
	if g.Set().Family == ruleset.Chess || w.Castling || w.To >= board.NoSquare {
		return ""
	}
	if !w.Takes && p.PieceAt(w.To) == board.NoPiece && goesTo(p, w) {
		return "" // a piece of the side to move is meant, and something else forbids it
	}
	var notes []string
	if piece, ok := h.meant(p, w); ok {
		notes = append(notes, h.side(p, piece))
	}
	occupant := p.PieceAt(w.To)
	taken := occupant != board.NoPiece && occupant.Colour != p.Turn
	if g.Set().Family == ruleset.Pacifist && (w.Takes || taken && (len(notes) > 0 || goesTo(p, w))) {
		if taken && h.changed[w.To] != (change{}) {
			notes = append(notes, h.side(p, w.To))
		}
		notes = append(notes, "there are no captures in "+g.Set().Name)
	}
	return strings.Join(notes, "; ")
}

// goesTo reports whether the side to move has a piece that could make the written move if it were a capture.
func goesTo(p *board.Position, w rules.Written) bool {
	for s := range p.Colours[p.Turn].All {
		if meantBy(p, s, w) {
			return true
		}
	}
	return false
}

// side says whose the piece on a square is, and since when.
func (h *History) side(p *board.Position, s board.Square) string {
	piece, c := p.PieceAt(s), h.changed[s]
	owner := piece.Colour.Title()
	switch {
	case c.reclaimed:
		return fmt.Sprintf("the %s on %v was reclaimed by %s after %s", piece.Kind, s, owner, c.turn)
	case c.turn != "":
		return fmt.Sprintf("the %s on %v has been %s's since %s (wave %d)", piece.Kind, s, owner, c.turn, c.wave)
	}
	return fmt.Sprintf("the %s on %v belongs to %s", piece.Kind, s, owner)
}

// meant finds the enemy's piece that the move was likely written for, as if it still belonged to the side to
// move: one of those that changed sides in the game, or any where no turn is known.
func (h *History) meant(p *board.Position, w rules.Written) (on board.Square, ok bool) {
	best := 0
	for s := range p.Colours[p.Turn.Other()].All {
		kind := p.KindAt(s)
		if w.FromFile >= 0 && s.File() != w.FromFile || w.FromRank >= 0 && s.Rank() != w.FromRank || !w.UCI &&
			kind != w.Kind || s == w.To {
			continue
		}
		worth := 0
		switch changed := h.changed[s] != (change{}); {
		case reaches(p, s, w.To, kind, w.Takes) && (changed || h.turns == 0 || w.FromFile >= 0 && w.FromRank >= 0):
			worth = 2
		case changed && kind == board.King:
			worth = 1
		}
		if worth > best {
			best, on = worth, s
		}
	}
	return on, best > 0
}

// reaches reports whether a piece of a kind, of the side to move, goes from one square to another in one move,
// whatever occupies them.
func reaches(p *board.Position, from, to board.Square, kind board.Kind, takes bool) bool {
	files, ranks := to.File()-from.File(), to.Rank()-from.Rank()
	stepFile, stepRank := cmp.Compare(files, 0), cmp.Compare(ranks, 0)
	along := max(files*stepFile, ranks*stepRank)
	straight, diagonal := files == 0 || ranks == 0, files*stepFile == ranks*stepRank
	switch kind {
	case board.Knight:
		return files*files+ranks*ranks == 5
	case board.King:
		return along == 1
	case board.Pawn:
		ahead := ranks
		if p.Turn == board.Black {
			ahead = -ranks
		}
		return ahead == 1 && (files == 0 || takes && files*files == 1) || ahead == 2 && files == 0
	case board.Bishop:
		straight = false
	case board.Rook:
		diagonal = false
	}
	if along == 0 || !straight && !diagonal {
		return false
	}
	for i := 1; i < along; i++ {
		if p.PieceAt(board.At(from.File()+i*stepFile, from.Rank()+i*stepRank)) != board.NoPiece {
			return false
		}
	}
	return true
}

// meantBy reports whether a piece may be meant by a written move: it is of the kind, stands where the move says,
// and goes to its square.
func meantBy(p *board.Position, s board.Square, w rules.Written) bool {
	kind := p.KindAt(s)
	return (w.UCI || kind == w.Kind) && (w.FromFile < 0 || s.File() == w.FromFile) &&
		(w.FromRank < 0 || s.Rank() == w.FromRank) &&
		w.To < board.NoSquare && reaches(p, s, w.To, kind, w.Takes)
}

// Pieces returns where the pieces stand that an illegal move may be meant for: those that would reach its square,
// the enemy's where none of the mover's would, and else the mover's of its kind.
func (p *Problem) Pieces() board.Bitboard {
	w, err := rules.ParseWritten(cmp.Or(p.Meant, p.Move), rules.English)
	if err != nil || p.Before == nil || w.Castling {
		return 0
	}
	for _, side := range []board.Colour{p.Before.Turn, p.Before.Turn.Other()} {
		var pieces board.Bitboard
		for s := range p.Before.Colours[side].All {
			if meantBy(p.Before, s, w) {
				pieces |= s.Bit()
			}
		}
		if pieces != 0 {
			return pieces
		}
	}
	if w.UCI {
		return 0
	}
	return p.Before.Of(w.Kind) & p.Before.Colours[p.Before.Turn]
}
