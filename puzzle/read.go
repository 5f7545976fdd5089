package puzzle

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"turncoat/internal/jsonline"
	"turncoat/internal/lines"
	"turncoat/internal/strict"
)

// MaxLine is the maximum length of a line: 16 MiB. A longer line is skipped and is a fault.
const MaxLine = 16 << 20

// maxFaults is how many faults of a file are reported.
const maxFaults = 1000

// Error is a fault of a puzzle in a file, at its place.
type Error struct {
	File string // empty if the text had no name
	Line int    // from 1
	ID   string // of the puzzle, if it could be read
	Err  error
}

func (e *Error) Error() string {
	where := fmt.Sprintf("line %d: ", e.Line)
	if e.File != "" {
		where = fmt.Sprintf("%s:%d: ", e.File, e.Line)
	}
	if e.ID != "" {
		where += e.ID + ": "
	}
	return where + fmt.Sprint(e.Err)
}

func (e *Error) Unwrap() error { return e.Err }

// Numbered is a puzzle and the number of its line.
type Numbered struct {
	Puzzle
	Line int
}

// A TextLine is the text of a puzzle, without its line feed, and its place.
type TextLine struct {
	Text   []byte
	File   string
	Number int // from 1
}

// Lines yields the non-empty lines of a file of puzzles. An error names its line. Lines longer than
// [MaxLine] are skipped; after any other error nothing follows.
func Lines(in io.Reader, file string) iter.Seq2[TextLine, error] {
	return func(yield func(TextLine, error) bool) {
		text := lines.NewReader(in, MaxLine)
		for {
			line, err := text.Next()
			if err == io.EOF {
				return
			}
			tooLong := (*lines.TooLongError)(nil)
			ends := err != nil && !errors.As(err, &tooLong)
			if err != nil {
				err = fmt.Errorf("%s:%d: %w", file, text.Number(), err)
			} else if len(bytes.TrimSpace(line)) == 0 {
				continue
			}

			if !yield(TextLine{bytes.Clone(line), file, text.Number()}, err) || ends {
				return
			}
		}
	}
}

// Read reads puzzles as JSON Lines, strictly: an unknown key, a missing one, or a value of a wrong
// type is a fault. Other lines are still read. The error joins one [*Error] for each of the first
// thousand faults, and tells how many more there are. Package analysis checks whether the puzzles
// are sound.
func Read(in io.Reader, file string) ([]Numbered, error) {
	var puzzles []Numbered
	var faults []error
	more := 0
	add := func(line int, id string, err error) {
		if len(faults) < maxFaults {
			faults = append(faults, &Error{File: file, Line: line, ID: id, Err: err})
		} else {
			more++
		}
	}
	for line, err := range Lines(in, file) {
		err = errors.Unwrap(err)
		if err != nil {
			tooLong := (*lines.TooLongError)(nil)
			if errors.As(err, &tooLong) || errors.Is(err, lines.ErrEmpty) {
				add(line.Number, "", fmt.Errorf("%w: %w", ErrSyntax, err))
			} else {
				faults = append(faults, err) // an error of the file, which it names
			}

			continue
		}

		if p, err := Parse(bytes.TrimSpace(line.Text)); err != nil {
			add(line.Number, p.ID, err)
		} else {
			puzzles = append(puzzles, Numbered{p, line.Number})
		}
	}

	if more > 0 {
		faults = append(faults, fmt.Errorf("%w: and %d more lines", ErrSyntax, more))
	}
	return puzzles, errors.Join(faults...)
}

// Parse reads one puzzle.
func Parse(line []byte) (Puzzle, error) {
	var p Puzzle
	if err := strict.Decode(line, &p); err != nil {
		if !errors.Is(err, ErrSyntax) {
			err = fmt.Errorf("%w: %w", ErrSyntax, err)
		}
		return p, err
	}

	for _, check := range []func() error{
		p.checkPresent, p.checkParts, p.checkStipulation, p.checkPosition, p.checkTwins,
		p.checkStudy, p.checkPhases, p.checkSolution,
	} {
		if err := check(); err != nil {
			return p, err
		}
	}

	return p, nil
}

// checkPresent checks that the puzzle has everything that all puzzles have.
func (p *Puzzle) checkPresent() error {
	hasLines := p.Goal().HasLines()
	var missing []string
	for _, key := range []struct {
		name    string
		present bool
	}{
		{"id", p.ID != ""},
		{"rules", p.Rules.Name != ""},
		{"fen", p.FEN != ""},
		{"in", p.In > 0},
		{"keys", len(p.Keys) > 0},
		{"line", len(p.Line) > 0},
		{"solution", p.Solution != "" || hasLines},
		{"lines", len(p.Lines) > 0 || !hasLines},
		{"claims", p.Claims.FirstTurns > 0},
	} {
		if !key.present {
			missing = append(missing, key.name)
		}
	}

	if missing != nil {
		return fmt.Errorf("%w: it has no %s", ErrSyntax, strings.Join(missing, ", "))
	}
	return nil
}

func (p *Puzzle) checkStipulation() error {
	goal, ok := ParseGoal(p.Stipulation)
	if p.Stipulation != "" && (!ok || goal == Win) {
		return fmt.Errorf("%w: unknown stipulation %q; that of a win is left out", ErrSyntax,
			p.Stipulation)
	}

	if p.Half && !goal.CanHalve() {
		return fmt.Errorf("%w: half a turn belongs to a help-win", ErrSyntax)
	}
	return nil
}

func (p *Puzzle) checkPosition() error {
	_, err := p.Position()
	return err
}

func (p *Puzzle) checkStudy() error {
	if p.Study != nil && (p.Goal() != Win || len(p.Study) != p.In || p.Phases != nil) {
		return fmt.Errorf("%w: a study is of a win, has an entry for each turn, and has no phases",
			ErrSyntax)
	}

	if p.Only == nil {
		return nil
	}
	lines := [][]string{p.Only.Line}
	for i := range p.Only.Asides {
		lines = append(lines, p.Only.Asides[i].Line)
	}
	if p.Study == nil || slices.ContainsFunc(lines, func(line []string) bool { return len(line) == 0 }) {
		return fmt.Errorf("%w: only moves are those of a study, and each line has turns", ErrSyntax)
	}
	return nil
}

func (p *Puzzle) checkPhases() error {
	ph := p.Phases
	if ph == nil || !p.Goal().HasLines() {
		return nil
	}
	if ph.Zugzwang || ph.Set != "" || len(ph.Threats) > 0 || len(ph.Tries) > 0 {
		return fmt.Errorf("%w: of the phases a %s has lines only", ErrSyntax, p.Goal())
	}
	return nil
}

// checkSolution checks that the puzzle has the solution or the lines that its goal requires, and
// that they begin with the keys.
func (p *Puzzle) checkSolution() error {
	hasLines := p.Goal().HasLines()
	if hasLines && p.Solution != "" || !hasLines && p.Lines != nil {
		return fmt.Errorf("%w: lines belong to a help-win or a series, a solution to the others",
			ErrSyntax)
	}

	if hasLines {
		return p.checkLines()
	}
	if first := p.Solution.First(); first != p.Keys[0] {
		return fmt.Errorf("%w: the solution begins with %s, the first key is %s", ErrSyntax, first,
			p.Keys[0])
	}

	return nil
}

// Write writes puzzles as JSON Lines.
func Write(w io.Writer, puzzles []Puzzle) error {
	for i := range puzzles {
		line, err := jsonline.Encode(&puzzles[i])
		if err != nil {
			return err
		}
		if _, err := w.Write(append(line, '\n')); err != nil {
			return err
		}
	}

	return nil
}
