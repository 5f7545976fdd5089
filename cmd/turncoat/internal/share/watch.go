package share

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"turncoat/cluster"
	"turncoat/cmd/turncoat/internal/command"
	"turncoat/internal/plural"
	"turncoat/internal/status"
)

// ask has work done by a cluster, and shows on the terminal how far it has come and who is at it. A
// function of the asker's that is told of progress is called as well.
func Ask(s *command.Session, ctx context.Context, conn *cluster.Conn, asker *cluster.Asker, work cluster.Work) error {
	if s.Line == nil {
		return asker.Run(ctx, conn, work)
	}
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
	defer func() { stop(); <-over; s.Draw("") }()
	started := time.Now()
	then := asker.Progress
	asker.Progress = func(p cluster.Progress) {
		if then != nil {
			then(p)
		}
		job := cluster.Job{Work: work, Name: work.ID(), Progress: p, Started: started, Seen: time.Now()}
		s.Draw(JobLine(&job) + SharesText(job.InWork(*by.Load())))
	}
	return asker.Run(ctx, conn, work)
}

// jobLine says how a job stands.
func JobLine(job *cluster.Job) string {
	p := job.Progress
	text := fmt.Sprintf("%s: %d units done", job.Called(), p.Done)
	if p.Units > 0 {
		text = fmt.Sprintf("%s: %d of %d units done, %d left", job.Called(), p.Done, p.Units, job.Left())
	}
	if p.Failed > 0 {
		text += fmt.Sprintf(", %d set aside", p.Failed)
	}
	switch {
	case job.Over:
		return text + ", over"
	case time.Since(job.Seen) > 10*time.Second:
		return text + ", nobody has asked for it for " + status.Duration(time.Since(job.Seen))
	}
	text += fmt.Sprintf(", %.1f a second", job.Rate())
	if left := status.Left(job.Seen.Sub(job.Started), float64(p.Done-p.Had),
		float64(p.Units-p.Had-p.Failed)); left != "" {
		text += ", " + left
	}
	return text
}

// sharesText says how much of a job is in work, and by whom.
func SharesText(shares []cluster.Share) string {
	units := 0
	var names []string
	for _, share := range shares {
		units += share.Units
		names = append(names, fmt.Sprintf("%s (%d)", share.Worker, share.Units))
	}
	if units == 0 {
		return ", none in work"
	}
	return fmt.Sprintf(", %d in work by %s: %s", units, plural.Count(len(shares), "worker"), strings.Join(names, ", "))
}
