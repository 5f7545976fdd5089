package recordcmd

import (
	"errors"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/specs"
)

func scenarioNew(s *command.Session) error {
	g, p, written, err := s.GameOf()
	if err != nil {
		return err
	}
	moves := command.WrittenMoves(written)
	text, err := specs.New(s.Context, g, p, moves)
	var move *specs.MoveError
	switch {
	case errors.As(err, &move):
		_, err = s.Played(g, &p, moves) // which says whose a piece is, too
		return err
	case s.Context.Err() != nil:
		return command.Interrupted("nothing was printed")
	case err != nil:
		return err
	}
	s.Printf("%s", text)
	return nil
}
