package puzzle

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"turncoat/puzzle/solution"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// Twin is what becomes of a puzzle by a change of its position, rules or stipulation: another puzzle.
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
	z := Puzzle{
		ID: p.ID, Rules: variant.Set(), FEN: variant.FEN(&changed), Stipulation: p.Stipulation, In: p.In, Half: p.Half,
		Keys: t.Keys, Line: t.Line, Solution: t.Solution, Lines: t.Lines, Claims: t.Claims,
		Source: Source{From: "given"},
	}
	if goal, in, half, ok := change.Asks(); ok {
		if goal != goal.Plain() {
			return Puzzle{}, wrong(fmt.Errorf("no puzzle is a %s", goal))
		}
		z.Stipulation, z.In, z.Half = "", in, half
		if goal != solution.Win {
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
//	Nd4=B            it becomes another piece (Nd4=bB: of that side)
//	Nd4<->Bf5        two pieces change places
//	shift a1-b2      all pieces go that far
//	colour d4        the piece there changes sides
//	rules pacifist2  other rules
//	h#2.5            another stipulation (#2, s#2, claim in 2)
//	duplex           the other side begins
//
// Several are made one after the other, with commas between them; what stands on the board counts at the end.
//
// A pawn is P; w or b may stand in front of every piece. Castling rights that lose their king or rook end.
type Change struct {
	kind       changeKind
	piece      board.Piece
	sided      bool // the text names the piece's colour
	from, to   board.Square
	rules      string
	other      board.Piece // that a piece becomes, or changes places with
	otherSided bool        // the text names the side of other
	goal       solution.Goal
	in         int
	half       bool
	rest       string // the changes after it
}

type changeKind uint8

const (
	moves changeKind = iota
	adds
	removes
	recolours
	rulesChange
	duplex
	becomes
	exchanges
	shifts
	asks
)

// maxChanges is how many changes a twin can be made by.
const maxChanges = 8

// ErrChange is the class of errors about changes that cannot be made.
var ErrChange = errors.New("not a change")

// ParseChange reads a change.
func ParseChange(text string) (Change, error) {
	if strings.Count(text, ",") >= maxChanges {
		return Change{}, fmt.Errorf("%w: more than %d changes", ErrChange, maxChanges)
	}
	first, rest, several := strings.Cut(text, ",")
	c, err := parseOne(first)
	if err != nil || !several {
		return c, err
	}
	next, err := ParseChange(rest)
	c.rest = next.String()
	return c, err
}

// parseOne reads one change.
func parseOne(text string) (Change, error) {
	bad := func() (Change, error) {
		return Change{}, fmt.Errorf("%w: %q is none of Kg1-h1, +bPe5, -Ra1, Nd4=B, Nd4<->Bf5, shift a1-b2, colour d4, "+
			"rules NAME, duplex and a stipulation such as #2 or h#2.5", ErrChange, text)
	}
	plain := strings.NewReplacer("↔", "<>", "<->", "<>", "→", "-", "->", "-", "−", "-", "–", "-", "½", ".5").Replace(
		strings.TrimSpace(text))
	if goal, in, half, ok := ParseStipulation(plain); ok {
		return Change{kind: asks, goal: goal, in: in, half: half}, nil
	}
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
	case word == "shift":
		from, to, _ := strings.Cut(rest, "-")
		a, ok1 := board.ParseSquare(from)
		b, ok2 := board.ParseSquare(to)
		if !ok1 || !ok2 || a == b {
			return bad()
		}
		return Change{kind: shifts, from: a, to: b}, nil
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
	if kind, is := strings.CutPrefix(tail, "="); ok && is {
		became, more, ok := parsePiece(kind + "a1")
		if c.kind, c.other, c.otherSided = becomes, became.piece, became.sided; !ok || more != "" {
			return bad()
		}
		return c, nil
	}
	if text, is := strings.CutPrefix(tail, "<>"); ok && is {
		with, more, ok := parsePiece(text)
		if c.kind, c.to, c.other = exchanges, with.from, with.piece; !ok || more != "" {
			return bad()
		}
		return c, nil
	}
	to, isSquare := board.ParseSquare(strings.TrimPrefix(tail, "-"))
	if !ok || !isSquare || !strings.HasPrefix(tail, "-") {
		return bad()
	}
	c.to = to
	return c, nil
}

// ParseStipulation reads a stipulation as problemists write it: #2, s#3, h#2.5, claim in 2; with = in place of # for a
// stalemate, and with ser- before # or h# for a series.
func ParseStipulation(text string) (goal solution.Goal, in int, half, ok bool) {
	rest, series := strings.CutPrefix(strings.Replace(text, "½", ".5", 1), "ser-")
	for plain, sign := range symbols {
		for _, end := range []solution.Goal{0, solution.Stalemate} {
			if goal = solution.Goal(plain) | end; end != 0 {
				sign = strings.Replace(sign, "#", "=", 1)
			}
			number, is := strings.CutPrefix(rest, sign)
			if !is || series && goal.Plain() != solution.Win && goal.Plain() != solution.HelpWin {
				continue
			}
			if goal.Plain() == solution.HelpWin && !series {
				number, half = strings.CutSuffix(number, ".5")
			}
			if series {
				goal |= solution.Series
			}
			in, err := strconv.Atoi(number)
			return goal, in, half, err == nil && in >= 1 && in <= maxAsked
		}
	}
	return 0, 0, false, false
}

// symbol writes a stipulation but for the number.
func symbol(goal solution.Goal) string {
	text := symbols[goal.Plain()]
	if goal&solution.Stalemate != 0 {
		text = strings.Replace(text, "#", "=", 1)
	}
	if goal&solution.Series != 0 {
		text = "ser-" + text
	}
	return text
}

// maxAsked is the greatest number of turns that a twin can ask for.
const maxAsked = 60

// Asks returns the stipulation that the change demands, and whether it demands one.
func (c Change) Asks() (goal solution.Goal, in int, half, is bool) {
	for {
		if c.kind == asks {
			goal, in, half, is = c.goal, c.in, c.half, true
		}
		if c.rest == "" {
			return goal, in, half, is
		}
		c, _ = ParseChange(c.rest) // it was read before
	}
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
	if rest := c.rest; rest != "" {
		c.rest = ""
		return c.String() + ", " + rest
	}
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
	case becomes:
		became := string(c.other.Kind.Letter())
		if c.otherSided {
			became = string("wb"[c.other.Colour]) + became
		}
		return piece + "=" + became
	case exchanges:
		return piece + "<->" + string(c.other.Kind.Letter()) + c.to.String()
	case shifts:
		return "shift " + c.from.String() + "-" + c.to.String()
	case asks:
		return symbol(c.goal) + LengthText(c.in, c.half)
	}
	return piece + "-" + c.to.String()
}

// Apply makes the change. The error says why it cannot be made: the piece is not there, its square is not free, or
// the position would not be one of the rules.
func (c Change) Apply(variant *rules.Variant, at *board.Position) (*rules.Variant, board.Position, error) {
	p := *at
	for {
		var err error
		if variant, err = c.one(variant, &p); err != nil {
			return nil, p, err
		}
		if c.rest == "" {
			break
		}
		if c, err = ParseChange(c.rest); err != nil {
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

// twoStepMade reports whether the enemy's pawn still stands behind the square that the position says it passed.
func twoStepMade(p *board.Position) bool {
	if p.EnPassant == board.NoSquare {
		return false
	}
	ahead := 1 - 2*int(p.Turn.Other()&1)
	at := func(ranks int) board.Piece { return p.PieceAt(board.At(p.EnPassant.File(), p.EnPassant.Rank()+ranks)) }
	rank := [...]int{board.White: 5, board.Black: 2}[p.Turn&1]
	return p.EnPassant.Rank() == rank && at(ahead) == board.Piece{Kind: board.Pawn, Colour: p.Turn.Other()} &&
		at(0).Kind == board.NoKind && at(-ahead).Kind == board.NoKind
}

// one makes the first of the changes, whatever position comes of it, and returns the rules after it.
func (c Change) one(variant *rules.Variant, p *board.Position) (*rules.Variant, error) {
	bad := func(format string, a ...any) (*rules.Variant, error) {
		return nil, fmt.Errorf("%w: "+format, append([]any{ErrChange}, a...)...)
	}
	there := p.PieceAt(c.from)
	if c.kind == moves || c.kind == removes || c.kind == becomes || c.kind == exchanges {
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
		p.Turn, p.EnPassant = p.Turn.Other(), board.NoSquare
	case becomes:
		if !c.otherSided {
			c.other.Colour = there.Colour
		}
		p.Put(c.from, c.other)
	case exchanges:
		with := p.PieceAt(c.to)
		if with.Kind != c.other.Kind {
			return bad("there is no %s on %s", c.other.Kind, c.to)
		}
		p.Put(c.from, with)
		p.Put(c.to, there)
	case shifts:
		old := *p
		for s := range old.Occupied().All {
			p.Put(s, board.NoPiece)
		}
		for s := range old.Occupied().All {
			file, rank := s.File()+c.to.File()-c.from.File(), s.Rank()+c.to.Rank()-c.from.Rank()
			if min(file, rank) < 0 || max(file, rank) > 7 {
				return bad("the piece on %s would leave the board", s)
			}
			p.Put(board.At(file, rank), old.PieceAt(s))
		}
	}
	return variant, nil
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
