package recordcmd

import (
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/internal/plural"
	"turncoat/pgn"
	"turncoat/pgn/token"
	"turncoat/rules/board"
	"turncoat/validate"
)

// PGNCommand returns the command for rewriting records.
func PGNCommand(s *command.Session) *cli.Command {
	return &cli.Command{
		Name: "pgn", Usage: "rewrite game records",
		Subcommands: []*cli.Command{convertCommand(s)},
	}
}

func convertCommand(s *command.Session) *cli.Command {
	return &cli.Command{
		Name: "convert", Usage: "rewrite records in canonical notation", ArgsUsage: "FILE…",
		Flags: []cli.Flag{
			command.OneOf("to", "`FORM` to write", "pgn", "pgn", "json", "vchess"),
			&cli.BoolFlag{Name: "conversions", Usage: "write what each Pacifist turn converts, as {[%conv e7,g7;f8]}"},
			&cli.StringFlag{Name: "rules", Usage: "the rule `SET` of every game, whatever its Variant says"},
			lettersFlag(),
		},
		Action: func(c *cli.Context) error { return convertGames(s, c) },
	}
}

func convertGames(s *command.Session, c *cli.Context) error {
	var options pgn.Options
	var err error
	options.Letters = letters(c)
	if c.String("rules") != "" {
		if options.Rules, err = command.Game(c); err != nil {
			return err
		}
	}
	write := map[string]func([]byte, *pgn.PlayedGame) ([]byte, error){
		"pgn": func(text []byte, r *pgn.PlayedGame) ([]byte, error) {
			return pgn.AppendPGN(text, r, c.Bool("conversions"))
		},
		"json":   pgn.AppendJSON,
		"vchess": pgn.AppendVChess,
	}[c.String("to")]
	for _, path := range c.Args().Slice() {
		if err := convertFile(s, path, options, write); err != nil {
			return err
		}
	}
	return nil
}

// convertFile rewrites the games of one file. The error ends the work.
func convertFile(s *command.Session, path string, o pgn.Options, write func([]byte, *pgn.PlayedGame) ([]byte, error)) error {
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
