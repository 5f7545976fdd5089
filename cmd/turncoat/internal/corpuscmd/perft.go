package corpuscmd

import (
	"cmp"
	"errors"
	"path/filepath"
	"strings"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/corpus"
	"turncoat/corpus/check"
	"turncoat/rules"
)

// isPerft reports whether a file is one of positions with the counts of their turn sequences.
func isPerft(file string) bool {
	for _, end := range []string{".gz", ".bz2", ".zst"} {
		file = strings.TrimSuffix(file, end)
	}
	return strings.HasSuffix(strings.ToLower(file), ".epd")
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
		results, err := check.CheckPerft(
			s.Context,
			program,
			v,
			list,
			uint64(s.Int("nodes")),
			func(done int) { task.Set(done, "") },
		)
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
		if err != nil && s.Context.Err() != nil {
			return command.Interrupted("the counts so far have been reported")
		}
		if err != nil {
			return err
		}
		if len(results) < len(list) {
			return command.Found("%s: given up, since three questions were not answered in time (--timeout)", file)
		}
	}
	return nil
}
