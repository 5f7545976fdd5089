package puzzlecmd

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"turncoat/cmd/internal/command"
	"turncoat/internal/puzzle/analysis"
	"turncoat/internal/puzzle/grade"
	"turncoat/internal/puzzle/problemfile"
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
}

type newOptions struct {
	rules       string
	goal        goalFlags
	anyLength   bool
	solutions   int
	twin        []string
	tries       int
	problems    string
	author      []string
	title       string
	dedication  string
	source      string
	date        string
	prize       string
	comment     []string
	strict      bool
	keepUnsound bool
	output      string
	tables      string
	nodes       uint64
}

// New returns the command that makes a puzzle of a position.
func New(s *command.Session) *cli.Command {
	var o newOptions
	return &cli.Command{
		Name:      "new",
		Usage:     "make a puzzle of a position, and list its flaws",
		ArgsUsage: "FEN",
		Flags: slices.Concat([]cli.Flag{command.RulesFlag(&o.rules)}, o.goal.flags(), []cli.Flag{
			&cli.BoolFlag{
				Name: "any-length",
				Usage: "a win of any length, up to the N of --win-in or --goal (60); where tables " +
					"hold the position, a study of the moves that alone keep the win",
				Destination: &o.anyLength,
			},
			&cli.IntFlag{
				Name:  "solutions",
				Usage: "a help-win or a series must have exactly `N` solutions",
				Value: 1, Destination: &o.solutions, Action: command.Between(1, 1000),
			},
			command.ListFlag(
				&o.twin,
				"twin",
				"solve a twin, too, after this `CHANGE`: Kg1-h1, +bPe5, -Ra1, Nd4=B, Nd4<->Bf5, shift a1-b2, rotate 90, "+
					"mirror a1<->h1, colour d4, "+
					"rules NAME, h#2.5 or duplex; several with commas (again for more twins)",
			),
			&cli.IntFlag{
				Name: "tries",
				Usage: "look for tries that fail to at most `N` turns; 0 for none (default: 1 " +
					"up to three turns, then none)",
				Destination: &o.tries,
			},
			command.InputsFlag(&o.problems, "problems",
				"make puzzles of the problems of `FILE`: Popeye's input, PGN, or EPD"),
		}, o.words(), o.limits()),
		Action: command.Action(s, &o, puzzleNew),
	}
}

// words returns the flags for what the record of a puzzle says to people: authors, title and so on.
func (o *newOptions) words() []cli.Flag {
	return []cli.Flag{
		command.ListFlag(&o.author, "author", "`NAME` of an author (may be repeated)"),
		&cli.StringFlag{Name: "title", Usage: "its `TITLE`", Destination: &o.title},
		&cli.StringFlag{
			Name:        "dedication",
			Usage:       "to whom it is dedicated, in `WORDS`",
			Destination: &o.dedication,
		},
		&cli.StringFlag{
			Name:        "source",
			Usage:       "`WHERE` it was published",
			Destination: &o.source,
		},
		&cli.StringFlag{
			Name:        "date",
			Usage:       "`WHEN` it was published or made",
			Destination: &o.date,
		},
		&cli.StringFlag{
			Name:        "prize",
			Usage:       "the `AWARD` it has won",
			Destination: &o.prize,
		},
		command.ListFlag(&o.comment, "comment", "`WORDS` about it (may be repeated)"),
	}
}

// limits returns the flags for the output and for the limits of the search.
func (o *newOptions) limits() []cli.Flag {
	return []cli.Flag{
		&cli.BoolFlag{
			Name:        "strict",
			Usage:       "allow no dual anywhere",
			Destination: &o.strict,
		},
		&cli.BoolFlag{
			Name:        "keep-unsound",
			Usage:       "write the puzzle, marked, even if it is not sound",
			Destination: &o.keepUnsound,
		},
		command.OutputFlag(&o.output),
		command.TablesFlag(&o.tables),
		&cli.Uint64Flag{
			Name:  "nodes",
			Usage: "give up after `N` turns looked at in one search; 0 for no limit",
			Value: 100000000, Destination: &o.nodes,
		},
	}
}

