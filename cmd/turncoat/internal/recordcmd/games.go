package recordcmd

import (
	"errors"
	"fmt"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/pgn"
	"turncoat/pgn/token"
	"turncoat/rules/board"
	"turncoat/validate"
)

// EachGame calls visit for every game of some files, in order, and reports what cannot be read. An error of visit
// ends the work and is returned.
func EachGame(s *command.Session, paths []string, visit func(name string, item *pgn.Item) error) error {
	for _, path := range paths {
		if err := eachGameOf(s, path, visit); err != nil {
			return err
		}
	}
	return nil
}

func eachGameOf(s *command.Session, path string, visit func(name string, item *pgn.Item) error) error {
	name, form, in := path, token.FormPGN, s.In
	if path == validate.Stdin {
		name = "<stdin>"
	} else {
		source, err := pgn.Open(path)
		if err != nil {
			s.Report(command.Unreadable(err))
			return nil
		}
		defer source.Close()
		if form, in = source.Form, source; form == token.FormScenarios {
			s.Report(command.Unusable("%s: not a file of games", path))
			return nil
		}
	}
	games := 0
	var stop error // that ends the work
	err := pgn.Each(in, form, func(item pgn.Item) error {
		games++
		stop = visit(name, &item)
		return stop
	})
	var damage *pgn.DamageError
	switch {
	case stop != nil:
		return stop
	case errors.Is(err, token.ErrTooLong):
		s.Report(command.Found("%s: %w", name, err))
	case errors.As(err, &damage):
		s.Report(command.Unusable("%w", err))
	case err != nil:
		s.Report(command.Unusable("%s: %w", name, err))
	case games == 0:
		s.Report(command.Unusable("%s: %w", name, validate.ErrNoRecord))
	}
	return nil
}

// placed names the file, the place and the game, and the move if there is one, in front of what is said of them.
func placed(name string, item *pgn.Item, p *pgn.Problem, message string) string {
	line, column := item.Place(p.At)
	move := ""
	if p.Before != nil {
		move = ", " + moved(p)
	}
	return fmt.Sprintf("%s:%d:%d: game %d%s: %s", name, line, column, item.Index, move, message)
}

// moved writes the move of a problem with its number.
func moved(p *pgn.Problem) string {
	dots := "."
	if p.Before.Turn == board.Black {
		dots = "..."
	}
	return fmt.Sprintf("%d%s%s", p.Before.Number, dots, p.Move)
}
