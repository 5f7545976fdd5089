package validate

import (
	"turncoat/pgn/token"
	"turncoat/rules/board"
)

// Ply plays one line of the second section of vchess.club's export, and holds it and the word of the movetext against
// the turn that the rules make of it (NOT-5).
func (q *fastPath) Ply(t *token.VChessPly) bool {
	if !q.export || q.plies == len(q.words) || t.Code != "" || t.Side != q.now.Turn || t.Number != q.plies/2+1 ||
		len(t.Vanish) == 0 || len(t.Appear) == 0 {
		return false
	}
	q.line.before = *q.now
	meant, own := t.Move()
	kind := t.Vanish[0].Piece.Kind
	if own == 2 {
		wing := board.KingSide
		if meant.To < meant.From {
			wing = board.QueenSide
		}
		if q.line.before.Rights[board.RightIndex(t.Side, wing)] != (board.Right{King: meant.From, Rook: meant.To}) ||
			!q.playCastling(wing) {
			return false
		}
	} else if t.Mouse != meant.To || !q.playTo(kind, meant.From.Bit(), meant.To, meant.Promotion) {
		return false
	}
	turn := &q.line.turn
	changed := turn.Converted ^ turn.Reclaimed
	if turn.Move != meant || t.Vanish[0].Square != meant.From ||
		!q.listed(t, own, changed) ||
		!q.means(q.words[q.plies], kind, own == 2, t.Mouse) {
		return false
	}
	q.line.moved = true
	q.plies++
	q.converted += turn.Converted.Count() + turn.Reclaimed.Count()
	return true
}

// listed reports whether both lists of a line name what stands on the board, after the turn and before it: first
// the pieces of the move, then others on the squares of its conversions, which are the mover's after it and were
// the enemy's before.
func (q *fastPath) listed(t *token.VChessPly, own int, conversions board.Bitboard) bool {
	n := own + conversions.Count()
	if len(t.Appear) != n || len(t.Vanish) != n {
		return false
	}
	before, now := men(&q.line.before), men(q.now)
	appear, vanish := conversions, conversions
	for i, come := range t.Appear { // both in one loop, whose end a processor mistakes but once
		gone := t.Vanish[i]
		to, from := come.Square.Bit(), gone.Square.Bit()
		if now[come.Piece.Kind&7]&q.now.Colours[come.Piece.Colour&1]&to == 0 ||
			before[gone.Piece.Kind&7]&q.line.before.Colours[gone.Piece.Colour&1]&from == 0 {
			return false
		}
		if i >= own {
			if come.Piece.Colour != t.Side || appear&to == 0 || vanish&from == 0 {
				return false
			}
			appear, vanish = appear&^to, vanish&^from
		}
	}
	return true
}

// men returns the pieces of a position by kind.
func men(p *board.Position) [8]board.Bitboard {
	return [8]board.Bitboard{p.Pawns, p.Knights, p.Bishops &^ p.Rooks, p.Rooks &^ p.Bishops, p.Rooks & p.Bishops,
		p.Kings}
}

// means reports whether a word of the movetext can mean the last turn: a king's move that converts just
// one piece stands there as castling, a castling that converts something as a king's move.
func (q *fastPath) means(word []byte, kind board.Kind, castles bool, mouse board.Square) bool {
	move := q.line.turn.Move
	switch string(word) {
	case "0-0", "0-0-0":
		left := len(word) == 5
		if castles {
			return left == (move.To < move.From)
		}
		return kind == board.King && q.line.turn.Converted.Count() == 1 && left == (mouse.File() < move.From.File())
	}
	if kind != board.Pawn {
		if len(word) != 3 || word[0] != kind.Letter() {
			return false
		}
		word = word[1:]
	}
	to, ok := token.Square(word)
	if !ok {
		return false
	}
	if castles {
		return q.line.turn.Converted != 0 && to == mouse
	}
	if move.Promotion != board.NoKind {
		return to == move.To && len(word) == 4 && word[2] == '=' && word[3] == move.Promotion.Letter()
	}
	return to == move.To && len(word) == 2
}
