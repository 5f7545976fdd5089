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

// A Job is work in the list of the server.
type Job struct {
	Work
	Name     string    `json:"id"` // see [Work.ID]
	Progress Progress  `json:"progress"`
	Started  time.Time `json:"started"`
	Seen     time.Time `json:"seen"` // when the coordinator was last heard of
	Over     bool      `json:"over"`
}

// Rate returns how many units were done per second since the current coordinator began.
func (j *Job) Rate() float64 {
	seconds := j.Seen.Sub(j.Started).Seconds()
	if seconds <= 0 {
		return 0
	}
	return float64(j.Progress.Done-j.Progress.Had) / seconds
}

// Left returns how many units are neither done nor set aside, 0 for endless work.
func (j *Job) Left() int { return max(0, j.Progress.Units-j.Progress.Done-j.Progress.Failed) }

// WorkerUnits is how many units of a job a worker has in progress.
type WorkerUnits struct {
	Worker string
	Units  int
}

// InProgress returns the workers that are working on the job, by name, and on how many units, as
// they last reported.
func (j *Job) InProgress(workers []Presence) []WorkerUnits {
	var list []WorkerUnits
	for _, w := range workers {
		units := 0
		for _, key := range w.Working {
			if id, span, ok := parseSubject("turncoat.unit." + key); ok && id == j.Name && j.has(span) {
				from, to := j.unitsOf(span)
				units += to - from
			}
		}

		if units > 0 {
			list = append(list, WorkerUnits{w.Name, units})
		}
	}

	return list
}

// State is what is on a server.
type State struct {
	Work    []Job      `json:"work"`    // by start
	Workers []Presence `json:"workers"` // by name
	Queued  uint64     `json:"queued"`  // spans in the queue, including those in progress
}

// Status returns what is on a server.
func Status(ctx context.Context, c *Conn) (State, error) {
	s, err := retry(ctx, func(ctx context.Context) (s State, err error) {
		s.Work, err = values[Job](ctx, c.work)
		if err != nil {
			return s, err
		}
		s.Workers, err = values[Presence](ctx, c.workers)
		return s, err
	})
	if err != nil {
		return s, err
	}
	slices.SortFunc(s.Work, func(a, b Job) int {
		return cmp.Or(a.Started.Compare(b.Started), cmp.Compare(a.Name, b.Name))
	})
	slices.SortFunc(s.Workers, func(a, b Presence) int { return cmp.Compare(a.Name, b.Name) })
	info, err := c.units.Info(ctx)
	if err == nil {
		s.Queued = info.State.Msgs
	}
	return s, err
}

// values returns the values of a bucket, without those that cannot be read.
func values[T any](ctx context.Context, bucket jetstream.KeyValue) ([]T, error) {
	list := []T{}
	keys, err := bucket.Keys(ctx)
	if errors.Is(err, jetstream.ErrNoKeysFound) {
		return list, nil
	}
	for _, key := range keys {
		entry, err := bucket.Get(ctx, key)
		if errors.Is(err, jetstream.ErrKeyNotFound) {
			continue // removed meanwhile
		}
		if err != nil {
			return nil, err
		}
		var value T
		if json.Unmarshal(entry.Value(), &value) == nil {
			list = append(list, value)
		}
	}

	return list, err
}
