package puzzlecmd

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/internal/puzzle/analysis"
	"turncoat/internal/puzzle/grade"
	"turncoat/puzzle"
	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/rules/board"
)

// A composition is a position of which a puzzle is to be made, with what is asked of it.
type composition struct {
	*command.Session
	asked stipulation
	game  *rules.Variant
	at    board.Position
	twins []puzzle.Change
	words puzzle.Words
}

func puzzleNew(s *command.Session) error {
	if s.IsSet("problems") {
		return newOfProblems(s)
	}
	c := composition{Session: s}
	err := c.ask()
	if err != nil {
		return s.UsageError("%w", err)
	}
	if c.game, c.at, err = s.GameAt(s.Args()[0]); err != nil {
		return err
	}
	for _, text := range s.StringSlice("twin") {
		change, err := puzzle.ParseChange(text)
		if err != nil {
			return s.UsageError("--twin: %w", err)
		}
		if _, _, err := change.Apply(c.game, &c.at, c.asked.goal.Begins(c.asked.half)); err != nil {
			return command.Unusable("--twin: %w", err)
		}
		c.twins = append(c.twins, change)
	}
	out, err := s.Output()
	if err != nil {
		return err
	}
	defer out.Discard()
	c.words = puzzle.Words{
		Title: s.String("title"), Authors: s.StringSlice("author"), Dedication: s.String("dedication"),
		Published: s.String("source"), Date: s.String("date"), Prize: s.String("prize"),
		Comments: s.StringSlice("comment"),
	}
	err = c.write(out)
	if err != nil && (command.StatusOf(err) != command.StatusFound || !s.Bool("keep-unsound")) {
		return err
	}
	if fault := out.Commit(); fault != nil {
		return fault
	}
	return err
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
		c := composition{s, asked, p.Game, p.Position, p.Twins, p.Words}
		if p.Duplex {
			duplex, _ := puzzle.ParseChange(puzzle.DuplexChange)
			c.twins = append(c.twins, duplex)
		}
		if err := c.write(out); err != nil {
			s.Report(fmt.Errorf("%s: line %d: %w", s.String("problems"), p.Line, err))
		}
	}
	return out.Commit()
}

// write makes the puzzle and writes it, if it is sound or is to be kept all the same.
func (c *composition) write(out io.Writer) error {
	p, remarks, err := c.compose()
	switch {
	case err != nil && c.Context.Err() != nil:
		return command.Interrupted("nothing was written")
	case errors.Is(err, rules.ErrLimit):
		return command.Limited("%w; see --nodes", err)
	case err != nil:
		return err
	}
	for _, r := range remarks {
		if r.Demand == "" {
			c.Say("blemish: " + r.Text)
			continue
		}
		p.Unsound = append(p.Unsound, r.Text)
		c.Say("unsound: " + r.Text)
	}
	failed := len(p.Unsound)
	if failed > 0 && !c.Bool("keep-unsound") {
		return command.Found("nothing was written (see --keep-unsound)")
	}
	if err := puzzle.Write(out, []puzzle.Puzzle{*p}); err != nil {
		return err
	}
	if failed > 0 {
		return command.Found("the puzzle was written, marked as unsound")
	}
	verdict := fmt.Sprintf("sound: %s in %s by %s", c.asked.goal, p.Length(), p.Line[0])
	if p.Grade != nil {
		verdict += fmt.Sprintf(", level %d", p.Grade.Level)
	}
	if file := c.String("output"); !command.ToStdout(file) {
		c.Printf("%s: %s\n", file, verdict)
	} else {
		c.Say(verdict)
	}
	return nil
}

// ask reads what is asked for, and what goes with it.
func (c *composition) ask() (err error) {
	if c.asked, err = stipulationOf(c.Session); err == nil {
		err = c.asked.check(solve.MaxTurns)
	}
	switch {
	case err != nil:
	case len(c.StringSlice("twin")) > puzzle.MaxTwins:
		err = fmt.Errorf("--twin: at most %d twins", puzzle.MaxTwins)
	default:
		err = refuseForced(c.Session, c.asked.goal, "tries")
	}
	return err
}

func (c *composition) compose() (*puzzle.Puzzle, []analysis.Remark, error) {
	p, remarks, err := c.solve()
	if err != nil {
		return nil, nil, err
	}
	more, err := c.addTwins(p)
	if err != nil {
		return nil, nil, err
	}
	p.Words = c.words
	tables, err := c.TablesFor(c.game, &c.at, true)
	if err != nil {
		return nil, nil, err
	}
	defer command.CloseTables(tables)
	return p, append(remarks, more...), grade.One(c.Context, p, 1, tables)
}

