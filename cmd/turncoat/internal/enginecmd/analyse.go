package enginecmd

import (
	"os"
	"strings"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/engine"
	"turncoat/engine/report"
	"turncoat/internal/plural"
	"turncoat/pgn"
	"turncoat/rules"
	"turncoat/rules/board"
)

func analyse(s *command.Session) error {
	l, first := Limits(s), s.Args()[0]
	e, done, err := New(s)
	if err != nil {
		return err
	}
	defer done()
	info, err := os.Stat(first)
	if strings.HasSuffix(first, ".pgn") || err == nil && !info.IsDir() {
		for _, file := range s.Args() {
			if err := analyseGames(s, e, file, l); s.Context.Err() != nil {
				return err
			} else if err != nil {
				s.Report(err)
			}
		}
		return nil
	}
	g, p, written, err := s.GameOf()
	if err != nil {
		return err
	}
	game := engine.At(p)
	for i, text := range command.WrittenMoves(written) {
		t, err := g.Parse(&game.Position, text)
		if err != nil {
			return s.LineError(i+1, text, err)
		}
		game.Play(t.After)
	}
	l.Lines = s.Int("lines")
	r, err := e(g).Search(s.Context, game, l)
	if err != nil {
		return command.Interrupted("")
	}
	for _, line := range r.Lines {
		s.Printf("%s  %s\n", line.Score, sanLine(g, game.Position, line.Turns))
	}
	if len(r.Lines) == 0 {
		s.Printf("%s\n", command.OutcomeSentence(g, &game.Position))
	}
	return nil
}

// sanLine writes turns as people type them.
func sanLine(g *rules.Variant, p board.Position, turns []board.Turn) string {
	var words []string
	for _, t := range turns {
		played, err := g.TryPlay(&p, t.Move, &t.Reclaimed)
		if err != nil {
			break
		}
		words = append(words, g.InputSAN(&p, played))
		p = played.After
	}
	return strings.Join(words, " ")
}

func analyseGames(s *command.Session, of func(*rules.Variant) *engine.Engine, file string,
	l engine.Limits) error {
	games := 0
	err := s.EachGame(file, func(item *pgn.Item) error {
		games++
		record, problems := pgn.Replay(item.Game, pgn.Options{Dir: rules.Beside(file)})
		if err := pgn.Err(problems); err != nil {
			s.Report(command.Found("%s: game %d: %w", file, games, err))
			return s.Context.Err()
		}
		mistakes, err := report.Judge(s.Context, of(record.Rules), record, l, func(ply, plies int) {
			s.Draw(
				plural.Count(games, "game") + ", " + plural.Count(ply, "turn") + " of " + plural.Count(plies, "turn"),
			)
		})
		s.Draw("")
		if err != nil {
			return err
		}
		if s.Bool("pgn") {
			text, err := pgn.AppendPGN(nil, record, false)
			if err != nil {
				s.Report(command.Found("%s: game %d: %w", file, games, err))
			}
			s.Printf("%s", text)
			return s.Context.Err()
		}
		s.Printf("%s: game %d: %s\n", file, games, plural.Count(len(mistakes), "mistake"))
		for _, m := range mistakes {
			p := m.Turn.Before
			s.Printf(
				"  %d%s %s%s  %s; better %s, %s\n",
				p.Number,
				dots(p.Turn),
				record.Rules.InputSAN(&p, m.Turn.Played),
				m.Sign(),
				m.Score,
				sanLine(record.Rules, p, m.Before.Turns[:1]),
				m.Before.Score,
			)
		}
		return s.Context.Err()
	})
	if s.Context.Err() != nil {
		return command.Interrupted(plural.Count(max(0, games-1), "game") + " analysed")
	}
	return err
}

func dots(side board.Colour) string {
	if side == board.Black {
		return "..."
	}
	return "."
}
