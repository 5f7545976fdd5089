package problems

import (
	"fmt"
	"strconv"
	"strings"

	"turncoat/puzzle"
	"turncoat/puzzle/solution"
	"turncoat/rules"
	"turncoat/rules/board"
)

// A language is one of those in which Popeye reads its commands. Every word can be cut short as long as it is clear.
type language struct {
	pieces                             string // the letters of pawn, knight, bishop, rook, queen and king
	commands, colours, options, twists []string
}

// The words of all languages have the same order, that of the constants below.
var languages = map[string]*language{
	"beginproblem": {
		"psbrqk",
		strings.Fields("remark author origin title award protocol latex pieces forsyth stipulation option twin " +
			"zeroposition nextproblem endproblem condition sstipulation latexpieces initialgamearray"),
		strings.Fields("white black neutral"),
		strings.Fields("try defence setplay variations duplex halfduplex nothreat nocastling enpassant " +
			"intelligent movenumbers noboard beep suppressgrid"),
		strings.Fields("move exchange add remove continued shift stipulation rotate mirror condition polishtype " +
			"substitute sstipulation"),
	},
	"anfangproblem": {
		"bsltdk",
		strings.Fields("bemerkung autor quelle titel auszeichnung protokoll latex steine forsyth forderung option " +
			"zwilling nullstellung weiteresproblem endeproblem bedingung sforderung latexsteine partieanfangsstellung"),
		strings.Fields("weiss schwarz neutral"),
		strings.Fields("verfuehrung widerlegung satzspiel varianten duplex halbduplex ohnedrohung keinerochade " +
			"enpassant intelligent zugnummern ohnebrett pieps ohnegitter"),
		strings.Fields("versetze tausche hinzufuegen entferne ferner verschiebung forderung drehung spiegelung " +
			"bedingung farbwechsel ersetze sforderung"),
	},
	"debutprobleme": {
		"pcftdr",
		strings.Fields("remarque auteur source titre prix protocol latex pieces forsyth enonce option jumeau " +
			"zeroposition asuivre finprobleme condition senonce pieceslatex positioninitialepartie"),
		strings.Fields("blanc noir neutre"),
		strings.Fields("essais defense apparent variantes duplex demiduplex sansmenace sansroquer enpassant " +
			"intelligent trace sansechiquier bip sansgrille"),
		strings.Fields("deplacement echange ajoute ote enplus translation enonce rotation miroir condition " +
			"couleurechange remplace senonce"),
	},
}

const (
	remark = iota
	author
	origin
	title
	award
	protocol
	latex
	pieces
	forsyth
	stipulation
	option
	twin
	zeroPosition
	nextProblem
	endProblem
)

const (
	try = iota
	defence
	setPlay
	variations
	duplex
	halfDuplex
	noThreat
	noCastling
	enPassant
	onlyLooks // it and those after it change nothing in what is solved
)

const (
	moved = iota
	exchanged
	added
	removed
	continued
	shifted
	asked
)

// languageOf returns the language of a text by its first word, nil if it is not Popeye's.
func languageOf(line string) *language {
	word := strings.ToLower(line)
	if i := strings.IndexAny(word, " \t\r"); i >= 0 {
		word = word[:i]
	}
	for begin, lang := range languages {
		if len(word) >= 3 && strings.HasPrefix(begin, word) {
			return lang
		}
	}
	return nil
}

// find returns which word of a list a text abbreviates, -1 if none or several.
func find(list []string, text string) int {
	found := -1
	for i, word := range list {
		if word == text {
			return i
		}
		if strings.HasPrefix(word, text) && text != "" {
			if found >= 0 {
				return -1
			}
			found = i
		}
	}
	return found
}

// A popeye reads problems in the language of Popeye.
type popeye struct {
	lang *language
	text string // what is still to be read
	line int
	// Of the problem that is being read:
	Problem
	half        bool // the other side than usual begins
	noCastling  board.Bitboard
	passed      board.Square
	working     board.Position // with the changes of the last twin
	change      string
	unsupported error
	settled     bool // the position has its side to move and its rights
}

const separators = " \t\r\n;,"

// word returns the next word in lower case and consumes it; it is empty at the end of the text.
func (r *popeye) word() string { return strings.ToLower(r.written()) }