// solve makes the puzzle, without grade, twins and words, and says what speaks against it.
func (c *composition) solve() (*puzzle.Puzzle, []analysis.Remark, error) {
	if family := c.game.Set().Family; c.asked.goal == solve.Claim && !family.KingsConvert() {
		return nil, nil, c.UsageError("--claim: kings are never converted in the %s family", family)
	}
	tables, err := c.TablesFor(c.game, &c.at, true)
	if err != nil {
		return nil, nil, err
	}
	defer command.CloseTables(tables)
	analyst := analysis.New(c.game, analysis.Options{Goal: c.asked.goal, Half: c.asked.half, Nodes: c.Uint64("nodes"),
		Tables: tables})
	result, err := analyst.Analyse(c.Context, &c.at, c.asked.n)
	var study puzzle.Study
	if errors.Is(err, rules.ErrLimit) && tables != nil && c.asked.goal == solve.Win {
		if found, others, fault := analyst.Study(c.Context, &c.at); fault == nil && found.In <= c.asked.n {
			result, study, err = found, others, nil
		}
	}
	switch {
	case errors.Is(err, analysis.ErrAtOnce):
		return nil, nil, command.Found("%w", err)
	case err != nil:
		return nil, nil, err
	case result.In == 0:
		return nil, nil, command.Found("there is no %s", c.asked)
	}
	demands := analysis.Sound()
	demands.Strict, demands.Lines = c.Bool("strict"), c.Int("solutions")
	var remarks []analysis.Remark
	if result.In < c.asked.n {
		text := fmt.Sprintf("there is a %s in %s", c.asked.goal, puzzle.LengthText(result.In, c.asked.half))
		remarks = append(remarks, analysis.Remark{Demand: "short", Text: text})
	}
	p, err := analyst.Make(c.Context, &c.at, &result)
	if err != nil {
		return nil, nil, err
	}
	p.Source.From = "given"
	if study != nil {
		p.Study = study
		return &p, append(remarks, analyst.CritiqueStudy(&c.at, &result, study, demands)...), nil
	}
	more, err := analyst.Critique(c.Context, &c.at, &result, demands)
	if err != nil {
		return nil, nil, err
	}
	remarks = append(remarks, more...)
	more, err = c.addPhases(analyst, &result, &p)
	switch {
	case c.Context.Err() != nil:
		return nil, nil, c.Context.Err()
	case errors.Is(err, rules.ErrLimit):
		more = []analysis.Remark{{Text: "set play and tries are not settled: a limit came first"}}
	case err != nil:
		return nil, nil, err
	}
	return &p, append(remarks, more...), nil
}

// addPhases gives a puzzle its set play, tries and threats, and says what they show against it.
func (c *composition) addPhases(analyst *analysis.Analyst, found *analysis.Analysis, p *puzzle.Puzzle) (
	remarks []analysis.Remark, err error) {
	if p.Goal().HasLines() {
		p.Phases, err = analyst.HelpSet(c.Context, &c.at, found.In)
		return nil, err
	}
	tries := 1 // to so many turns they may fail
	if c.IsSet("tries") || found.In > 3 {
		tries = c.Int("tries")
	}
	tree, err := analyst.Phases(c.Context, &c.at, found, tries)
	if err != nil {
		return nil, err
	}
	p.AddPhases(tree, analysis.PhaseThemes(tree))
	return analysis.PhaseRemarks(analyst.Variant(), tree), nil
}

// addTwins solves the twins and says what speaks against them.
func (c *composition) addTwins(p *puzzle.Puzzle) (remarks []analysis.Remark, err error) {
	for i, change := range c.twins {
		name, of := fmt.Sprintf("twin %c (%s)", 'b'+i, change), *c
		goal, in, half, other := change.Asks()
		if other {
			of.asked.goal, of.asked.n, of.asked.half = goal, in, half
		}
		if of.game, of.at, err = change.Apply(c.game, &c.at, c.asked.goal.Begins(c.asked.half)); err != nil {
			return nil, err
		}
		twin, more, err := of.solve()
		switch {
		case err == nil:
		case c.Context.Err() != nil:
			return nil, err
		case command.StatusOf(err) == command.StatusFound:
			return nil, command.Found("%s: %w", name, err)
		case errors.Is(err, rules.ErrLimit):
			return nil, fmt.Errorf("%s: %w", name, err)
		default:
			return nil, err
		}
		for _, r := range more {
			r.Text = name + ": " + r.Text
			remarks = append(remarks, r)
		}
		if !other && twin.In != p.In {
			return nil, command.Found("%s: %s in %s, but the puzzle in %s", name, of.asked.goal, twin.Length(),
				p.Length())
		}
		if twin.Goal() == p.Goal() && slices.Equal(twin.Line, p.Line) && slices.Equal(twin.Keys, p.Keys) {
			same := name + ": the same solution as a: " + strings.Join(twin.Line, " ")
			remarks = append(remarks, analysis.Remark{Text: same})
		}
		p.Twins = append(p.Twins, puzzle.TwinOf(twin, change))
	}
	return remarks, nil
}
