package puzzle

import (
	"fmt"
)

// Twin is another puzzle, made by a change of a puzzle's position, rules or stipulation.
type Twin struct {
	Change   string     `json:"change"` // in the form of [ParseChange] and [Change.String]
	Keys     []string   `json:"keys"`
	Line     []string   `json:"line"`
	Solution Solution   `json:"solution,omitempty"`
	Lines    [][]string `json:"lines,omitempty"`
	Claims   Claims     `json:"claims"`
	Phases   *Phases    `json:"phases,omitempty"`
}

// MaxTwins is the maximum number of twins of a puzzle.
const MaxTwins = 25

// TwinOf returns a puzzle as a twin.
func TwinOf(p *Puzzle, change Change) Twin {
	return Twin{Change: change.String(), Keys: p.Keys, Line: p.Line, Solution: p.Solution,
		Lines: p.Lines, Claims: p.Claims, Phases: p.Phases}
}

// Twin returns a twin, counted from 0, as a puzzle of its own. It has no themes, no grade and no
// words.
func (p *Puzzle) Twin(i int) (Puzzle, error) {
	if i < 0 || i >= len(p.Twins) {
		return Puzzle{}, fmt.Errorf("%w: no twin %d among %d", ErrSyntax, i, len(p.Twins))
	}
	t := &p.Twins[i]
	wrong := func(err error) error {
		return fmt.Errorf("%w: twin %q: %w", ErrSyntax, t.Change, err)
	}
	change, err := ParseChange(t.Change)
	if err != nil {
		return Puzzle{}, wrong(err)
	}
	at, err := p.Position()
	if err != nil {
		return Puzzle{}, err
	}
	variant, changed, err := change.Apply(p.Variant(), &at, p.Goal().Begins(p.Half))
	if err != nil {
		return Puzzle{}, wrong(err)
	}
	z := Puzzle{
		ID: p.ID, Rules: variant.Set(), FEN: variant.FEN(&changed), Stipulation: p.Stipulation,
		In: p.In, Half: p.Half,
		Keys: t.Keys, Line: t.Line, Solution: t.Solution, Lines: t.Lines, Claims: t.Claims,
		Phases: t.Phases,
		Source: Source{From: "given"},
	}
	if goal, in, half, ok := change.Asks(); ok {
		z.Stipulation, z.In, z.Half = "", in, half
		if goal != Win {
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
		if err == nil && (len(twin.Keys) == 0 || len(twin.Line) == 0 ||
			twin.Claims.FirstTurns == 0) {
			err = fmt.Errorf("%w: twin %q has no keys, line or claims", ErrSyntax,
				p.Twins[i].Change)
		}

		if err == nil {
			err = twin.checkPhases()
		}
		if err == nil {
			err = twin.checkSolution()
		}
		if err != nil {
			return err
		}
	}

	return nil
}
