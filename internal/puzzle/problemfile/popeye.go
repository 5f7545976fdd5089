package problemfile

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"turncoat/internal/lazyregexp"
	"turncoat/puzzle"
	"turncoat/rules"
	"turncoat/rules/board"
)

// A popeye reads problems in the language of Popeye.
type popeye struct {
	lang *language
	text string // what is still to be read
	line int
	// Of the problem that is being read:
	Problem
	half        bool // the other side than usual begins
	whiteToPlay bool
	quodlibet   bool
	passed      board.Square
	working     board.Position // with the changes of the last twin
	change      string
	narrowing   error // about an option that narrows Popeye's search of forced play
	unsupported error
	settled     bool // the position has its side to move and its rights
}

const separators = " \t\r\n;,"

// word returns the next word in lower case and consumes it; it is empty at the end of the text.
func (r *popeye) word() string { return strings.ToLower(r.written()) }

// written returns the next word as it is written, and consumes it.
func (r *popeye) written() string {
	r.skip()
	end := strings.IndexAny(r.text, separators)
	if end < 0 {
		end = len(r.text)
	}
	word := r.text[:end]
	r.text = r.text[end:]
	return word
}

// peek returns the next word without consuming it.
func (r *popeye) peek() string {
	q := *r
	return q.word()
}

func (r *popeye) skip() {
	rest := strings.TrimLeft(r.text, separators)
	r.line += strings.Count(r.text[:len(r.text)-len(rest)], "\n")
	r.text = rest
}

// rest consumes the rest of the line.
func (r *popeye) rest() string {
	line, _, _ := strings.Cut(r.text, "\n")
	r.text = r.text[len(line):]
	return strings.TrimSpace(line)
}

// fault notes why the problem cannot be solved. The first reason is kept.
func (r *popeye) fault(format string, args ...any) {
	if r.unsupported != nil {
		return
	}
	if slices.Contains(args, any("")) { // a word is wanted where there are none any more
		format, args = "the text ends within a problem", nil
	}
	r.unsupported = at(r.line, fmt.Errorf("%w: "+format, append([]any{ErrProblem}, args...)...))
}

// read reads all problems.
func (r *popeye) read(yield func(Problem, error) bool) {
	r.word()
	for more := true; more; {
		r.skip()
		r.begin()
		more = r.commands()
		p, err := r.problem()
		if !yield(p, err) {
			return
		}
	}
}

func (r *popeye) begin() {
	variant, _ := rules.Named("chess")
	r.Problem = Problem{Line: r.line, Variant: variant}
	r.Position = board.Position{EnPassant: board.NoSquare, Number: 1}
	*r = popeye{lang: r.lang, text: r.text, line: r.line, Problem: r.Problem,
		passed: board.NoSquare}
}

// commands reads the commands of a problem, and reports whether another problem follows.
func (r *popeye) commands() (more bool) {
	for {
		word := r.word()
		switch find(r.lang.commands, word) {
		case remark, protocol, latexPieces:
			r.rest()
		case latex:
			r.latex()
		case author:
			r.Authors = append(r.Authors, plainTeX(r.rest()))
		case origin:
			r.Published = plainTeX(r.rest())
		case title:
			r.Title = plainTeX(r.rest())
		case award:
			r.Prize = plainTeX(r.rest())
		case pieces:
			r.pieces()
		case forsyth:
			r.forsyth(r.written())
		case stipulation:
			r.stipulation(r.word())
		case option:
			r.options()
		case condition:
			r.condition()
		case twin:
			r.twin()
		case zeroPosition:
			r.settle()
			r.Zero = true
			r.twin()
		case nextProblem:
			return true
		case endProblem:
			return false
		default:
			r.fault("unsupported %q", word)
			if word == "" {
				return false
			}
			r.toNext()
		}
	}
}

// symbolLine is a line after the name of a LaTeX file: a piece, its symbol and its name, as in
// "n SU Nightrider".
var symbolLine = lazyregexp.Compile(`^[A-Za-z0-9]{1,2}[ \t]+[A-Z]{2}[ \t]`)

// latex skips the name of a LaTeX file and the symbols of pieces after it.
func (r *popeye) latex() {
	r.rest()
	r.skip()
	for symbolLine().MatchString(r.text) {
		r.rest()
		r.skip()
	}
}

// stipulation reads what is asked for.
func (r *popeye) stipulation(text string) {
	var ok bool
	r.Goal, r.In, r.Half, ok = puzzle.ParseStipulation(text)
	if !ok {
		r.fault("unsupported stipulation %q; supported are #N, s#N, h#N, hs#N, ser-#N, ser-h#N, ser-s#N, "+
			"semi-r#N, r#N, hr#N, ser-r#N and reci-h#N, = in place of #, N.5 after h, and exact- "+
			"before each (N up to 60)", text)
	}
}

