package puzzle

import (
	"errors"
	"fmt"
	"iter"
	"strings"

	"turncoat/internal/lazyregexp"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// A Change makes a twin of a position, as problemists write it:
//
//	Kg1-h1           a piece goes to another square (Kg1→h1 and Kg1->h1 are read, too)
//	+bPe5            a piece is added
//	-Ra1             a piece is taken away (−Ra1, too)
//	Nd4=B            it becomes another piece (Nd4=bB: of that side)
//	Nd4<->Bf5        two pieces change places
//	shift a1-b2      all pieces go that far
//	rotate 90        the board is turned, 90, 180 or 270 degrees against the clock
//	mirror a1<->h1   it is mirrored, so that these corners change places (or a8, h8; or a8<->h1)
//	colour d4        the piece there changes sides
//	polish type      all pieces change sides, and stay where they are
//	rules pacifist2  other rules
//	h#2.5            another stipulation (#2, s#2, claim in 2), and the side that begins by it
//	duplex           the other side begins
//
// Several changes are separated by commas and made one after the other. Only the board after the
// last one must be possible.
//
// A pawn is P; w or b may precede every piece. Castling rights end if their king or rook is gone. A
// king and a rook that only the change has brought to the squares where they begin may castle, since
// problemists assume that they have not moved.
type Change struct{ text string }

// ErrChange is the class of errors about changes that cannot be made.
var ErrChange = errors.New("not a change")

// maxChanges is the maximum number of changes in a twin.
const maxChanges = 64

const changeSeparator = ", "

// DuplexChange is the text of the change that makes the other side begin.
const DuplexChange = "duplex"

// Duplex returns a position in which the other side begins. It returns an error if the rules do not
// allow that position.
func Duplex(variant *rules.Variant, at *board.Position) (board.Position, error) {
	_, other, err := Change{DuplexChange}.Apply(variant, at, at.Turn)
	return other, err
}

// ParseChange reads a change.
func ParseChange(text string) (Change, error) {
	if strings.Count(text, ",") >= maxChanges {
		return Change{}, fmt.Errorf("%w: more than %d changes", ErrChange, maxChanges)
	}
	var parts []string
	for part := range strings.SplitSeq(text, ",") {
		plain, err := normalise(part)
		if err != nil {
			return Change{}, err
		}
		parts = append(parts, plain)
	}

	return Change{strings.Join(parts, changeSeparator)}, nil
}

// plainSigns replaces characters that keyboards lack.
var plainSigns = strings.NewReplacer("↔", "<->", "→", "-", "<->", "<->", "->", "-", "−", "-",
	"–", "-", "½", ".5")

// normalise reads one change, and returns it with the characters of every keyboard: "Kg1-h1".
func normalise(text string) (string, error) {
	plain := plainSigns.Replace(strings.Join(strings.Fields(text), " "))
	if square, is := strings.CutPrefix(plain, "color "); is {
		plain = "colour " + square
	}
	if goal, in, half, ok := ParseStipulation(plain); ok {
		return goal.Symbol() + LengthText(in, half), nil
	}

	e := parseEdit(plain)
	if !e.valid() {
		return "", fmt.Errorf("%w: %q is none of Kg1-h1, +bPe5, -Ra1, Nd4=B, Nd4<->Bf5, "+
			"shift a1-b2, rotate 90, mirror a1<->h1, colour d4, polish type, rules NAME, duplex and a stipulation "+
			"such as #2 or h#2.5",
			ErrChange, text)
	}

	if e["rules"] == "" {
		return plain, nil
	}
	variant, err := rules.Named(strings.ToLower(e["rules"]))
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrChange, err)
	}
	return "rules " + variant.Set().Name, nil
}

// An edit has the parts of one change by their names in editForm. It is nil for text that is not a
// change.
type edit map[string]string

// editForm matches every change except stipulations.
var editForm = lazyregexp.Compile(`^(?:(?P<duplex>duplex)` +
	`|(?P<polish>polish type)` +
	`|rules (?P<rules>.+)` +
	`|colour (?P<recoloured>[a-h][1-8])` +
	`|(?P<turned>rotate (?:90|180|270)|mirror (?:a1<->(?:h1|a8|h8)|a8<->h1))` +
	`|shift (?P<shiftFrom>[a-h][1-8])-(?P<shiftTo>[a-h][1-8])` +
	`|(?P<sign>[+-]?)(?P<side>[wb]?)(?P<piece>[KQRBNP])(?P<square>[a-h][1-8])` +
	`(?:-(?P<to>[a-h][1-8])` +
	`|=(?P<newSide>[wb]?)(?P<newPiece>[KQRBNP])` +
	`|<->[wb]?(?P<otherPiece>[KQRBNP])(?P<otherSquare>[a-h][1-8]))?)$`)

func parseEdit(text string) edit {
	match := editForm().FindStringSubmatch(text)
	if match == nil {
		return nil
	}
	e := edit{}
	for i, name := range editForm().SubexpNames() {
		if name != "" {
			e[name] = match[i]
		}
	}

	return e
}

