package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"github.com/urfave/cli/v2"

	"turncoat/cluster"
	"turncoat/internal/journal"
	"turncoat/internal/workers"
)

// A batch is work on a list of inputs: what comes of each depends on it and the arguments alone, so that
// it can be done by several jobs, by other machines, and in several calls. A result is one line of JSON.
type batch struct {
	kind   string // the name of the work, as in kinds
	what   string // the inputs, in the plural
	args   any    // what all inputs have in common, for JSON
	inputs [][]byte
	blobs  []cluster.Blob            // what all inputs need beside that
	check  func(result []byte) error // whether what another machine sends can be a result
	// here does a unit in this process; nil is what kinds has.
	here cluster.Func
}

// batchArgs are the arguments of a batch as its units are given them.
type batchArgs struct {
	Args   json.RawMessage `json:"args"`
	Inputs string          `json:"inputs"` // checksum of all inputs
}

// decodeArgs reads the arguments of a batch that a unit belongs to.
func decodeArgs(u cluster.Unit, args any) error {
	var b batchArgs
	if err := json.Unmarshal(u.Args, &b); err != nil {
		return err
	}
	return json.Unmarshal(b.Args, args)
}

// journalFlag is the flag of a batch that can be gone on with.
func journalFlag() cli.Flag {
	return &cli.StringFlag{Name: "journal", Usage: "keep what is done in `FILE`, so that the same call, killed and given again, goes on from there"}
}

// do works out a batch and calls each with every result, in the order of the inputs; failed is the reason
// why there is none. It is shared out where conn is given. The error is that of each, of the journal or of
// the cluster, or says that the work was interrupted.
func (s *session) do(c *cli.Context, b *batch, jobs int, conn *cluster.Conn, each func(unit int, result []byte,
	failed error) error) error {
	args, err := b.encodeArgs()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(s.ctx)
	defer cancel()
	r := &results{each: each, places: map[int]journal.Place{}, waiting: map[int]outcome{}, stop: cancel}
	if path := c.String("journal"); path != "" {
		if err := r.open(path, b.kind, args, len(b.inputs)); err != nil {
			return unusable("--journal: %w", err)
		}
		defer r.journal.Close()
	}
	r.give()
	if conn != nil {
		err = s.doShared(ctx, b, args, conn, r)
	} else {
		s.doHere(ctx, b, args, jobs, r)
	}
	s.draw("")
	switch {
	case r.err != nil:
		return r.err
	case s.ctx.Err() != nil:
		kept := "they have been printed"
		if r.journal != nil {
			kept = "the same call goes on from there"
		}
		return interrupted(fmt.Sprintf("%d of %d %s were done; %s", r.done(), len(b.inputs), b.what, kept))
	case err != nil && !errors.Is(err, cluster.ErrFailed):
		return unusable("--cluster: %w", err)
	}
	return nil
}

func (b *batch) encodeArgs() (json.RawMessage, error) {
	args, err := json.Marshal(b.args)
	if err != nil {
		return nil, err
	}
	sum := sha256.New()
	for _, input := range b.inputs {
		fmt.Fprintf(sum, "%d ", len(input))
		sum.Write(input)
	}
	return json.Marshal(batchArgs{args, hex.EncodeToString(sum.Sum(nil)[:16])})
}

// doHere does what is missing in this process.
func (s *session) doHere(ctx context.Context, b *batch, args json.RawMessage, jobs int, r *results) {
	do := b.here
	if do == nil {
		do = kinds[b.kind]
	}
	task := s.line.Task(b.what, len(b.inputs))
	defer task.End()
	task.Set(r.done(), "")
	workers.Each(ctx, jobs, len(b.inputs), func(_, i int) {
		if r.has(i) {
			return
		}
		result, err := do(ctx, cluster.Unit{Args: args, Number: i, Input: b.inputs[i]})
		if ctx.Err() != nil {
			return
		}
		if err != nil {
			r.put(i, outcome{failed: err})
		} else if err := r.keep(i, result); err == nil {
			r.sync()
		}
		task.Set(r.done(), "")
	})
}

