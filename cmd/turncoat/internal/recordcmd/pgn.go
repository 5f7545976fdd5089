package recordcmd

import (
	"errors"
	"fmt"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/internal/plural"
	"turncoat/pgn"
	"turncoat/pgn/token"
	"turncoat/rules/board"
	"turncoat/validate"
)

func convertGames(s *command.Session) error {
	var options pgn.Options
	var err error
	options.Letters = letters(s)
	if s.String("rules") != "" {
		if options.Rules, err = s.Game(); err != nil {
			return err
		}
	}
	write := map[string]func([]byte, *pgn.PlayedGame) ([]byte, error){
		"pgn": func(text []byte, r *pgn.PlayedGame) ([]byte, error) {
			return pgn.AppendPGN(text, r, s.Bool("conversions"))
		},
		"json":   pgn.AppendJSON,
		"vchess": pgn.AppendVChess,
	}[s.String("to")]
	for _, path := range s.Args() {
		if err := convertFile(s, path, options, write); err != nil {
			return err
		}
	}
	return nil
}

// convertFile rewrites the games of one file. The error ends the work.
func convertFile(
	s *command.Session,
	path string,
	o pgn.Options,
	write func([]byte, *pgn.PlayedGame) ([]byte, error),
) error {
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
	games, finished := 0, 0
	var text []byte
	var stop error // that ends the work
	err := pgn.Each(in, form, func(item pgn.Item) error {
		if s.Context.Err() != nil {
			stop = command.Interrupted(plural.Count(finished, "game") + " written")
			return stop
		}
		games++
		record, problems := pgn.Replay(item.Game, o)
		err := pgn.Err(problems)
		if err == nil {
			text, err = write(text[:0], record)
		}
		if err != nil {
			s.Report(command.Found("%s", convertError(name, &item, err)))
			return nil
		}
		finished++
		_, stop = s.Out.Write(text)
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

// convertError names the file, the place and the game, then what is wrong.
func convertError(name string, item *pgn.Item, err error) string {
	at, move := item.Game.At, ""
	var replay *pgn.ReplayError
	if errors.As(err, &replay) {
		p := replay.Problem
		at, err = p.At, errors.New(p.Message)
		if p.Before != nil {
			dots := "."
			if p.Before.Turn == board.Black {
				dots = "..."
			}
			move = fmt.Sprintf(", %d%s%s", p.Before.Number, dots, p.Move)
		}
	}
	line, column := item.Place(at)
	return fmt.Sprintf("%s:%d:%d: game %d%s: %v", name, line, column, item.Index, move, err)
}
