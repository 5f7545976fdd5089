package puzzlecmd

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/puzzle"
	"turncoat/puzzle/analysis"
	"turncoat/puzzle/grade"
	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

func puzzleNew(s *command.Session) error {
	if s.IsSet("problems") {
		return newOfProblems(s)
	}
	asked, err := newStipulation(s)
	if err != nil {
		return s.UsageError("%w", err)
	}
	g, at, err := s.GameAt(s.Args()[0])
	if err != nil {
		return err
	}
	twins, err := readTwins(s, g, &at)
	if err != nil {
		return err
	}
	out, err := s.Output()
	if err != nil {
		return err
	}
	defer out.Discard()
	words := puzzle.Words{
		Title: s.String("title"), Authors: s.StringSlice("author"), Dedication: s.String("dedication"),
		Published: s.String("source"),
		Date:      s.String("date"), Prize: s.String("prize"), Comments: s.StringSlice("comment"),
	}
	if err := writeNew(s, out, g, &at, asked, twins, words); err != nil &&
		command.StatusOf(err) != command.StatusFound {
		return err
	} else if err != nil && !s.Bool("keep-unsound") {
		return err
	} else if fault := out.Commit(); fault != nil {
		return fault
	} else {
		return err
	}
}

func newOfProblems(s *command.Session) error {
	if err := s.Refuse("--problems and --%s cannot be combined", "twin", "author", "title", "dedication", "source",
		"date", "prize", "comment"); err != nil {
		return s.UsageError("%w", err)
	}
	all, err := readProblems(s)
	if err != nil {
		return err
	}
	out, err := s.Output()
	if err != nil {
		return err
	}
	defer out.Discard()
	for p, asked := range all {
		twins := p.Twins
		if p.Duplex {
			duplex, _ := puzzle.ParseChange(puzzle.DuplexChange)
			twins = append(twins, duplex)
		}
		if err := writeNew(s, out, p.Game, &p.Position, asked, twins, p.Words); err != nil {
			s.Report(fmt.Errorf("%s: line %d: %w", s.String("problems"), p.Line, err))
		}
	}
	return out.Commit()
}

// writeNew makes a puzzle and writes it, if it is sound or is to be kept all the same.
func writeNew(s *command.Session, out io.Writer, g *rules.Variant, at *board.Position, asked stipulation,
	twins []puzzle.Change, words puzzle.Words) error {
	p, remarks, err := compose(s, g, at, asked, twins, words)
	switch {
	case err != nil && s.Context.Err() != nil:
		return command.Interrupted("nothing was written")
	case errors.Is(err, rules.ErrLimit):
		return command.Limited("%w; see --nodes", err)
	case err != nil:
		return err
	}
	for _, r := range remarks {
		if r.Demand == "" {
			s.Say("blemish: " + r.Text)
			continue
		}
		p.Unsound = append(p.Unsound, r.Text)
		s.Say("unsound: " + r.Text)
	}
	failed := len(p.Unsound)
	if failed > 0 && !s.Bool("keep-unsound") {
		return command.Found("nothing was written (see --keep-unsound)")
	}
	if err := puzzle.Write(out, []puzzle.Puzzle{*p}); err != nil {
		return err
	}
	if failed > 0 {
		return command.Found("the puzzle was written, marked as unsound")
	}
	verdict := fmt.Sprintf("sound: %s in %s by %s, level %d", asked.goal, p.Length(), p.Line[0], p.Grade.Level)
	if file := s.String("output"); !command.ToStdout(file) {
		s.Printf("%s: %s\n", file, verdict)
	} else {
		s.Say(verdict)
	}
	return nil
}

func newStipulation(s *command.Session) (stipulation, error) {
	asked, err := stipulationOf(s)
	if err == nil {
		err = asked.check(solve.MaxTurns)
	}
	switch {
	case err != nil:
	case len(s.StringSlice("twin")) > puzzle.MaxTwins:
		err = fmt.Errorf("--twin: at most %d twins", puzzle.MaxTwins)
	case s.IsSet("solutions") && asked.goal != solve.HelpWin:
		err = errors.New("--solutions is for --help-win")
	case s.IsSet("tries") && asked.goal == solve.HelpWin:
		err = errors.New("--tries and --help-win cannot be combined: nothing is forced in a help-win")
	}
	return asked, err
}

func compose(s *command.Session, g *rules.Variant, at *board.Position, asked stipulation, twins []puzzle.Change,
	words puzzle.Words) (
	*puzzle.Puzzle, []analysis.Remark, error) {
	p, remarks, err := solveNew(s, g, at, asked)
	if err != nil {
		return nil, nil, err
	}
	if err := addTwins(s, g, at, asked, twins, p, &remarks); err != nil {
		return nil, nil, err
	}
	p.Words = words
	tables, err := s.TablesFor(g, at, true)
	if err != nil {
		return nil, nil, err
	}
	defer command.CloseTables(tables)
	return p, remarks, grade.OneWithTables(s.Context, p, 1, tables)
}

