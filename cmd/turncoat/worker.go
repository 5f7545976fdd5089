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
		Name: "worker", Usage: "run jobs from a shared queue", ArgsUsage: "ADDRESS",
		Description: `Runs units of long jobs from the queue at the address until it is interrupted. Workers may join and
leave at any time; unfinished units return to the queue. All programs that share work must be of the
same build. turncoat-queue serves a queue; see docs/cluster.md.`,
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
	s.say(fmt.Sprintf("%s is working for %s; Ctrl-C ends it", w.Name, address))
	err = w.Run(s.ctx, conn)
	switch {
	case errors.Is(err, cluster.ErrVersion):
		return unusable("%w", err)
	case errors.Is(err, context.Canceled):
		return interrupted("unfinished units were returned to the queue")
	}
	return err
}

func clusterCommand(s *session) *cli.Command {
	return helped(&cli.Command{
		Name: "cluster", Usage: "show the jobs and workers of a shared queue",
		Subcommands: []*cli.Command{helped(&cli.Command{
			Name: "status", Usage: "print the jobs and workers of a queue", ArgsUsage: "ADDRESS",
			Flags:  []cli.Flag{credsFlag(), jsonFlag()},
			Action: s.clusterStatus,
		}, `
$ turncoat cluster status nats://queue.example:4222
`)},
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

// printStatus prints the jobs and workers of a queue.
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
		s.printf("no jobs and no workers\n")
	}
}
