package tablebasecmd

import (
	"errors"
	"fmt"
	"strings"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/protocol/probing"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/tablebase"
)

func tablebaseProbe(s *command.Session) error {
	g, p, _, err := s.GameOf()
	if err != nil {
		return err
	}
	tables, err := s.OpenTables(g)
	if err != nil {
		return err
	}
	defer tables.Close()
	if s.Bool("json") {
		answer, err := probing.Of(tables, g, &p)
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
		s.Printf("%s\n", command.OutcomeSentence(g, &p))
		return nil
	}
	s.Printf("%-10s %-6s  leads to\n", "move", "uci")
	for _, t := range turns {
		line := fmt.Sprintf("%-10s %-6s  %s for %s", sanOf(g, &p, t.Turn), t.UCI(&p), t.Value, p.Turn.Other())
		if t.Reclaimed != 0 {
			line += ", who takes back " + strings.Join(t.Reclaimed.Names(), ",")
		}
		s.Printf("%s\n", line)
	}
	return nil
}

// sanOf returns a turn in notation.
func sanOf(g *rules.Variant, p *board.Position, t board.Turn) string {
	full := g.Full(p, t.Move)
	return g.SAN(p, full)
}

// probeError returns the error of a position that cannot be looked up.
func probeError(err error) error {
	if errors.Is(err, tablebase.ErrMissing) {
		return command.Unusable("%w; see: turncoat tablebase build --help", err)
	}
	return command.Unusable("%w", err)
}
