package positioncmd

import (
	"errors"
	"strings"

	"github.com/urfave/cli/v2"

	"turncoat/cmd/internal/command"
	"turncoat/internal/story"
	"turncoat/protocol"
	"turncoat/rules"
)

type explainOptions struct {
	rules  string
	tables string
}

// Explain returns the command that explains a move.
func Explain(s *command.Session) *cli.Command {
	var o explainOptions
	return &cli.Command{
		Name:      "explain",
		Usage:     "explain what a move does, or why it is not legal",
		ArgsUsage: "FEN MOVE…",
		Flags: []cli.Flag{
			command.RulesFlag(&o.rules),
			s.JSONFlag(),
			s.ColourFlag(),
			command.TablesFlag(&o.tables),
		},
		Action: command.Action(s, &o, runExplain),
	}
}

func runExplain(s *command.Session, o *explainOptions) error {
	variant, p, written, err := s.GameOf(o.rules)
	if err != nil {
		return err
	}
	moves := command.WrittenMoves(written)
	if len(moves) == 0 {
		return s.UsageError("no move in %q", strings.Join(written, " "))
	}
	move := moves[len(moves)-1]
	game, err := s.Played(variant, &p, moves[:len(moves)-1])
	if err != nil {
		return err
	}
	p = *game.Position()
	t, err := game.Play(move)
	var illegal *rules.IllegalError
	switch {
	case errors.As(err, &illegal):
		if s.AsJSON {
			return s.JSON(
				protocol.Refusal{Move: move, Rules: illegal.Rules(), Message: err.Error()},
			)
		}

		story.New(s.Out, variant, &p, s.Colour()).Refusal(move, illegal)
		return nil
	case err != nil: // unreadable or ambiguous: there is no single move to explain
		return command.Unusable("%w", err)
	}

	if s.AsJSON {
		return s.JSON(protocol.ExplanationOf(variant, &p, variant.Explain(&p, t)))
	}
	tables, err := s.TablesFor(o.tables, variant, &p)
	if err != nil {
		return err
	}
	defer command.CloseTables(tables)
	story.New(s.Out, variant, &p, s.Colour()).Turn(t)
	if before, after := s.ValueIn(tables, &p), s.ValueIn(tables, &t.After); before != "" &&
		after != "" {
		s.Printf("By the tables: %s before the turn, %s after it.\n", before, after)
	}

	return nil
}
