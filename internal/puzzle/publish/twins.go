package publish

import (
	"errors"
	"fmt"
	"strings"

	"turncoat/internal/puzzle/solution"
	"turncoat/puzzle"
	"turncoat/rules"
	"turncoat/rules/board"
)

// A single is a puzzle or one of its twins, for formats in which each position stands by itself.
type single struct {
	puzzle.Puzzle
	Name   string // of a twin: "b)"
	change string // that makes the twin: "Kg1-h1"
}

// twin returns name and change; it is empty for the puzzle itself.
func (s *single) twin() string { return strings.TrimSpace(s.Name + " " + s.change) }

// singles returns a puzzle and its twins, with the words of the puzzle.
func singles(p *puzzle.Puzzle) ([]single, error) {
	list := []single{{Puzzle: *p}}
	for i, t := range p.Twins {
		z, err := p.Twin(i)
		if err != nil {
			return nil, err
		}
		z.Words = p.Words
		list = append(list, single{z, fmt.Sprintf("%c)", 'b'+i), t.Change})
	}

	return list, nil
}

// eachSingle calls write with each puzzle and each twin until it fails for another reason than the
// format, and returns of how many puzzles something was written. The identifiers of twins end with
// their letters.
func eachSingle(puzzles []puzzle.Puzzle, write func(*single) error) (written int, err error) {
	var faults []error
	for i := range puzzles {
		list, err := singles(&puzzles[i])
		parts := 0
		for j := range list {
			if list[j].Name != "" {
				list[j].ID += "-" + list[j].Name[:1]
			}
			err = write(&list[j])
			if err == nil {
				parts++
				continue
			}
			if !errors.Is(err, ErrFormat) {
				break
			}
			faults = append(faults, err)
			err = nil
		}

		if parts > 0 {
			written++
		}
		if err != nil {
			return written, errors.Join(append(faults, fmt.Errorf("%s: %w", puzzles[i].ID, err))...)
		}
	}

	return written, errors.Join(faults...)
}

// gameErr says why a format of games cannot hold a series, or a side without a king.
func (s *single) gameErr() error {
	if s.Goal()&puzzle.Series != 0 {
		return fmt.Errorf("%w: %s: a series, in which a side makes several turns at once",
			ErrFormat, s.ID)
	}

	if _, err := rules.New(s.Rules).ParseFEN(s.FEN); err != nil {
		return fmt.Errorf("%w: %s: %w", ErrFormat, s.ID, err)
	}
	return nil
}

// isDuplex reports whether the only twin of a puzzle is its other half, in which the other side
// begins.
func isDuplex(p *puzzle.Puzzle) bool {
	return len(p.Twins) == 1 && p.Twins[0].Change == puzzle.DuplexChange
}

// A solved is a puzzle or one of its twins, with its solution.
type solved struct {
	single
	tree *puzzle.Tree
}

// solveAll returns a puzzle and its twins with their solutions. Changes have arrows; the change that
// makes a duplex is left out, since the stipulation names it.
func solveAll(p *puzzle.Puzzle) ([]solved, error) {
	list, err := singles(p)
	if err != nil {
		return nil, err
	}
	var all []solved
	for _, s := range list {
		tree, err := s.Tree()
		if err != nil {
			return nil, err
		}
		if from, to, ok := strings.Cut(s.change, "-"); ok && from != "" &&
			!strings.Contains(s.change, " ") {
			s.change = from + "→" + to
		}

		if s.Name != "" && isDuplex(p) {
			s.Name, s.change = "duplex", ""
		} else if s.Name == "" && len(list) > 1 && !isDuplex(p) {
			s.Name = "a)"
		}
		all = append(all, solved{s, tree})
	}

	return all, nil
}

// Heading is what stands above the solution of a puzzle with twins: "a)", "b) Kg1→h1".
func (s *solved) Heading() string { return s.twin() }

// plays returns the main line, or every line that is a solution; of a study for a win in whatever
// number of turns the line of only moves.
func (s *solved) plays() [][]board.Played {
	if s.Only != nil {
		line, err := s.Only.Play(s.Variant(), &s.tree.Position)
		if err == nil { // otherwise verify says what is wrong
			return [][]board.Played{line}
		}
	}

	keys := s.tree.Keys
	if !s.tree.Goal.HasLines() {
		keys = keys[:1]
	}
	var lines [][]board.Played
	for i := range keys {
		lines = append(lines, keys[i].Line())
	}
	return lines
}

// numbered writes the turns of a line with numbers: "1.Nf5", "Ka7", "2.Qb6#". White's turns have
// them, where nobody is forced as [solution.LineText] has it; before another first turn are dots.
func (s *solved) numbered(line []board.Played) []string {
	if s.tree.Goal.HasLines() {
		return solution.NumberedLine(s.Variant(), s.tree.Goal, &s.tree.Position, line)
	}
	return solution.NumberedTurns(s.Variant(), &s.tree.Position, line)
}

// Lines writes the main line of a solution with numbers, or every line, and what the turns convert.
func (s *solved) Lines() (lines []string) {
	for _, line := range s.plays() {
		words := s.numbered(line)
		for i := range words {
			words[i] += solution.Effect(s.Variant(), &line[i], true)
		}
		lines = append(lines, strings.Join(words, " "))
	}

	return lines
}

// Phases are the other phases, and of a study the other moves that win, or what branches off from
// the only moves.
func (s *solved) Phases() []string {
	if s.Only != nil {
		return s.asideLines()
	}
	return append(phaseLines(s.Variant(), s.tree), s.studyLines()...)
}

// Variations are what follows the key, whole: see [variationWriter]. A main line that is all of it
// is left out. A study has its line alone, and where nobody is forced there are lines alone.
func (s *solved) Variations() []string {
	if s.tree.Goal.HasLines() || s.Study != nil {
		return nil
	}
	_, _, key := printed(s.Variant(), s.tree)
	return key
}