// doShared has the cluster do what is missing.
func (s *session) doShared(ctx context.Context, b *batch, args json.RawMessage, conn *cluster.Conn, r *results) error {
	work := cluster.Work{Kind: b.kind, Version: buildVersion(), Args: args, Units: len(b.inputs),
		Span: min(50, 1+len(b.inputs)/200)}
	asker := &cluster.Asker{
		Blobs: b.blobs,
		Have:  r.has,
		Input: func(unit int) ([]byte, error) { return b.inputs[unit], nil },
		Keep: func(unit int, result []byte) error {
			if err := b.check(result); err != nil {
				return fmt.Errorf("%w: %w", cluster.ErrBadResult, err)
			}
			return r.keep(unit, result)
		},
		Sync:   r.sync,
		Failed: func(unit int, reason string) error { return r.put(unit, outcome{failed: errors.New(reason)}) },
	}
	err := s.ask(ctx, conn, asker, work)
	if s.ctx.Err() == nil && len(b.blobs) > 0 {
		conn.Supply(s.ctx, nil, false)
	}
	return err
}

// results are the results of a batch. They are kept in a journal, where there is one, and given in order.
type results struct {
	each    func(unit int, result []byte, failed error) error
	journal *journal.Journal
	stop    func() // ends the work

	mu      sync.Mutex
	given   int                   // units before it have been given
	places  map[int]journal.Place // of those that are not yet given, in the journal
	waiting map[int]outcome       // the same without a journal, or without a result
	err     error                 // the first one
}

// An outcome is what came of a unit.
type outcome struct {
	result []byte
	failed error
}

// A record is a result in the journal.
type record struct {
	Unit   int             `json:"unit"`
	Result json.RawMessage `json:"result"`
}

// open opens the journal and notes what it holds.
func (r *results) open(path, kind string, args json.RawMessage, units int) (err error) {
	header, err := json.Marshal(map[string]any{"format": "turncoat-batch", "version": buildVersion(), "kind": kind,
		"args": args, "units": units})
	if err != nil {
		return err
	}
	r.journal, err = journal.Open(path, header, func(text []byte, at journal.Place) error {
		var one record
		if err := json.Unmarshal(text, &one); err != nil {
			return err
		}
		if one.Unit < 0 || one.Unit >= units {
			return fmt.Errorf("there is no unit %d", one.Unit)
		}
		r.places[one.Unit] = at
		return nil
	})
	return err
}

// has reports whether the result of a unit is there.
func (r *results) has(unit int) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	_, kept := r.places[unit]
	_, waits := r.waiting[unit]
	return kept || waits || unit < r.given
}

// done returns how many units are done.
func (r *results) done() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.given + len(r.places) + len(r.waiting)
}

// keep keeps a result.
func (r *results) keep(unit int, result []byte) error {
	if r.journal == nil {
		return r.put(unit, outcome{result: result})
	}
	text, err := json.Marshal(record{unit, result})
	if err != nil {
		return r.fail(err)
	}
	at, err := r.journal.Append(text)
	if err != nil {
		return r.fail(err)
	}
	r.mu.Lock()
	r.places[unit] = at
	r.mu.Unlock()
	return nil
}

// sync makes last what was kept, and gives what is in order.
func (r *results) sync() error {
	if r.journal == nil {
		return nil
	}
	if err := r.journal.Sync(); err != nil {
		return r.fail(err)
	}
	return r.give()
}

// put takes what came of a unit and gives what is in order.
func (r *results) put(unit int, o outcome) error {
	r.mu.Lock()
	r.waiting[unit] = o
	r.mu.Unlock()
	return r.give()
}

// fail ends the work with an error.
func (r *results) fail(err error) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err == nil {
		r.err = err
		r.stop()
	}
	return r.err
}

// give gives what is in order.
func (r *results) give() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	for r.err == nil {
		o, ok := r.waiting[r.given]
		if at, kept := r.places[r.given]; kept {
			var one record
			text, err := r.journal.Read(at)
			if err == nil {
				err = json.Unmarshal(text, &one)
			}
			if r.err = err; err != nil {
				break
			}
			o, ok = outcome{result: one.Result}, true
		}
		if !ok {
			return nil
		}
		delete(r.waiting, r.given)
		delete(r.places, r.given)
		r.err = r.each(r.given, o.result, o.failed)
		r.given++
	}
	r.stop()
	return r.err
}
