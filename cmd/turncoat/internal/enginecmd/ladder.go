package enginecmd

import (
	"github.com/urfave/cli/v2"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/engine"
	"turncoat/internal/engine/ladder"
)

type ladderOptions struct {
	rules string
	games int
	from  int
	seed  uint64
	jobs  int
}

// Ladder returns the command that measures the levels.
func Ladder(s *command.Session) *cli.Command {
	var o ladderOptions
	return &cli.Command{
		Name:  "ladder",
		Usage: "measure the levels against each other",
		Flags: []cli.Flag{
			command.RulesFlag(&o.rules),
			command.JobsFlag(&o.jobs, 0, "play `N` games"),
			&cli.IntFlag{
				Name:  "games",
				Usage: "`NUMBER` of games of each level",
				Value: 60, Destination: &o.games, Action: command.Between(1, 100_000),
			},
			&cli.IntFlag{
				Name:  "from",
				Usage: "the first `LEVEL`",
				Value: 1, Destination: &o.from, Action: command.Between(1, engine.Levels),
			},
			command.SeedFlag(&o.seed, "random `SEED`"),
		},
		Action: command.Action(s, &o, runLadder),
	}
}

func runLadder(s *command.Session, o *ladderOptions) error {
	v, err := s.Game(o.rules)
	if err != nil {
		return err
	}
	options := ladder.Options{Games: o.games, From: o.from, To: engine.Levels, Seed: o.seed, Jobs: command.Jobs(o.jobs)}
	err = ladder.Measure(s.Context, v, options, func(step ladder.Step) {
		s.Printf("level %d  %3.0f ± %2.0f %%\n", step.Level, 100*step.Share(), 100*step.Error())
	})
	if err != nil {
		return command.Interrupted("")
	}
	return nil
}
