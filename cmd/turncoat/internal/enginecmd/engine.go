// Package enginecmd has the commands that play and analyse.
package enginecmd

import (
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

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

// Bench returns the command that measures the engine.
func Bench(s *command.Session) *cli.Command {
	return &cli.Command{
		Name:   "bench",
		Usage:  "search a fixed suite and print its signature",
		Action: func(*cli.Context) error { return bench(s) },
	}
}

func bench(s *command.Session) error {
	signature, err := engine.Bench(s.Context, func(name string, r engine.Result) {
		s.Printf(
			"%-16s  depth %d  %d nodes  %.0f nodes/s\n",
			name,
			r.Depth,
			r.Nodes,
			float64(r.Nodes)/r.Time.Seconds(),
		)
	})
	if err != nil {
		return command.Interrupted("")
	}
	s.Printf("signature %d\n", signature)
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

type fitOptions struct {
	rules   string
	jobs    int
	games   int
	rounds  int
	weights string
	nodes   int
	seed    uint64
}

// Fit returns the command that fits the weights of the evaluation.
func Fit(s *command.Session) *cli.Command {
	var o fitOptions
	return &cli.Command{
		Name:  "fit",
		Usage: "fit the weights of the evaluation to self-play",
		Flags: []cli.Flag{
			command.RulesFlag(&o.rules),
			command.JobsFlag(&o.jobs, 0, "play `N` games"),
			&cli.IntFlag{
				Name:  "games",
				Usage: "`NUMBER` of games in a round",
				Value: 1000, Destination: &o.games,
			},
			&cli.IntFlag{
				Name:  "rounds",
				Usage: "`NUMBER` of rounds, each played with the weights fitted so far",
				Value: 1, Destination: &o.rounds,
			},
			&cli.StringFlag{
				Name: "weights",
				Usage: "play the first round with the weights in `FILE`, \"-\" for standard " +
					"input, as this command prints them",
				Destination: &o.weights,
			},
			&cli.IntFlag{
				Name:  "nodes",
				Usage: "`NUMBER` of positions to search for each turn",
				Value: 400, Destination: &o.nodes,
			},
			command.SeedFlag(&o.seed, "random `SEED`"),
		},
		Action: command.Action(s, &o, fit),
	}
}

func fit(s *command.Session, o *fitOptions) error {
	g, err := s.Game(o.rules)
	if err != nil {
		return err
	}
	begun := time.Now()
	options := engine.FitOptions{
		Games:  o.games,
		Rounds: o.rounds,
		Nodes:  uint64(o.nodes),
		Seed:   o.seed,
		Jobs:   command.Jobs(o.jobs),
	}
	if o.weights != "" {
		in, err := s.Open(o.weights)
		if err != nil {
			return command.Unreadable(err)
		}
		defer in.Close()
		options.From, err = engine.ReadFitted(in)
		if err != nil {
			return command.Unusable("%s: %v", o.weights, err)
		}
	}

	options.Progress = func(n int) {
		all := o.games * o.rounds
		left := time.Since(begun) / time.Duration(n) * time.Duration(all-n)
		s.Draw(fmt.Sprintf("%d of %d games, %v left", n, all, left.Round(time.Second)))
	}
	fitted, err := engine.Fit(s.Context, g, options)
	s.Draw("")
	if err != nil {
		return command.Interrupted("")
	}
	return s.JSON(fitted)
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

	g, p, written, err := s.GameOf(o.rules)
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

	limits.Lines = o.lines
	r, err := engines(g).Search(s.Context, game, limits)
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
			engines(record.Rules),
			record,
			limits,
			func(ply, plies int) {
				s.Draw(
					fmt.Sprintf(
						"%s, %s of %s",
						plural.Count(games, "game"),
						plural.Count(ply, "turn"),
						plural.Count(plies, "turn"),
					),
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
				record.Rules.InputSAN(&p, m.Turn.Played),
				m.Sign(),
				m.Score,
				sanLine(record.Rules, p, m.Before.Turns[:1]),
				m.Before.Score,
			)
		}
		return s.Context.Err()
	})
	return s.Ended(err, plural.Count(max(0, games-1), "game")+" analysed")
}
