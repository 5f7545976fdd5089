package share

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
	"turncoat/cmd/turncoat/internal/command"
	"turncoat/internal/journal"
	"turncoat/internal/workers"
)

// A batch is work on a list of inputs: what comes of each depends on it and the arguments alone, so that
// it can be done by several jobs, by other machines, and in several calls. A result is one line of JSON.
type Batch struct {
	Kind   string // the name of the work, as in kinds
	What   string // the inputs, in the plural
	Args   any    // what all inputs have in common, for JSON
	Inputs [][]byte
	Blobs  []cluster.Blob            // what all inputs need beside that
	Check  func(result []byte) error // whether what another machine sends can be a result
	Unit   cluster.Func              // does a unit
}

// batchArgs are the arguments of a batch as its units are given them.
type batchArgs struct {
	Args   json.RawMessage `json:"args"`
	Inputs string          `json:"inputs"` // checksum of all inputs
}

// decodeArgs reads the arguments of a batch that a unit belongs to.
func DecodeArgs(u cluster.Unit, args any) error {
	var b batchArgs
	if err := json.Unmarshal(u.Args, &b); err != nil {
		return err
	}
	return json.Unmarshal(b.Args, args)
}

// journalFlag is the flag of a batch that can be gone on with.
func JournalFlag() cli.Flag {
	return &cli.StringFlag{Name: "journal", Usage: "keep what is done in `FILE`, so that the same call, killed and given again, goes on from there"}
}

// do works out a batch and calls each with every result, in the order of the inputs; failed is the reason
// why there is none. It is shared out where conn is given. The error is that of each, of the journal or of
// the cluster, or says that the work was interrupted.
func Do(s *command.Session, c *cli.Context, b *Batch, jobs int, conn *cluster.Conn, each func(unit int, result []byte,
	failed error) error) error {
	args, err := b.EncodeArgs()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(s.Context)
	defer cancel()
	r := &results{each: each, places: map[int]journal.Place{}, waiting: map[int]outcome{}, stop: cancel}
	if path := c.String("journal"); path != "" {
		if err := r.open(path, b.Kind, args, len(b.Inputs)); err != nil {
			return command.Unusable("--journal: %w", err)
		}
		defer r.journal.Close()
	}
	r.give()
	if conn != nil {
		err = doShared(s, ctx, b, args, conn, r)
	} else {
		doHere(s, ctx, b, args, jobs, r)
	}
	s.Draw("")
	switch {
	case r.err != nil:
		return r.err
	case s.Context.Err() != nil:
		kept := "they have been printed"
		if r.journal != nil {
			kept = "the same call goes on from there"
		}
		return command.Interrupted(fmt.Sprintf("%d of %d %s were done; %s", r.done(), len(b.Inputs), b.What, kept))
	case err != nil && !errors.Is(err, cluster.ErrFailed):
		return command.Unusable("--cluster: %w", err)
	}
	return nil
}

func (b *Batch) EncodeArgs() (json.RawMessage, error) {
	args, err := json.Marshal(b.Args)
	if err != nil {
		return nil, err
	}
	sum := sha256.New()
	for _, input := range b.Inputs {
		fmt.Fprintf(sum, "%d ", len(input))
		sum.Write(input)
	}
	return json.Marshal(batchArgs{args, hex.EncodeToString(sum.Sum(nil)[:16])})
}

// doHere does what is missing in this process.
func doHere(s *command.Session, ctx context.Context, b *Batch, args json.RawMessage, jobs int, r *results) {
	task := s.Line.Task(b.What, len(b.Inputs))
	defer task.End()
	task.Set(r.done(), "")
	workers.Each(ctx, jobs, len(b.Inputs), func(_, i int) {
		if r.has(i) {
			return
		}
		result, err := b.Unit(ctx, cluster.Unit{Args: args, Number: i, Input: b.Inputs[i]})
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
func doShared(s *command.Session, ctx context.Context, b *Batch, args json.RawMessage, conn *cluster.Conn, r *results) error {
	work := cluster.Work{Kind: b.Kind, Version: BuildVersion(), Args: args, Units: len(b.Inputs),
		Span: min(50, 1+len(b.Inputs)/200)}
	asker := &cluster.Asker{
		Blobs: b.Blobs,
		Have:  r.has,
		Input: func(unit int) ([]byte, error) { return b.Inputs[unit], nil },
		Keep: func(unit int, result []byte) error {
			if err := b.Check(result); err != nil {
				return fmt.Errorf("%w: %w", cluster.ErrBadResult, err)
			}
			return r.keep(unit, result)
		},
		Sync:   r.sync,
		Failed: func(unit int, reason string) error { return r.put(unit, outcome{failed: errors.New(reason)}) },
	}
	err := Ask(s, ctx, conn, asker, work)
	if s.Context.Err() == nil && len(b.Blobs) > 0 {
		conn.Supply(s.Context, nil, false)
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
	header, err := json.Marshal(map[string]any{"format": "turncoat-batch", "version": BuildVersion(), "kind": kind,
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
