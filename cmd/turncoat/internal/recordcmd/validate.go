// Package recordcmd has the commands about records and scenarios.
package recordcmd

import (
	"errors"

	"github.com/urfave/cli/v2"

	"turncoat/cmd/internal/command"
	"turncoat/internal/chessgame"
	"turncoat/internal/plural"
	"turncoat/pgn"
	"turncoat/rules"
	"turncoat/specs"
	"turncoat/validate"
)

type validateOptions struct {
	rules       string
	set         []string
	letters     string
	as          string
	format      string
	jobs        int
	reduce      bool
	diagram     bool
	maxFindings int
	variations  string
	second      bool
	memory      command.Size
	verbose     bool
	quiet       bool
}

// Validate returns the command that checks records, scenarios and rule sets.
func Validate(s *command.Session) *cli.Command {
	o := validateOptions{as: "pgn", format: "text", variations: "warning", memory: 128 * command.MB}
	return &cli.Command{
		Name:      "validate",
		Usage:     "check game records, scenarios and rule sets against the rules",
		ArgsUsage: "PATH…",
		Flags: []cli.Flag{
			&cli.StringFlag{
				Name: "rules",
				Usage: "the rule `SET` of every game, whatever its Variant says: a built-in " +
					"name or a YAML file",
				Destination: &o.rules,
			},
			command.ListFlag(&o.set, "set",
				"change a setting in every scenario whose rules have it, as `KEY=VALUE` "+
					"(may be repeated)"),
			command.LettersFlag(&o.letters),
			command.ChoiceFlag(&o.as, "as",
				"`FORM` of standard input and of files with other extensions",
				"pgn", "text", "scenarios"),
			command.ChoiceFlag(&o.format, "format", "`FORM` of the report",
				"text", "json", "junit", "sarif", "github", "html"),
			s.JSONFlag(),
			command.JobsFlag(&o.jobs, 0, "judge `N` records"),
			command.SizeFlag(&o.memory, "memory", "`SIZE` of the window of zstd files, such as 2G"),
			&cli.BoolFlag{
				Name: "reduce",
				Usage: "print, instead of a report, the smallest position and move with " +
					"each game's fault",
				Destination: &o.reduce,
			},
			&cli.BoolFlag{
				Name:        "diagram",
				Usage:       "with --reduce, draw each position",
				Destination: &o.diagram,
			},
			&cli.IntFlag{
				Name:        "max-findings",
				Usage:       "report `N` findings at most; 0 is all",
				Destination: &o.maxFindings,
			},
			command.ChoiceFlag(&o.variations, "variations", "`SEVERITY` of mistakes in variations",
				"warning", "error"),
			&cli.BoolFlag{
				Name:        "second-opinion",
				Usage:       "replay orthodox games with github.com/notnil/chess, too",
				Destination: &o.second,
			},
			&cli.BoolFlag{
				Name: "verbose", Aliases: []string{"v"},
				Usage:       "name the skipped files of directories",
				Destination: &o.verbose,
			},
			&cli.BoolFlag{
				Name: "quiet", Aliases: []string{"q"},
				Usage:       "report only records with errors",
				Destination: &o.quiet,
			},
			s.ColourFlag(),
		},
		Action: command.Action(s, &o, runValidate),
	}
}

func runValidate(s *command.Session, o *validateOptions) error {
	options, err := o.judging(s)
	if err != nil {
		return err
	}
	reporter, err := o.reporter(s)
	if err != nil {
		return err
	}
	summary, err := validate.Run(s.Context, s.Args(), options, reporter)
	s.Draw("")
	if err != nil {
		finished := plural.Count(summary.OK+summary.Failed, "record")
		return s.Ended(err, finished+" finished and reported")
	}

	if summary.Failed > 0 {
		s.Raise(command.StatusFound)
	}
	return nil
}

// forms are the values of --as.
var forms = map[string]pgn.Form{
	"pgn":       pgn.FormPGN,
	"text":      pgn.FormText,
	"scenarios": pgn.FormScenarios,
}

// judging returns how records are judged.
func (o *validateOptions) judging(s *command.Session) (options validate.Options, err error) {
	options = validate.Options{
		Stdin: s.In,
		As:    forms[o.as],
		Jobs:  command.Jobs(o.jobs),

		MaxWindow: int64(o.memory),
	}
	options.Letters = letters(o.letters)
	options.Variations = o.variations == "error"
	if o.second {
		options.SecondOpinion = chessgame.Review
	}
	options.Set, err = s.Overrides(o.set)
	if err != nil {
		return options, err
	}
	if o.rules != "" {
		options.Override, err = s.Variant(o.rules)
		if err != nil {
			return options, err
		}
	}

	options.Progress = func(p validate.Progress) { s.Draw(p.Line()) }
	options.Unusable = func(err error) { s.Report(command.Unreadable(err)) }
	options.PassedOver = func(path string, empty bool) {
		switch {
		case empty:
			s.Say(path + ": skipped: empty file")
		case o.verbose:
			s.Say(path + ": skipped: no records")
		}
	}
	return options, nil
}

// reporter returns the reporter of the verdicts.
func (o *validateOptions) reporter(s *command.Session) (validate.Reporter, error) {
	format, err := s.Format(o.format)
	switch {
	case err != nil:
		return nil, err
	case o.reduce && format != string(validate.Text):
		return nil, s.UsageError("--reduce and --format %s cannot be combined", format)
	case o.reduce:
		return validate.NewReducer(s.Context, s.Out, o.diagram), nil
	case o.diagram:
		return nil, s.UsageError("--diagram needs --reduce")
	}

	style := validate.Style{
		Quiet:       o.quiet,
		MaxFindings: o.maxFindings,
		Colour:      s.Colour(),
		Version:     command.Version(),
	}
	return validate.NewReporter(s.Out, validate.Format(format), style), nil
}

// letters returns the piece letters of a language, nil if there are none.
func letters(language string) *rules.Letters {
	for _, l := range rules.Languages() {
		if l.Name == language {
			return &l
		}
	}

	return nil
}

type newScenarioOptions struct {
	rules string
}

// NewScenario returns the command that prints a scenario to start from.
func NewScenario(s *command.Session) *cli.Command {
	var o newScenarioOptions
	return &cli.Command{
		Name:      "new",
		Usage:     "print a scenario to start from",
		ArgsUsage: "FEN [MOVE…]",
		Flags: []cli.Flag{
			command.RulesFlag(&o.rules),
		},
		Action: command.Action(s, &o, scenarioNew),
	}
}

func scenarioNew(s *command.Session, o *newScenarioOptions) error {
	variant, p, written, err := s.GameOf(o.rules)
	if err != nil {
		return err
	}
	moves := command.WrittenMoves(written)
	text, err := specs.New(s.Context, variant, p, moves)
	var move *specs.MoveError
	switch {
	case errors.As(err, &move):
		_, err = s.Played(variant, &p, moves) // this error also tells who owns a piece
		return err
	case err != nil:
		return s.Ended(err, "nothing was printed")
	}

	s.Printf("%s", text)
	return nil
}
