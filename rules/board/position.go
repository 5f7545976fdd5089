package board

import "strconv"

// Position is a position: everything that determines the possible turns, and the clocks. It is a
// small value without pointers, so copy it rather than undo a move.
//
// Seven sets of squares hold the pieces. Queens are both in Rooks and in Bishops, so that each of
// the two is the set of all sliders that move along ranks and files, or along diagonals.
type Position struct {
	Pawns, Knights, Kings Bitboard
	Rooks                 Bitboard    // rooks and queens
	Bishops               Bitboard    // bishops and queens
	Colours               [2]Bitboard // by Colour

	Key    uint64 // Zobrist key of all that makes two positions the same for repetition
	Rights Rights

	EnPassant Square // the square a pawn may take on by en passant, NoSquare if there is none
	Turn      Colour // the side to move
	Clock     uint16 // half-moves since the last irreversible one (PAC-16)
	Number    uint16 // the number of the full move, from 1
}

// CastlingSide is a side of the king: towards the a-file or towards the h-file.
type CastlingSide uint8

// The two wings. Castling to the a-wing ends with the king on the c-file and the rook on the
// d-file, castling to the h-wing with the king on the g-file and the rook on the f-file (PAC-13).
const (
	QueenSide CastlingSide = iota
	KingSide
)

// Right is one castling right: the squares of the king and the rook that it names. The zero value
// is no right (a king and a rook never share a square).
type Right struct{ King, Rook Square }

// Held reports whether r is a right at all.
func (r Right) Held() bool { return r.King != r.Rook }

// Rights holds the castling rights, by [RightIndex].
type Rights [4]Right

// RightIndex returns the index of a side's right on a wing.
func RightIndex(c Colour, w CastlingSide) int { return int(c)<<1 | int(w) }

// KingCame reports whether the king of a side came to its home square in the game, so that no rook
// that changes sides gains a right (AND-9). It is kept in place of a right to the queen's side.
func (r *Rights) KingCame(c Colour) bool {
	home := kingHome(c)
	return r[RightIndex(c, QueenSide)] == Right{home, home}
}

// SetKingCame notes that the king of a side has come to its home square. The side has no right then.
func (r *Rights) SetKingCame(c Colour) {
	home := kingHome(c)
	r[RightIndex(c, QueenSide)] = Right{home, home}
}

// HomeRight returns the right of a side with its king and rook where chess begins: on the e-file
// and in a corner.
func HomeRight(c Colour, w CastlingSide) Right {
	return Right{King: kingHome(c), Rook: At(7*int(w), c.FirstRank())}
}

// kingHome returns e1 or e8.
func kingHome(c Colour) Square { return At(4, c.FirstRank()) }

// Squares returns every king's and rook's square that a right names, or that [Rights.KingCame] is
// about. A move from or to any of them ends the rights that name it (PAC-15).
func (r *Rights) Squares() Bitboard {
	var b Bitboard
	for _, right := range r {
		if right != (Right{}) {
			b |= right.King.Bit() | right.Rook.Bit()
		}
	}

	return b
}

// Strike ends every right that names a king or a rook on one of the squares.
func (r *Rights) Strike(squares Bitboard) {
	for i := range r {
		if (r[i].King.Bit()|r[i].Rook.Bit())&squares != 0 {
			r[i] = Right{}
		}
	}
}

// StrikeSide ends both rights of a side.
func (r *Rights) StrikeSide(c Colour) {
	r[RightIndex(c, QueenSide)], r[RightIndex(c, KingSide)] = Right{}, Right{}
}

// CastlingEnds returns the squares on which king and rook of a side end when it castles to a wing.
func CastlingEnds(c Colour, w CastlingSide) (king, rook Square) {
	if w == QueenSide {
		return At(2, c.FirstRank()), At(3, c.FirstRank())
	}
	return At(6, c.FirstRank()), At(5, c.FirstRank())
}

// Occupied returns the squares with a piece.
func (p *Position) Occupied() Bitboard { return p.Colours[White] | p.Colours[Black] }

// Pieces returns the squares of the pieces of a kind, of both colours.
func (p *Position) Pieces(k Kind) Bitboard {
	switch k {
	case Pawn:
		return p.Pawns
	case Knight:
		return p.Knights
	case Bishop:
		return p.Bishops &^ p.Rooks
	case Rook:
		return p.Rooks &^ p.Bishops
	case Queen:
		return p.Rooks & p.Bishops
	case King:
		return p.Kings
	}

	return 0
}

// KindAt returns the kind of the piece on a square, NoKind if it is empty.
func (p *Position) KindAt(s Square) Kind {
	b := s.Bit()
	switch {
	case p.Occupied()&b == 0:
		return NoKind
	case p.Pawns&b != 0:
		return Pawn
	case p.Knights&b != 0:
		return Knight
	case p.Kings&b != 0:
		return King
	case p.Rooks&p.Bishops&b != 0:
		return Queen
	case p.Rooks&b != 0:
		return Rook
	}

	return Bishop
}

// PieceAt returns the piece on a square, NoPiece if it is empty.
func (p *Position) PieceAt(s Square) Piece {
	k := p.KindAt(s)
	if k == NoKind {
		return NoPiece
	}
	if p.Colours[Black].Has(s) {
		return Piece{k, Black}
	}
	return Piece{k, White}
}

// Put replaces whatever is on a square by a piece; NoPiece empties the square. The key and the
// rights do not change: see [Position.Rekey].
func (p *Position) Put(s Square, piece Piece) {
	b := s.Bit()
	p.Pawns &^= b
	p.Knights &^= b
	p.Kings &^= b
	p.Rooks &^= b
	p.Bishops &^= b
	p.Colours[White] &^= b
	p.Colours[Black] &^= b
	switch piece.Kind {
	case NoKind:
		return
	case Pawn:
		p.Pawns |= b
	case Knight:
		p.Knights |= b
	case Bishop:
		p.Bishops |= b
	case Rook:
		p.Rooks |= b
	case Queen:
		p.Rooks |= b
		p.Bishops |= b
	case King:
		p.Kings |= b
	}

	p.Colours[piece.Colour&1] |= b
}

// Kingless reports whether a side owns no king.
func (p *Position) Kingless(c Colour) bool { return p.Kings&p.Colours[c&1] == 0 }

// MoveNumber returns the number of the next move as movetext writes it: "12." or "12...".
func (p *Position) MoveNumber() string {
	return strconv.Itoa(int(p.Number)) + [...]string{".", "..."}[p.Turn&1]
}