// valid reports whether an edit is meaningful: a piece is either added or removed or changed, an
// added piece has a colour, and a shift has a distance.
func (e edit) valid() bool {
	switch {
	case e == nil:
		return false
	case e["shiftFrom"] != "":
		return e["shiftFrom"] != e["shiftTo"]
	case e["square"] == "":
		return true
	}

	isChanged := e["to"] != "" || e["newPiece"] != "" || e["otherPiece"] != ""
	isSigned := e["sign"] != ""
	lacksColour := e["sign"] == "+" && e["side"] == ""
	return isChanged != isSigned && !lacksColour
}

// String returns the change with the characters of every keyboard: "Kg1-h1, -Ra1".
func (c Change) String() string { return c.text }

// Asks returns the stipulation that the change sets, and whether it sets one.
func (c Change) Asks() (goal Goal, in int, half, is bool) {
	for part := range strings.SplitSeq(c.text, changeSeparator) {
		if g, n, h, ok := ParseStipulation(part); ok {
			goal, in, half, is = g, n, h, true
		}
	}

	return goal, in, half, is
}

// Apply applies the change to a position; begins is the side that moves first under the diagram's
// own stipulation, see [Goal.Begins]. The error tells why the change is impossible: the piece is
// not there, its target is not empty, or the rules do not allow the position.
func (c Change) Apply(variant *rules.Variant, at *board.Position, begins board.Colour) (
	*rules.Variant, board.Position, error) {
	p := *at
	if goal, _, half, is := c.Asks(); is && goal.Begins(half) != begins {
		otherBegins(&p)
	}
	for part := range strings.SplitSeq(c.text, changeSeparator) {
		var err error
		variant, err = applyOne(part, variant, &p)
		if err != nil {
			return nil, p, fmt.Errorf("%w: %w", ErrChange, err)
		}
	}

	if !twoStepMade(&p, variant.Set()) {
		p.EnPassant = board.NoSquare
	}
	p.Clock, p.Number = 0, 1
	endRights(&p, variant.Set())
	giveRights(&p, at)
	p.Rekey()
	read, err := variant.ParseFEN(variant.FEN(&p))
	if err != nil {
		return nil, p, fmt.Errorf("%w: %w", ErrChange, err)
	}
	return variant, read, nil
}

func otherBegins(p *board.Position) {
	p.Turn, p.EnPassant = p.Turn.Other(), board.NoSquare
}

// applyOne applies one change, whatever position results, and returns the rules after it.
func applyOne(text string, variant *rules.Variant, p *board.Position) (*rules.Variant, error) {
	e := parseEdit(text)
	switch {
	case e == nil: // a stipulation
		return variant, nil
	case e["duplex"] != "":
		otherBegins(p)
		return variant, nil
	case e["polish"] != "":
		exchangeColours(p)
		return variant, nil
	case e["rules"] != "":
		return rules.Named(e["rules"])
	case e["turned"] != "":
		*p = turned(p, boardTurns[e["turned"]])
		return variant, nil
	case e["shiftFrom"] != "":
		return variant, shift(p, e.square("shiftFrom"), e.square("shiftTo"))
	case e["recoloured"] != "":
		return variant, recolour(p, e.square("recoloured"))
	case e["sign"] == "+":
		return variant, e.add(p)
	}

	return variant, e.changePiece(p)
}

// square returns the square of a part, or NoSquare.
func (e edit) square(part string) board.Square {
	s, ok := board.ParseSquare(e[part])
	if !ok {
		return board.NoSquare
	}
	return s
}

// piece returns the piece with the letters of its side, which may be empty, and its kind.
func piece(side, kind string, otherwise board.Colour) board.Piece {
	out := board.Piece{Kind: board.KindOf(kind[0]), Colour: otherwise}
	switch side {
	case "w":
		out.Colour = board.White
	case "b":
		out.Colour = board.Black
	}

	return out
}

// shift moves all pieces by the distance between two squares.
func shift(p *board.Position, from, to board.Square) error {
	old := *p
	for s := range old.Occupied().All {
		p.Put(s, board.NoPiece)
	}
	for s := range old.Occupied().All {
		file, rank := s.File()+to.File()-from.File(), s.Rank()+to.Rank()-from.Rank()
		if min(file, rank) < 0 || max(file, rank) > 7 {
			return fmt.Errorf("the piece on %s would leave the board", s)
		}
		p.Put(board.At(file, rank), old.PieceAt(s))
	}

	return nil
}

// boardTurns is the symmetry of each turn of the board.
var boardTurns = map[string]Symmetry{
	"rotate 90":      {Ranks: true, Diagonal: true},
	"rotate 180":     {Files: true, Ranks: true},
	"rotate 270":     {Files: true, Diagonal: true},
	"mirror a1<->h1": {Files: true},
	"mirror a1<->a8": {Ranks: true},
	"mirror a1<->h8": {Files: true, Ranks: true, Diagonal: true},
	"mirror a8<->h1": {Diagonal: true},
}

