package recordcmd

import (
	"errors"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/internal/plural"
	"turncoat/pgn"
	"turncoat/rules"
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
	finished := 0
	var text []byte
	return eachGame(s, s.Args(), func(name string, item *pgn.Item) error {
		if s.Context.Err() != nil {
			return command.Interrupted(plural.Count(finished, "game") + " written")
		}
		options.Dir = rules.Beside(name)
		record, problems := pgn.Replay(item.Game, options)
		err := pgn.Err(problems)
		if err == nil {
			text, err = write(text[:0], record)
		}
		if err != nil {
			s.Report(command.Found("%s; the game was not written", convertError(name, item, err)))
			return nil
		}
		for i := range problems {
			if p := &problems[i]; p.Variation != "" && p.Code.Severity() == "error" {
				s.Say(placed(name, item, p, p.Text()))
			}
		}
		finished++
		_, err = s.Out.Write(text)
		return err
	})
}

// convertError says why a game cannot be written.
func convertError(name string, item *pgn.Item, err error) string {
	var replay *pgn.ReplayError
	if errors.As(err, &replay) {
		return placed(name, item, &replay.Problem, replay.Problem.Message)
	}
	return placed(name, item, &pgn.Problem{At: item.Game.At}, err.Error())
}
