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

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/corpus"
	"turncoat/internal/corpus/check"
	"turncoat/internal/infile"
	"turncoat/rules"
)

func corpusCheck(s *command.Session) error {
	files := s.Args()
	format, err := s.Format()
	if err != nil {
		return err
	}
	program, err := underTest(s)
	if err != nil {
		return err
	}
	if perfts := slices.DeleteFunc(slices.Clone(files), func(f string) bool { return !isPerft(f) }); len(perfts) > 0 {
		files = slices.DeleteFunc(files, isPerft)
		if err := perftCheck(s, program, perfts); err != nil || len(files) == 0 {
			return err
		}
	}
	options := check.Options{}
	if list := s.String("expected"); list != "" {
		in, err := s.Open(list)
		if err != nil {
			return command.Unreadable(err)
		}
		options.Expected, err = check.ReadExpected(in, list)
		if err := errors.Join(err, in.Close()); err != nil {
			return command.Unreadable(err)
		}
	}
	cases, err := loadCases(s, files)
	if err != nil || len(cases) == 0 { // why there are none is said already
		return err
	}
	if len(files) == 0 {
		options.Expected = corpus.AskedOrUnknown(options.Expected, cases)
	}
	out, err := s.Output()
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
		s.Out.Flush()
	}
	if err == nil && !s.Bool("no-diagnosis") {
		diagnose(s, report, program, s.Duration("diagnose"))
		err = s.Context.Err()
	}
	said := "the answers so far have been reported"
	if file := s.String("output"); err != nil && !command.ToStdout(file) {
		if info, statErr := os.Stat(file); statErr == nil && info.Mode().IsRegular() { // perhaps a complete report
			out, said = command.Printed{Writer: s.Out}, said+", "+file+" is as it was"
			if format == "text" {
				_ = report.WriteVerdict(out) // standard output keeps its error
			}
		}
	}
	if err := writeReport(out, report, format, s.Int("failures")); err != nil {
		return err
	}
	if err := out.Commit(); err != nil {
		return err
	}
	if err != nil {
		return command.Interrupted(said)
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
	return &check.Program{Args: words, Timeout: s.Duration("timeout"), Jobs: s.Jobs()}, nil
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
	return strings.EqualFold(filepath.Ext(infile.Decompressed(file)), ".epd")
}

// perftCheck checks the counts of a program against files of them.
func perftCheck(s *command.Session, program *check.Program, files []string) error {
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), "-perft.epd")
		if asked := s.StringSlice("rules"); len(asked) == 1 {
			name = asked[0]
		}
		v, err := rules.Load(name)
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
			if _, err := v.ParseFEN(list[i].FEN); err != nil {
				return command.Unusable("%s: %s: %w", file, list[i].FEN, err)
			}
		}
		task := s.Line.Task("positions", len(list))
		results, err := check.CheckPerft(s.Context, program, v, list, uint64(s.Int("nodes")),
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
			if s.Bool("json") {
				err = cmp.Or(err, s.JSON(r))
			} else {
				err = cmp.Or(err, r.WriteText(s.Out, v.Set().Name))
			}
		}
		if err != nil {
			return s.Ended(err, "the counts so far have been reported")
		}
		if len(results) < len(list) {
			return command.Found("%s: given up, since three questions were not answered in time (--timeout)", file)
		}
	}
	return nil
}
