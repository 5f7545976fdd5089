// Package exporting writes puzzles to files in the formats of package publish, for every command
// that prints or exports them.
package exporting

import (
	"errors"
	"fmt"
	"strings"
	"unicode"

	"github.com/urfave/cli/v2"

	"turncoat/cmd/internal/command"
	"turncoat/internal/plural"
	"turncoat/internal/puzzle/publish"
	"turncoat/puzzle"
)

// FormFlag names the format in which puzzles are written.
func FormFlag(to *string, usage string) cli.Flag {
	return command.ChoiceFlag(to, "to", usage, publish.Formats()...)
}

// An Export says where puzzles are written, and how.
type Export struct {
	File   string // standard output if it is empty or "-"; see [Export.Write]
	Format string
	Book   publish.Book
	From   []string // the files that the puzzles come from, which are not overwritten
}

// eachID is replaced by the identifier of each puzzle in the name of a file.
const eachID = "{id}"

// Write writes puzzles and says how many. If the name of the file contains {id}, each puzzle has a
// file of its own; otherwise the file is opened before the puzzles are read, so that one that cannot
// be written is refused at once.
func (e Export) Write(s *command.Session, read func() ([]puzzle.Puzzle, error)) error {
	if strings.Contains(e.File, eachID) {
		return e.writeEach(s, read)
	}

	written, err := e.writeFile(s, e.File, read)
	if err != nil || command.ToStdout(e.File) || written == 0 {
		return err
	}
	s.Say(fmt.Sprintf("%s: %s written", e.File, plural.Count(written, "puzzle")))
	return nil
}

// writeEach writes each puzzle to a file of its own.
func (e Export) writeEach(s *command.Session, read func() ([]puzzle.Puzzle, error)) error {
	all, err := read()
	if err != nil {
		return err
	}
	files := 0
	for i := range all {
		name := strings.ReplaceAll(e.File, eachID, fileName(all[i].ID))
		one := func() ([]puzzle.Puzzle, error) { return all[i : i+1], nil }
		written, err := e.writeFile(s, name, one)
		if err != nil {
			return err
		}
		files += written
	}

	s.Say(fmt.Sprintf("%s: %s written", e.File, plural.Count(files, "file")))
	return nil
}

// writeFile writes puzzles to one file and returns how many. What the format cannot hold is
// reported; a file that would hold nothing is not made.
func (e Export) writeFile(s *command.Session, name string, read func() ([]puzzle.Puzzle, error)) (int, error) {
	out, err := s.Create("--output", name, e.From...)
	if err != nil {
		return 0, err
	}
	defer out.Discard()
	puzzles, err := read()
	if err != nil || len(puzzles) == 0 {
		return 0, err // read has reported why there are none
	}

	written, err := publish.Export(out, e.Format, e.Book, puzzles)
	if errors.Is(err, publish.ErrFormat) {
		s.Report(command.Found("left out:\n%w", err))
		err = nil
	}
	if err != nil || written == 0 {
		return 0, err
	}
	return written, out.Commit()
}

// fileName returns an identifier without the characters that are unsafe in the name of a file.
func fileName(id string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || r < 128 && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
			return r
		}
		return '_'
	}, id)
}
