package puzzlecmd

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"turncoat/cmd/internal/command"
	"turncoat/cmd/turncoat/internal/share"
	"turncoat/internal/cluster"
	"turncoat/internal/files"
	"turncoat/internal/plural"
	"turncoat/internal/printable"
	"turncoat/internal/puzzle/analysis"
	"turncoat/internal/tablebase"
	"turncoat/puzzle"
	"turncoat/puzzle/proof"
	"turncoat/rules"
	"turncoat/rules/ruleset"
)

type verifyOptions struct {
	tables  string
	jobs    int
	journal string
	queue   share.Queue
}

// Verify returns the command that checks puzzles and proofs.
func Verify(s *command.Session) *cli.Command {
	var o verifyOptions
	return &cli.Command{
		Name:      "verify",
		Usage:     "check proofs, and prove puzzles again, with the reference rules",
		ArgsUsage: "FILE…",
		Flags: append([]cli.Flag{
			command.TablesFlag(&o.tables),
			command.JobsFlag(&o.jobs, 0, "check `N` steps"),
			s.JSONFlag(),
			share.JournalFlag(&o.journal),
		}, o.queue.Flags()...),
		Action: command.Action(s, &o, puzzleVerify),
	}
}

func puzzleVerify(s *command.Session, o *verifyOptions) error {
	files := s.Args()
	if o.journal != "" && len(files) > 1 {
		return s.UsageError("--journal needs exactly one FILE")
	}
	conn, end, err := o.queue.Connect(s)
	if err != nil {
		return err
	}
	defer end()
	command.CollectGarbageLater()
	for _, name := range files {
		holds, err := holdsPuzzles(name)
		switch {
		case err != nil:
			s.Report(command.Unreadable(err))
			continue
		case holds:
			err = verifyPuzzles(s, o, name, conn)
		default:
			err = verifyProof(s, name, command.Jobs(o.jobs))
		}

		if err != nil {
			return err
		}
	}

	return nil
}

// holdsPuzzles reports whether a file holds puzzles, and not a proof. Standard input can only hold
// a proof: the caller opens the file again to read the puzzles, which a pipe does not allow.
func holdsPuzzles(name string) (bool, error) {
	if name == "-" {
		return false, nil
	}
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return false, fmt.Errorf(
			"%s: not a regular file: puzzles are read twice (a proof can be given as -)", name)
	}

	file, err := files.Open(name)
	if err != nil {
		return false, err
	}
	defer file.Close()
	line, err := bufio.NewReader(file).Peek(1 << 12) // which fits into the buffer of the reader
	if err != nil && err != io.EOF {
		return false, err
	}
	line, _, _ = bytes.Cut(line, []byte("\n"))
	return !bytes.Contains(line, []byte(`"`+proof.Format+`"`)), nil
}

// proofJSON is what puzzle verify prints of each proof as JSON.
type proofJSON struct {
	File        string   `json:"file"`
	OK          bool     `json:"ok"`
	Rules       string   `json:"rules,omitempty"`
	FEN         string   `json:"fen,omitempty"`
	Stipulation string   `json:"stipulation,omitempty"`
	In          int      `json:"in,omitempty"`
	Half        bool     `json:"half,omitempty"`
	None        bool     `json:"none,omitempty"`
	Keys        []string `json:"keys,omitempty"`
	Shortest    bool     `json:"shortest,omitempty"`
	Complete    bool     `json:"complete,omitempty"`
	Wins        int      `json:"wins"`
	Holds       int      `json:"holds"`
	Faults      []string `json:"faults,omitempty"`
}

func verifyProof(s *command.Session, name string, jobs int) error {
	var r proof.Report
	in, err := s.Open(name)
	if err == nil {
		r, err = proof.Verify(s.Context, in, name, jobs)
		in.Close()
	}

	if errors.Is(err, context.Canceled) {
		return command.Interrupted("the files before " + name + " were checked")
	}
	if s.AsJSON {
		j := proofJSON{File: name, OK: err == nil, Rules: r.Rules.String(), FEN: r.FEN,
			Stipulation: string(r.Stipulation), In: r.In, Half: r.Half, None: r.None, Keys: r.Keys,
			Shortest: r.Shortest, Complete: r.Complete, Wins: r.Wins, Holds: r.Holds}
		if err != nil {
			j.Faults = strings.Split(err.Error(), "\n")
		}
		if err := s.JSON(j); err != nil {
			return err
		}
	}

	switch {
	case errors.Is(err, proof.ErrWrong):
		s.Report(command.WithStatus(command.StatusFound, err))
	case errors.Is(err, rules.ErrLimit):
		s.Report(command.WithStatus(command.StatusLimit, err))
	case err != nil:
		s.Report(command.WithStatus(command.StatusUnusable, err))
	case !s.AsJSON:
		s.Printf("%s: right: %s\n", name, proved(&r))
	}

	return nil
}

