// Package enginecmd has the commands that play and analyse.
package enginecmd

import (
	"fmt"
	"os"
	"strings"
	"time"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/engine"
	"turncoat/internal/engine/report"
	"turncoat/internal/engine/uci"
	"turncoat/internal/plural"
	"turncoat/internal/story"
	"turncoat/pgn"
	"turncoat/rules"
	"turncoat/rules/board"
)

// Commands are the commands that play and analyse.
var Commands = []command.Command{
	{Name: "analyse", Run: analyse},
	{Name: "uci", Run: serveUCI},
	{Name: "engine bench", Run: bench},
	{Name: "engine fit", Run: fit},
}

func serveUCI(s *command.Session) error {
	tables, err := s.TablesShelf()
	if err != nil {
		return err
	}
	defer tables.Close()
	o := uci.Options{Version: command.Version(), Probe: tables.Prober}
	if err := uci.Serve(s.Context, s.In, s.Out, o); err != nil {
		return command.Interrupted("")
	}
	return nil
}

func bench(s *command.Session) error {
	signature, err := engine.Bench(s.Context, func(name string, r engine.Result) {
		s.Printf("%-16s  depth %d  %d nodes  %.0f nodes/s\n", name, r.Depth, r.Nodes, float64(r.Nodes)/r.Time.Seconds())
	})
	if err != nil {
		return command.Interrupted("")
	}
	s.Printf("signature %d\n", signature)
	return nil
}

const memory = 64 << 20

// Limits returns the limits of a call; a second where it names none.
func Limits(s *command.Session) engine.Limits {
	var l engine.Limits
	if level := s.Int("level"); level > 0 {
		l = engine.Level(level, uint64(s.Int("seed")))
	}
	if s.IsSet("time") {
		l.Time = s.Duration("time")
	}
	if nodes := s.Int("nodes"); nodes > 0 {
		l.Nodes = uint64(nodes)
	}
	if l.Time == 0 && l.Nodes == 0 && l.Depth == 0 {
		l.Time = time.Second
	}
	return l
}

// New returns a function that makes the engine of a call for a rule set, and one to call when it is not used any more.
func New(s *command.Session) (of func(*rules.Variant) *engine.Engine, done func(), err error) {
	tables, err := s.TablesShelf()
	if err != nil {
		return nil, nil, err
	}
	return func(v *rules.Variant) *engine.Engine {
		return engine.New(v, engine.Options{Threads: s.Int("threads"), Memory: memory, Probe: tables.Prober(v.Set())})
	}, func() { tables.Close() }, nil
}

func fit(s *command.Session) error {
	g, err := s.Game()
	if err != nil {
		return err
	}
	begun := time.Now()
	o := engine.FitOptions{Games: s.Int("games"), Rounds: s.Int("rounds"), Nodes: uint64(s.Int("nodes")),
		Seed: uint64(s.Int("seed")), Jobs: s.Jobs()}
	if file := s.String("weights"); file != "" {
		in, err := s.Open(file)
		if err != nil {
			return command.Unreadable(err)
		}
		defer in.Close()
		if o.From, err = engine.ReadFitted(in); err != nil {
			return command.Unusable("%s: %v", file, err)
		}
	}
	o.Progress = func(n int) {
		all := o.Games * o.Rounds
		left := time.Since(begun) / time.Duration(n) * time.Duration(all-n)
		s.Draw(fmt.Sprintf("%d of %d games, %v left", n, all, left.Round(time.Second)))
	}
	fitted, err := engine.Fit(s.Context, g, o)
	s.Draw("")
	if err != nil {
		return command.Interrupted("")
	}
	return s.JSON(fitted)
}

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
		s.Printf("%s\n", story.Outcome(g, &game.Position))
	}
	return nil
}

func sanLine(g *rules.Variant, p board.Position, turns []board.Turn) string {
	return strings.Join(command.Typed(g, p, turns), " ")
}

func analyseGames(s *command.Session, of func(*rules.Variant) *engine.Engine, file string,
	l engine.Limits) error {
	games := 0
	err := s.EachGame(file, func(item *pgn.Item) error {
		games++
		record, problems := pgn.Replay(item.Game, pgn.Options{Dir: rules.SetDir(file)})
		if err := pgn.Err(problems); err != nil {
			s.Report(command.Found("%s: game %d: %w", file, games, err))
			return s.Context.Err()
		}
		mistakes, err := report.Judge(s.Context, of(record.Rules), record, l, func(ply, plies int) {
			s.Draw(fmt.Sprintf("%s, %s of %s", plural.Count(games, "game"), plural.Count(ply, "turn"),
				plural.Count(plies, "turn")))
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
			s.Printf("  %s %s%s  %s; better %s, %s\n", p.MoveNumber(), record.Rules.InputSAN(&p, m.Turn.Played),
				m.Sign(), m.Score, sanLine(record.Rules, p, m.Before.Turns[:1]), m.Before.Score)
		}
		return s.Context.Err()
	})
	return s.Ended(err, plural.Count(max(0, games-1), "game")+" analysed")
}
