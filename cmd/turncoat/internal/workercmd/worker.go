// Package workercmd has the commands for a cluster: worker and status.
package workercmd

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"turncoat/cmd/internal/command"
	"turncoat/cmd/turncoat/internal/puzzlecmd"
	"turncoat/cmd/turncoat/internal/share"
	"turncoat/cmd/turncoat/internal/tablebasecmd"
	"turncoat/internal/cluster"
	"turncoat/internal/corpus/generate"
	"turncoat/internal/printable"
	"turncoat/internal/tablebase/build"
)

type workerOptions struct {
	jobs   int
	queue  share.Queue
	memory command.Size
}

// Worker returns the command that runs jobs from a queue.
func Worker(s *command.Session) *cli.Command {
	o := workerOptions{memory: 1 * command.GB}
	return &cli.Command{
		Name:      "worker",
		Usage:     "run jobs from a shared queue",
		ArgsUsage: "ADDRESS",
		Flags: []cli.Flag{
			command.JobsFlag(&o.jobs, 0, "work on `N` units"),
			command.SizeFlag(&o.memory, "memory",
				"`SIZE` of a table under construction and of the memory of a unit at most, such as 512M"),
		},
		Action: command.Action(s, &o, runWorker),
	}
}

func runWorker(s *command.Session, o *workerOptions) error {
	o.queue.Address = s.Args()[0]
	var slicer build.Worker
	slicer.Memory = int64(o.memory)
	defer slicer.Close()
	var verifying puzzlecmd.VerifyTables
	defer verifying.Close()
	conn, err := o.queue.Dial(s)
	if err != nil {
		return err
	}
	defer conn.Close()
	command.CollectGarbageLater()
	w := &cluster.Worker{
		Name:    share.WorkerName("worker"),
		Version: share.BuildVersion(),
		Kinds:   kinds(&slicer, &verifying, o.memory),
		Jobs:    command.Jobs(o.jobs),
	}
	s.Say(fmt.Sprintf("%s is working for %s; Ctrl-C ends it", w.Name, o.queue.Address))
	err = w.Run(s.Context, conn)
	switch {
	case errors.Is(err, cluster.ErrVersion):
		return command.Unusable("%w", err)
	case errors.Is(err, context.Canceled):
		return command.Interrupted("unfinished units were returned to the queue")
	}

	return err
}

type statusOptions struct {
	queue share.Queue
}

// Status returns the command that shows the jobs and workers of a queue.
func Status(s *command.Session) *cli.Command {
	var o statusOptions
	return &cli.Command{
		Name:      "status",
		Usage:     "print the jobs and workers of a queue",
		ArgsUsage: "ADDRESS",
		Flags:     []cli.Flag{s.JSONFlag()},
		Action:    command.Action(s, &o, clusterStatus),
	}
}

func clusterStatus(s *command.Session, o *statusOptions) error {
	o.queue.Address = s.Args()[0]
	conn, err := o.queue.Dial(s)
	if err != nil {
		return err
	}
	defer conn.Close()
	state, err := cluster.Status(s.Context, conn)
	if err != nil {
		return command.Unusable("%s: %w", o.queue.Address, err)
	}
	if s.AsJSON {
		return s.JSON(state)
	}
	printStatus(s, &state)
	return nil
}

func printStatus(s *command.Session, state *cluster.State) {
	for _, job := range state.Work {
		text := share.JobLine(&job)
		if !job.Over {
			text += share.InProgress(job.InProgress(state.Workers))
		}
		s.Printf("%s  %s\n", printable.Line(job.Name), printable.Line(text))
	}

	for _, w := range state.Workers {
		work := "idle"
		if len(w.Working) > 0 {
			work = "at " + strings.Join(w.Working, " ")
		}
		s.Printf("%s  %d done, %s\n", printable.Line(w.Name), w.Done, printable.Line(work))
	}

	if len(state.Work) == 0 && len(state.Workers) == 0 {
		s.Printf("no jobs and no workers\n")
	}
}

// kinds returns the kinds of work that a worker knows, with a function that does a unit of each.
// Whatever the message of a unit asks for, the unit has a table of at most so much memory.
func kinds(slicer *build.Worker, verifying *puzzlecmd.VerifyTables, memory command.Size) map[string]cluster.Func {
	return map[string]cluster.Func{
		"corpus generate": func(ctx context.Context, u cluster.Unit) ([]byte, error) {
			return generate.Unit(ctx, u.Args, u.Number, u.Input)
		},
		"puzzle census":     puzzlecmd.CensusUnit,
		"puzzle grade":      puzzlecmd.GradeUnit,
		"puzzle mine":       puzzlecmd.MineUnit,
		"puzzle prove":      puzzlecmd.ProveUnit(int64(memory), func(string) {}),
		"puzzle solve-file": puzzlecmd.SolveFileUnit(int64(memory), func(string) {}),
		"puzzle verify":     verifying.Unit,
		"tablebase build":   tablebasecmd.SliceUnit(slicer),
	}
}