// solveNew makes a puzzle of a position, without grade and words, and says what speaks against it.
func solveNew(s *command.Session, g *rules.Variant, at *board.Position, asked stipulation) (*puzzle.Puzzle,
	[]analysis.Remark, error) {
	if asked.goal != asked.goal.Plain() {
		return nil, nil, command.Unusable("cannot make a puzzle of a %s; use puzzle solve", asked.goal)
	}
	if asked.goal == solve.Claim && g.Set().Family != ruleset.Pacifist {
		return nil, nil, s.UsageError("--claim: kings are never converted in the %s family",
			g.Set().Family)
	}
	tables, err := s.TablesFor(g, at, true)
	if err != nil {
		return nil, nil, err
	}
	defer command.CloseTables(tables)
	analyst := analysis.New(g, analysis.Options{Goal: asked.goal, Half: asked.half, Nodes: s.Uint64("nodes"),
		Tables: tables})
	result, err := analyst.Analyse(s.Context, at, asked.n)
	var study puzzle.Study
	if errors.Is(err, rules.ErrLimit) && tables != nil && asked.goal == solve.Win {
		if found, others, fault := analyst.Study(s.Context, at); fault == nil && found.In <= asked.n {
			result, study, err = found, others, nil
		}
	}
	switch {
	case errors.Is(err, analysis.ErrAtOnce):
		return nil, nil, command.Found("%w", err)
	case err != nil:
		return nil, nil, err
	case result.In == 0:
		return nil, nil, command.Found("there is no %s", asked)
	}
	demands := analysis.Sound()
	demands.Strict, demands.Lines = s.Bool("strict"), s.Int("solutions")
	var remarks []analysis.Remark
	if result.In < asked.n {
		remarks = append(remarks, analysis.Remark{Demand: "short", Text: fmt.Sprintf("there is a %s in %s",
			asked.goal, puzzle.LengthText(result.In, asked.half))})
	}
	p, err := analyst.Make(s.Context, at, &result)
	if err != nil {
		return nil, nil, err
	}
	p.Source.From = "given"
	if study != nil {
		p.Study = study
		return &p, append(remarks, analyst.CritiqueStudy(at, &result, study, demands)...), nil
	}
	more, err := analyst.Critique(s.Context, at, &result, demands)
	if err != nil {
		return nil, nil, err
	}
	remarks = append(remarks, more...)
	more, err = addPhases(s, analyst, at, &result, &p)
	switch {
	case s.Context.Err() != nil:
		return nil, nil, s.Context.Err()
	case errors.Is(err, rules.ErrLimit):
		more = []analysis.Remark{{Text: "set play and tries are not settled: a limit came first"}}
	case err != nil:
		return nil, nil, err
	}
	return &p, append(remarks, more...), nil
}

// addPhases gives a puzzle its set play, tries and threats, and says what they show against it.
func addPhases(s *command.Session, analyst *analysis.Analyst, at *board.Position, found *analysis.Analysis,
	p *puzzle.Puzzle) (remarks []analysis.Remark, err error) {
	if p.Goal() == solve.HelpWin {
		p.Phases, err = analyst.HelpSet(s.Context, at, found.In)
		return nil, err
	}
	tree, err := analyst.Phases(s.Context, at, found, wantedTries(s, found.In))
	if err != nil {
		return nil, err
	}
	p.AddPhases(tree, analysis.PhaseThemes(tree))
	return analysis.PhaseRemarks(analyst.Variant(), tree), nil
}

// wantedTries returns to how many turns the tries may fail that are looked for.
func wantedTries(s *command.Session, in int) int {
	if s.IsSet("tries") || in > 3 {
		return s.Int("tries")
	}
	return 1
}

func readTwins(s *command.Session, g *rules.Variant, at *board.Position) (twins []puzzle.Change, err error) {
	for _, text := range s.StringSlice("twin") {
		change, err := puzzle.ParseChange(text)
		if err != nil {
			return nil, s.UsageError("--twin: %w", err)
		}
		if _, _, err := change.Apply(g, at); err != nil {
			return nil, command.Unusable("--twin: %w", err)
		}
		twins = append(twins, change)
	}
	return twins, nil
}

func addTwins(s *command.Session, g *rules.Variant, at *board.Position, first stipulation, twins []puzzle.Change,
	p *puzzle.Puzzle, remarks *[]analysis.Remark) error {
	for i, change := range twins {
		letter, asked := string(rune('b'+i)), first
		if goal, in, half, ok := change.Asks(); ok {
			asked.goal, asked.n, asked.half = goal, in, half
		}
		variant, changed, err := change.Apply(g, at)
		if err != nil {
			return err
		}
		twin, more, err := solveNew(s, variant, &changed, asked)
		switch {
		case err == nil || s.Context.Err() != nil:
		case command.StatusOf(err) == command.StatusFound:
			return command.Found("twin %s (%s): %w", letter, change, err)
		case errors.Is(err, rules.ErrLimit):
			return fmt.Errorf("twin %s (%s): %w", letter, change, err)
		}
		if err != nil {
			return err
		}
		for _, r := range more {
			r.Text = fmt.Sprintf("twin %s (%s): %s", letter, change, r.Text)
			*remarks = append(*remarks, r)
		}
		if _, _, _, other := change.Asks(); !other && twin.In != p.In {
			return command.Found("twin %s (%s): %s in %s, but the puzzle in %s", letter, change, asked.goal,
				twin.Length(), p.Length())
		}
		if twin.Goal() == p.Goal() && slices.Equal(twin.Line, p.Line) && slices.Equal(twin.Keys, p.Keys) {
			*remarks = append(*remarks, analysis.Remark{Text: fmt.Sprintf("twin %s (%s): the same solution as a: %s",
				letter, change, strings.Join(twin.Line, " "))})
		}
		p.Twins = append(p.Twins, puzzle.TwinOf(twin, change))
	}
	return nil
}
