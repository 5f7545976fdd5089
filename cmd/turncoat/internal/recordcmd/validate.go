// Package recordcmd has the commands about records and scenarios.
package recordcmd

import (
	"errors"
	"io"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/internal/plural"
	"turncoat/internal/token"
	"turncoat/rules"
	"turncoat/specs"
	"turncoat/validate"
)

// Commands are the commands about records and scenarios.
var Commands = []command.Command{
	{Name: "validate", Run: runValidate},
	{Name: "scenario new", Run: scenarioNew},
	{Name: "pgn convert", Run: convertGames},
	{Name: "pgn fix", Run: fixGames},
	{Name: "rules infer", Run: runInfer},
}

func runValidate(s *command.Session) error {
	options, reporter, err := validateOptions(s, s.Out)
	if err != nil {
		return err
	}
	options.Progress = func(p validate.Progress) { s.Draw(p.Line()) }
	options.Unusable = func(err error) { s.Report(command.Unreadable(err)) }
	summary, err := validate.Run(s.Context, s.Args(), options, reporter)
	s.Draw("")
	if err != nil {
		return s.Ended(err, plural.Count(summary.OK+summary.Failed, "record")+" finished and reported")
	}
	if summary.Failed > 0 {
		s.Raise(command.StatusFound)
	}
	return nil
}

func validateOptions(s *command.Session, out io.Writer) (o validate.Options, reporter validate.Reporter,
	err error) {
	o.Stdin, o.Jobs, o.Letters = s.In, s.Jobs(), letters(s)
	if o.Set, err = s.Overrides(); err != nil {
		return o, nil, err
	}
	if s.String("rules") != "" {
		if o.Override, err = s.Game(); err != nil {
			return o, nil, err
		}
	}
	o.Variations = s.String("variations") == "error"
	o.PassedOver = func(path string, empty bool) {
		switch {
		case empty:
			s.Say(path + ": skipped: empty file")
		case s.Bool("verbose"):
			s.Say(path + ": skipped: no records")
		}
	}
	o.As = map[string]token.Form{"pgn": token.FormPGN, "text": token.FormText,
		"scenarios": token.FormScenarios}[s.String("as")]
	format, err := s.Format()
	if err != nil {
		return o, nil, err
	}
	style := validate.Style{Quiet: s.Bool("quiet"), MaxFindings: s.Int("max-findings"), Colour: s.Colour(),
		Version: command.Version()}
	switch reduce := s.Bool("reduce"); {
	case reduce && format != string(validate.Text):
		return o, nil, s.UsageError("--reduce and --format %s cannot be combined", format)
	case reduce:
		return o, validate.NewReducer(s.Context, out, s.Bool("diagram")), nil
	case s.Bool("diagram"):
		return o, nil, s.UsageError("--diagram needs --reduce")
	}
	return o, validate.NewReporter(out, validate.Format(format), style), nil
}

// letters returns the piece letters that a call names, nil when it names none.
func letters(s *command.Session) *rules.Letters {
	for _, l := range rules.Languages() {
		if l.Name == s.String("letters") {
			return &l
		}
	}
	return nil
}

func scenarioNew(s *command.Session) error {
	g, p, written, err := s.GameOf()
	if err != nil {
		return err
	}
	moves := command.WrittenMoves(written)
	text, err := specs.New(s.Context, g, p, moves)
	var move *specs.MoveError
	switch {
	case errors.As(err, &move):
		_, err = s.Played(g, &p, moves) // which says whose a piece is, too
		return err
	case err != nil:
		return s.Ended(err, "nothing was printed")
	}
	s.Printf("%s", text)
	return nil
}
