package board

import (
	"bytes"
	"strings"

	"turncoat/rules/ruleset"
)

// standing returns the squares of the pieces that can have a right of a side: its own pieces and,
// if rights outlive conversion, those of the other side (PAC-15, PAC-17).
func standing(set ruleset.Set, p *Position, c Colour) Bitboard {
	if set.Family.Converts() && set.CastlingConverted == ruleset.KeepsRight {
		return p.Occupied()
	}
	return p.Colours[c]
}

const rankOne = Bitboard(0xff)

func firstRank(c Colour) Bitboard { return rankOne << (56 * int(c)) }

// castling reads "KQkq", the files of the rooks, or "-".
func (r *fenReader) castling(text string) {
	if text == "-" {
		return
	}
	var unread, missing, second []byte // letters, each reported once
	note := func(list *[]byte, letter byte) {
		if !bytes.Contains(*list, []byte{letter}) {
			*list = append(*list, letter)
		}
	}
	for i := range len(text) {
		letter := text[i]
		if r.badBoard && strings.IndexByte("KQkqABCDEFGHabcdefgh", letter) >= 0 {
			continue // it cannot be checked
		}
		side := White
		if letter >= 'a' {
			side = Black
		}
		if letter|0x20 == 'e' && r.set.GainsRights() && r.p.kingAtHome(side) {
			if r.p.Rights.held(side) || r.p.Rights.KingCame(side) {
				note(&second, letter)
				continue
			}
			r.p.Rights.SetKingCame(side)
			continue
		}

		var right Right
		switch letter | 0x20 {
		case 'k':
			right = r.p.outermost(r.set, side, KingSide)
		case 'q':
			right = r.p.outermost(r.set, side, QueenSide)
		case 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h':
			right = r.p.NamedRight(r.set, At(int(letter|0x20-'a'), side.FirstRank()), side)
		default:
			note(&unread, letter)
			continue
		}

		if !right.Held() {
			note(&missing, letter)
			continue
		}

		at := RightIndex(side, right.wing())
		if r.p.Rights[at].Held() || r.p.Rights.KingCame(side) {
			note(&second, letter)
			continue
		}

		r.p.Rights[at] = right
	}

	for _, f := range []struct {
		letters []byte
		class   error
		reason  string
	}{{unread, ErrSyntax, "%q is neither KQkq nor the file of a rook"},
		{missing, ErrInvalid, "no king and rook stand ready for %q"},
		{second, ErrInvalid, "%q is a second right on its wing, or contradicts another letter"}} {
		if len(f.letters) > 0 {
			r.fault("castling", text, f.class, f.reason, f.letters)
		}
	}
}

// kingAtHome reports whether the king of a side is on its home square.
func (p *Position) kingAtHome(c Colour) bool {
	return p.PieceAt(kingHome(c)) == Piece{King, c}
}

// held reports whether a side has a right.
func (r *Rights) held(c Colour) bool {
	return r[RightIndex(c, QueenSide)].Held() || r[RightIndex(c, KingSide)].Held()
}

// flags reads vchess.club's four file letters: White's a-side and h-side rook, then Black's. A
// letter past h is a lost right. A right without king or rook is a leftover and is dropped, and so
// is a right whose rook is on a different side of its king from the one that the letter's place
// gives (PAC-15).
func (r *fenReader) flags(text string) {
	if text == "-" {
		return
	}
	if len(text) != 4 {
		r.fault("flags", text, ErrSyntax, "not four letters")
		return
	}

	for i := range 4 {
		side, file := Colour(i/2), text[i]|0x20
		if file < 'a' || file > 'z' {
			r.fault("flags", text, ErrSyntax, "%q is not a file", text[i])
			continue
		}

		if file > 'h' || r.badBoard {
			continue
		}
		right := r.p.NamedRight(r.set, At(int(file-'a'), side.FirstRank()), side)
		if right.Held() && right.wing() == CastlingSide(i%2) {
			r.p.Rights[i] = right
		}
	}
}

func (r Right) wing() CastlingSide {
	if r.Rook > r.King {
		return KingSide
	}
	return QueenSide
}

// NamedRight returns the right that a FEN of the board gives a side by naming the rook (PAC-15). It
// returns no right if the rook, or a king for it, is missing.
func (p *Position) NamedRight(set ruleset.Set, rook Square, side Colour) Right {
	side &= 1
	stand := standing(set, p, side)
	king := p.rightsKing(set, side, rook)
	if king == NoSquare || !(p.Pieces(Rook) & stand).Has(rook) {
		return Right{}
	}
	return Right{king, rook}
}

// EndMisreadRights ends every right that the FEN of the position would give to another king,
// because a position must be the one that its FEN describes (PAC-15). This happens only with two
// kings on one first rank.
func (p *Position) EndMisreadRights(set ruleset.Set) {
	for i, right := range p.Rights {
		if right.Held() && p.NamedRight(set, right.Rook, Colour(i/2)) != right {
			p.Rights[i] = Right{}
		}
	}
}

// rightsKing returns the king of a right (PAC-15). If there are two kings on the first rank, it
// prefers the one of the right's colour, then the one on the e-file, then the one nearest to the
// rook, and of two equally near ones the one nearer to the a-file.
func (p *Position) rightsKing(set ruleset.Set, side Colour, rook Square) Square {
	kings := p.Kings & standing(set, p, side) & firstRank(side)
	if own := kings & p.Colours[side]; own != 0 {
		kings = own
	}
	if e := kings & At(4, side.FirstRank()).Bit(); e != 0 {
		kings = e
	}
	best := kings.First()
	for k := range kings.All {
		if far(k, rook) < far(best, rook) {
			best = k
		}
	}

	return best
}

// GainRights gives the rights that rooks gain by changing sides (AND-9): those on a1, h1, a8 and h8
// among the converted, where their new side is at home and its king has not come to its square.
func (p *Position) GainRights(converted Bitboard) {
	for _, c := range [...]Colour{White, Black} {
		for _, wing := range [...]CastlingSide{QueenSide, KingSide} {
			right := &p.Rights[RightIndex(c, wing)]
			home := HomeRight(c, wing)
			turned := converted.Has(home.Rook) && p.PieceAt(home.Rook) == Piece{Rook, c}
			if turned && p.kingAtHome(c) && !p.Rights.KingCame(c) && !right.Held() {
				*right = home
			}
		}
	}
}

func far(a, b Square) int { return max(a.File()-b.File(), b.File()-a.File()) }

// outermost returns the right that K or Q means: that of the outermost rook on that wing of the
// king.
func (p *Position) outermost(set ruleset.Set, side Colour, wing CastlingSide) Right {
	rooks := p.Pieces(Rook) & standing(set, p, side) & firstRank(side)
	best := Right{}
	for rook := range rooks.All {
		right := Right{p.rightsKing(set, side, rook), rook}
		if right.King == NoSquare || right.wing() != wing {
			continue
		}
		if wing == KingSide || !best.Held() { // rooks come in order of file
			best = right
		}
	}

	return best
}
