package proof

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"strings"

	"turncoat/internal/jsonline"
	"turncoat/internal/lines"
	"turncoat/internal/strict"
	"turncoat/internal/workers"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// MaxLine is the length of the longest line that is read: 16 MiB. A longer line is skipped and
// reported as a fault.
const MaxLine = 16 << 20

// step is a Step with its line and its position.
type step struct {
	Step
	line int
	at   board.Position
}

// Writer writes a proof.
type Writer struct{ out io.Writer }

// NewWriter writes the header and returns a writer for the steps.
func NewWriter(w io.Writer, h Header) (*Writer, error) {
	h.Format, h.Version = Format, Version
	return &Writer{w}, jsonline.Write(w, h)
}

// Step writes one step.
func (w *Writer) Step(s Step) error { return jsonline.Write(w.out, s) }

// decode reads one line strictly.
func decode(line []byte, into any) error {
	err := strict.Decode(line, into)
	if err != nil && !errors.Is(err, ErrSyntax) {
		return fmt.Errorf("%w: %w", ErrSyntax, err)
	}
	return err
}

// read reads the header and the steps, with as many goroutines as there are jobs. A line that
// cannot be read is a fault, and reading continues after it; without a header nothing can be read.
// The error may be the context's.
func read(ctx context.Context, in io.Reader, file string, jobs int, found *faults) (h Header, steps []step, err error) {
	b := batch{ctx: ctx, file: file, jobs: jobs, found: found}
	sorted := sortedCheck{sum: sha256.New()}
	text := lines.NewReader(in, MaxLine)
	for {
		line, err := text.Next()
		number := text.Number()
		var tooLong *lines.TooLongError
		switch {
		case errors.As(err, &tooLong) && number > 1:
			found.add(&Error{File: file, Line: number, Err: fmt.Errorf("%w: %w", ErrSyntax, err)})
			continue
		case err == io.EOF:
			steps, err = b.read(steps, h.Rules)
			if err == nil && h.Format == "" {
				err = &Error{File: file, Line: 1, Err: fmt.Errorf("%w: there is no header", ErrSyntax)}
			}
			if err == nil && h.Version == VersionSorted {
				sorted.check(&h, steps, file, found)
			}
			return h, steps, err
		case err != nil:
			return h, nil, &Error{File: file, Line: number, Err: fmt.Errorf("%w: %w", ErrSyntax, err)}
		}

		line = bytes.Trim(line, " \t\r")
		switch {
		case number == 1 && len(line) == 0:
			return h, nil, &Error{File: file, Line: 1, Err: fmt.Errorf("%w: there is no header", ErrSyntax)}
		case number == 1:
			if err := readHeader(line, &h); err != nil {
				return h, nil, &Error{File: file, Line: 1, Err: err}
			}
		case len(line) == 0:
			found.add(&Error{File: file, Line: number, Err: fmt.Errorf("%w: empty line", ErrSyntax)})
		default:
			if h.Version == VersionSorted {
				sorted.line(line)
			}
			b.add(line, number)
			if len(b.text) >= batchBytes || len(b.steps) >= batchLines {
				steps, err = b.read(steps, h.Rules)
				if err != nil {
					return h, nil, err
				}
			}
		}
	}
}

// A batch is a group of lines whose steps are read in parallel.
type batch struct {
	ctx   context.Context
	file  string
	jobs  int
	found *faults

	text  []byte
	ends  []int // of the lines in text
	steps []step
}

// The size of a batch. There are two limits because most lines are short, but wins with many keys
// and holds with many answers are not.
const (
	batchBytes = 4 << 20
	batchLines = 4096
)

func (b *batch) add(line []byte, number int) {
	b.text = append(b.text, line...)
	b.ends, b.steps = append(b.ends, len(b.text)), append(b.steps, step{line: number})
}

// read reads the lines, appends the steps that could be read, and empties the batch.
func (b *batch) read(steps []step, set ruleset.Set) ([]step, error) {
	bad, variant := make([]error, len(b.steps)), rules.NewReference(set)
	err := workers.Each(b.ctx, b.jobs, len(b.steps), func(_, i int) {
		from := 0
		if i > 0 {
			from = b.ends[i-1]
		}
		bad[i] = readStep(b.text[from:b.ends[i]], variant, &b.steps[i])
	})
	for i := range b.steps {
		if s := &b.steps[i]; bad[i] != nil {
			b.found.add(&Error{File: b.file, Line: s.line, At: s.At, Err: bad[i]})
		} else {
			steps = append(steps, *s)
		}
	}

	b.text, b.ends, b.steps = b.text[:0], b.ends[:0], b.steps[:0]
	return steps, err
}

