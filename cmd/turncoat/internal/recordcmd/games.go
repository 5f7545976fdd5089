package recordcmd

import (
	"fmt"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/pgn"
	"turncoat/rules/board"
	"turncoat/validate"
)

// eachGame calls visit for every game of some files, in order, and reports what cannot be read. An error of visit
// ends the work and is returned.
func eachGame(s *command.Session, paths []string, visit func(name string, item *pgn.Item) error) error {
	for _, path := range paths {
		name := path
		if path == validate.Stdin {
			name = "<stdin>"
		}
		var stop error
		err := s.EachGame(path, func(item *pgn.Item) error {
			stop = visit(name, item)
			return stop
		})
		if stop != nil {
			return stop
		}
		if err != nil {
			s.Report(err)
		}
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
