package puzzle

import (
	"errors"
	"fmt"
	"strings"

	"turncoat/puzzle/solution"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// Twin is what becomes of a puzzle by a change of its position or rules: another puzzle with the same
// stipulation and length.
type Twin struct {
	Change   string        `json:"change"` // as [ParseChange] reads and [Change.String] writes it
	Keys     []string      `json:"keys"`
	Line     []string      `json:"line"`
	Solution solution.Text `json:"solution,omitempty"`
	Lines    [][]string    `json:"lines,omitempty"`
	Claims   Claims        `json:"claims"`
}

// MaxTwins is how many twins a puzzle can have.
const MaxTwins = 25

// TwinOf returns a puzzle as a twin.
func TwinOf(p *Puzzle, change Change) Twin {
	return Twin{Change: change.String(), Keys: p.Keys, Line: p.Line, Solution: p.Solution, Lines: p.Lines,
		Claims: p.Claims}
}

// Twin returns a twin as the puzzle that it is. It has no themes, no grade and nothing that people say.
func (p *Puzzle) Twin(i int) (Puzzle, error) {
	t := &p.Twins[i]
	wrong := func(err error) error { return fmt.Errorf("%w: twin %q: %w", ErrSyntax, t.Change, err) }
	change, err := ParseChange(t.Change)
	if err != nil {
		return Puzzle{}, wrong(err)
	}
	at, err := p.Position()
	if err != nil {
		return Puzzle{}, err
	}
	variant, changed, err := change.Apply(p.Variant(), &at)
	if err != nil {
		return Puzzle{}, wrong(err)
	}
	return Puzzle{
		ID: p.ID, Rules: variant.Set(), FEN: variant.FEN(&changed), Stipulation: p.Stipulation, In: p.In, Half: p.Half,
		Keys: t.Keys, Line: t.Line, Solution: t.Solution, Lines: t.Lines, Claims: t.Claims,
		Source: Source{From: "given"},
	}, nil
}

// checkTwins checks that the twins can be read.
func (p *Puzzle) checkTwins() error {
	if len(p.Twins) > MaxTwins {
		return fmt.Errorf("%w: more than %d twins", ErrSyntax, MaxTwins)
	}
	for i := range p.Twins {
		twin, err := p.Twin(i)
		if err == nil && (len(twin.Keys) == 0 || len(twin.Line) == 0 || twin.Claims.FirstTurns == 0) {
			err = fmt.Errorf("%w: twin %q has no keys, line or claims", ErrSyntax, p.Twins[i].Change)
		}
		if err == nil && twin.Goal() == solution.HelpWin {
			err = twin.checkLines()
		} else if err == nil && (twin.Lines != nil || twin.Solution.First() != twin.Keys[0]) {
			err = fmt.Errorf("%w: twin %q: the solution does not begin with the first key", ErrSyntax,
				p.Twins[i].Change)
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
//	colour d4        the piece there changes sides
//	rules pacifist2  other rules
//	duplex           the other side begins
//
// A pawn is P; w or b may stand in front of every piece. Castling rights that lose their king or rook end.
type Change struct {
	kind     changeKind
	piece    board.Piece
	sided    bool // the text names the piece's colour
	from, to board.Square
	rules    string
}

type changeKind uint8

const (
	moves changeKind = iota
	adds
	removes
	recolours
	rulesChange
	duplex
)

// ErrChange is the class of errors about changes that cannot be made.
var ErrChange = errors.New("not a change")

// ParseChange reads a change.
func ParseChange(text string) (Change, error) {
	bad := func() (Change, error) {
		return Change{}, fmt.Errorf("%w: %q is none of Kg1-h1, +bPe5, -Ra1, colour d4, rules NAME and duplex",
			ErrChange, text)
	}
	plain := strings.NewReplacer("→", "-", "->", "-", "−", "-", "–", "-").Replace(strings.TrimSpace(text))
	word, rest, _ := strings.Cut(plain, " ")
	rest = strings.TrimSpace(rest)
	switch {
	case plain == DuplexChange:
		return Change{kind: duplex}, nil
	case word == "rules":
		set, err := rules.Named(strings.ToLower(rest))
		if err != nil {
			return Change{}, fmt.Errorf("%w: %w", ErrChange, err)
		}
		return Change{kind: rulesChange, rules: set.Set().Name}, nil
	case word == "colour" || word == "color":
		s, ok := board.ParseSquare(rest)
		if !ok {
			return bad()
		}
		return Change{kind: recolours, from: s}, nil
	case strings.HasPrefix(plain, "+"):
		c, tail, ok := parsePiece(plain[1:])
		if c.kind = adds; !ok || !c.sided || tail != "" {
			return bad()
		}
		return c, nil
	case strings.HasPrefix(plain, "-"):
		c, tail, ok := parsePiece(plain[1:])
		if c.kind = removes; !ok || tail != "" {
			return bad()
		}
		return c, nil
	}
	c, tail, ok := parsePiece(plain)
	to, isSquare := board.ParseSquare(strings.TrimPrefix(tail, "-"))
	if !ok || !isSquare || !strings.HasPrefix(tail, "-") {
		return bad()
	}
	c.to = to
	return c, nil
}

// parsePiece reads "bPe5" or "Ra1" from the beginning of a text, and gives what follows.
func parsePiece(text string) (c Change, rest string, ok bool) {
	if text != "" && (text[0] == 'w' || text[0] == 'b') {
		c.sided = true
		if text[0] == 'b' {
			c.piece.Colour = board.Black
		}
		text = text[1:]
	}
	if len(text) < 3 || !strings.Contains("KQRBNP", text[:1]) {
		return c, "", false
	}
	piece, _ := board.PieceOf(text[0])
	c.piece.Kind = piece.Kind
	c.from, ok = board.ParseSquare(text[1:3])
	return c, text[3:], ok
}

// String writes the change in letters that every keyboard has: "Kg1-h1".
func (c Change) String() string {
	piece := string(c.piece.Kind.Letter()) + c.from.String()
	if c.sided {
		piece = string("wb"[c.piece.Colour]) + piece
	}
	switch c.kind {
	case adds:
		return "+" + piece
	case removes:
		return "-" + piece
	case recolours:
		return "colour " + c.from.String()
	case rulesChange:
		return "rules " + c.rules
	case duplex:
		return DuplexChange
	}
	return piece + "-" + c.to.String()
}

// Apply makes the change. The error says why it cannot be made: the piece is not there, its square is not free, or
// the position would not be one of the rules.
func (c Change) Apply(variant *rules.Variant, at *board.Position) (*rules.Variant, board.Position, error) {
	p := *at
	bad := func(format string, a ...any) (*rules.Variant, board.Position, error) {
		return nil, p, fmt.Errorf("%w: "+format, append([]any{ErrChange}, a...)...)
	}
	there := p.PieceAt(c.from)
	if c.kind == moves || c.kind == removes {
		if !p.Occupied().Has(c.from) || there.Kind != c.piece.Kind || c.sided && there.Colour != c.piece.Colour {
			return bad("there is no %s on %s", c.piece.Kind, c.from)
		}
	}
	switch c.kind {
	case moves:
		if p.Occupied().Has(c.to) {
			return bad("%s is not empty", c.to)
		}
		p.Put(c.from, board.NoPiece)
		p.Put(c.to, there)
	case adds:
		if p.Occupied().Has(c.from) {
			return bad("%s is not empty", c.from)
		}
		p.Put(c.from, c.piece)
	case removes:
		p.Put(c.from, board.NoPiece)
	case recolours:
		if !p.Occupied().Has(c.from) {
			return bad("%s is empty", c.from)
		}
		p.Put(c.from, board.Piece{Kind: there.Kind, Colour: there.Colour.Other()})
	case rulesChange:
		var err error
		if variant, err = rules.Named(c.rules); err != nil {
			return bad("%w", err)
		}
	case duplex:
		p.Turn = p.Turn.Other()
	}
	p.EnPassant, p.Clock, p.Number = board.NoSquare, 0, 1
	endRights(&p, variant.Set())
	p.Rekey()
	read, err := variant.ParseFEN(variant.FEN(&p))
	if err != nil {
		return bad("%w", err)
	}
	return variant, read, nil
}

// DuplexChange is the text of the change by which the other side begins.
const DuplexChange = "duplex"

// Duplex returns a position with the other side to begin. The error says why it would not be one of the rules.
func Duplex(variant *rules.Variant, at *board.Position) (board.Position, error) {
	_, other, err := Change{kind: duplex}.Apply(variant, at)
	return other, err
}

// endRights ends the castling rights whose king or rook is gone, or of the other colour where that ends a right.
func endRights(p *board.Position, set ruleset.Set) {
	for i, right := range p.Rights {
		if !right.Held() {
			continue
		}
		side := board.Colour(i >> 1)
		stands := func(s board.Square, kind board.Kind) bool {
			piece := p.PieceAt(s)
			outlives := set.Family == ruleset.Pacifist && set.CastlingConverted == ruleset.KeepsRight
			return p.Occupied().Has(s) && piece.Kind == kind && (piece.Colour == side || outlives)
		}
		if !stands(right.King, board.King) || !stands(right.Rook, board.Rook) {
			p.Rights[i] = board.Right{King: board.NoSquare, Rook: board.NoSquare}
		}
	}
}
