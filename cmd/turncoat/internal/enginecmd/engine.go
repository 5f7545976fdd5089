// Package enginecmd has the commands that play and analyse.
package enginecmd

import (
	"fmt"
	"time"

	"github.com/urfave/cli/v2"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/engine"
	"turncoat/engine/uci"
)

// UCICommand lets other programs drive the engine.
func UCICommand(s *command.Session) *cli.Command {
	return &cli.Command{
		Name: "uci", Usage: "play for other programs, by the Universal Chess Interface",
		Action: func(*cli.Context) error {
			if err := uci.Serve(s.Context, s.In, s.Out, command.Version()); err != nil {
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

// LimitFlags are the flags that say how long the engine thinks.
func LimitFlags() []cli.Flag {
	return []cli.Flag{
		&cli.DurationFlag{Name: "time", Usage: "`TIME` to think on a position", DefaultText: "1s"},
		&cli.IntFlag{Name: "nodes", Usage: "`NUMBER` of positions to look at"},
		&cli.IntFlag{Name: "level", Usage: "`LEVEL` of strength, 1 to 8"},
		&cli.IntFlag{Name: "threads", Usage: "`NUMBER` of threads", Value: 1},
	}
}

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

// Options returns the threads and the memory of a call's engine.
func Options(c *cli.Context) engine.Options {
	return engine.Options{Threads: max(1, min(c.Int("threads"), 256)), Memory: 64 << 20}
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
