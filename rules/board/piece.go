package board

// Colour is the colour that a piece has now, or a side.
type Colour uint8

// The two sides.
const (
	White Colour = iota
	Black
)

// Other returns the other side.
func (c Colour) Other() Colour { return c ^ 1 }

// FirstRank returns the side's own first rank: 0 for White, 7 for Black.
func (c Colour) FirstRank() int { return int(c) * 7 }

// Title returns "White" or "Black", as sentences begin with it.
func (c Colour) Title() string { return [...]string{"White", "Black"}[c&1] }

// String returns "white" or "black".
func (c Colour) String() string {
	if c == White {
		return "white"
	}
	return "black"
}

// Kind is a kind of piece.
type Kind uint8

// The kinds of pieces, in the order of the values of a rule set.
const (
	Pawn Kind = iota
	Knight
	Bishop
	Rook
	Queen
	King
	NoKind
)

// Letter returns the kind's letter in English notation, in upper case; '?' for NoKind.
func (k Kind) Letter() byte { return "PNBRQK?"[min(k, NoKind)] }

// String returns the kind's English name.
func (k Kind) String() string {
	return [...]string{"pawn", "knight", "bishop", "rook", "queen", "king", "none"}[min(k, NoKind)]
}

// KindOf returns the kind of an English letter of either case, NoKind for any other byte.
func KindOf(letter byte) Kind {
	if i := letter | 0x20 - 'b'; i <= 'r'-'b' {
		return Kind("26666666656616043"[i] - '0')
	}
	return NoKind
}

// Piece is a kind and a colour.
type Piece struct {
	Kind   Kind
	Colour Colour
}

// NoPiece is the piece of an empty square.
var NoPiece = Piece{Kind: NoKind}

// Letter returns the piece as FEN writes it: upper case for White, lower case for Black.
func (p Piece) Letter() byte {
	if p.Colour == Black {
		return p.Kind.Letter() | 0x20
	}
	return p.Kind.Letter()
}

// String returns the piece as in "white knight".
func (p Piece) String() string {
	if p.Kind == NoKind {
		return "nothing"
	}
	return p.Colour.String() + " " + p.Kind.String()
}

// PieceOf returns the piece of a FEN letter.
func PieceOf(letter byte) (Piece, bool) {
	k := KindOf(letter)
	if k == NoKind {
		return NoPiece, false
	}
	if letter >= 'a' {
		return Piece{k, Black}, true
	}
	return Piece{k, White}, true
}
