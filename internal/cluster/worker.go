package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// ErrVersion is the class of errors about workers that have another version than the work.
var ErrVersion = errors.New("version mismatch")

// A Worker takes units from a queue and does them.
type Worker struct {
	Name    string // unique among the workers of a server
	Version string // must equal that of the work
	Kinds   map[string]Func
	Jobs    int // how many spans to do at a time

	done atomic.Int64 // units
}

// Presence is what a worker publishes about itself.
type Presence struct {
	Name    string    `json:"name"`
	Version string    `json:"version"`
	Jobs    int       `json:"jobs"`
	Working []string  `json:"working"` // work and span, as in "9f3a12c4d5e6f708.17"
	Done    int64     `json:"done"`    // units
	Seen    time.Time `json:"seen"`
}

// Run works until the context ends, and returns the context's error. Unfinished units return to the
// queue. The error wraps [ErrVersion] if all work on the server is for another version.
func (w *Worker) Run(ctx context.Context, c *Conn) error {
	if err := w.refused(ctx, c); err != nil {
		return err
	}
	h := &workerLoop{worker: w, conn: c}
	h.lastDuration.Store(int64(time.Hour)) // until the time of a span is known
	if err := h.join(ctx); err != nil {
		return err
	}
	beats, stop := context.WithCancel(ctx)
	defer stop()
	go h.beat(beats)
	var all sync.WaitGroup
	for range max(1, w.Jobs) {
		all.Go(func() { h.run(ctx) })
	}
	all.Wait()
	// Do not wait for long: the server may be gone.
	quick, cancel := context.WithTimeout(context.WithoutCancel(ctx), 200*time.Millisecond)
	defer cancel()
	c.workers.Delete(quick, w.Name)
	return ctx.Err()
}

// refused returns an error if there is work, but none for this version.
func (w *Worker) refused(ctx context.Context, c *Conn) error {
	all, err := Status(ctx, c)
	if err != nil {
		return err
	}
	other := ""
	for _, job := range all.Work {
		if job.Over {
			continue
		}
		if job.Version == w.Version {
			return nil
		}
		other = job.Version
	}

	if other != "" {
		return fmt.Errorf("%w: the queue has %s, this worker is %s", ErrVersion, other, w.Version)
	}
	return nil
}

// A workerLoop is the state that the goroutines of a worker share. There is a goroutine for each
// job.
type workerLoop struct {
	worker       *Worker
	conn         *Conn
	lastDuration atomic.Int64 // how long the last span took

	consumer atomic.Value // a jetstream.Consumer
	working  sync.Map     // of work and span, as in Presence
	work     sync.Map     // a *Work by its ID
}

// join subscribes to the units of the version.
func (h *workerLoop) join(ctx context.Context) error {
	version := token(h.worker.Version)
	consumer, err := retry(ctx, func(ctx context.Context) (jetstream.Consumer, error) {
		return h.conn.units.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
			Durable: "workers-" + version, FilterSubject: fmt.Sprintf("turncoat.unit.%s.>", version),
			AckPolicy: jetstream.AckExplicitPolicy, AckWait: ackWait, MaxDeliver: -1, MaxAckPending: 1 << 16,
			InactiveThreshold: 7 * 24 * time.Hour,
		})
	})
	if err == nil {
		h.consumer.Store(consumer)
	}
	return err
}

// ahead limits how long the spans may take that a job fetches together. Longer spans are fetched
// one by one, because another worker may be idle.
const ahead = 100 * time.Millisecond

// run does one span after the other.
func (h *workerLoop) run(ctx context.Context) {
	for ctx.Err() == nil {
		if err := h.next(ctx); err != nil && ctx.Err() == nil {
			pause(ctx, 100*time.Millisecond)
			if lost(err) { // the server may have lost everything
				quick, cancel := context.WithTimeout(ctx, answerWait)
				if _, err := h.conn.ensureStreams(quick); err == nil {
					h.join(quick)
				}
				cancel()
			}
		}
	}
}

