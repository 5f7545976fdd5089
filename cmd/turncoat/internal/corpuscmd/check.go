package corpuscmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/kballard/go-shellquote"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/corpus"
	"turncoat/corpus/check"
	"turncoat/corpus/golden"
	"turncoat/internal/lines"
)

func corpusCheck(s *command.Session) error {
	files := s.Args().Slice()
	format, err := s.Format()
	if err != nil {
		return err
	}
	program, err := underTest(s)
	if err != nil {
		return err
	}
	options := check.Options{}
	if list := s.String("expected"); list != "" {
		if options.Expected, err = expectedFailures(s, list); err != nil {
			return command.Unreadable(err)
		}
	}
	cases, err := loadCases(s, files)
	if err != nil || len(cases) == 0 { // why there are none is said already
		return err
	}
	if len(files) == 0 {
		options.Expected = askedOrUnknown(options.Expected, cases)
	}
	out, err := s.Create("--output", s.String("output"))
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
	if format == "text" { // the verdict does not wait for the diagnosis
		if err := report.WriteVerdict(out); err != nil {
			return err
		}
	}
	if err == nil && !s.Bool("no-diagnosis") {
		diagnose(s, report, program, s.Duration("diagnose"))
	}
	if err := writeReport(out, report, format, s.Int("failures")); err != nil {
		return err
	}
	if err := out.Commit(); err != nil {
		return err
	}
	if err != nil {
		return command.Interrupted("the answers so far have been reported")
	}
	if !report.OK() {
		s.Raise(command.StatusFound)
	}
	return nil
}

// diagnose looks for what explains the wrong answers, for so long.
func diagnose(s *command.Session, report *check.Report, program *check.Program, most time.Duration) {
	ctx, cancel := context.WithTimeout(s.Context, most)
	defer cancel()
	task := s.Line.Task("diagnosis", 0)
	report.Diagnose(ctx, program, func(stage string) { task.Set(0, stage) })
	task.End()
}

func underTest(s *command.Session) (*check.Program, error) {
	if s.String("cmd") == "" {
		return nil, s.UsageError("--cmd is missing: name the program to check, as in --cmd 'node mine.js'")
	}
	words, err := shellquote.Split(s.String("cmd"))
	switch {
	case errors.Is(err, shellquote.UnterminatedSingleQuoteError):
		err = errors.New("unterminated '")
	case errors.Is(err, shellquote.UnterminatedDoubleQuoteError):
		err = errors.New("unterminated \"")
	case errors.Is(err, shellquote.UnterminatedEscapeError):
		err = errors.New("trailing backslash")
	}
	if err != nil {
		return nil, s.UsageError("--cmd %q is not a command line: %w", s.String("cmd"), err)
	}
	if len(words) == 0 {
		return nil, s.UsageError("--cmd is empty")
	}
	p := &check.Program{Args: words, Timeout: s.Duration("timeout")}
	if p.Jobs, err = s.Jobs(); err != nil {
		return nil, err
	}
	return p, nil
}

// expectedFailures reads a list of ids: the first word of each line, up to "#".
func expectedFailures(s *command.Session, file string) ([]string, error) {
	const longest = 64 << 10
	in, err := s.Open(file)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	var ids []string
	seen := map[string]bool{}
	for list := lines.NewReader(in, longest); ; {
		line, err := list.Next()
		var tooLong *lines.TooLongError
		switch {
		case err == io.EOF:
			return ids, nil
		case errors.As(err, &tooLong):
			return nil, fmt.Errorf("%s:%d: %w", file, list.Number(), err)
		case err != nil:
			return nil, err
		}
		text, _, _ := strings.Cut(string(line), "#")
		if fields := strings.Fields(text); len(fields) > 0 && !seen[fields[0]] {
			seen[fields[0]] = true
			ids = append(ids, fields[0])
		}
	}
}

// askedOrUnknown leaves out of a list of ids those of committed cases that are not asked this time: one
// list serves all sizes and rule sets. What is no case at all stays, to be reported.
func askedOrUnknown(ids []string, asked []corpus.Case) []string {
	if len(ids) == 0 {
		return nil
	}
	all, err := golden.Cases(corpus.Full)
	if err != nil {
		return ids
	}
	notAsked := map[string]bool{}
	for i := range all {
		notAsked[all[i].ID] = true
	}
	for i := range asked {
		delete(notAsked, asked[i].ID)
	}
	return slices.DeleteFunc(ids, func(id string) bool { return notAsked[id] })
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