// written returns it as it is written.
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

// fault notes why the problem cannot be solved, if that is not known yet.
func (r *popeye) fault(format string, args ...any) {
	if r.unsupported == nil {
		r.unsupported = at(r.line, fmt.Errorf("%w: "+format, append([]any{ErrProblem}, args...)...))
	}
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
	game, _ := rules.Named("chess")
	r.Problem = Problem{Line: r.line, Game: game}
	r.Position = board.Position{EnPassant: board.NoSquare, Number: 1}
	for i := range r.Position.Rights {
		r.Position.Rights[i] = board.Right{King: board.NoSquare, Rook: board.NoSquare}
	}
	r.half, r.noCastling, r.passed, r.change, r.unsupported, r.settled = false, 0, board.NoSquare, "", nil, false
}

// commands reads the commands of a problem, and reports whether another problem follows.
func (r *popeye) commands() (more bool) {
	for {
		word := r.word()
		switch find(r.lang.commands, word) {
		case remark, protocol, latex:
			r.rest()
		case author:
			r.Authors = append(r.Authors, r.rest())
		case origin:
			r.Published = r.rest()
		case title:
			r.Title = r.rest()
		case award:
			r.Prize = r.rest()
		case pieces:
			r.pieces()
		case forsyth:
			r.forsyth(r.written())
		case stipulation:
			text := r.word()
			c, err := puzzle.ParseChange(text)
			var ok bool
			if r.Goal, r.In, r.Half, ok = c.Asks(); err != nil || !ok {
				r.fault("unsupported stipulation %q", text)
			}
		case option:
			r.options()
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
			if word == "" {
				r.fault("the text ends within a problem")
				return false
			}
			r.fault("unsupported %q", word)
			r.toNext()
		}
	}
}

// toNext passes over a problem that cannot be solved.
func (r *popeye) toNext() {
	for r.unsupported != nil {
		switch word := r.peek(); {
		case word == "":
			return
		case len(word) >= 3 && (find(r.lang.commands, word) == nextProblem || find(r.lang.commands, word) == endProblem):
			return
		}
		r.word()
	}
}

// colour consumes a word that names a side.
func (r *popeye) colour() (board.Colour, bool) {
	i := find(r.lang.colours, r.peek())
	if i < 0 || len(r.peek()) < 3 {
		return 0, false
	}
	if r.word(); i > 1 {
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

// squaresOf reads squares without anything between them: "g1g2".
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

// forsyth reads the pieces as a FEN has them, with the letters of the language.
func (r *popeye) forsyth(text string) {
	file, rank := 0, 7
	for i, letter := range strings.ToLower(text) {
		if i >= len(text) { // no letter of Popeye's grows when it is made small
			break
		}
		kind, side := strings.IndexRune(r.lang.pieces, letter), board.White
		if text[i] >= 'a' {
			side = board.Black
		}
		switch {
		case text[i] == '/':
			file, rank = 0, rank-1
		case text[i] >= '1' && text[i] <= '8':
			file += int(text[i] - '0')
		case kind < 0 || file > 7 || rank < 0:
			r.fault("unsupported Forsyth notation %q", text)
			return
		default:
			r.Position.Put(board.At(file, rank), board.Piece{Kind: board.Kind(kind), Colour: side})
			file++
		}
	}
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
		case noCastling, enPassant:
			for _, s := range r.squares() {
				if i == noCastling {
					r.noCastling |= s.Bit()
				} else if s.Rank() == 2 || s.Rank() == 5 {
					r.passed = s
				}
			}
		}
	}
}

// settle gives the position its side to move and rights, once, before a twin or the end of the problem.
func (r *popeye) settle() {
	if r.settled {
		return
	}
	r.settled = true
	p := &r.Position
	if r.Goal == solution.HelpWin && !r.Half {
		p.Turn = board.Black
	}
	if r.half {
		p.Turn = p.Turn.Other()
	}
	for side, rank := range []int{0, 7} {
		king := board.At(4, rank)
		for wing, file := range []int{0, 7} {
			rook := board.At(file, rank)
			if (p.Of(board.King) & p.Colours[side]).Has(king) && (p.Of(board.Rook) & p.Colours[side]).Has(rook) &&
				!r.noCastling.Has(king) && !r.noCastling.Has(rook) {
				p.Rights[board.RightIndex(board.Colour(side), board.CastlingSide(wing))] = board.Right{
					King: king,
					Rook: rook,
				}
			}
		}
	}
	p.EnPassant = r.passed
	p.Rekey()
	r.working = *p
}