// next does the next spans, if any arrive soon.
func (h *workerLoop) next(ctx context.Context) error {
	soon, stop := context.WithTimeout(ctx, 2*time.Second)
	defer stop()
	spans := max(1, min(8, int64(ahead)/max(1, h.lastDuration.Load())))
	batch, err := h.consumer.Load().(jetstream.Consumer).Fetch(int(spans), jetstream.FetchContext(soon))
	if err != nil {
		return err
	}
	for m := range batch.Messages() {
		if ctx.Err() != nil {
			m.Nak()
		} else {
			h.handle(ctx, m)
		}
	}

	// While a cluster elects a leader Fetch returns no error: it is the batch's.
	return batch.Error()
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// handle does one span and sends its outcome. The span leaves the queue only when the outcome is on
// the server; if the worker dies before, another worker gets the span.
func (h *workerLoop) handle(ctx context.Context, m jetstream.Msg) {
	id, span, ok := parseSubject(m.Subject())
	meta, err := m.Metadata()
	if !ok || err != nil {
		m.Term()
		return
	}

	redelivered := meta.NumDelivered > 1
	work, err := h.workOf(ctx, id, redelivered)
	switch {
	case err == nil && (work == nil || !work.has(span)), // the work is over
		errors.Is(err, jetstream.ErrKeyNotFound) && meta.NumDelivered > 5: // and its record has expired
		m.Ack()
		return
	case err != nil: // not announced yet, or no answer
		m.NakWithDelay(time.Second)
		return
	}

	working, stop := context.WithCancel(ctx)
	go keep(working, m)
	var o outcome
	var later error
	if redelivered && h.begun(ctx, id, span) >= attempts-1 {
		from, to := work.unitsOf(span)
		o = allFailed(to-from, fmt.Sprintf("%d workers died while doing its span", attempts))
	} else {
		o, later = h.do(working, id, work, span, m.Data())
	}

	if redelivered {
		h.ended(ctx, id, span)
	}
	stop()
	switch {
	case ctx.Err() != nil:
		m.Nak()
	case later != nil:
		m.NakWithDelay(time.Second)
	case h.send(ctx, id, span, o) != nil:
		m.Nak()
	default:
		m.Ack()
		h.worker.done.Add(int64(len(o)))
	}
}

// keyOf is the key of a span in a worker's presence, and in the record of how often it was begun
// again.
func keyOf(id string, span int) string { return fmt.Sprintf("%s.%d", id, span) }

// begun records that a redelivered span is begun, and returns how often that was recorded and not
// removed, which means that the worker died.
func (h *workerLoop) begun(ctx context.Context, id string, span int) (times int) {
	key := keyOf(id, span)
	if entry, err := h.conn.work.Get(ctx, key); err == nil {
		_ = json.Unmarshal(entry.Value(), &times) // an invalid value counts as 0
	}
	put(ctx, h.conn.work, key, times+1)
	return times
}

// ended removes the record of begun: the worker is alive, whatever the outcome of the span.
func (h *workerLoop) ended(ctx context.Context, id string, span int) {
	quick, cancel := context.WithTimeout(context.WithoutCancel(ctx), 500*time.Millisecond)
	defer cancel()
	_ = h.conn.work.Purge(quick, keyOf(id, span)) // on failure the worker counts as dead once
}

// keep tells the server, until the context ends, that the message is in progress, so that no other
// worker receives it.
func keep(ctx context.Context, m jetstream.Msg) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(ackWait / 3):
			m.InProgress()
		}
	}
}

// send sends the outcome of a span. Results that are too large for a message are sent as a failure.
func (h *workerLoop) send(ctx context.Context, id string, span int, o outcome) error {
	text, err := json.Marshal(o)
	if err == nil && len(text) > maxPayload {
		o = allFailed(len(o), fmt.Sprintf("results of its span are too large: %d bytes", len(text)))
		text, err = json.Marshal(o)
	}

	if err != nil {
		return err
	}
	_, err = retry(ctx, func(ctx context.Context) (*jetstream.PubAck, error) {
		return h.conn.js.Publish(ctx, resultSubject(id, span), text)
	})
	return err
}

// do does the units of a span, and records that and how long it takes. It returns an error if one
// of them must be done later.
func (h *workerLoop) do(ctx context.Context, id string, work *Work, span int, data []byte) (outcome, error) {
	key := keyOf(id, span)
	h.working.Store(key, nil)
	defer h.working.Delete(key)
	began := time.Now()
	defer func() { h.lastDuration.Store(int64(time.Since(began))) }()
	var o outcome
	from, to := work.unitsOf(span)
	do := h.worker.Kinds[work.Kind]
	inputs, unusable := make([][]byte, to-from), ""
	if do == nil {
		unusable = fmt.Sprintf("unknown kind of work %q", work.Kind)
	} else if len(data) > 0 {
		if err := json.Unmarshal(data, &inputs); err != nil {
			unusable = err.Error()
		} else if len(inputs) != to-from {
			unusable = fmt.Sprintf("%d inputs for %d units", len(inputs), to-from)
		}
	}

	if unusable != "" {
		return allFailed(to-from, unusable), nil
	}
	for unit := from; unit < to && ctx.Err() == nil; unit++ {
		u := Unit{Args: work.Args, Number: unit, Input: inputs[unit-from], Fetch: h.conn.fetch}
		result, err := safely(ctx, do, u)
		if errors.Is(err, ErrLater) {
			return o, err
		}
		one := unitOutcome{Result: result}
		if err != nil {
			one = unitOutcome{Failed: err.Error()}
		}
		o = append(o, one)
	}

	return o, nil
}

// safely calls a function and converts a panic to an error.
func safely(ctx context.Context, do Func, u Unit) (result []byte, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("panic: %v", fault)
		}
	}()
	return do(ctx, u)
}

// workOf returns the work with an id, nil if it is over. If anew is set, it asks the server even if
// the work is known.
func (h *workerLoop) workOf(ctx context.Context, id string, anew bool) (*Work, error) {
	if work, ok := h.work.Load(id); ok && !anew {
		return work.(*Work), nil
	}
	entry, err := h.conn.work.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	var job Job
	if err := json.Unmarshal(entry.Value(), &job); err != nil {
		return nil, err
	}
	if job.Over {
		return nil, nil
	}
	h.work.Store(id, &job.Work)
	return &job.Work, nil
}

// beat publishes every few seconds that the worker is present.
func (h *workerLoop) beat(ctx context.Context) {
	for ctx.Err() == nil {
		p := Presence{Name: h.worker.Name, Version: h.worker.Version, Jobs: h.worker.Jobs, Done: h.worker.done.Load(),
			Seen: time.Now().UTC(), Working: []string{}}
		for key := range h.working.Range {
			p.Working = append(p.Working, key.(string))
		}
		put(ctx, h.conn.workers, h.worker.Name, p)
		pause(ctx, present/4)
	}
}
