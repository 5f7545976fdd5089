package mine

import (
	"math/rand/v2"
	"slices"
	"strings"

	"turncoat/internal/puzzle/analysis"
	"turncoat/puzzle"
	"turncoat/rules"
	"turncoat/rules/board"
)

// A steering says what composed positions must have so that the themes that are asked for can occur
// in them. The zero value asks for nothing.
type steering struct {
	castling  bool   // a right of the attacker's
	enemys    bool   // a right of the enemy's
	promotion bool   // a pawn of the attacker's near its last rank
	twoStep   bool   // a pawn on its second rank, of either side
	partners  bool   // three pieces of a kind, of either side
	castlers  bool   // partners of a castling king or rook: queens and rooks of the attacker's
	queen     bool   // a queen of the attacker's
	barred    string // the theme of a rule that bars a turn of the enemy's
}

// steeringFor returns what themes ask of a position.
func steeringFor(themes []string) steering {
	var s steering
	for _, name := range themes {
		switch {
		case name == "castling":
			s.castling = true
		case name == "needs-castling-cosquares":
			s.castling, s.castlers = true, true
		case name == "needs-castling-test":
			s.enemys, s.barred = true, name
		case strings.HasPrefix(name, "promotion"), name == "underpromotion":
			s.promotion = true
		case name == "needs-two-step-bar":
			s.twoStep, s.barred = true, name
		case name == "needs-single-mover", name == "needs-far-partner", name == "needs-no-chain",
			name == "needs-faithful-friends":
			s.partners = true
		case name == "needs-king-queen-pair":
			s.queen = true
		}
	}

	return s
}

func (s steering) rights() bool { return s.castling || s.enemys }

// begin places what a position must have, White being the attacker, and returns what else is to be
// placed.
func (s steering) begin(p *board.Position, pieces []board.Piece, random *rand.Rand) []board.Piece {
	put := func(piece board.Piece, at board.Square) {
		if i := slices.Index(pieces, piece); i >= 0 {
			pieces = slices.Concat(pieces[:i], pieces[i+1:])
		}
		p.Put(at, piece)
	}
	for colour, wanted := range []bool{s.castling, s.enemys} {
		if !wanted {
			continue
		}
		side, rank := board.Colour(colour), 7*colour
		wing := board.CastlingSide(random.IntN(2))
		king, rook := board.At(4, rank), board.At(7*int(wing), rank)
		put(board.Piece{Kind: board.King, Colour: side}, king)
		put(board.Piece{Kind: board.Rook, Colour: side}, rook)
		p.Rights[board.RightIndex(side, wing)] = board.Right{King: king, Rook: rook}
	}

	if s.promotion {
		put(board.Piece{Kind: board.Pawn, Colour: board.White}, free(p, 6-random.IntN(4)/3, random))
	}
	if s.twoStep {
		// the enemy's, which must be barred from it
		put(board.Piece{Kind: board.Pawn, Colour: board.Black}, free(p, 6, random))
	}

	if s.partners {
		kind := [...]board.Kind{board.Knight, board.Bishop, board.Rook, board.Rook, board.Queen}[random.IntN(5)]
		side := board.Colour(random.IntN(2))
		for range 3 {
			put(board.Piece{Kind: kind, Colour: side}, freeSquare(p, kind, random))
		}
	}

	if s.castlers {
		for range 1 + random.IntN(2) {
			kind := [...]board.Kind{board.Rook, board.Queen}[random.IntN(2)]
			put(board.Piece{Kind: kind, Colour: board.White}, freeSquare(p, kind, random))
		}
	}

	if s.queen {
		put(board.Piece{Kind: board.Queen, Colour: board.White}, freeSquare(p, board.Queen, random))
	}
	return pieces
}

// free returns an empty square of a rank.
func free(p *board.Position, rank int, random *rand.Rand) board.Square {
	for {
		if s := board.At(random.IntN(8), rank); !p.Occupied().Has(s) {
			return s
		}
	}
}

// mostBarred is how many positions are composed until a rule bars something in one.
const mostBarred = 300

// compose places material at random, White to move, with what the steering asks for, and reports
// whether the position is one that could stand on a board: see [natural].
func (m material) compose(variant *rules.Variant, s steering, random *rand.Rand) (board.Position, bool) {
	if s.barred == "" {
		return m.begun(variant, s, random)
	}
	misread, _ := analysis.Misread(s.barred, variant.Set()) // checked before
	for range mostBarred {
		if p, ok := m.begun(variant, s, random); ok && bars(variant, misread, &p) {
			return p, true
		}
	}

	return board.Position{}, false
}

// bars reports whether the enemy, were it to move, would have a turn under a misreading that the
// rules forbid.
func bars(variant, misread *rules.Variant, p *board.Position) bool {
	passed := puzzle.NullMove(p)
	legal := variant.Moves(&passed)
	return slices.ContainsFunc(misread.Moves(&passed), func(m board.Move) bool { return !slices.Contains(legal, m) })
}

// begun places what the steering asks for, and then the rest.
func (m material) begun(variant *rules.Variant, s steering, random *rand.Rand) (board.Position,
	bool) {
	p := board.Position{EnPassant: board.NoSquare, Number: 1}
	for _, piece := range s.begin(&p, m.draw(random), random) {
		if piece.Kind == board.King && variant.Set().Family.KingsConvert() && p.Kings.Count() > 1 {
			continue
		}
		p.Put(freeSquare(&p, piece.Kind, random), piece)
	}

	p.Rekey()
	return p, natural(variant, &p)
}

// keepsRights reports whether a change leaves what castling rights rest on where it stands.
func keepsRights(p, changed *board.Position) bool {
	for _, right := range p.Rights {
		if right.Held() && (changed.PieceAt(right.King) != p.PieceAt(right.King) ||
			changed.PieceAt(right.Rook) != p.PieceAt(right.Rook)) {
			return false
		}
	}

	return true
}