// proved says what a proof proves. A proof that does not exclude shorter wins proves a win in "at
// most" so many turns.
func proved(r *proof.Report) string {
	if r.None {
		return fmt.Sprintf("%s, no %s in %d (%s)", r.Rules, r.Stipulation, r.In,
			plural.Count(r.Holds, "hold"))
	}

	text := fmt.Sprintf("%s, %s in ", r.Rules, r.Stipulation)
	if !r.Shortest && r.In > 1 && r.Lines == 0 {
		text += "at most "
	}
	text += puzzle.LengthText(r.In, r.Half)
	if len(r.Keys) > 0 {
		text += " by " + strings.Join(r.Keys, ", ")
	}
	if r.Shortest {
		text += ", in no fewer"
	}
	if r.Complete {
		text += ", by no other first turn"
	}
	if r.Lines > 0 {
		return fmt.Sprintf("%s (%s)", text, plural.Count(r.Lines, "line"))
	}
	return fmt.Sprintf("%s (%s, %s)", text, plural.Count(r.Wins, "win"),
		plural.Count(r.Holds, "hold"))
}

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
func puzzleInputs(puzzles []filedPuzzle) (inputs [][]byte, err error) {
	for i := range puzzles {
		line, err := json.Marshal(&puzzles[i].Puzzle)
		if err != nil {
			return nil, err
		}
		inputs = append(inputs, line)
	}

	return inputs, nil
}

type verdict struct {
	Wins   int     `json:"wins"`
	Holds  int     `json:"holds"`
	Faults []fault `json:"faults,omitempty"`
}

type fault struct {
	Text string `json:"text"`
	// the puzzle is not what it says; otherwise it could not be checked
	Unverified bool `json:"unverified"`
}

// add adds a fault for each of the errors that err joins.
func (v *verdict) add(err error) {
	for _, f := range command.Unjoined(err) {
		v.Faults = append(v.Faults, fault{f.Error(), analysis.Unverified(f)})
	}
}

// verifyPuzzle proves the claims of a puzzle again, with some jobs side by side. If there are
// tables for the puzzle's rules, the search stops at their positions.
func verifyPuzzle(
	ctx context.Context,
	text []byte,
	jobs int,
	tables map[string]*tablebase.Tables,
) (v verdict,
	err error) {
	p, err := puzzle.Parse(text)
	if err != nil {
		return v, err
	}
	builtin, _ := ruleset.IsBuiltin(p.Rules)
	checked, err := analysis.Verify(ctx, &p, jobs, tables[builtin.Name])
	v.Wins, v.Holds = checked.Wins, checked.Holds
	v.add(err)
	return v, nil
}

// verifyPuzzles verifies the puzzles of a file side by side, and reports in the order of the file.
func verifyPuzzles(s *command.Session, o *verifyOptions, name string, conn *cluster.Conn) error {
	puzzles := readPuzzles(s, name)
	if len(puzzles) == 0 {
		return nil // readPuzzles has reported why
	}
	tables, end, err := tablesOfPuzzles(s, o.tables, puzzles)
	if err != nil {
		return err
	}
	defer end()
	b := &share.Batch[verdict]{Kind: "puzzle verify", What: "puzzles", Journal: o.journal}
	b.Inputs, err = puzzleInputs(puzzles)
	if err != nil {
		return err
	}
	if conn != nil || o.journal != "" {
		b.Args, b.Blobs, err = neededTables(puzzles, tables, carried)
		if err != nil {
			return command.Unusable("--tables: %w", err)
		}
	}

	jobs := command.Jobs(o.jobs)
	atOnce := max(1, min(jobs, len(puzzles)))
	b.Unit = share.Unit(func(ctx context.Context, _ struct{}, text []byte) (verdict, error) {
		return verifyPuzzle(ctx, text, max(1, jobs/atOnce), tables)
	})
	right, sum := 0, verdict{}
	err = b.Do(s, atOnce, conn, func(unit int, v *verdict, failed error) error {
		v.add(failed)
		if len(v.Faults) == 0 {
			right++
			sum.Wins += v.Wins
			sum.Holds += v.Holds
		}

		if err := v.print(s, &puzzles[unit]); err != nil {
			return err
		}
		return s.Out.Flush() // the next may take long
	})
	if err != nil {
		return err
	}
	if !s.AsJSON && right == len(puzzles) {
		proved := ""
		if sum.Wins > 0 {
			proved = fmt.Sprintf(" (%d wins, %d holds)", sum.Wins, sum.Holds)
		}
		s.Printf("%s: right: %s%s\n", name, plural.Count(right, "puzzle"), proved)
	}

	return nil
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

func (v *verdict) print(s *command.Session, p *filedPuzzle) error {
	out := CheckedJSON{
		File:  p.file,
		Line:  p.Line,
		ID:    p.ID,
		OK:    len(v.Faults) == 0,
		Wins:  v.Wins,
		Holds: v.Holds,
	}
	for _, f := range v.Faults {
		out.Fault = append(out.Fault, f.Text)
		err := error(&puzzle.Error{File: p.file, Line: p.Line, ID: p.ID, Err: errors.New(f.Text)})
		if f.Unverified {
			err = command.WithStatus(command.StatusFound, err)
		}
		s.Report(err)
	}

	switch {
	case s.AsJSON:
		return s.JSON(out)
	case out.OK && len(p.Unsound) > 0:
		s.Printf(
			"%s:%d: %s: what it claims is right; it is marked as unsound: %s\n",
			printable.Line(p.file),
			p.Line,
			printable.Line(p.ID),
			printable.Line(strings.Join(p.Unsound, "; ")),
		)
	}

	return nil
}

// tablesOfPuzzles opens the tables for the rules of some puzzles. It returns them by the names of
// the rules, with a function that closes them.
func tablesOfPuzzles(
	s *command.Session,
	dir string,
	puzzles []filedPuzzle,
) (byRules map[string]*tablebase.Tables,
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
		byRules[builtin.Name], err = s.TablesOrBuiltin(dir, p.Variant(), &at)
		if err != nil {
			end()
			return nil, nil, err
		}
	}

	return byRules, end, nil
}
