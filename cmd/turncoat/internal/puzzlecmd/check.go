package puzzlecmd

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"turncoat/cluster"
	"turncoat/cmd/turncoat/internal/command"
	"turncoat/cmd/turncoat/internal/share"
	"turncoat/internal/infile"
	"turncoat/internal/plural"
	"turncoat/internal/printable"
	"turncoat/puzzle"
	"turncoat/puzzle/analysis"
	"turncoat/puzzle/proof"
	"turncoat/rules/ruleset"
	"turncoat/tablebase"
)

// holdsPuzzles reports whether a file holds puzzles, and not a proof. Standard input holds a proof. The file is
// read again after this, so that a pipe is refused.
func holdsPuzzles(s *command.Session, name string) (bool, error) {
	if name == "-" {
		return false, nil
	}
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return false, fmt.Errorf(
			"%s: not a regular file: puzzles are read twice (a proof can be given as -)", name)
	}
	file, err := infile.Open(name)
	if err != nil {
		return false, err
	}
	defer file.Close()
	line, err := bufio.NewReader(file).Peek(1 << 12) // of which its buffer has room
	if err != nil && err != io.EOF {
		return false, err
	}
	line, _, _ = bytes.Cut(line, []byte("\n"))
	return !bytes.Contains(line, []byte(`"`+proof.Format+`"`)), nil
}

// A filedPuzzle is a puzzle of a file.
type filedPuzzle struct {
	file string
	puzzle.Numbered
}

// readPuzzles reads files of puzzles. What cannot be read is reported, and the rest is returned.
func readPuzzles(s *command.Session, files ...string) []filedPuzzle {
	var all []filedPuzzle
	for _, file := range files {
		in, err := s.Open(file)
		if err != nil {
			s.Report(command.Unreadable(err))
			continue
		}
		puzzles, err := puzzle.Read(in, file)
		in.Close()
		if err != nil {
			s.Report(command.Unusable("%w", err))
		} else if len(puzzles) == 0 {
			s.Report(command.Unusable("%s: no puzzles", file))
		}
		for _, p := range puzzles {
			all = append(all, filedPuzzle{file, p})
		}
	}
	return all
}

// puzzleInputs returns the inputs of a batch of puzzles: the line of each.
func puzzleInputs(puzzles []filedPuzzle) ([][]byte, error) {
	inputs := make([][]byte, len(puzzles))
	for i := range puzzles {
		line, err := json.Marshal(&puzzles[i].Puzzle)
		if err != nil {
			return nil, err
		}
		inputs[i] = line
	}
	return inputs, nil
}

// CheckedJSON is what puzzle verify prints of each puzzle as JSON.
type CheckedJSON struct {
	File  string   `json:"file"`
	Line  int      `json:"line"`
	ID    string   `json:"id"`
	OK    bool     `json:"ok"`
	Wins  int      `json:"wins"`
	Holds int      `json:"holds"`
	Fault []string `json:"faults,omitempty"`
}

// A verdict is what came of one puzzle.
type verdict struct {
	checked analysis.Checked
	err     error
}

// verifyPuzzles proves the puzzles of a file again, several at once, and reports in their order.
func verifyPuzzles(s *command.Session, name string, jobs int, conn *cluster.Conn) error {
	puzzles := readPuzzles(s, name)
	if len(puzzles) == 0 {
		return nil // said already
	}
	tables, end, err := tablesOfPuzzles(s, puzzles)
	if err != nil {
		return err
	}
	defer end()
	right, sum := 0, analysis.Checked{}
	b := &share.Batch{Kind: "puzzle verify", What: "puzzles",
		Check: func(result []byte) error { return json.Unmarshal(result, &sharedVerdict{}) }}
	if b.Inputs, err = puzzleInputs(puzzles); err != nil {
		return err
	}
	if conn != nil || s.String("journal") != "" {
		if b.Args, b.Blobs, err = neededTables(puzzles, tables, carried); err != nil {
			return command.Unusable("--tables: %w", err)
		}
	}
	atOnce := max(1, min(jobs, len(puzzles)))
	b.Unit = func(ctx context.Context, u cluster.Unit) ([]byte, error) {
		return verifyUnit(ctx, u, max(1, jobs/atOnce), tables)
	}
	err = share.Do(s, b, atOnce, conn, func(unit int, result []byte, failed error) error {
		v := verdict{err: failed}
		if failed == nil {
			var shared sharedVerdict
			if err := json.Unmarshal(result, &shared); err != nil {
				return err
			}
			v = shared.verdict()
		}
		if v.err == nil {
			right++
			sum.Wins += v.checked.Wins
			sum.Holds += v.checked.Holds
		}
		if err := checkedPuzzle(s, &puzzles[unit], v); err != nil {
			return err
		}
		return s.Out.Flush() // the next may take long
	})
	if err != nil {
		return err
	}
	if !s.Bool("json") && right == len(puzzles) {
		s.Printf("%s: right: %s (%d wins, %d holds)\n", name, plural.Count(right, "puzzle"), sum.Wins, sum.Holds)
	}
	return nil
}

// tablesOfPuzzles opens the tables that hold positions of some puzzles, by the names of their rules, and returns
// what closes them.
func tablesOfPuzzles(s *command.Session, puzzles []filedPuzzle) (byRules map[string]*tablebase.Tables,
	end func(), err error) {
	byRules = map[string]*tablebase.Tables{}
	end = func() {
		for _, t := range byRules {
			command.CloseTables(t)
		}
	}
	for i := range puzzles {
		p := &puzzles[i].Puzzle
		builtin, ok := ruleset.IsBuiltin(p.Rules)
		at, err := p.Position()
		if _, open := byRules[builtin.Name]; open || !ok || err != nil {
			continue
		}
		if _, small := tablebase.ClassOf(&at); !small {
			continue
		}
		if byRules[builtin.Name], err = s.TablesFor(p.Variant(), &at, true); err != nil {
			end()
			return nil, nil, err
		}
	}
	return byRules, end, nil
}

func checkedPuzzle(s *command.Session, p *filedPuzzle, v verdict) error {
	out := CheckedJSON{File: p.file, Line: p.Line, ID: p.ID, OK: v.err == nil, Wins: v.checked.Wins,
		Holds: v.checked.Holds}
	if v.err != nil {
		for _, f := range command.Unjoined(v.err) {
			out.Fault = append(out.Fault, f.Error())
			err := error(&puzzle.Error{File: p.file, Line: p.Line, ID: p.ID, Err: f})
			if analysis.Unverified(f) {
				err = command.WithStatus(command.StatusFound, err)
			}
			s.Report(err)
		}
	}
	switch {
	case s.Bool("json"):
		return s.JSON(out)
	case v.err == nil && len(p.Unsound) > 0:
		s.Printf("%s:%d: %s: what it claims is right; it is marked as unsound: %s\n", printable.Line(p.file), p.Line,
			printable.Line(p.ID), printable.Line(strings.Join(p.Unsound, "; ")))
	}
	return nil
}
