package board

import "fmt"

// Move is the movement of one turn. Castling is represented by the king taking its own rook, which
// cannot be confused with any other move.
type Move struct {
	From, To  Square
	Promotion Kind // NoKind unless a pawn promotes
}

// NewMove returns a move that does not promote.
func NewMove(from, to Square) Move { return Move{from, to, NoKind} }

// String returns the move as squares, "e2e4" or "e7e8q", with castling as king takes rook. Use
// [Move.UCI] if the position is known.
func (m Move) String() string {
	text := m.From.String() + m.To.String()
	if m.Promotion < NoKind {
		text += string(m.Promotion.Letter() | 0x20)
	}
	return text
}

// Castles reports whether the move is a castling in the position, and to which wing.
func (m Move) Castles(p *Position) (CastlingSide, bool) {
	own := p.Colours[p.Turn]
	if !own.Has(m.From) || !own.Has(m.To) || !p.Kings.Has(m.From) {
		return QueenSide, false
	}
	if m.To > m.From {
		return KingSide, true
	}
	return QueenSide, true
}

// UCI returns the move as engines write it. Castling is the king's move ("e1g1") if the king is on
// the e-file and the rook in the corner, otherwise king takes own rook ("b1a1").
func (m Move) UCI(p *Position) string {
	if wing, ok := m.Castles(p); ok && m.From.File() == 4 && (m.To.File() == 0 ||
		m.To.File() == 7) {
		m.To, _ = CastlingEnds(p.Turn, wing)
	}

	return m.String()
}

// ParseUCI reads a move such as "e2e4", "e7e8q" or "b1a1". If a king on the e-file has a right with
// a rook in the corner, "e1g1" and "e1h1" both mean castling; otherwise only king takes rook does.
func ParseUCI(p *Position, text string) (Move, error) {
	bad := fmt.Errorf("%w: %q is not a move such as e2e4", ErrSyntax, text)
	if len(text) != 4 && len(text) != 5 {
		return Move{}, bad
	}
	from, ok1 := ParseSquare(text[:2])
	to, ok2 := ParseSquare(text[2:4])
	m := NewMove(from, to)
	if !ok1 || !ok2 {
		return Move{}, bad
	}
	if len(text) == 5 {
		m.Promotion = KindOf(text[4])
		if m.Promotion == NoKind {
			return Move{}, bad
		}
	}

	if p.Kings.Has(from) && p.Colours[p.Turn].Has(from) && from.File() == 4 &&
		from.Rank() == p.Turn.FirstRank() {
		for _, wing := range []CastlingSide{QueenSide, KingSide} {
			right := p.Rights[RightIndex(p.Turn, wing)]
			end, _ := CastlingEnds(p.Turn, wing)
			if to == end && right.Held() && right.King == from && (right.Rook.File() == 0 ||
				right.Rook.File() == 7) {
				m.To = right.Rook
			}
		}
	}

	return m, nil
}

// Turn is a move with the pieces that it converts and those that are reclaimed after it.
type Turn struct {
	Move
	Converted Bitboard // what the mover converted, in all waves together
	Reclaimed Bitboard // what the enemy took back (PAC-8)
}

// Played is a turn with its waves and the position after it.
type Played struct {
	Turn
	Waves []Bitboard // the mover's conversions, round by round; in Conversion Chess one set or none
	After Position
}

// Result is the outcome of a game as records write it.
type Result uint8

// The results.
const (
	Ongoing Result = iota
	WhiteWins
	BlackWins
	Draw
)

// Win returns the result by which a side wins.
func Win(c Colour) Result { return WhiteWins + Result(c) }

// String returns "*", "1-0", "0-1" or "1/2-1/2".
func (r Result) String() string { return [...]string{"*", "1-0", "0-1", "1/2-1/2"}[r&3] }

// Outcome is the result of a position in which the side to move has no legal turn, and why.
type Outcome struct {
	Result Result
	Reason string // one of those below; empty while the game goes on
}

// String returns the outcome as in "1-0 (checkmate)", "*" while the game goes on.
func (o Outcome) String() string {
	if o.Reason == "" {
		return o.Result.String()
	}
	return o.Result.String() + " (" + o.Reason + ")"
}

// The reasons of an outcome.
const (
	Claimless     = "claimless"      // the side to move owns no king and can claim none (PAC-12)
	Checkmate     = "checkmate"      // CON-11
	KingConverted = "king-converted" // the side to move owns no king (BEN-6)
	Stalemate     = "stalemate"      // PAC-12, CON-11, BEN-6
)
