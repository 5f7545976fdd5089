// Package enginecmd has the commands that play and analyse.
package enginecmd

import (
	"fmt"
	"time"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/engine"
	"turncoat/engine/uci"
	"turncoat/rules"
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
	jobs := s.Jobs()
	begun, games := time.Now(), s.Int("games")
	fitted, err := engine.Fit(s.Context, g, engine.FitOptions{Games: games, Nodes: uint64(s.Int("nodes")),
		Seed: uint64(s.Int("seed")), Jobs: jobs, Progress: func(n int) {
			left := time.Since(begun) / time.Duration(n) * time.Duration(games-n)
			s.Draw(fmt.Sprintf("%d of %d games, %v left", n, games, left.Round(time.Second)))
		}})
	s.Draw("")
	if err != nil {
		return command.Interrupted("")
	}
	return s.JSON(fitted)
}