// twin reads the changes of a twin, up to the next command.
func (r *popeye) twin() {
	r.settle()
	r.working, r.change = r.Position, ""
	for first := true; r.unsupported == nil; first = false {
		word := r.peek()
		i := find(r.lang.twists, word)
		if i < 0 || !first && i != asked && find(r.lang.commands, word) >= 0 {
			break
		}
		r.word()
		switch i {
		case continued:
			if n := len(r.Twins); n > 0 {
				r.change = r.Twins[n-1].String()
				if _, p, err := r.Twins[n-1].Apply(r.Game, &r.Position); err == nil {
					r.working = p
				}
			}
		case moved, exchanged, shifted:
			if from, to := r.squares(), r.squares(); from != nil && to != nil {
				r.moves(i, from[0], to[0])
			}
		case added:
			r.adds()
		case removed:
			for _, s := range r.squares() {
				r.also("-" + r.there(s) + s.String())
				r.working.Put(s, board.NoPiece)
			}
		case asked:
			r.also(r.word())
		default:
			r.fault("unsupported twin %q", word)
		}
	}
	if r.unsupported != nil {
		r.toNext()
		return
	}
	c, err := puzzle.ParseChange(r.change)
	if err == nil {
		_, _, err = c.Apply(r.Game, &r.Position)
	}
	if err != nil {
		r.fault("twin %q: %w", r.change, err)
	}
	r.Twins = append(r.Twins, c)
}

func (r *popeye) moves(kind int, from, to board.Square) {
	a, b := r.working.PieceAt(from), r.working.PieceAt(to)
	switch kind {
	case shifted:
		r.also("shift " + from.String() + "-" + to.String())
	case exchanged:
		r.also(r.there(from) + from.String() + "<->" + r.there(to) + to.String())
		r.working.Put(from, b)
		r.working.Put(to, a)
	default:
		if b.Kind != board.NoKind {
			r.also("-" + r.there(to) + to.String())
		}
		r.also(r.there(from) + from.String() + "-" + to.String())
		r.working.Put(from, board.NoPiece)
		r.working.Put(to, a)
	}
}

// adds reads pieces that a twin has more: "white Qe1".
func (r *popeye) adds() {
	side, ok := r.colour()
	kind, squares, isPiece := r.piece(r.peek())
	if !ok || !isPiece {
		r.fault("a twin adds no piece")
		return
	}
	for isPiece {
		r.word()
		for _, s := range squares {
			if r.working.PieceAt(s).Kind != board.NoKind {
				r.also("-" + r.there(s) + s.String())
			}
			r.also("+" + string("wb"[side]) + string(kind.Letter()) + s.String())
			r.working.Put(s, board.Piece{Kind: kind, Colour: side})
		}
		kind, squares, isPiece = r.piece(r.peek())
	}
}

// there returns the letter of the piece that stands on a square.
func (r *popeye) there(s board.Square) string {
	if k := r.working.PieceAt(s).Kind; k != board.NoKind {
		return string(k.Letter())
	}
	r.fault("a twin without a piece on %s", s)
	return "P"
}

// also adds to the changes of a twin.
func (r *popeye) also(text string) {
	if r.change != "" {
		r.change += ", "
	}
	r.change += text
}

// problem returns the problem that has been read.
func (r *popeye) problem() (Problem, error) {
	r.settle()
	p := r.Problem
	if r.unsupported == nil && p.In == 0 {
		r.fault("no stipulation")
	}
	if r.unsupported != nil {
		return p, r.unsupported
	}
	read, err := p.Game.ParseFEN(p.Game.FEN(&p.Position))
	if err != nil {
		return p, at(p.Line, fmt.Errorf("%w: %w", ErrProblem, err))
	}
	p.Position = read
	return p, nil
}
