package tablebasecmd

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"turncoat/cmd/internal/command"
	"turncoat/internal/answer/probing"
	"turncoat/internal/plural"
	"turncoat/internal/puzzle/endgame"
	"turncoat/internal/story"
	"turncoat/internal/tablebase"
	"turncoat/rules"
	"turncoat/rules/board"
)

type probeOptions struct {
	rules  string
	tables string
}

// Probe returns the command that looks up a position.
func Probe(s *command.Session) *cli.Command {
	var o probeOptions
	return &cli.Command{
		Name:      "probe",
		Usage:     "print the value of a position and of each of its turns",
		ArgsUsage: "FEN",
		Flags: []cli.Flag{
			command.RulesFlag(&o.rules),
			command.TablesFlag(&o.tables),
			s.JSONFlag(),
		},
		Action: command.Action(s, &o, tablebaseProbe),
	}
}

func tablebaseProbe(s *command.Session, o *probeOptions) error {
	variant, p, _, err := s.GameOf(o.rules)
	if err != nil {
		return err
	}
	tables, err := command.OpenTables(o.tables, variant)
	if err != nil {
		return err
	}
	defer tables.Close()
	if s.AsJSON {
		answer, err := probing.ProbePosition(tables, variant, &p)
		if err != nil {
			return probeError(err)
		}
		return s.JSON(answer)
	}

	value, err := tables.Probe(&p)
	var turns []tablebase.TurnValue
	if err == nil {
		turns, err = tables.Turns(&p)
	}
	if err != nil {
		return probeError(err)
	}
	class, _ := tablebase.ClassOf(&p)
	s.Printf("%s, %s to move: %s\n", class, p.Turn, value)
	if len(turns) == 0 {
		s.Printf("%s\n", story.Outcome(variant, &p))
		return nil
	}

	s.Printf("%-10s %-6s  leads to\n", "move", "uci")
	for _, t := range turns {
		line := fmt.Sprintf(
			"%-10s %-6s  %s for %s",
			variant.SAN(&p, variant.Play(&p, t.Move)),
			t.UCI(&p),
			t.Value,
			p.Turn.Other(),
		)
		if t.Reclaimed != 0 {
			line += ", who takes back " + strings.Join(t.Reclaimed.Names(), ",")
		}
		s.Printf("%s\n", line)
	}

	return nil
}

// probeError returns the error for a position that cannot be looked up.
func probeError(err error) error {
	if errors.Is(err, tablebase.ErrMissing) {
		return command.Unusable("%w; see: turncoat tablebase build --help", err)
	}
	return command.Unusable("%w", err)
}

// maxProof is the maximum number of steps in a proof from a table.
const maxProof = 5_000_000

type longestOptions struct {
	rules  string
	tables string
	count  int
	prove  string
}

// Longest returns the command that shows the longest wins.
func Longest(s *command.Session) *cli.Command {
	var o longestOptions
	return &cli.Command{
		Name:      "longest",
		Usage:     "show the longest wins of a class, with lines and proofs",
		ArgsUsage: "CLASS",
		Flags: []cli.Flag{
			command.RulesFlag(&o.rules),
			command.TablesFlag(&o.tables),
			&cli.IntFlag{
				Name:  "count",
				Usage: "list at most `N` positions",
				Value: 10, Destination: &o.count, Action: command.Between(1, 1000000),
			},
			&cli.StringFlag{
				Name:        "prove",
				Usage:       "write the proof to `FILE`",
				Destination: &o.prove,
			},
			s.JSONFlag(),
		},
		Action: command.Action(s, &o, tablebaseLongest),
	}
}

func tablebaseLongest(s *command.Session, o *longestOptions) error {
	proof, err := s.Optional("--prove", o.prove)
	if err != nil {
		return err
	}
	defer proof.Discard()
	tables, err := tablesOf(s, o.rules, o.tables)
	if err != nil {
		return err
	}
	defer tables.Close()
	table := tables.Table(tables.classes[0])
	if table == nil {
		return tables.missing(tables.classes[0])
	}
	if table.Won == 0 {
		s.Raise(command.StatusFound)
		s.Printf("%s: nobody wins\n", table.Class)
		return nil
	}

	return showLongest(s, o, tables, table, proof)
}

func showLongest(
	s *command.Session,
	o *longestOptions,
	tables *tablesCall,
	table *tablebase.Table,
	proof command.Output,
) error {
	variant := tables.variant
	value := tablebase.DecidedIn(table.Longest)
	census, err := table.Census(s.Context)
	var list []tablebase.Entry
	if err == nil {
		list, err = table.LongestWins(s.Context, o.count)
	}
	if err != nil {
		return s.Ended(err, "nothing was printed")
	}
	line, err := tables.Line(&list[0].Position)
	if err != nil {
		return err
	}
	if s.AsJSON {
		for i, e := range list {
			j := longestJSON{
				Class: table.Class.String(),
				FEN:   variant.FEN(&e.Position),
				Plies: table.Longest,
			}
			if i == 0 {
				j.Line = typedLine(variant, e.Position, line)
			}
			s.JSON(j)
		}
	} else {
		s.Printf("%s: %s, %s\n", table.Class, value, plural.Count(int(census.Wins[table.Longest]), "position"))
		for i, e := range list {
			s.Printf("%s\n", variant.FEN(&e.Position))
			if i == 0 {
				s.Printf("%s", lineText(variant, e.Position, line))
			}
		}
	}

	if o.prove != "" {
		steps, err := proveFromTable(s, proof, tables.Tables, list[0].Position)
		if err != nil {
			return err
		}
		s.Say(fmt.Sprintf("%s in %s", plural.Count(steps, "step"), o.prove))
	}

	return nil
}

type longestJSON struct {
	Class string   `json:"class"`
	FEN   string   `json:"fen"`
	Plies int      `json:"plies"`
	Line  []string `json:"line,omitempty"`
}

func typedLine(variant *rules.Variant, p board.Position, line []tablebase.TurnValue) []string {
	turns := make([]board.Turn, len(line))
	for i := range line {
		turns[i] = line[i].Turn
	}
	return command.Typed(variant, p, turns)
}

// lineText returns a line as text, with move numbers.
func lineText(variant *rules.Variant, p board.Position, line []tablebase.TurnValue) string {
	var b strings.Builder
	width := 0
	for i, word := range typedLine(variant, p, line) {
		switch ply := i + int(p.Turn); {
		case ply%2 == 0:
			word = fmt.Sprintf("%d. %s", ply/2+1, word)
		case i == 0:
			word = "1... " + word
		}
		width += len(word) + 1
		if width > 90 || i == 0 {
			if i > 0 {
				b.WriteByte('\n')
			}
			b.WriteString(" ")
			width = len(word) + 2
		}

		b.WriteString(" " + word)
	}

	if len(line) > 0 {
		b.WriteByte('\n')
	}
	return b.String()
}

// proveFromTable writes the proof of a won position to an output, commits it, and returns the
// number of steps.
func proveFromTable(
	s *command.Session,
	out command.Output,
	tables *tablebase.Tables,
	p board.Position,
) (steps int,
	err error) {
	defer out.Discard()
	steps, err = endgame.Prove(s.Context, out, tables, &p, maxProof)
	switch {
	case errors.Is(err, context.Canceled):
		return 0, command.Interrupted("the proof was not written")
	case errors.Is(err, endgame.ErrSize):
		return 0, command.Limited("%w", err)
	case err != nil:
		return 0, err
	}

	return steps, out.Commit()
}
