// Package workercmd has the commands of a cluster: its workers and its state.
package workercmd

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/cmd/turncoat/internal/puzzlecmd"
	"turncoat/cmd/turncoat/internal/share"
	"turncoat/cmd/turncoat/internal/tablebasecmd"
	"turncoat/internal/cluster"
	"turncoat/internal/corpus/generate"
	"turncoat/internal/printable"
	"turncoat/internal/tablebase/build"
)

// Commands are the commands of a cluster.
var Commands = []command.Command{
	{Name: "worker", Run: runWorker},
	{Name: "cluster status", Run: clusterStatus},
}

func runWorker(s *command.Session) error {
	address := s.Args()[0]
	jobs := s.Jobs()
	var slicer build.Worker
	slicer.Memory = s.Memory()
	defer slicer.Close()
	var verifying puzzlecmd.VerifyTables
	defer verifying.Close()
	conn, err := share.Dial(s, address)
	if err != nil {
		return err
	}
	defer conn.Close()
	command.CollectGarbageLater()
	w := &cluster.Worker{
		Name:    share.WorkerName("worker"),
		Version: share.BuildVersion(),
		Kinds:   kinds(&slicer, &verifying),
		Jobs:    jobs,
	}
	s.Say(fmt.Sprintf("%s is working for %s; Ctrl-C ends it", w.Name, address))
	err = w.Run(s.Context, conn)
	switch {
	case errors.Is(err, cluster.ErrVersion):
		return command.Unusable("%w", err)
	case errors.Is(err, context.Canceled):
		return command.Interrupted("unfinished units were returned to the queue")
	}
	return err
}

func clusterStatus(s *command.Session) error {
	address := s.Args()[0]
	conn, err := share.Dial(s, address)
	if err != nil {
		return err
	}
	defer conn.Close()
	state, err := cluster.Status(s.Context, conn)
	if err != nil {
		return command.Unusable("%s: %w", address, err)
	}
	if s.Bool("json") {
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

// kinds returns the kinds of work that a worker knows, each with what does a unit of it.
func kinds(slicer *build.Worker, verifying *puzzlecmd.VerifyTables) map[string]cluster.Func {
	return map[string]cluster.Func{
		"corpus generate": func(ctx context.Context, u cluster.Unit) ([]byte, error) {
			return generate.Unit(ctx, u.Args, u.Number, u.Input)
		},
		"puzzle grade":    puzzlecmd.GradeUnit,
		"puzzle mine":     puzzlecmd.MineUnit,
		"puzzle solve":    puzzlecmd.SolveUnit,
		"puzzle verify":   verifying.Unit,
		"tablebase build": tablebasecmd.SliceUnit(slicer),
	}
}
