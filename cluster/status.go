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
	ID       string    `json:"id"`
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
	return float64(j.Progress.Done) / seconds
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
	err := retry(ctx, func() error {
		s.Work, s.Workers = s.Work[:0], s.Workers[:0]
		if err := each(ctx, c.work, func(j Job) { s.Work = append(s.Work, j) }); err != nil {
			return err
		}
		return each(ctx, c.workers, func(p Presence) { s.Workers = append(s.Workers, p) })
	})
	if err != nil {
		return s, err
	}
	slices.SortFunc(s.Work, func(a, b Job) int { return cmp.Or(a.Started.Compare(b.Started), cmp.Compare(a.ID, b.ID)) })
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
