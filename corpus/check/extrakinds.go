package check

import (
	"fmt"
	"strings"

	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// extraKinds says what is wrong with a move that the rules do not have, the widest kind first.
func extraKinds(set ruleset.Set, p *board.Position, m board.Move) []kind {
	piece, target := p.PieceAt(m.From), p.PieceAt(m.To)
	if wing, castles := m.Castles(p); castles && target.Kind == board.Rook {
		return extraCastling(set, p, m, wing)
	}
	name := piece.Kind.String()
	switch {
	case piece.Kind == board.NoKind:
		return []kind{"moves from empty squares"}
	case piece.Colour != p.Turn:
		return []kind{"moves of the enemy's pieces"}
	case piece.Kind == board.King && target == (board.Piece{Kind: board.Rook, Colour: p.Turn.Other()}) &&
		p.Rights.Squares().Has(m.From) && p.Rights.Squares().Has(m.To) && distance(m.From, m.To) > 1:
		return []kind{"castling with a rook that has changed sides"}
	case target.Kind != board.NoKind && piece.Kind == board.Pawn && m.From.File() == m.To.File():
		kinds := []kind{"moves onto other pieces", "steps of the pawn onto other pieces"}
		if distance(m.From, m.To) == 2 {
			return append(kinds, "two-steps onto other pieces")
		}
		return append(kinds, pastFront, "single steps of pawns onto other pieces")
	case target.Kind != board.NoKind && target.Colour == p.Turn:
		kinds := []kind{"moves onto own pieces"}
		if piece.Kind == board.King || piece.Kind == board.Knight {
			kinds = append(kinds, "moves of kings and knights onto own pieces")
		}
		return append(kinds, kind("moves of the "+name+" onto own pieces"))
	case target.Kind != board.NoKind && set.Family == ruleset.Pacifist:
		return []kind{"moves onto other pieces", "captures", kind("captures by the " + name)}
	}
	var kinds []kind
	for _, b := range rules.NewReference(set).Breaches(p, m) {
		switch {
		case strings.HasSuffix(b.Reason, "in the way"), strings.HasSuffix(b.Reason, "not empty"):
			kinds = append(kinds, blockedKinds(p, m)...)
		case b.Rule == "PAC-2", strings.Contains(b.Reason, "promotes"):
			kinds = append(kinds, promotionKinds(p, m)...)
		case strings.Contains(b.Reason, "second rank"):
			kinds = append(kinds, "two-steps from other ranks", kind(sides[p.Turn]+"'s two-steps from other ranks"))
		case b.Rule == "PAC-3":
			kinds = append(kinds, "two-steps over persuaded squares")
		case b.Rule == "PAC-10", b.Rule == "PAC-11", b.Rule == "CON-7", b.Rule == "CON-8":
			kinds = append(kinds, safetyKinds(set, p, piece.Kind)...)
		case piece.Kind == board.Pawn:
			kinds = append(kinds, kind("the pawn's step "+step(m.From, m.To)))
		default:
			if piece.Kind == board.King && m.From.Rank() == p.Turn.FirstRank() && m.To.Rank() == m.From.Rank() &&
				distance(m.From, m.To) > 1 {
				kinds = append(kinds, "castling elsewhere", kind("castling "+map[bool]string{true: "O-O",
					false: "O-O-O"}[m.To > m.From]+" elsewhere"))
			}
			if roundTheEdge(m) {
				kinds = append(kinds, "moves round the edge of the board",
					kind("moves of the "+name+" round the edge of the board"))
			}
			kinds = append(kinds, kind(fmt.Sprintf("the %s's step %s", name, step(m.From, m.To))))
		}
	}
	return kinds
}

// passedKinds says of a pawn's move whether it takes a pawn that has just passed it, where nothing is taken (PAC-2).
func passedKinds(set ruleset.Set, path []stage, m board.Move) []kind {
	if len(path) < 2 || set.Family != ruleset.Pacifist {
		return nil
	}
	p, last := &path[len(path)-1].position, path[len(path)-2]
	two := last.position.KindAt(last.move.From) == board.Pawn && distance(last.move.From, last.move.To) == 2
	if !two || p.KindAt(m.From) != board.Pawn || m.From.Rank() != last.move.To.Rank() ||
		distance(m.From, last.move.To) != 1 {
		return nil
	}
	if m.To != board.At(last.move.To.File(), (last.move.From.Rank()+last.move.To.Rank())/2) {
		return nil
	}
	return []kind{"captures en passant"}
}

// pastFront is what a pawn does that does not look at the square right before it.
const pastFront = "moves of the pawn onto or over a piece right before it"

// blockedKinds says over what a piece has gone, the widest kind first.
func blockedKinds(p *board.Position, m board.Move) []kind {
	if p.KindAt(m.From) == board.Pawn {
		return []kind{"moves over other pieces", "moves of the pawn over other pieces", pastFront,
			"two-steps over other pieces"}
	}
	kinds := []kind{"moves over other pieces"}
	files, ranks := m.To.File()-m.From.File(), m.To.Rank()-m.From.Rank()
	far := max(abs(files), abs(ranks), 1)
	var met [2]bool
	for n := 1; n < far; n++ {
		if piece := p.PieceAt(board.At(m.From.File()+n*files/far, m.From.Rank()+n*ranks/far)); piece.Kind != board.NoKind {
			met[piece.Colour] = true
		}
	}
	switch {
	case met[p.Turn] && !met[p.Turn.Other()]:
		kinds = append(kinds, "moves over own pieces")
	case met[p.Turn.Other()] && !met[p.Turn]:
		kinds = append(kinds, "moves over enemy pieces")
	}
	return append(kinds, kind("moves of the "+p.KindAt(m.From).String()+" over other pieces"))
}

// roundTheEdge reports whether a move is a step of a king or a knight for those who count squares
// from 0 to 63 and forget the edge of the board.
func roundTheEdge(m board.Move) bool {
	switch abs(int(m.To) - int(m.From)) {
	case 1, 6, 7, 8, 9, 10, 15, 17:
		return abs(m.To.File()-m.From.File()) > 2
	}
	return false
}

func promotionKinds(p *board.Position, m board.Move) []kind {
	if m.Promotion == board.NoKind {
		kinds := []kind{unpromoted, kind(sides[p.Turn] + "'s " + unpromoted)}
		if m.From.File() != m.To.File() {
			kinds = append(kinds, "captures on the last rank that do not promote")
		}
		return kinds
	}
	return []kind{kind("promotions to a " + m.Promotion.String())}
}

const unpromoted = "pawns on the last rank that do not promote"

func safetyKinds(set ruleset.Set, p *board.Position, mover board.Kind) []kind {
	switch {
	case set.Family != ruleset.Pacifist:
		return []kind{"moves that leave the king in check"}
	case p.Kingless(p.Turn):
		return []kind{"moves without a king that claim none"}
	case mover == board.King:
		return []kind{"moves that leave the king over-persuaded", "king moves into persuasion"}
	}
	return []kind{"moves that leave the king over-persuaded",
		"moves of other pieces that leave the king over-persuaded"}
}

func extraCastling(set ruleset.Set, p *board.Position, m board.Move, wing board.CastlingSide) []kind {
	name := [...]string{"O-O-O", "O-O"}[wing]
	for _, b := range rules.NewReference(set).Breaches(p, m) {
		switch b.Rule {
		case "PAC-15", "CON-10":
			return []kind{"castling without a right", kind("castling " + name + " without a right"),
				kind(sides[p.Turn] + "'s castling without a right")}
		case "PAC-13":
			return []kind{"castling over other pieces", kind("castling " + name + " over other pieces")}
		case "PAC-14", "CON-9":
			if set.Family == ruleset.Conversion && !anyAttacked(p, castlingWay(p, m, wing), p.Turn) {
				return []kind{"castling from or over squares where the king is in check",
					"castling from or over squares where the king would be converted"}
			}
			if end, _ := board.CastlingEnds(p.Turn, wing); strings.HasSuffix(b.Reason, ": "+end.String()) {
				// nothing else is in danger
				return []kind{"castling into persuasion", kind("castling " + name + " into persuasion")}
			}
			return append([]kind{"castling from or over attacked squares"}, dangerKinds(p, m, wing)...)
		}
	}
	if set.Family != ruleset.Pacifist {
		return []kind{"moves that leave the king in check", "castling that leaves the king in check"}
	}
	// castling is a king's move
	return append(safetyKinds(set, p, board.King), "castling that leaves the king over-persuaded")
}

// castlingWay returns the squares of a castling on which the king may not be in danger: where it stands, and its way.
func castlingWay(p *board.Position, m board.Move, wing board.CastlingSide) board.Bitboard {
	end, _ := board.CastlingEnds(p.Turn, wing)
	return upTo(m.From, end)
}

// upTo returns the squares of a rank from one on to before another.
func upTo(from, end board.Square) board.Bitboard { return span(from, end)&^end.Bit() | from.Bit() }

// dangerKinds says whether it is the king's own square alone that is attacked, or squares on its way
// alone.
func dangerKinds(p *board.Position, m board.Move, wing board.CastlingSide) []kind {
	way := anyAttacked(p, castlingWay(p, m, wing)&^m.From.Bit(), p.Turn)
	switch from := attacked(p, m.From, p.Turn.Other()); {
	case from && !way:
		return []kind{"castling out of attack"}
	case way && !from:
		return []kind{"castling over attacked squares"}
	}
	return nil
}
