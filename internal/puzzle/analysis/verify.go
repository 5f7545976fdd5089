package analysis

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"turncoat/internal/tablebase"
	"turncoat/puzzle"
	"turncoat/puzzle/proof"
	"turncoat/rules"
	"turncoat/rules/board"
)

// Checked counts what verifying a puzzle has checked.
type Checked struct {
	Wins  int // statements of a win that the reference rules have checked
	Holds int // statements that there is no win
}

// Verify proves a puzzle again from scratch and compares every claim that it makes:
//
//   - its solution, expanded into a proof, is checked by package proof with the reference rules;
//   - it is solved anew, and a proof that there is no shorter win and no other key is written and
//     checked in the same way;
//   - identifier, length, keys, main line, duals, counts, themes, and that the enemy's last turn was a mistake, are
//     computed anew and compared; so are threats, set play and tries where the puzzle has them;
//   - each twin is proved again in the same way, but for themes.
//
// No proof can say what goals that are not plain ask for: the solution is compared with that of the
// search alone.
//
// Of the grade, the waves, the level and whether the key is quiet are compared; the rest depends on
// the puzzles that it was graded with. Not compared are the source but for the enemy's last turn,
// what people say of the puzzle and what is said to speak against it. There may be more tries than
// it has.
//
// The error joins one error for each claim that fails, which wraps [puzzle.ErrUnsound]; other
// errors are the context's or wrap [rules.ErrLimit]. jobs is how many statements are checked at
// once. The search stops at the positions of tables of the puzzle's rules, which may be nil. They
// need not be trusted: the proofs are checked all the same.
func Verify(ctx context.Context, p *puzzle.Puzzle, jobs int, tables *tablebase.Tables) (Checked,
	error) {
	v := verifier{puzzle: p, jobs: jobs, tables: tables}
	if err := v.all(ctx); err != nil {
		return v.Checked, err
	}
	if len(v.faults) == 0 {
		if err := v.twins(func(t *verifier) error { return t.all(ctx) }); err != nil {
			return v.Checked, err
		}
	}

	return v.Checked, errors.Join(v.faults...)
}

// CheckSolution checks, without a search, the solutions of a puzzle and of its twins: the moves are
// legal, and they win against every defence. It does not ask whether anything else wins, or sooner.
// Errors are as those of [Verify].
func CheckSolution(ctx context.Context, p *puzzle.Puzzle, jobs int) error {
	v := verifier{puzzle: p, jobs: jobs}
	err := v.solution(ctx)
	if err == nil {
		err = v.twins(func(t *verifier) error { return t.solution(ctx) })
	}
	return errors.Join(append(v.faults, err)...)
}

// all runs the steps until one finds a fault.
func (v *verifier) all(ctx context.Context) (err error) {
	v.at, err = v.puzzle.Position()
	if err != nil {
		return err
	}
	v.analyst = ForPuzzle(v.puzzle, v.tables)
	steps := []func(context.Context) error{v.solution, v.solve, v.mistake}
	if v.puzzle.Study != nil {
		steps = []func(context.Context) error{v.study, v.mistake}
	}
	// what else is wrong follows from a fault
	for i := 0; i < len(steps) && err == nil && len(v.faults) == 0; i++ {
		err = steps[i](ctx)
	}
	return err
}

// twins verifies each twin as the puzzle that it is.
func (v *verifier) twins(verify func(*verifier) error) error {
	for i := range v.puzzle.Twins {
		p, err := v.puzzle.Twin(i)
		if err != nil {
			v.faults = append(v.faults, err)
			continue
		}

		t := verifier{puzzle: &p, jobs: v.jobs, tables: v.tables, twin: true}
		if err := verify(&t); err != nil {
			return err
		}
		v.Wins, v.Holds = v.Wins+t.Wins, v.Holds+t.Holds
		for _, fault := range t.faults {
			v.faults = append(v.faults, fmt.Errorf("twin %s: %w", v.puzzle.Twins[i].Change, fault))
		}
	}

	return nil
}

type verifier struct {
	Checked
	puzzle  *puzzle.Puzzle
	jobs    int
	at      board.Position
	tables  *tablebase.Tables
	analyst *Analyst
	line    []board.Played // the main line of the puzzle's solution
	faults  []error
	twin    bool // the puzzle is a twin: it has no themes, grade and identifier of its own
}

func (v *verifier) fault(format string, a ...any) {
	v.faults = append(v.faults, fmt.Errorf("%w: %w", puzzle.ErrUnsound, fmt.Errorf(format, a...)))
}

// solution checks the solution of the puzzle, without searching.
func (v *verifier) solution(ctx context.Context) error {
	tree, err := v.puzzle.Tree()
	if err != nil {
		v.faults = append(v.faults, err)
		return nil
	}

	v.line = tree.Keys[0].Line()
	return v.proof(ctx, "the solution",
		func(out io.Writer) error { return v.puzzle.WriteProof(out, tree) })
}