func readHeader(line []byte, h *Header) error {
	if err := decode(line, h); err != nil {
		return err
	}
	if err := checkClaims(line); err != nil {
		return err
	}
	if err := checkVersion(h); err != nil {
		return err
	}
	switch {
	case h.Format != Format:
		return fmt.Errorf("%w: the format is %q, not %q", ErrSyntax, h.Format, Format)
	case h.In < 1:
		return fmt.Errorf("%w: \"in\" is %d, want 1 or more turns", ErrSyntax, h.In)
	case h.Rules == ruleset.Set{}:
		return fmt.Errorf("%w: no rules are named", ErrSyntax)
	case h.None && (h.Shortest || h.Complete || h.Keys != nil):
		return fmt.Errorf("%w: \"none\" excludes keys, complete and shortest", ErrSyntax)
	}

	if k, twice := repeated(h.Keys); twice {
		return fmt.Errorf("%w: the key %s is listed twice", ErrSyntax, k)
	}
	switch h.Stipulation {
	case Win, SelfWin, Claim:
		if h.Half {
			return fmt.Errorf("%w: only a help-win has half a turn", ErrSyntax)
		}
		return nil
	case HelpWin:
		if h.None || h.Shortest || h.Complete {
			return fmt.Errorf("%w: a help-win can only be proved by a line", ErrSyntax)
		}
		return nil
	}

	return fmt.Errorf("%w: no stipulation is called %q", ErrSyntax, h.Stipulation)
}

// checkClaims checks that what a header does not claim is left out: another reader may take a key
// that is there for a claim.
func checkClaims(line []byte) error {
	members, err := strict.Members(line)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrSyntax, err)
	}
	for _, m := range members {
		if string(m.Value) == "false" {
			return fmt.Errorf("%w: %q must be true or left out", ErrSyntax, m.Key)
		}
	}

	return nil
}

// checkVersion checks that the version is known and has what the header claims.
func checkVersion(h *Header) error {
	wins := h.Stipulation == Win || h.Stipulation == Claim
	switch {
	case h.Version == Version && h.Sum != "":
		return fmt.Errorf("%w: \"sum\" belongs to version 2", ErrSyntax)
	case h.Version == VersionSorted && (!wins || h.None || h.Shortest || h.Complete):
		return fmt.Errorf("%w: version 2 shows that turns win, or claim, and nothing else", ErrSyntax)
	case h.Version != Version && h.Version != VersionSorted:
		return fmt.Errorf("%w: version %d is not known", ErrSyntax, h.Version)
	}

	return nil
}

func readStep(line []byte, variant *rules.Variant, s *step) error {
	if err := decode(line, &s.Step); err != nil {
		return err
	}
	win, hold, turns := s.Win > 0, s.Hold > 0, len(s.Line) > 0
	switch {
	case one(win)+one(hold)+one(turns) != 1 || s.Win < 0 || s.Hold < 0:
		return fmt.Errorf("%w: a step has one of win, hold and line", ErrSyntax)
	case turns && s.At != "":
		return fmt.Errorf("%w: a line begins at the header's position", ErrSyntax)
	case win && len(s.Play) == 0:
		return fmt.Errorf("%w: a win without a turn to play", ErrSyntax)
	case !win && s.Play != nil, !hold && (s.Except != nil || s.Answers != nil):
		return fmt.Errorf("%w: play belongs to a win, except and answers to a hold", ErrSyntax)
	case turns:
		return nil
	}

	for _, list := range [][]string{s.Play, s.Except} {
		if m, twice := repeated(list); twice {
			return fmt.Errorf("%w: %s is listed twice", ErrSyntax, m)
		}
	}

	var err error
	s.at, err = ParsePosition(s.At, variant)
	return err
}

// repeated returns the first text that occurs twice in a list, if there is one.
func repeated(list []string) (string, bool) {
	seen := make(map[string]bool, len(list))
	for _, text := range list {
		if seen[text] {
			return text, true
		}
		seen[text] = true
	}

	return "", false
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

// parseTurn reads a turn: a UCI move and perhaps a reclaim.
func parseTurn(p *board.Position, text string) (m board.Move, reclaimed *board.Bitboard, err error) {
	move, squares, has := strings.Cut(text, "~")
	if has {
		reclaimed, err = parseSquares(squares)
		if err != nil {
			return m, nil, err
		}
	}

	m, err = parseMove(p, move)
	return m, reclaimed, err
}

// parseMove reads a move as [board.Move.UCI] writes it, and in no other notation.
func parseMove(p *board.Position, text string) (board.Move, error) {
	m, err := board.ParseUCI(p, text)
	if err != nil {
		return m, fmt.Errorf("%w: %w", ErrSyntax, err)
	}
	if written := m.UCI(p); written != text {
		return m, fmt.Errorf("%w: %q is written %q", ErrSyntax, text, written)
	}
	return m, nil
}

// parseAnswer reads an answer: an optional reclaim of the attacker's turn and an optional turn.
func parseAnswer(text string) (reclaimed *board.Bitboard, turn string, err error) {
	if strings.HasPrefix(text, "~") {
		squares, rest, _ := strings.Cut(text[1:], " ")
		reclaimed, err = parseSquares(squares)
		return reclaimed, rest, err
	}

	return nil, text, nil
}

func parseSquares(text string) (*board.Bitboard, error) {
	b, ok := rules.ParseSquares(text)
	if !ok || strings.ContainsAny(text, " \t") {
		return nil, fmt.Errorf("%w: %q is no list of squares", ErrSyntax, text)
	}
	return &b, nil
}
