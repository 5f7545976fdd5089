package puzzle

import (
	"errors"
	"fmt"
	"strings"

	"turncoat/internal/lazyregexp"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// Twin is what becomes of a puzzle by a change of its position, rules or stipulation: another
// puzzle.
type Twin struct {
	Change   string     `json:"change"` // as [ParseChange] reads and [Change.String] writes it
	Keys     []string   `json:"keys"`
	Line     []string   `json:"line"`
	Solution Solution   `json:"solution,omitempty"`
	Lines    [][]string `json:"lines,omitempty"`
	Claims   Claims     `json:"claims"`
}

// MaxTwins is how many twins a puzzle can have.
const MaxTwins = 25

// TwinOf returns a puzzle as a twin.
func TwinOf(p *Puzzle, change Change) Twin {
	return Twin{Change: change.String(), Keys: p.Keys, Line: p.Line, Solution: p.Solution,
		Lines:  p.Lines,
		Claims: p.Claims}
}

// Twin returns a twin as the puzzle that it is. It has no themes, no grade and nothing that people
// say.
func (p *Puzzle) Twin(i int) (Puzzle, error) {
	t := &p.Twins[i]
	wrong := func(err error) error {
		return fmt.Errorf("%w: twin %q: %w", ErrSyntax, t.Change,
			err)
	}
	change, err := ParseChange(t.Change)
	if err != nil {
		return Puzzle{}, wrong(err)
	}
	at, err := p.Position()
	if err != nil {
		return Puzzle{}, err
	}
	variant, changed, err := change.Apply(p.Variant(), &at, p.Goal().Begins(p.Half))
	if err != nil {
		return Puzzle{}, wrong(err)
	}
	z := Puzzle{
		ID: p.ID, Rules: variant.Set(), FEN: variant.FEN(&changed), Stipulation: p.Stipulation,
		In: p.In, Half: p.Half,
		Keys: t.Keys, Line: t.Line, Solution: t.Solution, Lines: t.Lines, Claims: t.Claims,
		Source: Source{From: "given"},
	}
	if goal, in, half, ok := change.Asks(); ok {
		z.Stipulation, z.In, z.Half = "", in, half
		if goal != Win {
			z.Stipulation = goal.String()
		}
	}
	return z, nil
}

// checkTwins checks that the twins can be read.
func (p *Puzzle) checkTwins() error {
	if len(p.Twins) > MaxTwins {
		return fmt.Errorf("%w: more than %d twins", ErrSyntax, MaxTwins)
	}
	for i := range p.Twins {
		twin, err := p.Twin(i)
		if err == nil && (len(twin.Keys) == 0 || len(twin.Line) == 0 ||
			twin.Claims.FirstTurns == 0) {
			err = fmt.Errorf("%w: twin %q has no keys, line or claims", ErrSyntax,
				p.Twins[i].Change)
		}
		if err == nil {
			err = twin.checkSolution()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// A Change makes a twin of a position, as problemists write it:
//
//	Kg1-h1           a piece goes to another square (Kg1→h1 and Kg1->h1 are read, too)
//	+bPe5            a piece is added
//	-Ra1             a piece is taken away (−Ra1, too)
//	Nd4=B            it becomes another piece (Nd4=bB: of that side)
//	Nd4<->Bf5        two pieces change places
//	shift a1-b2      all pieces go that far
//	colour d4        the piece there changes sides
//	rules pacifist2  other rules
//	h#2.5            another stipulation (#2, s#2, claim in 2), and the side that begins by it
//	duplex           the other side begins
//
// Several are made one after the other, with commas between them; what stands on the board counts
// at the end.
//
// A pawn is P; w or b may stand in front of every piece. Castling rights that lose their king or
// rook end.
type Change struct{ text string }

// maxChanges is how many changes a twin can be made by.
const maxChanges = 8

// ErrChange is the class of errors about changes that cannot be made.
var ErrChange = errors.New("not a change")

// changeForm is how each change is written but for stipulations.
var changeForm = lazyregexp.New(`^(?:duplex|rules (.+)|colour ([a-h][1-8])|shift ([a-h][1-8])-([a-h][1-8])|` +
	`([+-]?)([wb]?)([KQRBNP])([a-h][1-8])(?:-([a-h][1-8])|=([wb]?)([KQRBNP])|<->[wb]?([KQRBNP])([a-h][1-8]))?)$`)

// ParseChange reads a change.
func ParseChange(text string) (Change, error) {
	if strings.Count(text, ",") >= maxChanges {
		return Change{}, fmt.Errorf("%w: more than %d changes", ErrChange, maxChanges)
	}
	var parts []string
	for part := range strings.SplitSeq(text, ",") {
		plain, err := parseOne(part)
		if err != nil {
			return Change{}, err
		}
		parts = append(parts, plain)
	}
	return Change{strings.Join(parts, changeSeparator)}, nil
}

const changeSeparator = ", "

// parseOne reads one change, and writes it in letters that every keyboard has: "Kg1-h1".
func parseOne(text string) (string, error) {
	plain := strings.NewReplacer("↔", "<->", "→", "-",
		"<->", "<->", "->", "-", "−", "-", "–", "-", "½", ".5").Replace(
		strings.Join(strings.Fields(text), " "))
	if rest, is := strings.CutPrefix(plain, "color "); is {
		plain = "colour " + rest
	}
	if goal, in, half, ok := ParseStipulation(plain); ok {
		return goal.Symbol() + LengthText(in, half), nil
	}
	m := changeForm().FindStringSubmatch(plain)
	if m != nil && m[1] != "" {
		set, err := rules.Named(strings.ToLower(m[1]))
		if err != nil {
			return "", fmt.Errorf("%w: %w", ErrChange, err)
		}
		return "rules " + set.Set().Name, nil
	}
	if changed := m != nil && m[9]+m[11]+m[13] != ""; m == nil || m[3] != "" && m[3] == m[4] ||
		m[8] != "" &&
			(changed == (m[5] != "") || m[5] == "+" && m[6] == "") {
		return "", fmt.Errorf("%w: %q is none of Kg1-h1, +bPe5, -Ra1, Nd4=B, Nd4<->Bf5, shift a1-b2, colour d4, "+
			"rules NAME, duplex and a stipulation such as #2 or h#2.5", ErrChange, text)
	}
	return plain, nil
}

// String writes the change in letters that every keyboard has: "Kg1-h1, -Ra1".
func (c Change) String() string { return c.text }

// Asks returns the stipulation that the change demands, and whether it demands one.
func (c Change) Asks() (goal Goal, in int, half, is bool) {
	for part := range strings.SplitSeq(c.text, changeSeparator) {
		if g, n, h, ok := ParseStipulation(part); ok {
			goal, in, half, is = g, n, h, true
		}
	}
	return goal, in, half, is
}

// Apply makes the change of a position; begins is the side that the diagram's own stipulation has
// move first, see [Goal.Begins]. The error says why it cannot be made: the piece is not there, its
// square is not free, or the position would not be one of the rules.
func (c Change) Apply(variant *rules.Variant, at *board.Position,
	begins board.Colour) (*rules.Variant, board.Position,
	error) {
	p := *at
	if goal, _, half, is := c.Asks(); is && goal.Begins(half) != begins {
		p.Turn, p.EnPassant = p.Turn.Other(), board.NoSquare
	}
	for part := range strings.SplitSeq(c.text, changeSeparator) {
		var err error
		if variant, err = changeOne(part, variant, &p); err != nil {
			return nil, p, err
		}
	}
	if !twoStepMade(&p) {
		p.EnPassant = board.NoSquare
	}
	p.Clock, p.Number = 0, 1
	endRights(&p, variant.Set())
	p.Rekey()
	read, err := variant.ParseFEN(variant.FEN(&p))
	if err != nil {
		return nil, p, fmt.Errorf("%w: %w", ErrChange, err)
	}
	return variant, read, nil
}

// twoStepMade reports whether the enemy's pawn still stands behind the square that the position
// says it passed.
func twoStepMade(p *board.Position) bool {
	if p.EnPassant == board.NoSquare {
		return false
	}
	ahead := 1 - 2*int(p.Turn.Other()&1)
	at := func(ranks int) board.Piece {
		return p.PieceAt(board.At(p.EnPassant.File(),
			p.EnPassant.Rank()+ranks))
	}
	rank := [...]int{board.White: 5, board.Black: 2}[p.Turn&1]
	return p.EnPassant.Rank() == rank && at(ahead) == board.Piece{Kind: board.Pawn,
		Colour: p.Turn.Other()} &&
		at(0).Kind == board.NoKind && at(-ahead).Kind == board.NoKind
}

// changeOne makes one change, whatever position comes of it, and returns the rules after it.
func changeOne(text string, variant *rules.Variant, p *board.Position) (*rules.Variant, error) {
	bad := func(format string, a ...any) (*rules.Variant, error) {
		return nil, fmt.Errorf("%w: "+format, append([]any{ErrChange}, a...)...)
	}
	m := changeForm().FindStringSubmatch(text)
	switch {
	case m == nil: // a stipulation
		return variant, nil
	case text == DuplexChange:
		p.Turn, p.EnPassant = p.Turn.Other(), board.NoSquare
		return variant, nil
	case m[1] != "":
		named, err := rules.Named(m[1])
		if err != nil {
			return bad("%w", err)
		}
		return named, nil
	}
	square := func(text string) board.Square { s, _ := board.ParseSquare(text); return s }
	if m[3] != "" {
		from, to, old := square(m[3]), square(m[4]), *p
		for s := range old.Occupied().All {
			p.Put(s, board.NoPiece)
		}
		for s := range old.Occupied().All {
			file, rank := s.File()+to.File()-from.File(), s.Rank()+to.Rank()-from.Rank()
			if min(file, rank) < 0 || max(file, rank) > 7 {
				return bad("the piece on %s would leave the board", s)
			}
			p.Put(board.At(file, rank), old.PieceAt(s))
		}
		return variant, nil
	}
	from, to := square(m[2]+m[8]), square(m[9]+m[13])
	there := p.PieceAt(from)
	piece := func(side, kind string) board.Piece {
		out := board.Piece{Kind: board.KindOf(kind[0]), Colour: there.Colour}
		if side != "" {
			out.Colour = board.Colour(strings.Index("wb", side))
		}
		return out
	}
	switch {
	case m[2] != "" && there.Kind == board.NoKind:
		return bad("%s is empty", from)
	case m[2] != "":
		p.Put(from, board.Piece{Kind: there.Kind, Colour: there.Colour.Other()})
		return variant, nil
	case m[5] == "+" && there.Kind != board.NoKind:
		return bad("%s is not empty", from)
	case m[5] == "+":
		p.Put(from, piece(m[6], m[7]))
		return variant, nil
	case there != piece(m[6], m[7]):
		return bad("there is no %s on %s", piece("", m[7]).Kind, from)
	}
	with := p.PieceAt(to)
	switch {
	case m[5] == "-":
		p.Put(from, board.NoPiece)
	case m[11] != "":
		p.Put(from, piece(m[10], m[11]))
	case m[13] == "" && with.Kind != board.NoKind:
		return bad("%s is not empty", to)
	case m[13] != "" && with.Kind != piece("", m[12]).Kind:
		return bad("there is no %s on %s", piece("", m[12]).Kind, to)
	default:
		p.Put(from, with)
		p.Put(to, there)
	}
	return variant, nil
}

// DuplexChange is the text of the change by which the other side begins.
const DuplexChange = "duplex"

// Duplex returns a position with the other side to begin. The error says why it would not be one of
// the rules.
func Duplex(variant *rules.Variant, at *board.Position) (board.Position, error) {
	_, other, err := Change{DuplexChange}.Apply(variant, at, at.Turn)
	return other, err
}

// endRights ends the castling rights whose king or rook is gone, or of the other colour where that
// ends a right.
func endRights(p *board.Position, set ruleset.Set) {
	for i, right := range p.Rights {
		if !right.Held() {
			continue
		}
		side := board.Colour(i >> 1)
		stands := func(s board.Square, kind board.Kind) bool {
			piece := p.PieceAt(s)
			outlives := set.Family == ruleset.Pacifist &&
				set.CastlingConverted == ruleset.KeepsRight
			return p.Occupied().Has(s) && piece.Kind == kind && (piece.Colour == side || outlives)
		}
		if !stands(right.King, board.King) || !stands(right.Rook, board.Rook) {
			p.Rights[i] = board.Right{King: board.NoSquare, Rook: board.NoSquare}
		}
	}
}
