package positioncmd

import (
	"errors"
	"fmt"
	"strconv"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/rules"
	"turncoat/rules/board"
)

func runPerft(s *command.Session) error {
	args := s.Args()
	depth, err := strconv.ParseUint(args[0], 10, 8)
	if err != nil {
		return s.UsageError("depth must be 0 to 255, not %q", args[0])
	}
	jobs := s.Jobs()
	if len(args) == 1 {
		args = append(args, "start")
	}
	g, p, err := s.GameAfter(args[1:])
	if err != nil {
		return err
	}

	total, moves := uint64(0), 0
	if depth == 0 {
		total = 1
	}
	line, of := s.Line, len(g.Moves(&p))
	if s.Bool("divide") && s.Terminal {
		line = nil // the counts come to the same screen one by one
	}
	task := line.Task("first moves", of)
	err = g.Divide(s.Context, &p, int(depth), jobs, func(m board.Move, nodes uint64) {
		total, moves = total+nodes, moves+1
		task.Set(moves, fmt.Sprintf("%d turn sequences", total))
		if s.Bool("divide") {
			printCount(s, m.UCI(&p), nodes)
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
	if s.Bool("json") {
		return s.JSON(struct {
			Depth uint64 `json:"depth"`
			Nodes uint64 `json:"nodes"`
		}{depth, total})
	}
	if s.Bool("divide") && moves > 0 {
		s.Printf("\n")
	}
	s.Printf("%d\n", total)
	return nil
}

// printCount prints how many turn sequences begin with a move.
func printCount(s *command.Session, uci string, nodes uint64) {
	if s.Bool("json") {
		s.JSON(struct {
			UCI   string `json:"uci"`
			Nodes uint64 `json:"nodes"`
		}{uci, nodes})
	} else {
		s.Printf("%s: %d\n", uci, nodes)
	}
	s.Out.Flush() // the next may take long
}
