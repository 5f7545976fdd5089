// Package enginecmd has the commands that play and analyse.
package enginecmd

import (
	"fmt"
	"time"

	"github.com/urfave/cli/v2"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/engine"
	"turncoat/engine/uci"
	"turncoat/rules"
)

// UCICommand lets other programs drive the engine.
func UCICommand(s *command.Session) *cli.Command {
	return &cli.Command{
		Name: "uci", Usage: "play for other programs, by the Universal Chess Interface",
		Flags: []cli.Flag{command.TablesFlag()},
		Action: func(c *cli.Context) error {
			tables, err := command.TablesShelf(c)
			if err != nil {
				return err
			}
			defer tables.Close()
			o := uci.Options{Version: command.Version(), Probe: tables.Prober}
			if err := uci.Serve(s.Context, s.In, s.Out, o); err != nil {
				return command.Interrupted("")
			}
			return nil
		},
	}
}

// EngineCommand has what concerns the engine itself.
func EngineCommand(s *command.Session) *cli.Command {
	return &cli.Command{
		Name: "engine", Usage: "measure the engine",
		Subcommands: []*cli.Command{{
			Name: "bench", Usage: "search a fixed suite and print its signature",
			Action: func(*cli.Context) error { return bench(s) },
		}, {
			Name: "fit", Usage: "fit the weights of the evaluation to games of the engine with itself",
			Flags: []cli.Flag{command.RulesFlag(), command.JobsFlag("games played at once"),
				&cli.IntFlag{Name: "games", Usage: "`NUMBER` of games", Value: 1000},
				&cli.IntFlag{Name: "nodes", Usage: "`NUMBER` of positions to look at for each turn", Value: 400},
				&cli.IntFlag{Name: "seed", Usage: "random seed", Value: 1}},
			Action: func(c *cli.Context) error { return fit(s, c) },
		}},
	}
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

// Flags are those of the engine: how long it thinks, and with what.
func Flags() []cli.Flag {
	return []cli.Flag{
		&cli.DurationFlag{Name: "time", Usage: "`TIME` to think on a position", DefaultText: "1s"},
		&cli.IntFlag{Name: "nodes", Usage: "`NUMBER` of positions to look at"},
		command.Number("level", "`LEVEL` of strength, 1 to 8", 0, 1, engine.Levels),
		command.Number("threads", "`NUMBER` of threads", 1, 1, maxThreads),
		command.TablesFlag(),
	}
}

const (
	maxThreads = 256
	memory     = 64 << 20
)

// Limits returns the limits of a call; a second where it names none.
func Limits(c *cli.Context) engine.Limits {
	var l engine.Limits
	if level := c.Int("level"); level > 0 {
		l = engine.Level(level, uint64(c.Int("seed")))
	}
	if c.IsSet("time") {
		l.Time = c.Duration("time")
	}
	if nodes := c.Int("nodes"); nodes > 0 {
		l.Nodes = uint64(nodes)
	}
	if l.Time == 0 && l.Nodes == 0 && l.Depth == 0 {
		l.Time = time.Second
	}
	return l
}

// New returns a function that makes the engine of a call for a rule set, and one to call when it is not used any more.
func New(c *cli.Context) (of func(*rules.Variant) *engine.Engine, done func(), err error) {
	tables, err := command.TablesShelf(c)
	if err != nil {
		return nil, nil, err
	}
	return func(v *rules.Variant) *engine.Engine {
		return engine.New(v, engine.Options{Threads: c.Int("threads"), Memory: memory, Probe: tables.Prober(v.Set())})
	}, func() { tables.Close() }, nil
}

func fit(s *command.Session, c *cli.Context) error {
	g, err := command.Game(c)
	if err != nil {
		return err
	}
	jobs, err := command.Jobs(c)
	if err != nil {
		return err
	}
	begun, games := time.Now(), c.Int("games")
	fitted, err := engine.Fit(s.Context, g, engine.FitOptions{Games: games, Nodes: uint64(c.Int("nodes")),
		Seed: uint64(c.Int("seed")), Jobs: jobs, Progress: func(n int) {
			left := time.Since(begun) / time.Duration(n) * time.Duration(games-n)
			s.Draw(fmt.Sprintf("%d of %d games, %v left", n, games, left.Round(time.Second)))
		}})
	s.Draw("")
	if err != nil {
		return command.Interrupted("")
	}
	return s.JSON(fitted)
}
