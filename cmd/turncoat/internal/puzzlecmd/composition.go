package puzzlecmd

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"turncoat/cmd/internal/command"
	"turncoat/internal/puzzle/analysis"
	"turncoat/internal/puzzle/grade"
	"turncoat/puzzle"
	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/rules/board"
)

// A composition is a position and its stipulation on the way to a puzzle.
type composition struct {
	*command.Session
	o       *newOptions
	asked   stipulation
	variant *rules.Variant
	at      board.Position
	twins   []puzzle.Change
	words   puzzle.Words
	place   string // where the problem was read: "FILE: line 2: ", empty on the command line
}

// write makes the puzzle. It writes a sound one, and with --keep-unsound an unsound one, too, for
// which it returns an error all the same, so that the call ends with status 1.
func (c *composition) write(out io.Writer) (written bool, err error) {
	p, remarks, err := c.compose()
	switch {
	case err != nil && c.Context.Err() != nil:
		return false, command.Interrupted("nothing was written")
	case errors.Is(err, rules.ErrLimit):
		return false, command.Limited("%w; see --nodes", err)
	case err != nil:
		return false, err
	}

	for _, r := range remarks {
		if r.Demand == "" {
			c.Say(c.place + "blemish: " + r.Text)
			continue
		}

		p.Unsound = append(p.Unsound, r.Text)
		c.Say(c.place + "unsound: " + r.Text)
	}

	failed := len(p.Unsound)
	if failed > 0 && !c.o.keepUnsound {
		return false, command.Found("nothing was written (see --keep-unsound)")
	}
	if err := puzzle.Write(out, []puzzle.Puzzle{*p}); err != nil {
		return false, err
	}
	if failed > 0 {
		return true, command.Found("the puzzle was written, marked as unsound")
	}
	verdict := fmt.Sprintf("%ssound: %s in %s by %s", c.place, c.asked.goal, p.Length(), p.Line[0])
	if p.Grade != nil {
		verdict += fmt.Sprintf(", level %d", p.Grade.Level)
	}
	if command.ToStdout(c.o.output) {
		c.Say(verdict)
	} else {
		c.Printf("%s: %s\n", c.o.output, verdict)
	}

	return true, nil
}

// ask reads the stipulation, and checks the flags that depend on it.
func (c *composition) ask() (err error) {
	c.asked, err = c.o.goal.read(c.Session)
	if err != nil {
		return err
	}
	if c.o.anyLength {
		err = c.asked.checkAnyLength()
	} else {
		err = c.asked.check(solve.MaxTurns)
	}
	if err != nil {
		return err
	}
	if len(c.o.twin) > puzzle.MaxTwins {
		return fmt.Errorf("--twin: at most %d twins", puzzle.MaxTwins)
	}
	return refuseForced(c.Session, c.asked.goal, "tries")
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
	tables, err := c.TablesOrBuiltin(c.o.tables, c.variant, &c.at)
	if err != nil {
		return nil, nil, err
	}
	defer command.CloseTables(tables)
	return p, append(remarks, more...), grade.One(c.Context, p, 1, tables)
}

