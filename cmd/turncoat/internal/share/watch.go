package share

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"turncoat/cmd/internal/command"
	"turncoat/internal/cluster"
	"turncoat/internal/plural"
	"turncoat/internal/status"
	"turncoat/internal/work"
)

// Client returns a client that has units done by the workers of a queue, and shows on the terminal
// the progress and who does the units. It fills in the version and the number of units of the work.
func Client(s *command.Session, c *cluster.Conn, a cluster.Coordinator, w cluster.Work) work.Client {
	return func(ctx context.Context, r *work.Results) error {
		w.Version = BuildVersion()
		w.Units = r.Units()
		if w.Units == work.Endless {
			w.Units = 0
		}
		if s.Line == nil {
			return a.Run(ctx, c, w, r)
		}
		defer watch(ctx, s, c, &a, w)()
		return a.Run(ctx, c, w, r)
	}
}

// watch shows the progress of a coordinator and its workers. The function that it returns stops
// that.
func watch(
	ctx context.Context,
	s *command.Session,
	conn *cluster.Conn,
	a *cluster.Coordinator,
	w cluster.Work,
) func() {
	var by atomic.Pointer[[]cluster.Presence]
	by.Store(&[]cluster.Presence{})
	watching, stop := context.WithCancel(ctx)
	over := make(chan struct{})
	go func() {
		defer close(over)
		for watching.Err() == nil {
			quick, cancel := context.WithTimeout(watching, 2*time.Second)
			if state, err := cluster.Status(quick, conn); err == nil {
				by.Store(&state.Workers)
			}
			cancel()
			select {
			case <-watching.Done():
			case <-time.After(2 * time.Second):
			}
		}
	}()
	started := time.Now()
	a.Progress = func(p cluster.Progress) {
		job := cluster.Job{Work: w, Name: w.ID(), Progress: p, Started: started, Seen: time.Now()}
		s.Draw(JobLine(&job) + InProgress(job.InProgress(*by.Load())))
	}
	return func() { stop(); <-over; s.Draw("") }
}

// JobLine returns the state of a job in one line.
func JobLine(job *cluster.Job) string {
	p := job.Progress
	text := fmt.Sprintf("%s: %d units done", job.Called(), p.Done)
	if p.Units > 0 {
		text = fmt.Sprintf("%s: %d of %d units done, %d left", job.Called(), p.Done, p.Units,
			job.Left())
	}

	if p.Failed > 0 {
		text += fmt.Sprintf(", %d set aside", p.Failed)
	}
	switch {
	case job.Over:
		return text + ", over"
	case time.Since(job.Seen) > 10*time.Second:
		return text + ", no coordinator for " + status.Duration(time.Since(job.Seen))
	}

	text += fmt.Sprintf(", %.1f a second", job.Rate())
	if left := status.Left(job.Seen.Sub(job.Started), float64(p.Done-p.Had),
		float64(p.Units-p.Had-p.Failed)); left != "" {
		text += ", " + left
	}

	return text
}

// InProgress returns how many units of a job are in progress, and who does them.
func InProgress(list []cluster.WorkerUnits) string {
	units := 0
	var names []string
	for _, w := range list {
		units += w.Units
		names = append(names, fmt.Sprintf("%s (%d)", w.Worker, w.Units))
	}

	if units == 0 {
		return ", none in progress"
	}
	return fmt.Sprintf(
		", %d in progress by %s: %s",
		units,
		plural.Count(len(list), "worker"),
		strings.Join(names, ", "),
	)
}
