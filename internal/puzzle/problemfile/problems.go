// Package problemfile reads chess problems that are to be solved, as problemists keep them: input
// of Popeye, their program, in English, German or French, lines of FEN, EPD or JSON, and game
// records in PGN that begin with a position.
package problemfile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"

	"turncoat/internal/lazyregexp"
	"turncoat/internal/lines"
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
	In       int
	Half     bool
	Notes    []string // what is to be said of options that are not followed
	// What Popeye's options ask for: tries that fail to so many defences at most, set play, the
	// variations after the key with its threats, and the same with the other side to begin.
	Tries               int
	SetPlay, Variations bool
	NoThreats, Duplex   bool
	NoShort             bool // leave out what reaches the goal sooner than the stipulation allows
	StopOnShort         bool // of a help-win or a series: only the shortest solutions
	PerEnd              int  // of a help-win or a series: solutions for one final position; 0 is all
	PostKey             bool // the key has been made: the other side is to move
	Twins               []puzzle.Change
	Zero                bool // the position itself is not to be solved, only its twins

	noCastling board.Bitboard // kings and rooks that have no right to castle, in twins either
}

// IsStated reports whether the text states a stipulation.
func (p *Problem) IsStated() bool { return p.In > 0 || p.Half }

// Apply returns the rules and the position of a twin.
func (p *Problem) Apply(change puzzle.Change) (*rules.Variant, board.Position, error) {
	variant, at, err := change.Apply(p.Variant, &p.Position, p.Goal.Begins(p.Half))
	if err != nil {
		return nil, at, err
	}
	for i, right := range at.Rights {
		if right.Held() && !p.mayCastle(right) {
			at.Rights[i] = board.Right{}
		}
	}
	at.Rekey()
	return variant, at, nil
}

// mayCastle reports whether the problem does not forbid a king and a rook to castle.
func (p *Problem) mayCastle(right board.Right) bool {
	return !p.noCastling.Has(right.King) && !p.noCastling.Has(right.Rook)
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
		text, err := io.ReadAll(io.LimitReader(lines.UTF8(in), MaxSize+1))
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
			readLines(all, variant, yield)
		}
	}
}

// at adds the line to an error.
func at(line int, err error) error { return fmt.Errorf("line %d: %w", line, err) }

// readLines reads a problem a line, in EPD or JSON. Empty lines and those that begin with # are
// passed over.
func readLines(text string, variant *rules.Variant, yield func(Problem, error) bool) {
	reader := lines.NewReader(strings.NewReader(text), puzzle.MaxLine)
	for {
		line, err := reader.Next()
		if err == io.EOF {
			return
		}
		var p Problem
		if err == nil {
			line = bytes.TrimSpace(line)
			if len(line) == 0 || line[0] == '#' {
				continue
			}
			p, err = parseLine(string(line), variant)
		}
		p.Line = reader.Number()
		if err != nil {
			err = at(p.Line, err)
		}
		if !yield(p, err) || errors.Is(err, lines.ErrEmpty) {
			return
		}
	}
}

func parseLine(line string, variant *rules.Variant) (Problem, error) {
	if line[0] == '{' {
		return parseJSON(line, variant)
	}
	return parseEPD(line, variant)
}

var (
	epdOperation = lazyregexp.Compile(`[A-Za-z]\w*(?:[^;"]|"[^"]*")*(?:;|$)`)
	epdCode      = lazyregexp.Compile(`^[A-Za-z]\w*`)
)

// parseEPD reads a line of EPD or a FEN: "dm" is the number of moves to a mate, "bm #2" as much,
// "id" the title.
func parseEPD(line string, variant *rules.Variant) (Problem, error) {
	p := Problem{Variant: variant, Variations: true}
	position, operations := cutEPD(line)
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
	p.Position, err = parsePosition(position, variant)
	return p, err
}

// cutEPD cuts a line into the position and the operations after it. A line without operations is a
// FEN.
func cutEPD(line string) (position, operations string) {
	head, tail, ok := strings.Cut(line, ";")
	if !ok {
		return line, ""
	}
	fields := strings.Fields(head)
	n := min(4, len(fields))
	for n < min(6, len(fields)) {
		if _, err := strconv.Atoi(fields[n]); err != nil {
			break
		}
		n++
	}
	return strings.Join(fields[:n], " "), strings.Join(fields[n:], " ") + ";" + tail
}

// parsePosition reads a FEN, or "start".
func parsePosition(text string, variant *rules.Variant) (board.Position, error) {
	if text == "start" || text == "startpos" {
		return variant.Start(), nil
	}
	p, err := variant.ParseFEN(text)
	if err != nil {
		err = fmt.Errorf("%w: %w", ErrProblem, err)
	}
	return p, err
}

// parseJSON reads an object with "fen" and perhaps "moves" that are played from there, as puzzles
// and cases of a corpus are.
func parseJSON(line string, variant *rules.Variant) (Problem, error) {
	p := Problem{Variant: variant, Variations: true}
	var record struct {
		FEN   string   `json:"fen"`
		Moves []string `json:"moves"`
	}
	if err := json.Unmarshal([]byte(line), &record); err != nil {
		var kind *json.UnmarshalTypeError
		if errors.As(err, &kind) {
			err = fmt.Errorf("%q cannot be %s", kind.Field, kind.Value)
		}
		return p, fmt.Errorf("%w: %w", ErrProblem, err)
	}
	if record.FEN == "" {
		return p, fmt.Errorf(`%w: the object has no "fen"`, ErrProblem)
	}

	var err error
	p.Position, err = parsePosition(record.FEN, variant)
	if err != nil {
		return p, err
	}
	for i, move := range record.Moves {
		t, err := variant.Parse(&p.Position, move)
		if err != nil {
			return p, fmt.Errorf("%w: move %d: %w", ErrProblem, i+1, err)
		}
		p.Position = t.After
	}
	return p, nil
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