func puzzleNew(s *command.Session, o *newOptions) error {
	if o.problems != "" {
		return newOfProblems(s, o)
	}
	c := composition{Session: s, o: o}
	err := c.ask()
	if err != nil {
		return s.UsageError("%w", err)
	}
	c.variant, err = c.asked.variant(s, o.rules)
	if err != nil {
		return err
	}
	c.at, err = command.Position(c.variant, s.Args()[0])
	if err != nil {
		return err
	}
	for _, text := range o.twin {
		change, err := puzzle.ParseChange(text)
		if err != nil {
			return s.UsageError("--twin: %w", err)
		}
		if _, _, err := change.Apply(c.variant, &c.at,
			c.asked.goal.Begins(c.asked.half)); err != nil {
			return command.Unusable("--twin: %w", err)
		}
		c.twins = append(c.twins, change)
	}

	out, err := s.Create("--output", o.output)
	if err != nil {
		return err
	}
	defer out.Discard()
	c.words = puzzle.Words{
		Title: o.title, Authors: o.author, Dedication: o.dedication,
		Published: o.source, Date: o.date, Prize: o.prize,
		Comments: o.comment,
	}
	written, err := c.write(out)
	if !written {
		return err
	}
	if fault := out.Commit(); fault != nil {
		return fault
	}
	return err
}

func newOfProblems(s *command.Session, o *newOptions) error {
	err := s.Refuse("--problems and --%s cannot be combined", "any-length", "twin", "author",
		"title", "dedication", "source", "date", "prize", "comment")
	if err != nil {
		return s.UsageError("%w", err)
	}
	all, err := readProblems(s, &o.goal, o.rules, o.problems)
	if err != nil {
		return err
	}
	out, err := s.Create("--output", o.output)
	if err != nil {
		return err
	}
	defer out.Discard()
	anyWritten := false
	for p, asked := range all {
		err := makesPuzzle(p, asked)
		if err != nil {
			s.Report(command.Unusable("%s: line %d: %w", o.problems, p.Line, err))
			continue
		}
		c := composition{s, o, asked, p.Variant, p.Position, p.Twins, p.Words}
		if p.Duplex {
			duplex, _ := puzzle.ParseChange(puzzle.DuplexChange)
			c.twins = append(c.twins, duplex)
		}

		written, err := c.write(out)
		if written {
			anyWritten = true
		}
		if err != nil {
			s.Report(fmt.Errorf("%s: line %d: %w", o.problems, p.Line, err))
		}
	}

	if !anyWritten {
		return nil // what is wrong with each problem has been reported
	}
	return out.Commit()
}

var errExactPuzzle = errors.New("exact- cannot be said in a puzzle: leave it out")

// makesPuzzle returns an error if a problem asks for something that the format of puzzles cannot
// express.
func makesPuzzle(p *problemfile.Problem, asked stipulation) error {
	switch {
	case asked.exact:
		return errExactPuzzle
	case p.PostKey:
		return errors.New("PostKeyPlay cannot be said in a puzzle: give the position before the key")
	}
	for _, change := range p.Twins {
		_, asRead, err := p.Apply(change)
		if err != nil {
			return err
		}
		_, asWritten, err := change.Apply(p.Variant, &p.Position, p.Goal.Begins(p.Half))
		if err != nil {
			return err
		}
		if asRead.Rights != asWritten.Rights {
			return fmt.Errorf("NoCastling cannot be said in a puzzle where a twin (%s) brings a king and a "+
				"rook home: give the twin as a problem of its own", change)
		}
	}
	return nil
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
			c.Say("blemish: " + r.Text)
			continue
		}

		p.Unsound = append(p.Unsound, r.Text)
		c.Say("unsound: " + r.Text)
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
	verdict := fmt.Sprintf("sound: %s in %s by %s", c.asked.goal, p.Length(), p.Line[0])
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
	if c.asked.exact {
		return errExactPuzzle
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
	if family := c.variant.Set().Family; c.asked.goal == solve.Claim && !family.HasClaims() {
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
