package recordcmd

import (
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/internal/plural"
	"turncoat/pgn"
	"turncoat/rules"
	"turncoat/rules/ruleset"
	"turncoat/validate"
)

func ValidateCommand(s *command.Session) *cli.Command {
	return &cli.Command{
		Name: "validate", Usage: "check game records, scenarios and rule sets against the rules", ArgsUsage: "PATH…",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "rules", Usage: "the rule `SET` of every game, whatever its Variant says: a built-in name or a YAML file"},
			&cli.StringSliceFlag{Name: "set", Usage: "change a setting in every scenario whose rules read it, as `KEY=VALUE`; may be repeated"},
			&cli.StringFlag{Name: "letters", Usage: "the piece letters of the games: `LANGUAGE` is " + strings.Join(command.Languages(), ", ") + "; English and what cannot be mistaken is read without it", DefaultText: " "},
			&cli.StringFlag{Name: "as", Usage: "the `FORM` of standard input and of files whose name does not tell: pgn, text, scenarios", Value: "pgn"},
			&cli.StringFlag{Name: "format", Usage: "the `FORM` of the report: " + formats(), Value: string(validate.Text)},
			&cli.BoolFlag{Name: "json", Usage: "the same as --format json", DisableDefaultText: true},
			command.JobsFlag("judge `N` records at a time"),
			&cli.IntFlag{Name: "max-findings", Usage: "report `N` findings at most; 0 is all"},
			&cli.StringFlag{Name: "variations", Usage: "count a mistake in a variation as `KIND`: warning or error", Value: "warning"},
			&cli.BoolFlag{Name: "verbose", Aliases: []string{"v"},
				Usage: "name the files of directories that are passed over", DisableDefaultText: true},
			&cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Usage: "report only what has errors",
				DisableDefaultText: true},
			command.ColourFlag(),
		},
		Action: func(c *cli.Context) error { return runValidate(s, c) },
	}
}

func formats() string { return strings.Join(command.Texts(validate.Formats()), ", ") }

func runValidate(s *command.Session, c *cli.Context) error {
	options, reporter, err := validateOptions(s, c, s.Out)
	if err != nil {
		return err
	}
	options.Progress = func(p validate.Progress) { s.Draw(p.Line()) }
	options.Unusable = func(err error) { s.Report(command.Unreadable(err)) }
	summary, err := validate.Run(s.Context, c.Args().Slice(), options, reporter)
	s.Draw("")
	if err != nil {
		if s.Context.Err() != nil {
			return command.Interrupted(fmt.Sprintf("%s finished and reported", plural.Count(summary.OK+summary.Failed,
				"record")))
		}
		return err
	}
	if summary.Failed > 0 {
		s.Raise(command.StatusFound)
	}
	return nil
}

func validateOptions(s *command.Session, c *cli.Context, out io.Writer) (o validate.Options, reporter validate.Reporter,
	err error) {
	o.Stdin = s.In
	if o.Jobs, err = command.Jobs(c); err != nil {
		return o, nil, err
	}
	if o.Letters, err = letters(c); err != nil {
		return o, nil, err
	}
	for _, text := range c.StringSlice("set") {
		some, err := ruleset.ParseOverrides(text)
		if err != nil {
			return o, nil, command.BadCall(c.Command.HelpName, err)
		}
		o.Set = append(o.Set, some...)
	}
	if c.String("rules") != "" {
		if o.Override, err = command.Game(c); err != nil {
			return o, nil, err
		}
	}
	switch kind := c.String("variations"); kind {
	case "warning":
	case "error":
		o.Variations = true
	default:
		return o, nil, command.BadCall(c.Command.HelpName, fmt.Errorf("--variations is warning or error, not %q", kind))
	}
	o.PassedOver = func(path string, empty bool) {
		switch {
		case empty:
			s.Say(path + ": passed over, for it is empty")
		case c.Bool("verbose"):
			s.Say(path + ": passed over, for there are no records in it")
		}
	}
	forms := map[string]pgn.Form{"pgn": pgn.FormPGN, "text": pgn.FormText, "scenarios": pgn.FormScenarios}
	var ok bool
	if o.As, ok = forms[c.String("as")]; !ok {
		return o, nil, command.BadCall(c.Command.HelpName, fmt.Errorf("--as is pgn, text or scenarios, not %q", c.String("as")))
	}
	colour, err := s.Colour(c)
	if err != nil {
		return o, nil, err
	}
	format := validate.Format(c.String("format"))
	if c.Bool("json") {
		if c.IsSet("format") && format != validate.JSON {
			return o, nil, command.BadCall(c.Command.HelpName, fmt.Errorf("--json and --format %s exclude each other", format))
		}
		format = validate.JSON
	}
	style := validate.Style{Quiet: c.Bool("quiet"), MaxFindings: c.Int("max-findings"), Colour: colour,
		Version: command.Version()}
	if reporter = validate.NewReporter(out, format, style); reporter == nil {
		return o, nil, command.BadCall(c.Command.HelpName, fmt.Errorf("--format is one of %s, not %q", formats(), format))
	}
	return o, reporter, nil
}

// letters returns the piece letters that a call names, nil when it names none.
func letters(c *cli.Context) (*rules.Letters, error) {
	name := c.String("letters")
	if name == "" {
		return nil, nil
	}
	for _, l := range rules.Languages() {
		if l.Name == name {
			return &l, nil
		}
	}
	return nil, command.BadCall(c.Command.HelpName, fmt.Errorf("--letters is one of %s, not %q", strings.Join(command.Languages(),
		", "), name))
}
