package corpuscmd

import (
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/kballard/go-shellquote"
	"github.com/urfave/cli/v2"

	"turncoat/cmd/internal/command"
	"turncoat/corpus"
	"turncoat/internal/corpus/check"
	"turncoat/internal/files"
	"turncoat/rules"
)

type checkOptions struct {
	program  programOptions
	cases    selection
	expected string
	format   string
	output   string
	failures int
	diagnose time.Duration
	nodes    int
}

// Check returns the command that checks a program against corpora.
func Check(s *command.Session) *cli.Command {
	o := checkOptions{format: "text"}
	return &cli.Command{
		Name:      "check",
		Usage:     "check another implementation against golden corpora",
		ArgsUsage: "[FILE…]",
		Flags: slices.Concat(o.program.flags(), o.cases.flags(), []cli.Flag{
			command.JobsFlag(&o.program.jobs, 1, "run `N` processes"),
			&cli.StringFlag{
				Name: "expected",
				Usage: "`FILE` of the ids of cases that are expected to fail, one a line; # begins a comment; " +
					"one that passes is an error",
				Destination: &o.expected,
			},
			command.ChoiceFlag(&o.format, "format", "`FORM` of the report", "text", "json", "junit",
				"html", "badge"),
			command.OutputFlag(&o.output),
			&cli.IntFlag{
				Name:  "failures",
				Usage: "show `N` failing cases of each rule set, the smallest first",
				Value: 3, Destination: &o.failures,
			},
			&cli.DurationFlag{
				Name:  "diagnose",
				Usage: "how long to look for the cause of wrong answers: a `TIME` such as 20s, 0 for not at all",
				Value: 20 * time.Second, Destination: &o.diagnose, Action: command.NotNegative,
			},
			&cli.IntFlag{
				Name:  "nodes",
				Usage: "for perft files (.epd): skip counts above `N`",
				Value: 100000, Destination: &o.nodes, Action: command.AtLeast(1),
			},
			s.JSONFlag(),
		}),
		Action: command.Action(s, &o, corpusCheck),
	}
}

// programOptions name the program under test.
type programOptions struct {
	cmd     string
	timeout time.Duration
	jobs    int
}

func (o *programOptions) flags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{
			Name:        "cmd",
			Usage:       "`PROGRAM` and its arguments, quoted",
			Destination: &o.cmd,
		},
		&cli.DurationFlag{
			Name:  "timeout",
			Usage: "how long each answer may take: a `TIME` such as 10s",
			Value: 10 * time.Second, Destination: &o.timeout,
		},
	}
}

func corpusCheck(s *command.Session, o *checkOptions) error {
	var err error
	o.format, err = s.Format(o.format)
	if err != nil {
		return err
	}
	program, err := o.program.underTest(s)
	if err != nil {
		return err
	}
	files := s.Args()
	perfts := slices.DeleteFunc(slices.Clone(files), func(f string) bool { return !isPerft(f) })
	if len(perfts) > 0 {
		files = slices.DeleteFunc(files, isPerft)
		if err := perftCheck(s, o, program, perfts); err != nil || len(files) == 0 {
			return err
		}
	}

	options, err := o.expecting(s)
	if err != nil {
		return err
	}
	cases, err := o.cases.load(s, files)
	if err != nil || len(cases) == 0 { // load has reported why there are none
		return err
	}
	if len(files) == 0 {
		options.Expected = corpus.AskedOrUnknown(options.Expected, cases)
	}
	out, err := s.Create("--output", o.output)
	if err != nil {
		return err
	}
	defer out.Discard()

	task := s.Line.Task("cases", len(cases))
	options.Tick = func(done int) { task.Set(done, "") }
	report, err := check.Check(s.Context, program, cases, options)
	task.End()
	if errors.Is(err, check.ErrProgram) {
		return command.Unusable("--cmd: %w", err)
	}
	if report == nil {
		return err
	}
	return reportCheck(s, o, out, report, program, err)
}

// expecting returns options with the cases that are expected to fail.
func (o *checkOptions) expecting(s *command.Session) (options check.Options, err error) {
	if o.expected == "" {
		return options, nil
	}
	in, err := s.Open(o.expected)
	if err != nil {
		return options, command.Unreadable(err)
	}
	options.Expected, err = check.ReadExpected(in, o.expected)
	if err := errors.Join(err, in.Close()); err != nil {
		return options, command.Unreadable(err)
	}
	return options, nil
}

