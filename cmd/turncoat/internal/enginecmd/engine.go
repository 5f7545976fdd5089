// Package enginecmd has the commands that play and analyse.
package enginecmd

import (
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"turncoat/cmd/internal/command"
	"turncoat/engine"
	"turncoat/internal/engine/report"
	"turncoat/internal/engine/uci"
	"turncoat/internal/plural"
	"turncoat/internal/story"
	"turncoat/pgn"
	"turncoat/rules"
	"turncoat/rules/board"
)

// UCI returns the command that speaks UCI.
func UCI(s *command.Session) *cli.Command {
	var tables string
	return &cli.Command{
		Name:   "uci",
		Usage:  "play for other programs, by the Universal Chess Interface",
		Flags:  []cli.Flag{command.TablesFlag(&tables)},
		Action: func(*cli.Context) error { return serveUCI(s, tables) },
	}
}

func serveUCI(s *command.Session, dir string) error {
	tables, err := command.TablesOfAllRules(dir)
	if err != nil {
		return err
	}
	defer tables.Close()
	err = uci.Serve(
		s.Context,
		s.In,
		s.Out,
		uci.Options{Version: command.Version(), Probe: tables.Prober},
	)
	if err != nil {
		return command.Interrupted("")
	}
	return nil
}

// Options control how the engine plays or analyses.
type Options struct {
	time    time.Duration
	nodes   int
	level   int
	threads int
	tables  string
	Seed    uint64 // of a level's mistakes
}

// Flags returns the flags that set the options.
func (o *Options) Flags() []cli.Flag {
	return []cli.Flag{
		&cli.DurationFlag{
			Name:        "time",
			Usage:       "`TIME` to think on a position (default: 1s)",
			Destination: &o.time,
		},
		&cli.IntFlag{
			Name:        "nodes",
			Usage:       "`NUMBER` of positions to search",
			Destination: &o.nodes,
		},
		&cli.IntFlag{
			Name:        "level",
			Usage:       "`LEVEL` of strength, 1 to 8",
			Destination: &o.level, Action: command.Between(1, 8),
		},
		&cli.IntFlag{
			Name:  "threads",
			Usage: "`NUMBER` of threads",
			Value: 1, Destination: &o.threads, Action: command.Between(1, 256),
		},
		command.TablesFlag(&o.tables),
	}
}

// Limits returns the limits of the search for a turn, a second by default.
func (o *Options) Limits() engine.Limits {
	var l engine.Limits
	if o.level > 0 {
		l = engine.Level(o.level, o.Seed)
	}
	if o.time > 0 {
		l.Time = o.time
	}
	if o.nodes > 0 {
		l.Nodes = uint64(o.nodes)
	}
	if l.Time == 0 && l.Nodes == 0 && l.Depth == 0 {
		l.Time = time.Second
	}
	return l
}

// Strength says how strong the engine plays: its level, or its limits.
func (o *Options) Strength() string {
	l := o.Limits()
	switch {
	case o.level > 0:
		return fmt.Sprintf("level %d", o.level)
	case l.Nodes > 0:
		return fmt.Sprintf("(%d positions a move)", l.Nodes)
	}

	return fmt.Sprintf("(%v a move)", l.Time)
}

const memory = 64 << 20

// Engines returns a function that makes an engine for a rule set, and a function to call when no
// engine is used any more.
func (o *Options) Engines() (engineFor func(*rules.Variant) *engine.Engine, done func(), err error) {
	tables, err := command.TablesOfAllRules(o.tables)
	if err != nil {
		return nil, nil, err
	}
	engineFor = func(v *rules.Variant) *engine.Engine {
		return engine.New(
			v,
			engine.Options{Threads: o.threads, Memory: memory, Probe: tables.Prober(v.Set())},
		)
	}
	return engineFor, func() { tables.Close() }, nil
}

type analyseOptions struct {
	engine Options
	rules  string
	lines  int
	pgn    bool
}

// Analyse returns the command that analyses positions and games.
func Analyse(s *command.Session) *cli.Command {
	var o analyseOptions
	return &cli.Command{
		Name:      "analyse",
		Usage:     "find the best turns, or the mistakes of a game",
		ArgsUsage: "FEN|FILE [MOVE|FILE…]",
		Flags: append(o.engine.Flags(),
			command.RulesFlag(&o.rules),
			&cli.IntFlag{
				Name:  "lines",
				Usage: "`NUMBER` of lines of a position",
				Value: 1, Destination: &o.lines, Action: command.Between(1, 1000),
			},
			&cli.BoolFlag{Name: "pgn", Usage: "print annotated records", Destination: &o.pgn},
		),
		Action: command.Action(s, &o, analyse),
	}
}

func analyse(s *command.Session, o *analyseOptions) error {
	limits, first := o.engine.Limits(), s.Args()[0]
	engines, done, err := o.engine.Engines()
	if err != nil {
		return err
	}
	defer done()
	info, err := os.Stat(first)
	if strings.HasSuffix(first, ".pgn") || err == nil && !info.IsDir() {
		for _, file := range s.Args() {
			err := analyseGames(s, o, engines, file, limits)
			if s.Context.Err() != nil {
				return err
			}
			if err != nil {
				s.Report(err)
			}
		}

		return nil
	}

	variant, p, written, err := s.GameOf(o.rules)
	if err != nil {
		return err
	}
	game := engine.At(p)
	for i, text := range command.WrittenMoves(written) {
		t, err := variant.Parse(&game.Position, text)
		if err != nil {
			return s.LineError(i+1, text, err)
		}
		game.Play(t.After)
	}

	limits.Lines = o.lines
	r, err := engines(variant).Search(s.Context, game, limits)
	if err != nil {
		return command.Interrupted("")
	}
	for _, line := range r.Lines {
		s.Printf("%s  %s\n", line.Score, sanLine(variant, game.Position, line.Turns))
	}
	if len(r.Lines) == 0 {
		s.Printf("%s\n", story.Outcome(variant, &game.Position))
	}
	return nil
}

func sanLine(variant *rules.Variant, p board.Position, turns []board.Turn) string {
	return strings.Join(command.Typed(variant, p, turns), " ")
}

func analyseGames(
	s *command.Session,
	o *analyseOptions,
	engines func(*rules.Variant) *engine.Engine,
	file string,
	limits engine.Limits,
) error {
	games := 0
	err := s.EachGame(file, func(item *pgn.Item) error {
		games++
		record, problems := pgn.Replay(item.Game, pgn.Options{Dir: rules.SetDir(file)})
		if err := pgn.Err(problems); err != nil {
			s.Report(command.Found("%s: game %d: %w", file, games, err))
			return s.Context.Err()
		}
		mistakes, err := report.Judge(
			s.Context,
			engines(record.Variant),
			record,
			limits,
			func(ply, plies int) {
				s.Draw(
					fmt.Sprintf("%s, %s of %s", plural.Count(games, "game"),
						plural.Count(ply, "turn"), plural.Count(plies, "turn")),
				)
			},
		)
		s.Draw("")
		if err != nil {
			return err
		}
		if o.pgn {
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
				"  %s %s%s  %s; better %s, %s\n",
				p.MoveNumber(),
				record.Variant.InputSAN(&p, m.Turn.Played),
				m.Sign(),
				m.Score,
				sanLine(record.Variant, p, m.Before.Turns[:1]),
				m.Before.Score,
			)
		}
		return s.Context.Err()
	})
	return s.Ended(err, plural.Count(max(0, games-1), "game")+" analysed")
}
