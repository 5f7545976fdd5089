package positioncmd

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/urfave/cli/v2"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/rules"
	"turncoat/rules/board"
)

// PerftCommand returns the command for counting turns.
func PerftCommand(s *command.Session) *cli.Command {
	return &cli.Command{
		Name: "perft", Usage: "count the sequences of turns from a position", ArgsUsage: "DEPTH [FEN [MOVE…]]",
		Flags: []cli.Flag{command.RulesFlag(),
			&cli.BoolFlag{Name: "divide", Usage: "print the count of each first move"},
			command.JobsFlag("count `N` first moves at a time"),
			command.JSONFlag()},
		Action: func(c *cli.Context) error { return runPerft(s, c) },
	}
}

func runPerft(s *command.Session, c *cli.Context) error {
	args := c.Args().Slice()
	depth, err := strconv.ParseUint(args[0], 10, 8)
	if err != nil {
		return command.UsageError(c, "depth must be 0 to 255, not %q", args[0])
	}
	jobs, err := command.Jobs(c)
	if err != nil {
		return err
	}
	if len(args) == 1 {
		args = append(args, "start")
	}
	g, p, err := s.GameAfter(c, args[1:])
	if err != nil {
		return err
	}

	total, moves := uint64(0), 0
	if depth == 0 {
		total = 1
	}
	line, of := s.Line, len(g.Moves(&p))
	if c.Bool("divide") && s.Terminal {
		line = nil // the counts come to the same screen one by one
	}
	task := line.Task("first moves", of)
	err = g.Divide(s.Context, &p, int(depth), jobs, func(m board.Move, nodes uint64) {
		total, moves = total+nodes, moves+1
		task.Set(moves, fmt.Sprintf("%d turn sequences", total))
		if c.Bool("divide") {
			printCount(s, c, m.UCI(&p), nodes)
		}
	})
	task.End()
	if errors.Is(err, rules.ErrLimit) {
		return command.Limited("%w", err)
	}
	if err != nil {
		return command.Interrupted(fmt.Sprintf("%d of %d first moves were counted to the end, %d turn sequences in all",
			moves, of, total))
	}
	if c.Bool("json") {
		return s.JSON(struct {
			Depth uint64 `json:"depth"`
			Nodes uint64 `json:"nodes"`
		}{depth, total})
	}
	if c.Bool("divide") && moves > 0 {
		s.Printf("\n")
	}
	s.Printf("%d\n", total)
	return nil
}

// printCount prints how many turn sequences begin with a move.
func printCount(s *command.Session, c *cli.Context, uci string, nodes uint64) {
	if c.Bool("json") {
		s.JSON(struct {
			UCI   string `json:"uci"`
			Nodes uint64 `json:"nodes"`
		}{uci, nodes})
	} else {
		s.Printf("%s: %d\n", uci, nodes)
	}
	s.Out.Flush() // the next may take long
}