// proof has the reference rules check a proof, if one can say what the puzzle does.
func (v *verifier) proof(ctx context.Context, what string, write func(io.Writer) error) error {
	if !v.puzzle.Goal().IsPlain() {
		return nil
	}
	var text bytes.Buffer
	if err := write(&text); err != nil {
		return err
	}
	report, err := proof.Verify(ctx, &text, "", v.jobs)
	v.Wins, v.Holds = v.Wins+report.Wins, v.Holds+report.Holds
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		v.fault("%s: %w", what, err)
	}
	return nil
}

// grade checks a grade against the solution, and its level against its rating. The rating, and which
// wrong turns look plausible, depend on players and are not checked.
func (v *verifier) grade() {
	g := v.puzzle.Grade
	if g == nil {
		return
	}
	waves, step := 0, 2
	if v.puzzle.Goal().HasLines() {
		step = 1 // both sides' turns are to be found
	}
	for i := 0; i < len(v.line); i += step {
		waves = max(waves, len(v.line[i].Waves))
	}
	if g.Waves != waves {
		v.fault("the grade counts %d waves, not %d", waves, g.Waves)
	}
	if wrong := v.puzzle.Claims.FirstTurns - len(v.puzzle.Keys); g.Plausible < 0 || g.Plausible > wrong {
		v.fault("the grade counts %d plausible wrong first turns of %d", g.Plausible, wrong)
	}
	if quiet := slices.Contains(v.puzzle.Themes, QuietKey); g.Quiet != quiet {
		v.fault("that the key is quiet is %t in the themes and %t in the grade", quiet, g.Quiet)
	}
	if level := puzzle.LevelOf(g.Rating); g.Level != level {
		v.fault("a rating of %d is level %d, not %d", g.Rating, level, g.Level)
	}
}

// withThemes returns themes with others among them, sorted.
func withThemes(names, others []string) []string {
	all := append(slices.Clone(names), others...)
	slices.Sort(all)
	return slices.Compact(all)
}

// themes compares the themes with those computed anew. A need that is claimed must be found with
// twenty times the limit of [Analyst.Themes]; one that is not claimed is a fault only if a quarter
// of the limit finds it.
func (v *verifier) themes(ctx context.Context, found *Analysis, again, compared []string) error {
	p := v.puzzle
	for i := range p.Themes {
		if slices.Contains(p.Themes[:i], p.Themes[i]) {
			v.fault("the theme %s stands there twice", p.Themes[i])
		}
	}

	if slices.Equal(p.Themes, withThemes(again, compared)) {
		return nil
	}
	all, err := v.analyst.themes(ctx, &v.at, found, 20*misreadNodes(p.In))
	if err != nil {
		return err
	}
	plain, err := v.analyst.themes(ctx, &v.at, found, misreadNodes(p.In)/4)
	if err != nil {
		return err
	}
	all, plain = withThemes(all, compared), withThemes(plain, compared)
	without := func(list, others []string) []string {
		return slices.DeleteFunc(slices.Clone(list),
			func(t string) bool { return slices.Contains(others, t) })
	}
	if extra := without(p.Themes, all); len(extra) > 0 {
		v.fault("it does not show %s", strings.Join(extra, ", "))
	}
	if missing := without(plain, p.Themes); len(missing) > 0 {
		v.fault("it shows %s, too", strings.Join(missing, ", "))
	}
	if !slices.IsSorted(p.Themes) {
		v.fault("the themes are not sorted")
	}
	return nil
}

// mistake checks the claim about the enemy's last turn.
func (v *verifier) mistake(ctx context.Context) error {
	p := v.puzzle
	if p.Source.Before == "" {
		if p.Claims.Mistake {
			v.fault("a mistake is claimed, and no turn before it is given")
		}
		return nil
	}

	variant := p.Variant()
	before, err := variant.ParseFEN(p.Source.Before)
	if err != nil {
		v.fault("the position before: %w", err)
		return nil
	}

	t, err := variant.Parse(&before, p.Source.Last)
	if err != nil {
		v.fault("the enemy's last turn: %w", err)
		return nil
	}

	if puzzle.Bare(&t.After) != puzzle.Bare(&v.at) {
		v.fault("the enemy's last turn leads to %s", variant.FEN(&t.After))
		return nil
	}

	mistake, err := v.analyst.Mistake(ctx, &before, p.In)
	if err == nil && mistake != p.Claims.Mistake {
		v.fault("that the enemy's last turn was a mistake is %t", mistake)
	}
	return err
}

// Unverified reports whether an error of [Verify] is about the puzzle, not about a limit or the
// context.
func Unverified(err error) bool {
	return errors.Is(err, puzzle.ErrUnsound) || errors.Is(err, puzzle.ErrSyntax) ||
		errors.Is(err, rules.ErrIllegal)
}