// solve makes the puzzle but for its grade, twins and words, and returns its flaws.
func (c *composition) solve() (*puzzle.Puzzle, []analysis.Remark, error) {
	if family := c.variant.Set().Family; c.asked.goal.Plain() == solve.Claim && !family.HasClaims() {
		return nil, nil, c.UsageError("--goal: kings are never claimed in the %s family", family)
	}
	tables, err := c.TablesOrBuiltin(c.o.tables, c.variant, &c.at)
	if err != nil {
		return nil, nil, err
	}
	defer command.CloseTables(tables)
	analyst := analysis.New(
		c.variant,
		analysis.Options{Goal: c.asked.goal, Half: c.asked.half, Nodes: c.o.nodes,
			Tables: tables},
	)
	result, study, err := c.analyse(analyst, tables != nil)
	if err != nil {
		return nil, nil, err
	}
	demands := analysis.Sound()
	demands.Strict, demands.Lines = c.o.strict, c.o.solutions
	var remarks []analysis.Remark
	if result.In < c.asked.n && !c.o.anyLength {
		text := fmt.Sprintf(
			"there is a %s in %s",
			c.asked.goal,
			puzzle.LengthText(result.In, c.asked.half),
		)
		remarks = append(remarks, analysis.Remark{Demand: "short", Text: text})
	}
	p, err := analyst.Make(c.Context, &c.at, &result)
	if err != nil {
		return nil, nil, err
	}
	p.Source.From = "given"
	if study != nil {
		p.Study = study
		more, err := c.critiqueStudy(analyst, &p, &result, demands)
		return &p, append(remarks, more...), err
	}

	more, err := analyst.Critique(c.Context, &c.at, &result, demands)
	if err != nil {
		return nil, nil, err
	}
	remarks = append(remarks, more...)
	tries := analysis.UsualTries(result.In)
	if c.IsSet("tries") {
		tries = c.o.tries
	}
	more, err = analyst.AddPhases(c.Context, &p, &c.at, &result, tries)
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

// analyse finds the solution. If the search reaches a limit and tables hold the position, the
// solution is that of a study: the moves that keep the win, and not every line to its end.
func (c *composition) analyse(
	analyst *analysis.Analyst,
	tables bool,
) (analysis.Analysis, puzzle.Study, error) {
	var result analysis.Analysis
	var err error
	switch {
	case !c.o.anyLength:
		result, err = analyst.Analyse(c.Context, &c.at, c.asked.n)
	case analyst.Holds(&c.at):
		err = rules.ErrLimit // a study is wanted, not the whole solution
	default:
		result, err = analyst.AnyLength(c.Context, &c.at, c.asked.n)
	}

	if errors.Is(err, rules.ErrLimit) && tables && c.asked.goal == solve.Win {
		found, study, fault := analyst.Study(c.Context, &c.at)
		if fault == nil && found.In <= c.asked.n {
			return found, study, c.mustExist(found)
		}
	}

	switch {
	case errors.Is(err, analysis.ErrAtOnce):
		return result, nil, command.Found("%w", err)
	case err != nil:
		return result, nil, err
	}

	return result, nil, c.mustExist(result)
}

// critiqueStudy returns the flaws of a study. With --any-length the study is judged by the moves
// that keep the win, which become part of the puzzle.
func (c *composition) critiqueStudy(
	analyst *analysis.Analyst,
	p *puzzle.Puzzle,
	found *analysis.Analysis,
	demands analysis.Demands,
) (remarks []analysis.Remark, err error) {
	if !c.o.anyLength {
		return analyst.CritiqueStudy(&c.at, found, p.Study, demands), nil
	}
	var others []board.Move
	p.Only, others, err = analyst.OnlyMoves(c.Context, &c.at)
	return analyst.CritiqueOnly(&c.at, found, others, demands), err
}

// mustExist returns an error if there is no solution.
func (c *composition) mustExist(result analysis.Analysis) error {
	if result.In == 0 {
		return command.Found("there is no %s", c.asked)
	}
	return nil
}

// addTwins solves the twins, adds them to the puzzle, and returns their flaws.
func (c *composition) addTwins(p *puzzle.Puzzle) (remarks []analysis.Remark, err error) {
	for i, change := range c.twins {
		name, of := fmt.Sprintf("twin %c (%s)", 'b'+i, change), *c
		goal, in, half, other := change.Asks()
		if other {
			of.asked.goal, of.asked.n, of.asked.half = goal, in, half
		}
		of.variant, of.at, err = change.Apply(c.variant, &c.at, c.asked.goal.Begins(c.asked.half))
		if err != nil {
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

		if !other && twin.In != p.In && !c.o.anyLength {
			return nil, command.Found("%s: %s in %s, but the puzzle in %s", name, of.asked.goal,
				twin.Length(), p.Length())
		}

		if twin.Goal() == p.Goal() && slices.Equal(twin.Line, p.Line) &&
			slices.Equal(twin.Keys, p.Keys) {
			same := name + ": the same solution as a: " + strings.Join(twin.Line, " ")
			remarks = append(remarks, analysis.Remark{Text: same})
		}

		p.Twins = append(p.Twins, puzzle.TwinOf(twin, change))
	}

	return remarks, nil
}