// turned returns a position with a turned board and without castling rights.
func turned(p *board.Position, turn Symmetry) board.Position {
	q := *p
	q.Rights, q.EnPassant = board.Rights{}, board.NoSquare
	return turn.Apply(&q)
}

// recolour changes the side of the piece on a square.
func recolour(p *board.Position, s board.Square) error {
	there := p.PieceAt(s)
	if there.Kind == board.NoKind {
		return fmt.Errorf("%s is empty", s)
	}
	p.Put(s, board.Piece{Kind: there.Kind, Colour: there.Colour.Other()})
	return nil
}

// exchangeColours changes the side of every piece.
func exchangeColours(p *board.Position) {
	for s := range p.Occupied().All {
		there := p.PieceAt(s)
		p.Put(s, board.Piece{Kind: there.Kind, Colour: there.Colour.Other()})
	}
}

// add puts a piece on an empty square.
func (e edit) add(p *board.Position) error {
	s := e.square("square")
	if p.PieceAt(s).Kind != board.NoKind {
		return fmt.Errorf("%s is not empty", s)
	}
	p.Put(s, piece(e["side"], e["piece"], board.White))
	return nil
}

// changePiece removes a piece, moves it, replaces it, or exchanges it with another.
func (e edit) changePiece(p *board.Position) error {
	from := e.square("square")
	there := p.PieceAt(from)
	named := piece(e["side"], e["piece"], there.Colour)
	if there != named {
		return fmt.Errorf("there is no %s on %s", named.Kind, from)
	}

	switch {
	case e["sign"] == "-":
		p.Put(from, board.NoPiece)
	case e["newPiece"] != "":
		p.Put(from, piece(e["newSide"], e["newPiece"], there.Colour))
	case e["to"] != "":
		to := e.square("to")
		if p.PieceAt(to).Kind != board.NoKind {
			return fmt.Errorf("%s is not empty", to)
		}
		p.Put(from, board.NoPiece)
		p.Put(to, there)
	default:
		to := e.square("otherSquare")
		other := p.PieceAt(to)
		if kind := board.KindOf(e["otherPiece"][0]); other.Kind != kind {
			return fmt.Errorf("there is no %s on %s", kind, to)
		}
		p.Put(from, other)
		p.Put(to, there)
	}

	return nil
}

// twoStepMade reports whether the pawn that may be captured en passant, mostly the enemy's, is still
// next to the square that it has passed.
func twoStepMade(p *board.Position, set ruleset.Set) bool {
	if p.EnPassant == board.NoSquare {
		return false
	}
	enemy, rank, ahead := board.White, 2, 1
	if p.Turn == board.White {
		enemy, rank, ahead = board.Black, 5, -1
	}
	if p.EnPassant.Rank() != rank {
		return false
	}
	beyond := func(ranks int) board.Piece {
		return p.PieceAt(board.At(p.EnPassant.File(), rank+ranks))
	}
	pawn := beyond(ahead)
	takes := pawn.Colour == enemy || set.EnPassant == ruleset.EnPassantOfEither
	return pawn.Kind == board.Pawn && takes && beyond(0).Kind == board.NoKind &&
		beyond(-ahead).Kind == board.NoKind
}

// endRights ends the castling rights whose king or rook is gone, or has another colour if that ends
// a right.
func endRights(p *board.Position, set ruleset.Set) {
	outlivesConversion := set.Family.KingsConvert() &&
		set.CastlingConverted == ruleset.KeepsRight
	for _, side := range []board.Colour{board.White, board.Black} {
		for _, wing := range []board.CastlingSide{board.QueenSide, board.KingSide} {
			right := &p.Rights[board.RightIndex(side, wing)]
			if !right.Held() {
				continue
			}
			stands := func(s board.Square, kind board.Kind) bool {
				piece := p.PieceAt(s)
				return piece.Kind == kind && (piece.Colour == side || outlivesConversion)
			}
			if !stands(right.King, board.King) || !stands(right.Rook, board.Rook) {
				*right = board.Right{}
			}
		}
	}
}

// RightsAtHome yields the castling rights that problemists assume, each with its index: those of the
// kings and rooks on the squares where they begin.
func RightsAtHome(p *board.Position) iter.Seq2[int, board.Right] {
	return func(yield func(int, board.Right) bool) {
		for i := range p.Rights {
			side, rank := board.Colour(i>>1), 7*(i>>1)
			right := board.Right{King: board.At(4, rank), Rook: board.At(7*(i&1), rank)}
			king, rook := board.Piece{Kind: board.King, Colour: side}, board.Piece{Kind: board.Rook, Colour: side}
			isHome := p.PieceAt(right.King) == king && p.PieceAt(right.Rook) == rook
			if isHome && !yield(i, right) {
				return
			}
		}
	}
}

// giveRights gives the castling rights of kings and rooks that are where they begin, and were not
// before the change.
func giveRights(p, before *board.Position) {
	var wereHome [len(p.Rights)]bool
	for i := range RightsAtHome(before) {
		wereHome[i] = true
	}
	for i, right := range RightsAtHome(p) {
		if !wereHome[i] && !p.Rights[i].Held() {
			p.Rights[i] = right
		}
	}
}
