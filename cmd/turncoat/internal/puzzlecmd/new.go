package puzzlecmd

import (
	"errors"
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"

	"turncoat/cmd/internal/command"
	"turncoat/internal/plural"
	"turncoat/internal/puzzle/problemfile"
	"turncoat/puzzle"
)

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
	count := 0 // of the puzzles written
	for p, asked := range all {
		place := fmt.Sprintf("%s: line %d: ", o.problems, p.Line)
		err := makesPuzzle(p)
		if err != nil {
			s.Report(command.Unusable("%s%w", place, err))
			continue
		}
		c := composition{s, o, asked, p.Variant, p.Position, p.Twins, p.Words, place}
		if p.Duplex {
			duplex, _ := puzzle.ParseChange(puzzle.DuplexChange)
			c.twins = append(c.twins, duplex)
		}

		written, err := c.write(out)
		if written {
			count++
		}
		if s.Context.Err() != nil {
			break
		}
		if err != nil {
			s.Report(fmt.Errorf("%s%w", place, err))
		}
	}

	if s.Context.Err() != nil {
		s.Report(command.Interrupted(plural.Count(count, "puzzle") + " written"))
	}
	if count == 0 {
		return nil // what is wrong with each problem has been reported
	}
	return out.Commit()
}

// makesPuzzle returns an error if a problem asks for something that the format of puzzles cannot
// express.
func makesPuzzle(p *problemfile.Problem) error {
	if p.PostKey {
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