// reportCheck diagnoses wrong answers and writes the report. If the check was interrupted, stopped
// is the reason, and an existing report is left alone.
func reportCheck(s *command.Session, o *checkOptions, out command.Output, report *check.Report,
	program *check.Program, stopped error,
) error {
	if o.format == "text" { // print the verdict before the diagnosis
		if err := report.WriteVerdict(out); err != nil {
			return err
		}
		s.Out.Flush()
	}

	if stopped == nil && o.diagnose > 0 {
		diagnose(s, report, program, o.diagnose)
		stopped = s.Context.Err()
	}

	said := "the answers so far have been reported"
	if stopped != nil && isRegular(o.output) { // it may be a complete report
		out, said = command.Printed{Writer: s.Out}, said+", "+o.output+" was left unchanged"
		if o.format == "text" {
			_ = report.WriteVerdict(out) // standard output keeps its error
		}
	}

	if err := writeReport(out, report, o.format, o.failures); err != nil {
		return err
	}
	if err := out.Commit(); err != nil {
		return err
	}
	if stopped != nil {
		return command.Interrupted(said)
	}
	if !report.OK() {
		s.Raise(command.StatusFound)
	}
	return nil
}

func isRegular(file string) bool {
	if command.ToStdout(file) {
		return false
	}
	info, err := os.Stat(file)
	return err == nil && info.Mode().IsRegular()
}

// diagnose looks for the cause of wrong answers for a limited time.
func diagnose(s *command.Session, r *check.Report, program *check.Program, most time.Duration) {
	ctx, cancel := context.WithTimeout(s.Context, most)
	defer cancel()
	task := s.Line.Task("diagnosis", 0)
	r.Diagnose(ctx, program, func(stage string) { task.Set(0, stage) })
	task.End()
}

func (o *programOptions) underTest(s *command.Session) (*check.Program, error) {
	if o.cmd == "" {
		return nil, s.UsageError(
			"--cmd is missing: name the program to check, as in --cmd 'node mine.js'",
		)
	}

	words, err := shellquote.Split(o.cmd)
	switch {
	case errors.Is(err, shellquote.UnterminatedSingleQuoteError):
		err = errors.New("unterminated '")
	case errors.Is(err, shellquote.UnterminatedDoubleQuoteError):
		err = errors.New("unterminated \"")
	case errors.Is(err, shellquote.UnterminatedEscapeError):
		err = errors.New("trailing backslash")
	}

	if err != nil {
		return nil, s.UsageError("--cmd %q is not a command line: %w", o.cmd, err)
	}
	if len(words) == 0 {
		return nil, s.UsageError("--cmd is empty")
	}
	return &check.Program{Args: words, Timeout: o.timeout, Jobs: command.Jobs(o.jobs)}, nil
}

func writeReport(w io.Writer, report *check.Report, format string, failures int) error {
	const boards = 50
	switch format {
	case "json":
		return report.WriteJSON(w)
	case "junit":
		return report.WriteJUnit(w)
	case "html":
		return report.WriteHTML(w, boards)
	case "badge":
		return report.WriteBadge(w)
	}

	return report.WriteDiagnosis(w, failures)
}

func isPerft(file string) bool {
	return strings.EqualFold(filepath.Ext(files.Decompressed(file)), ".epd")
}

// counted reports whether the program can count under the rules.
func counted(r check.PerftResult) bool { return !r.Unsupported }

// rulesOfPerfts returns the rule set of a file of counts: the one that is named, otherwise the
// built-in one that the file is named after.
func rulesOfPerfts(file string, named []string) (*rules.Variant, error) {
	if len(named) == 1 {
		return rules.Load(named[0])
	}
	name := strings.ToLower(filepath.Base(files.Decompressed(file)))
	return rules.Named(strings.TrimSuffix(strings.TrimSuffix(name, ".epd"), "-perft"))
}

// perftCheck checks the counts of a program against those in files.
func perftCheck(s *command.Session, o *checkOptions, program *check.Program, files []string) error {
	for _, file := range files {
		variant, err := rulesOfPerfts(file, o.cases.rules)
		if err != nil {
			return s.UsageError("%s: --rules must name its one rule set: %w", file, err)
		}
		in, err := s.Open(file)
		if err != nil {
			return command.Unreadable(err)
		}
		list, err := corpus.ReadEPD(in, file)
		in.Close()
		for _, fault := range command.Unjoined(err) {
			s.Report(command.Unreadable(fault))
		}
		for i := range list {
			if _, err := variant.ParseFEN(list[i].FEN); err != nil {
				return command.Unusable("%s: %s: %w", file, list[i].FEN, err)
			}
		}

		task := s.Line.Task("positions", len(list))
		results, err := check.CheckPerft(s.Context, program, variant, list, uint64(o.nodes),
			func(done int) { task.Set(done, "") })
		task.End()
		if errors.Is(err, check.ErrProgram) {
			return command.Unusable("--cmd: %w", err)
		}
		for i := range results {
			r := &results[i]
			if !r.OK {
				s.Raise(command.StatusFound)
			}
			if s.AsJSON {
				err = cmp.Or(err, s.JSON(r))
			} else {
				err = cmp.Or(err, r.WriteText(s.Out, variant))
			}
		}

		if err != nil {
			return s.Ended(err, "the counts so far have been reported")
		}
		if len(results) > 0 && !slices.ContainsFunc(results, counted) {
			s.Raise(command.StatusFound)
		}
		if len(results) < len(list) {
			return command.Found(
				"%s: given up, since three questions were not answered in time (--timeout)",
				file,
			)
		}
	}

	return nil
}
