package analysis

import (
	"context"
	"io"
	"reflect"
	"slices"
	"strings"

	"turncoat/puzzle"
	"turncoat/puzzle/solve"
	"turncoat/rules/board"
)

// verifyMemory is the size in bytes of the search's table.
const verifyMemory = 16 << 20

// solve solves the puzzle anew and compares. Package proof cannot prove that there are no other
// lines: for that the search is trusted.
func (v *verifier) solve(ctx context.Context) error {
	p := v.puzzle
	solver := solve.New(p.Variant(), solve.Options{Jobs: v.jobs, Memory: verifyMemory,
		Tables: v.tables})
	defer solver.Close()
	result, err := solver.SolveHalf(ctx, &v.at, p.Goal(), p.In, p.Half)
	if agrees, err := v.agrees(result, err); !agrees {
		return err
	}
	if keys := puzzle.UCI(&v.at, result.Keys); !slices.Equal(keys, p.Keys) {
		v.fault("the keys are %s, not %s", strings.Join(keys, ", "), strings.Join(p.Keys, ", "))
		return nil
	}

	switch {
	case !p.Goal().HasLines():
		err = v.proof(ctx, "the proof",
			func(out io.Writer) error { return solver.WriteProof(ctx, out, result, true) })
	case result.LineCount != uint64(len(p.Lines)):
		v.fault("there are %d solutions, not %d", result.LineCount, len(p.Lines))
		return nil
	case p.Phases != nil:
		var set *puzzle.Phases
		set, err = v.analyst.HelpSet(ctx, &v.at, p.In)
		if err == nil &&
			!reflect.DeepEqual(set, p.Phases) {
			v.fault("the set play is not that of the record")
		}
	}

	if err != nil {
		return err
	}
	return v.compare(ctx, result.Keys)
}

// agrees reports whether a search has found what the puzzle says, in as many turns. If not, the
// fault is noted, or the error says why the search has no answer.
func (v *verifier) agrees(result solve.Result, err error) (bool, error) {
	p := v.puzzle
	switch {
	case err != nil:
		return false, err
	case result.Status == solve.Unknown:
		return false, solve.ErrLimit
	case result.Status == solve.None:
		v.fault("there is no %s in %s", p.Goal(), p.Length())
	case result.In != p.In:
		v.fault("there is a %s in %s", p.Goal(), puzzle.LengthText(result.In, p.Half))
	default:
		return true, nil
	}

	return false, nil
}

// compare makes the solution anew and compares the claims with it.
func (v *verifier) compare(ctx context.Context, keys []board.Move) error {
	found, err := v.analyst.Solution(ctx, &v.at, v.puzzle.In, keys, Bounds{Duals: -1})
	if err != nil {
		return err
	}
	return v.claims(ctx, &found)
}

// claims compares the claims of the puzzle with what was found.
func (v *verifier) claims(ctx context.Context, found *Analysis) error {
	p := v.puzzle
	again, err := v.analyst.Make(ctx, &v.at, found)
	if err != nil {
		return err
	}
	again.Claims.Mistake = p.Claims.Mistake // see mistake
	if p.ID != again.ID && !v.twin {
		v.fault("the identifier is %s", again.ID)
	}
	if p.Claims != again.Claims {
		v.fault("the claims are %+v, not %+v", again.Claims, p.Claims)
	}
	// A solution with duals that does not name them may have any of them.
	whole := p.Study != nil || !p.Goal().IsPlain() || p.Strict() && found.Claims.Duals == 0 ||
		p.Solution.HasDuals()
	if whole && p.Solution != again.Solution {
		v.fault("the solution differs")
	}
	if !slices.EqualFunc(p.Lines, again.Lines, slices.Equal[[]string]) {
		v.fault("the lines are %v, not %v", again.Lines, p.Lines)
	}
	if line := puzzle.Line(p.Variant(), &v.at, v.line); !slices.Equal(line, p.Line) {
		v.fault("the main line is %s, not %s", strings.Join(line, " "), strings.Join(p.Line, " "))
	}
	compared, err := v.phases(ctx, found)
	if err != nil || v.twin {
		return err
	}
	v.grade()
	return v.themes(ctx, found, again.Themes, compared)
}

// phases finds threats, set play and tries anew, compares those of the puzzle, and returns the
// themes that they show. The puzzle need not have every try; those it has must have just the
// refutations that it says.
func (v *verifier) phases(ctx context.Context, found *Analysis) ([]string, error) {
	p := v.puzzle
	if p.Phases == nil || p.Goal().HasLines() {
		return nil, nil
	}
	most := 0
	for _, try := range p.Phases.Tries {
		most = max(most, len(try.Refutations))
	}
	tree, err := v.analyst.Phases(ctx, &v.at, found, most)
	if err != nil {
		return nil, err
	}
	again := puzzle.PhasesOf(tree)
	if !slices.Equal(p.Phases.Threats, again.Threats) || p.Phases.Zugzwang != again.Zugzwang {
		v.fault("the key threatens %v, not %v", again.Threats, p.Phases.Threats)
	}
	if p.Phases.Set != again.Set {
		v.fault("the set play is %s, not %s", again.Set, p.Phases.Set)
	}
	for i, try := range p.Phases.Tries {
		if slices.ContainsFunc(p.Phases.Tries[:i],
			func(t puzzle.Try) bool { return t.Solution.First() == try.Solution.First() }) {
			v.fault("the try %s stands there twice", try.Solution.First())
		}

		if !slices.ContainsFunc(again.Tries,
			func(t puzzle.Try) bool { return reflect.DeepEqual(t, try) }) {
			v.fault("%s is no such try", try.Solution.First())
		}
	}

	// Themes go by the tries of the record. Its tree says nothing of duals, which count for none.
	var tries []puzzle.Play
	for i, t := range again.Tries {
		if slices.ContainsFunc(p.Phases.Tries,
			func(try puzzle.Try) bool { return reflect.DeepEqual(t, try) }) {
			tries = append(tries, tree.Tries[i])
		}
	}

	tree.Tries = tries
	return PhaseThemes(tree), nil
}
