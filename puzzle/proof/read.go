package proof

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// MaxLine is the length of the longest line that is read: 16 MiB.
const MaxLine = 16 << 20

// step is a Step as the verifier holds it.
type step struct {
	Step
	line int
	at   board.Position
}

// Writer writes a proof.
type Writer struct{ out *json.Encoder }

// NewWriter writes the header and gives a writer for the steps.
func NewWriter(w io.Writer, h Header) (*Writer, error) {
	h.Format, h.Version = Format, Version
	out := &Writer{out: json.NewEncoder(w)}
	out.out.SetEscapeHTML(false)
	return out, out.out.Encode(h)
}

// Step writes one step.
func (w *Writer) Step(s Step) error { return w.out.Encode(s) }

// decode reads one line and refuses keys that it does not know.
func decode(line []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		if errors.Is(err, ErrSyntax) {
			return err
		}
		return fmt.Errorf("%w: %w", ErrSyntax, err)
	}
	if _, err := d.Token(); err != io.EOF {
		return fmt.Errorf("%w: more than one value on a line", ErrSyntax)
	}
	return nil
}

// read reads header and steps. A line that cannot be read is a fault of its own and the rest is
// still read; without a header nothing can be.
func read(in io.Reader, file string) (h Header, steps []step, faults []error, err error) {
	scanner := bufio.NewScanner(in)
	scanner.Buffer(make([]byte, 0, 64<<10), MaxLine)
	number := 0
	for scanner.Scan() {
		number++
		line := bytes.TrimSpace(scanner.Bytes())
		if len(line) == 0 && number > 1 {
			continue
		}
		if number == 1 {
			if len(line) == 0 {
				break
			}
			if err := readHeader(line, &h); err != nil {
				return h, nil, nil, &Error{File: file, Line: 1, Err: err}
			}
			continue
		}
		s := step{line: number}
		if err := readStep(line, h.Rules, &s); err != nil {
			faults = append(faults, &Error{File: file, Line: number, At: s.At, Err: err})
			continue
		}
		steps = append(steps, s)
	}
	if err := scanner.Err(); err != nil {
		return h, nil, nil, &Error{File: file, Line: number + 1, Err: fmt.Errorf("%w: %w", ErrSyntax, err)}
	}
	if h.Format == "" {
		return h, nil, nil, &Error{File: file, Line: 1, Err: fmt.Errorf("%w: there is no header", ErrSyntax)}
	}
	return h, steps, faults, nil
}

func readHeader(line []byte, h *Header) error {
	if err := decode(line, h); err != nil {
		return err
	}
	switch {
	case h.Format != Format:
		return fmt.Errorf("%w: the format is %q, not %q", ErrSyntax, h.Format, Format)
	case h.Version != Version:
		return fmt.Errorf("%w: version %d is not known", ErrSyntax, h.Version)
	case h.In < 1:
		return fmt.Errorf("%w: %d is no number of turns", ErrSyntax, h.In)
	case h.Rules == ruleset.Set{}:
		return fmt.Errorf("%w: no rules are named", ErrSyntax)
	}
	switch h.Stipulation {
	case Win, SelfWin, Claim:
		return nil
	case HelpWin:
		if h.None || h.Shortest || h.Complete {
			return fmt.Errorf("%w: of a help-win only a line can be proved", ErrSyntax)
		}
		return nil
	}
	return fmt.Errorf("%w: no stipulation is called %q", ErrSyntax, h.Stipulation)
}

func readStep(line []byte, set ruleset.Set, s *step) error {
	if err := decode(line, &s.Step); err != nil {
		return err
	}
	win, hold, turns := s.Win > 0, s.Hold > 0, len(s.Line) > 0
	if one(win)+one(hold)+one(turns) != 1 || s.Win < 0 || s.Hold < 0 {
		return fmt.Errorf("%w: a step has one of win, hold and line", ErrSyntax)
	}
	if turns {
		if s.At != "" {
			return fmt.Errorf("%w: a line begins at the header's position", ErrSyntax)
		}
		return nil
	}
	if win && len(s.Play) == 0 {
		return fmt.Errorf("%w: a win without a turn to play", ErrSyntax)
	}
	var err error
	s.at, err = parseAt(s.At, set)
	return err
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

// parseAt reads what [At] writes.
func parseAt(text string, set ruleset.Set) (board.Position, error) {
	fields := strings.Fields(text)
	if len(fields) != 4 {
		return board.Position{}, fmt.Errorf("%w: %q is not board, side, rights and en passant square", ErrSyntax, text)
	}
	p, err := board.ParseFEN(fields[0]+" "+fields[1], set)
	if err != nil {
		return p, fmt.Errorf("%w: %w", ErrSyntax, err)
	}
	if fields[2] != "-" {
		if len(fields[2])%4 != 0 {
			return p, fmt.Errorf("%w: %q is no list of kings' and rooks' squares", ErrSyntax, fields[2])
		}
		for rest := fields[2]; rest != ""; rest = rest[4:] {
			king, ok1 := board.ParseSquare(rest[:2])
			rook, ok2 := board.ParseSquare(rest[2:4])
			if !ok1 || !ok2 || king.Rank() != rook.Rank() || king == rook || king.Rank() != 0 && king.Rank() != 7 {
				return p, fmt.Errorf("%w: %q is no right", ErrSyntax, rest[:4])
			}
			side, wing := board.White, board.AWing
			if king.Rank() == 7 {
				side = board.Black
			}
			if rook > king {
				wing = board.HWing
			}
			p.Rights[board.RightIndex(side, wing)] = board.Right{King: king, Rook: rook}
		}
	}
	if fields[3] != "-" {
		s, ok := board.ParseSquare(fields[3])
		if !ok {
			return p, fmt.Errorf("%w: %q is no square", ErrSyntax, fields[3])
		}
		p.EnPassant = s
	}
	p.Rekey()
	return p, nil
}

// parseTurn reads a turn: a UCI move and perhaps a reclaim.
func parseTurn(p *board.Position, text string) (m board.Move, reclaimed *board.Bits, err error) {
	move, squares, has := strings.Cut(text, "~")
	if has {
		if reclaimed, err = parseSquares(squares); err != nil {
			return m, nil, err
		}
	}
	m, err = board.ParseUCI(p, move)
	if err != nil {
		return m, nil, fmt.Errorf("%w: %w", ErrSyntax, err)
	}
	return m, reclaimed, nil
}

// parseAnswer reads an answer: perhaps a reclaim of the attacker's turn, perhaps a turn after it.
func parseAnswer(text string) (reclaimed *board.Bits, turn string, err error) {
	if strings.HasPrefix(text, "~") {
		squares, rest, _ := strings.Cut(text[1:], " ")
		reclaimed, err = parseSquares(squares)
		return reclaimed, rest, err
	}
	return nil, text, nil
}

func parseSquares(text string) (*board.Bits, error) {
	var b board.Bits
	if text == "-" {
		return &b, nil
	}
	for part := range strings.SplitSeq(text, ",") {
		s, ok := board.ParseSquare(part)
		if !ok || b.Has(s) {
			return nil, fmt.Errorf("%w: %q is no list of squares", ErrSyntax, text)
		}
		b |= s.Bit()
	}
	return &b, nil
}
