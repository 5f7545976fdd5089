package recordcmd

import (
	"errors"

	"github.com/urfave/cli/v2"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/specs"
)

// ScenarioCommand returns the command for scenarios.
func ScenarioCommand(s *command.Session) *cli.Command {
	start := &cli.Command{
		Name: "new", Usage: "print a scenario to start from", ArgsUsage: "FEN [MOVE…]",
		Flags:  []cli.Flag{command.RulesFlag()},
		Action: func(c *cli.Context) error { return scenarioNew(s, c) },
	}
	return &cli.Command{
		Name: "scenario", Usage: "write scenarios: positions, moves and what must hold after them",
		Subcommands: []*cli.Command{start},
	}
}

func scenarioNew(s *command.Session, c *cli.Context) error {
	g, p, written, err := command.GameOf(c)
	if err != nil {
		return err
	}
	moves := command.WrittenMoves(written)
	text, err := specs.New(s.Context, g, p, moves)
	var move *specs.MoveError
	switch {
	case errors.As(err, &move):
		_, err = s.Played(c, g, &p, moves) // which says whose a piece is, too
		return err
	case s.Context.Err() != nil:
		return command.Interrupted("nothing was printed")
	case err != nil:
		return err
	}
	s.Printf("%s", text)
	return nil
}
