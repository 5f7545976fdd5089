// Package problemfile reads chess problems that are to be solved, as problemists keep them: input
// of Popeye, their program, in English, German or French, lines of EPD, and game records in PGN
// that begin with a position.
package problemfile

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"

	"turncoat/internal/lazyregexp"
	"turncoat/pgn"
	"turncoat/puzzle"
	"turncoat/rules"
	"turncoat/rules/board"
)

// A Problem is a position and what is asked about it.
type Problem struct {
	puzzle.Words
	Line     int // on which it begins, or its FEN tag stands, from 1
	Variant  *rules.Variant
	Position board.Position
	Goal     puzzle.Goal
	In       int // 0 where the text does not say what is asked for
	Half     bool
	// What Popeye's options ask for: tries that fail to so many defences at most, set play, the
	// variations after the key with its threats, and the same with the other side to begin.
	Tries               int
	SetPlay, Variations bool
	NoThreats, Duplex   bool
	StopOnShort         bool // of a help-win or a series: only the shortest solutions
	Twins               []puzzle.Change
	Zero                bool // the position itself is not to be solved, only its twins
}

// ErrProblem is the class of errors about problems that cannot be read.
var ErrProblem = errors.New("not a problem that can be solved")

// MaxSize is how many bytes of a file are read at most.
const MaxSize = 64 << 20

// Read reads problems in any form, told by how the text begins. Those that do not name their rules
// are of the game given. An error, which names the line, is one problem that cannot be read; those
// after it are read all the same.
func Read(in io.Reader, variant *rules.Variant) iter.Seq2[Problem, error] {
	return func(yield func(Problem, error) bool) {
		text, err := io.ReadAll(io.LimitReader(in, MaxSize+1))
		if err == nil && len(text) > MaxSize {
			err = fmt.Errorf("%w: more than %d MiB", ErrProblem, MaxSize>>20)
		}
		if err != nil {
			yield(Problem{}, err)
			return
		}

		all := strings.ToValidUTF8(strings.TrimPrefix(string(text), "\ufeff"), "\ufffd")
		first, _, _ := strings.Cut(strings.TrimSpace(all), "\n")
		switch lang := languageOf(first); {
		case lang != nil:
			(&popeye{lang: lang, text: all, line: 1}).read(yield)
		case strings.HasPrefix(first, "["):
			readPGN(all, variant, yield)
		default:
			readEPD(all, variant, yield)
		}
	}
}

// at names the line of an error.
func at(line int, err error) error { return fmt.Errorf("line %d: %w", line, err) }

// readEPD reads a problem a line. Empty lines and those that begin with # are passed over.
func readEPD(text string, variant *rules.Variant, yield func(Problem, error) bool) {
	number := 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		p, err := parseEPD(line, variant)
		p.Line = number
		if err != nil {
			err = at(number, err)
		}
		if !yield(p, err) {
			return
		}
	}
}

var (
	epdOperation = lazyregexp.Compile(`[A-Za-z]\w*(?:[^;"]|"[^"]*")*(?:;|$)`)
	epdPosition  = lazyregexp.Compile(`^\S+(?:\s+\S+){3}(?:\s+\d+ +\d+)?`)
	epdCode      = lazyregexp.Compile(`^[A-Za-z]\w*`)
)

// parseEPD reads a line of EPD: "dm" is the number of moves to a mate, "bm #2" as much, "id" the
// title.
func parseEPD(line string, variant *rules.Variant) (Problem, error) {
	p := Problem{Variant: variant, Variations: true}
	position := epdPosition().FindString(line)
	if position == "" {
		position = line
	}
	operations := line[len(position):]
	for _, operation := range epdOperation().FindAllString(operations, -1) {
		code := epdCode().FindString(operation)
		operand := strings.TrimSuffix(operation[len(code):], ";")
		value := strings.Trim(strings.TrimSpace(operand), `"`)
		switch code {
		case "dm":
			p.In, _ = strconv.Atoi(value)
		case "bm":
			if n, ok := strings.CutPrefix(value, "#"); ok {
				p.In, _ = strconv.Atoi(n)
			}
		case "id":
			p.Title = value
		}
	}

	var err error
	p.Position, err = variant.ParseFEN(position)
	if err != nil {
		err = fmt.Errorf("%w: %w", ErrProblem, err)
	}
	return p, err
}

// readPGN reads the positions with which records begin. A record without one is passed over.
func readPGN(text string, variant *rules.Variant, yield func(Problem, error) bool) {
	err := pgn.Each(strings.NewReader(text), pgn.FormPGN, func(item pgn.Item) error {
		g := item.Game
		fen, ok := g.Tag("FEN")
		if !ok {
			return nil
		}
		place, _ := g.TagPlace("FEN")
		p := Problem{Variant: variant, Variations: true}
		p.Line, _ = item.Place(place)
		p.Title, _ = g.Tag("Event")
		if white, _ := g.Tag("White"); strings.Trim(white, "?") != "" {
			p.Authors = []string{white}
		}
		var err error
		if name, _ := g.Tag("Variant"); name != "" {
			p.Variant, err = g.Variant()
		}
		if c, fault := puzzle.ParseChange(p.Title); fault == nil {
			p.Goal, p.In, p.Half, _ = c.Asks()
		}
		if err == nil {
			p.Variant = p.Goal.Variant(p.Variant)
			p.Position, err = p.Variant.ParseFEN(fen)
		}

		if err != nil {
			err = at(p.Line, fmt.Errorf("%w: %w", ErrProblem, err))
		}
		if !yield(p, err) {
			return io.EOF
		}
		return nil
	})
	if err != nil && err != io.EOF {
		yield(Problem{}, err)
	}
}
