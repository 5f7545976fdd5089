package puzzlecmd

import (
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/internal/plural"
	"turncoat/puzzle"
	"turncoat/puzzle/analysis"
	"turncoat/puzzle/grade"
	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

func puzzleNewCommand(s *command.Session) *cli.Command {
	flags := append([]cli.Flag{command.RulesFlag()}, goalFlags()...)
	flags = append(flags,
		solutionsFlag("a help-win must have exactly `N` solutions", 1),
		&cli.StringSliceFlag{Name: "twin", Usage: "solve a twin, too, after this `CHANGE`: Kg1-h1, +bPe5, -Ra1, colour d4, rules NAME or duplex (again for more)"},
		&cli.IntFlag{Name: "tries", Usage: "look for tries that fail to at most `N` turns; 0 for none", DefaultText: "1 up to three turns, then none"},
		&cli.StringSliceFlag{Name: "author", Usage: "`NAME` of an author (again for more)"},
		&cli.StringFlag{Name: "title", Usage: "its `TITLE`"},
		&cli.StringFlag{Name: "dedication", Usage: "to whom it is dedicated, in `WORDS`"},
		&cli.StringFlag{Name: "source", Usage: "`WHERE` it was published"},
		&cli.StringFlag{Name: "date", Usage: "`WHEN` it was published or made"},
		&cli.StringFlag{Name: "prize", Usage: "the `AWARD` it has won"},
		&cli.StringSliceFlag{Name: "comment", Usage: "`WORDS` about it (again for more)"},
		&cli.BoolFlag{Name: "strict", Usage: "allow no dual anywhere"},
		&cli.BoolFlag{Name: "keep-unsound", Usage: "write the puzzle, marked, even if it is not sound"},
		command.OutputFlag(),
		command.TablesFlag(),
		&cli.Uint64Flag{Name: "nodes", Usage: "give up after `N` turns looked at in one search; 0 for no limit", Value: 100_000_000},
	)
	return &cli.Command{
		Name: "new", Usage: "make a puzzle of a position, and list its flaws", ArgsUsage: "FEN",
		Flags: flags, Action: func(c *cli.Context) error { return puzzleNew(s, c) },
	}
}

func puzzleNew(s *command.Session, c *cli.Context) error {
	asked, err := newStipulation(c)
	if err != nil {
		return command.UsageError(c, "%w", err)
	}
	g, at, err := command.GameAt(c, c.Args().First())
	if err != nil {
		return err
	}
	out, err := s.Create("--output", c.String("output"))
	if err != nil {
		return err
	}
	defer out.Discard()
	p, remarks, err := compose(s, c, g, &at, asked)
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
	if failed > 0 && !c.Bool("keep-unsound") {
		return command.Found("%s; nothing was written (see --keep-unsound)", plural.Count(failed, "demand")+" failed")
	}
	if err := puzzle.Write(out, []puzzle.Puzzle{*p}); err != nil {
		return err
	}
	if err := out.Commit(); err != nil {
		return err
	}
	if failed > 0 {
		return command.Found("%s; the puzzle was written, marked as unsound", plural.Count(failed, "demand")+" failed")
	}
	verdict := fmt.Sprintf("sound: %s in %s by %s, level %d", asked.goal, p.Length(), p.Line[0], p.Grade.Level)
	if file := c.String("output"); !command.ToStdout(file) {
		s.Printf("%s: %s\n", file, verdict)
	} else {
		s.Say(verdict)
	}
	return nil
}

// newStipulation reads what is asked for, and what goes with it.
func newStipulation(c *cli.Context) (stipulation, error) {
	asked, err := stipulationOf(c)
	if err == nil {
		err = asked.check(solve.MaxTurns)
	}
	switch {
	case err != nil:
	case len(c.StringSlice("twin")) > puzzle.MaxTwins:
		err = fmt.Errorf("--twin: at most %d twins", puzzle.MaxTwins)
	case c.IsSet("solutions") && asked.goal != solve.HelpWin:
		err = errors.New("--solutions is for --help-win")
	}
	return asked, err
}

// compose makes the puzzle, with its twins.
func compose(s *command.Session, c *cli.Context, g *rules.Variant, at *board.Position, asked stipulation) (*puzzle.Puzzle,
	[]analysis.Remark, error) {
	p, remarks, err := solveNew(s, c, g, at, asked)
	if err != nil {
		return nil, nil, err
	}
	if err := addTwins(s, c, g, at, asked, p, &remarks); err != nil {
		return nil, nil, err
	}
	p.Words = puzzle.Words{
		Title: c.String("title"), Authors: c.StringSlice("author"), Dedication: c.String("dedication"),
		Published: c.String("source"),
		Date:      c.String("date"), Prize: c.String("prize"), Comments: c.StringSlice("comment"),
	}
	tables, err := s.TablesFor(c, g, at, true)
	if err != nil {
		return nil, nil, err
	}
	defer command.CloseTables(tables)
	return p, remarks, grade.OneWithTables(s.Context, p, 1, tables)
}

// solveNew makes a puzzle of a position, without grade and words, and says what speaks against it.
func solveNew(s *command.Session, c *cli.Context, g *rules.Variant, at *board.Position, asked stipulation) (*puzzle.Puzzle,
	[]analysis.Remark, error) {
	if asked.goal == solve.Claim && g.Set().Family != ruleset.Pacifist {
		return nil, nil, command.UsageError(c, "--claim: kings are never converted in the %s family",
			g.Set().Family)
	}
	tables, err := s.TablesFor(c, g, at, true)
	if err != nil {
		return nil, nil, err
	}
	defer command.CloseTables(tables)
	analyst := analysis.New(g, analysis.Options{Goal: asked.goal, Half: asked.half, Nodes: c.Uint64("nodes"),
		Tables: tables})
	result, err := analyst.Analyse(s.Context, at, asked.n)
	switch {
	case errors.Is(err, analysis.ErrAtOnce):
		return nil, nil, command.Found("%w", err)
	case err != nil:
		return nil, nil, err
	case result.In == 0:
		return nil, nil, command.Found("there is no %s", asked)
	}
	demands := analysis.Sound()
	demands.Strict, demands.Lines = c.Bool("strict"), c.Int("solutions")
	var remarks []analysis.Remark
	if result.In < asked.n {
		remarks = append(remarks, analysis.Remark{Demand: "short", Text: fmt.Sprintf("there is a %s in %s",
			asked.goal, puzzle.LengthText(result.In, asked.half))})
	}
	p, err := analyst.Make(s.Context, at, &result)
	if err != nil {
		return nil, nil, err
	}
	more, err := analyst.Critique(s.Context, at, &result, demands)
	if err != nil {
		return nil, nil, err
	}
	remarks = append(remarks, more...)
	p.Source.From = "given"
	if asked.goal != solve.HelpWin {
		tree, err := analyst.Phases(s.Context, at, &result, wantedTries(c, result.In))
		switch {
		case s.Context.Err() != nil:
			return nil, nil, s.Context.Err()
		case errors.Is(err, rules.ErrLimit):
			remarks = append(remarks, analysis.Remark{Text: "set play and tries are not settled: a limit came first"})
		case err != nil:
			return nil, nil, err
		default:
			p.AddPhases(tree, analysis.PhaseThemes(tree))
			remarks = append(remarks, analysis.SetThreats(g, tree)...)
		}
	}
	return &p, remarks, nil
}

// wantedTries returns to how many turns the tries may fail that are looked for.
func wantedTries(c *cli.Context, in int) int {
	if c.IsSet("tries") || in > 3 {
		return c.Int("tries")
	}
	return 1
}

// addTwins solves the twins that are asked for.
func addTwins(s *command.Session, c *cli.Context, g *rules.Variant, at *board.Position, asked stipulation, p *puzzle.Puzzle,
	remarks *[]analysis.Remark) error {
	for i, text := range c.StringSlice("twin") {
		letter := string(rune('b' + i))
		change, err := puzzle.ParseChange(text)
		if err != nil {
			return command.UsageError(c, "--twin: %w", err)
		}
		variant, changed, err := change.Apply(g, at)
		if err != nil {
			return command.Unusable("--twin: %w", err)
		}
		twin, more, err := solveNew(s, c, variant, &changed, asked)
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
		if twin.In != p.In {
			return command.Found("twin %s (%s): %s in %s, but the puzzle in %s", letter, change, asked.goal,
				twin.Length(), p.Length())
		}
		p.Twins = append(p.Twins, puzzle.TwinOf(twin, change))
	}
	return nil
}
