// Package recordcmd has the commands about records and scenarios.
package recordcmd

import (
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/internal/plural"
	"turncoat/pgn/token"
	"turncoat/rules"
	"turncoat/rules/ruleset"
	"turncoat/validate"
)

// ValidateCommand returns the command for checking records.
func ValidateCommand(s *command.Session) *cli.Command {
	return &cli.Command{
		Name: "validate", Usage: "check game records, scenarios and rule sets against the rules", ArgsUsage: "PATH…",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "rules", Usage: "the rule `SET` of every game, whatever its Variant says: a built-in name or a YAML file"},
			&cli.StringSliceFlag{Name: "set", Usage: "change a setting in every scenario whose rules read it, as `KEY=VALUE`; may be repeated"},
			lettersFlag(),
			command.OneOf("as", "`FORM` of standard input and of files with other name endings", "pgn", "pgn", "text", "scenarios"),
			command.OneOf("format", "`FORM` of the report", string(validate.Text), command.Texts(validate.Formats())...),
			&cli.BoolFlag{Name: "json", Usage: "the same as --format json"},
			command.JobsFlag("judge `N` records at a time"),
			&cli.IntFlag{Name: "max-findings", Usage: "report `N` findings at most; 0 is all"},
			command.OneOf("variations", "`SEVERITY` of mistakes in variations", "warning", "warning", "error"),
			&cli.BoolFlag{Name: "verbose", Aliases: []string{"v"},
				Usage: "name the skipped files of directories"},
			&cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Usage: "report only what has errors"},
			command.ColourFlag(),
		},
		Action: func(c *cli.Context) error { return runValidate(s, c) },
	}
}

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
	o.Letters = letters(c)
	for _, text := range c.StringSlice("set") {
		some, err := ruleset.ParseOverrides(text)
		if err != nil {
			return o, nil, command.UsageError(c, "%w", err)
		}
		o.Set = append(o.Set, some...)
	}
	if c.String("rules") != "" {
		if o.Override, err = command.Game(c); err != nil {
			return o, nil, err
		}
	}
	o.Variations = c.String("variations") == "error"
	o.PassedOver = func(path string, empty bool) {
		switch {
		case empty:
			s.Say(path + ": skipped: empty file")
		case c.Bool("verbose"):
			s.Say(path + ": skipped: no records")
		}
	}
	o.As = map[string]token.Form{"pgn": token.FormPGN, "text": token.FormText, "scenarios": token.FormScenarios}[c.String("as")]
	format, err := command.Format(c)
	if err != nil {
		return o, nil, err
	}
	style := validate.Style{Quiet: c.Bool("quiet"), MaxFindings: c.Int("max-findings"), Colour: s.Colour(c),
		Version: command.Version()}
	return o, validate.NewReporter(out, validate.Format(format), style), nil
}

// lettersFlag is the flag that names the language of the piece letters.
func lettersFlag() cli.Flag {
	var names []string
	for _, l := range rules.Languages() {
		names = append(names, l.Name)
	}
	return command.OneOf("letters", "piece letters of this `LANGUAGE` (English and unambiguous letters need no flag)", "", names...)
}

// letters returns the piece letters that a call names, nil when it names none.
func letters(c *cli.Context) *rules.Letters {
	for _, l := range rules.Languages() {
		if l.Name == c.String("letters") {
			return &l
		}
	}
	return nil
}
