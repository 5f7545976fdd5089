package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"turncoat/cluster"
	"turncoat/internal/printable"
)

func workerCommand(s *session) *cli.Command {
	return helped(&cli.Command{
		Name: "worker", Usage: "work for those who share their work out", ArgsUsage: "ADDRESS",
		Description: `Takes units of long work from the NATS server at the address, and works them out, until it is
interrupted. It may join and leave at any time: units that it has begun go to another. All who share
work must be of the same build; see docs/cluster.md.`,
		Flags: []cli.Flag{jobsFlag("work on `N` units at a time"), credsFlag(),
			&cli.StringFlag{Name: "memory", Usage: "`SIZE` of what it holds of tables that are being made, such as 512M", Value: "1G"},
		},
		Action: s.worker,
	}, `
$ turncoat worker nats://queue.example:4222
`)
}

func (s *session) worker(c *cli.Context) error {
	address := c.Args().First()
	jobs, err := jobs(c)
	if err != nil {
		return err
	}
	if s.tables.slicer.Memory, err = memory(c); err != nil {
		return err
	}
	defer s.tables.slicer.Close()
	defer s.verifying.close()
	conn, err := s.dial(c, address)
	if err != nil {
		return err
	}
	defer conn.Close()
	letHeapGrow()
	w := &cluster.Worker{Name: workerName("worker"), Version: buildVersion(), Kinds: s.kinds(), Jobs: jobs}
	s.say(fmt.Sprintf("%s works for %s; Ctrl-C ends it", w.Name, address))
	err = w.Run(s.ctx, conn)
	switch {
	case errors.Is(err, cluster.ErrVersion):
		return unusable("%w", err)
	case errors.Is(err, context.Canceled):
		return interrupted("what was begun goes to another worker")
	}
	return err
}

func clusterCommand(s *session) *cli.Command {
	return helped(&cli.Command{
		Name: "cluster", Usage: "look at work that is shared out, and serve its queue",
		Subcommands: []*cli.Command{helped(&cli.Command{
			Name: "status", Usage: "print what a server holds and who works for it", ArgsUsage: "ADDRESS",
			Flags:  []cli.Flag{credsFlag(), jsonFlag()},
			Action: s.clusterStatus,
		}, `
$ turncoat cluster status nats://queue.example:4222
`), clusterServeCommand(s)},
	}, `
$ turncoat cluster status nats://queue.example:4222
`)
}

func (s *session) clusterStatus(c *cli.Context) error {
	address := c.Args().First()
	conn, err := s.dial(c, address)
	if err != nil {
		return err
	}
	defer conn.Close()
	state, err := cluster.Status(s.ctx, conn)
	if err != nil {
		return unusable("%s: %w", address, err)
	}
	if c.Bool("json") {
		return s.json(state)
	}
	s.printStatus(&state)
	return nil
}

// printStatus prints what a server holds and who works for it.
func (s *session) printStatus(state *cluster.State) {
	for _, job := range state.Work {
		text := jobLine(&job)
		if !job.Over {
			text += sharesText(job.InWork(state.Workers))
		}
		s.printf("%s  %s\n", job.Name, printable.Line(text))
	}
	for _, w := range state.Workers {
		work := "idle"
		if len(w.Working) > 0 {
			work = "at " + strings.Join(w.Working, " ")
		}
		s.printf("%s  %d done, %s\n", printable.Line(w.Name), w.Done, printable.Line(work))
	}
	if len(state.Work) == 0 && len(state.Workers) == 0 {
		s.printf("no work and no workers\n")
	}
}