// toNext skips the rest of a problem that cannot be solved.
func (r *popeye) toNext() {
	for r.unsupported != nil {
		switch word := r.peek(); {
		case word == "":
			return
		case len(word) >= 3 && (find(r.lang.commands, word) == nextProblem ||
			find(r.lang.commands, word) == endProblem):
			return
		}

		r.word()
	}
}

// colour consumes a word that names a side.
func (r *popeye) colour() (board.Colour, bool) {
	i := find(r.lang.colours, r.peek())
	if i < 0 {
		return 0, false
	}
	r.word()
	if i > 1 {
		r.fault("neutral pieces are unsupported")
	}
	return board.Colour(i & 1), true
}

// pieces reads pieces after the names of their sides: "white Kh1 Bg1g2".
func (r *popeye) pieces() {
	side, known := board.White, false
	for r.unsupported == nil {
		if c, ok := r.colour(); ok {
			side, known = c, true
			continue
		}

		kind, squares, ok := r.piece(r.peek())
		if !ok || !known {
			if word := r.peek(); find(r.lang.commands, word) < 0 {
				r.fault("unsupported piece %q", word)
			}
			return
		}

		r.word()
		for _, s := range squares {
			r.Position.Put(s, board.Piece{Kind: kind, Colour: side})
		}
	}
}

// piece reads "bg1g2": a piece on squares.
func (r *popeye) piece(word string) (board.Kind, []board.Square, bool) {
	if word == "" {
		return 0, nil, false
	}
	kind := strings.IndexByte(r.lang.pieces, word[0])
	squares, ok := squaresOf(word[1:])
	return board.Kind(max(kind, 0)), squares, ok && kind >= 0
}

// squaresOf reads squares that are written one after another: "g1g2".
func squaresOf(text string) (list []board.Square, ok bool) {
	for ; len(text) >= 2; text = text[2:] {
		s, ok := board.ParseSquare(text[:2])
		if !ok {
			return nil, false
		}
		list = append(list, s)
	}

	return list, text == "" && list != nil
}

// squares consumes a word that names squares, nil if the next one does not.
func (r *popeye) squares() []board.Square {
	list, ok := squaresOf(r.peek())
	if !ok {
		r.fault("squares expected, not %q", r.peek())
		return nil
	}

	r.word()
	return list
}

// forsyth reads the placement of a FEN, whose pieces have the letters of the language. Popeye counts
// on from square to square, whatever the ranks: it passes over slashes, and "24/k7" has three empty
// ranks before the king.
func (r *popeye) forsyth(text string) {
	next := 0 // counted from a8
	for rest := text; rest != ""; {
		letter := rest[0]
		if letter >= '0' && letter <= '9' {
			digits := rest[:min(2, len(rest))]
			if last := digits[len(digits)-1]; last < '0' || last > '9' {
				digits = digits[:1]
			}
			empty, _ := strconv.Atoi(digits)
			next += empty
			rest = rest[len(digits):]
			continue
		}

		rest = rest[1:]
		if letter == '/' {
			continue
		}
		piece, ok := r.forsythPiece(letter)
		if !ok || next >= 64 {
			r.fault("unsupported Forsyth notation %q", text)
			return
		}
		r.Position.Put(board.At(next%8, 7-next/8), piece)
		next++
	}
}

// forsythPiece reads the letter of a piece in Forsyth notation, a capital for White.
func (r *popeye) forsythPiece(letter byte) (board.Piece, bool) {
	side := board.White
	if letter >= 'a' {
		side = board.Black
	}
	kind := strings.IndexByte(r.lang.pieces, letter|0x20)
	return board.Piece{Kind: board.Kind(max(kind, 0)), Colour: side}, kind >= 0
}

