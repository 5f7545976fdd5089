package cluster

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// A Job is work as it is written down on the server.
type Job struct {
	Work
	Name     string    `json:"id"` // see [Work.ID]
	Progress Progress  `json:"progress"`
	Started  time.Time `json:"started"`
	Seen     time.Time `json:"seen"` // when who asked was last heard of
	Over     bool      `json:"over"`
}

// Rate returns how many units were done in a second, since who asks now began to ask.
func (j *Job) Rate() float64 {
	seconds := j.Seen.Sub(j.Started).Seconds()
	if seconds <= 0 {
		return 0
	}
	return float64(j.Progress.Done-j.Progress.Had) / seconds
}

// Left returns how many units are neither done nor set aside, 0 for work without end.
func (j *Job) Left() int { return max(0, j.Progress.Units-j.Progress.Done-j.Progress.Failed) }

// A Share is what a worker has in work of a job.
type Share struct {
	Worker string
	Units  int
}

// InWork returns who works at the job, and at how many units, as the workers last told, by name.
func (j *Job) InWork(workers []Presence) []Share {
	var shares []Share
	for _, w := range workers {
		units := 0
		for _, key := range w.Working {
			if id, span, ok := parseSubject("turncoat.unit." + key); ok && id == j.Name && j.has(span) {
				from, to := j.unitsOf(span)
				units += to - from
			}
		}
		if units > 0 {
			shares = append(shares, Share{w.Name, units})
		}
	}
	return shares
}

// State is what a server holds.
type State struct {
	Work    []Job      `json:"work"`    // by start
	Workers []Presence `json:"workers"` // by name
	Queued  uint64     `json:"queued"`  // spans in the queue, those in work among them
}

// Status returns what a server holds.
func Status(ctx context.Context, c *Conn) (State, error) {
	s := State{Work: []Job{}, Workers: []Presence{}}
	err := retry(ctx, func(ctx context.Context) error {
		s.Work, s.Workers = s.Work[:0], s.Workers[:0]
		if err := each(ctx, c.work, func(j Job) { s.Work = append(s.Work, j) }); err != nil {
			return err
		}
		return each(ctx, c.workers, func(p Presence) { s.Workers = append(s.Workers, p) })
	})
	if err != nil {
		return s, err
	}
	slices.SortFunc(s.Work, func(a, b Job) int {
		return cmp.Or(a.Started.Compare(b.Started),
			cmp.Compare(a.Name, b.Name))
	})
	slices.SortFunc(s.Workers, func(a, b Presence) int { return cmp.Compare(a.Name, b.Name) })
	info, err := c.units.Info(ctx)
	if err == nil {
		s.Queued = info.State.Msgs
	}
	return s, err
}

// each calls a function with every value of a bucket.
func each[T any](ctx context.Context, bucket jetstream.KeyValue, do func(T)) error {
	keys, err := bucket.Keys(ctx)
	if errors.Is(err, jetstream.ErrNoKeysFound) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, key := range keys {
		entry, err := bucket.Get(ctx, key)
		if errors.Is(err, jetstream.ErrKeyNotFound) {
			continue // gone meanwhile
		}
		if err != nil {
			return err
		}
		var value T
		if json.Unmarshal(entry.Value(), &value) == nil {
			do(value)
		}
	}
	return nil
}