// options reads options up to the next command.
func (r *popeye) options() {
	for {
		word := r.peek()
		if find(r.lang.commands, word) >= 0 && len(word) >= 3 {
			return
		}
		i := find(r.lang.options, word)
		if word == "" || i < 0 {
			r.fault("unsupported option %q", word)
			return
		}

		r.word()
		switch i {
		case try:
			r.Tries = max(r.Tries, 1)
		case whiteToPlay:
			r.whiteToPlay = true
		case stopOnShort:
			r.StopOnShort = true
		case defence:
			n, err := strconv.Atoi(r.word())
			if err != nil || n < 0 || n > 1000 {
				r.fault("option without a number of refutations")
			}
			r.Tries = n
		case setPlay:
			r.SetPlay = true
		case variations:
			r.Variations = true
		case duplex:
			r.Duplex = true
		case halfDuplex:
			r.half = true
		case noThreat:
			r.NoThreats = true
		case noShortVariations:
			r.NoShort = true
		case postKeyPlay:
			r.PostKey = true
		case quodlibet:
			r.quodlibet = true
		case noCastling:
			for _, s := range r.squares() {
				r.noCastling |= s.Bit()
			}
		case enPassant:
			for _, s := range r.squares() {
				if s.Rank() == 2 || s.Rank() == 5 {
					r.passed = s
				}
			}
		case intelligent:
			r.perEnd()
		case startMoveNumber:
			if r.word() != "1" {
				r.Notes = append(r.Notes,
					"option StartMoveNumber is passed over: all first turns are searched")
			}
		case threat, maxFlightSquares, nonTrivial:
			r.narrowing = at(r.line,
				fmt.Errorf("%w: unsupported option %q: it has Popeye pass over turns "+
					"that may solve the problem; leave it out to search all", ErrProblem, word))
			r.numbers()
		case moveNumbers, noWhiteKing, noBlackKing, maxSolutions, keepMatingPiece, noBoard,
			maxTime, beep, suppressGrid, writeGrid:
			r.numbers() // all solutions are found and shown without them
		default:
			r.fault("unsupported option %q; supported are Try, Defence, SetPlay, Variations, NoThreat, "+
				"NoShortVariations, Duplex, HalfDuplex, WhiteToPlay, StopOnShortSolutions, PostKeyPlay, "+
				"Quodlibet, NoCastling, EnPassant and those that only shorten the output", word)
			return
		}
	}
}

// perEnd reads the number after Intelligent, which may be left out: of how many solutions for one
// final position.
func (r *popeye) perEnd() {
	n, err := strconv.Atoi(r.peek())
	if err != nil {
		return
	}
	r.word()
	if n < 1 {
		r.fault("Intelligent %d allows no solution; at least 1 is needed", n)
	}
	r.PerEnd = n
}

// numbers consumes numbers.
func (r *popeye) numbers() {
	for {
		if _, err := strconv.Atoi(r.peek()); err != nil {
			return
		}
		r.word()
	}
}

// settle gives the position its side to move and castling rights. It does so once: at the first
// twin or at the end of the problem, when all options are known.
func (r *popeye) settle() {
	if r.settled {
		return
	}
	r.settled = true
	if r.quodlibet {
		r.allowEither()
	}
	r.PostKey = r.PostKey && !r.Goal.HasLines()
	blackBegins := r.Goal.CanHalve() && r.Goal.Begins(r.Half) == board.Black && !r.Half
	if r.whiteToPlay && blackBegins {
		r.In, r.Half = r.In-1, true // White's first turn takes the place of Black's
	}

	p := &r.Position
	r.Variant = r.Goal.Variant(r.Variant)
	p.Turn = r.Goal.Begins(r.Half)
	if r.half != r.PostKey {
		p.Turn = p.Turn.Other()
	}
	for i, right := range puzzle.RightsAtHome(p) {
		if r.mayCastle(right) {
			p.Rights[i] = right
		}
	}

	for _, side := range []board.Colour{board.White, board.Black} {
		home := board.At(4, side.FirstRank())
		king := board.Piece{Kind: board.King, Colour: side}
		if r.Variant.Set().GainsRights() && r.noCastling.Has(home) && p.PieceAt(home) == king {
			p.Rights.SetKingCame(side)
		}
	}

	p.EnPassant = r.passed
	p.Rekey()
	r.working = *p
}

// allowEither makes a win of the attacker a solution of a selfmate, too.
func (r *popeye) allowEither() {
	if r.Goal.Plain() != puzzle.SelfWin {
		r.fault("unsupported option Quodlibet with this stipulation; it is supported with s#N, " +
			"semi-r#N and r#N")
		return
	}
	r.Goal |= puzzle.Quodlibet
}

// problem returns the problem that has been read.
func (r *popeye) problem() (Problem, error) {
	r.settle()
	p := r.Problem
	switch {
	case r.unsupported != nil:
	case !p.IsStated():
		r.fault("no stipulation")
	case r.narrowing != nil && !p.Goal.HasLines():
		r.unsupported = r.narrowing
	}
	if r.unsupported != nil {
		return p, r.unsupported
	}
	var err error
	p.Position, err = p.Variant.ParseFEN(p.Variant.FEN(&p.Position))
	if err != nil {
		err = at(p.Line, fmt.Errorf("%w: %w", ErrProblem, err))
	}
	return p, err
}
