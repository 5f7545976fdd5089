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

// ErrVersion is the class of errors about workers that the work at hand is not for.
var ErrVersion = errors.New("another version")

// A Worker takes units from a queue and works them out.
type Worker struct {
	Name    string // unique among the workers of a server
	Version string // must be that of the work
	Kinds   map[string]Func
	Jobs    int // spans at a time

	done atomic.Int64 // units
}

// Presence is what a worker tells of itself.
type Presence struct {
	Name    string    `json:"name"`
	Version string    `json:"version"`
	Jobs    int       `json:"jobs"`
	Working []string  `json:"working"` // work and span, as in "9f3a12c4d5e6f708.17"
	Done    int64     `json:"done"`    // units
	Seen    time.Time `json:"seen"`
}

// Run works until the context ends, whose error it returns. Units that it has begun are given back.
// The error wraps [ErrVersion] when all the work that the server holds is for another version.
func (w *Worker) Run(ctx context.Context, c *Conn) error {
	if err := w.refused(ctx, c); err != nil {
		return err
	}
	jobs := max(1, w.Jobs)
	h := &hands{worker: w, conn: c, free: make(chan struct{}, jobs), working: map[string]bool{},
		work: map[string]*Work{}}
	h.took.Store(int64(time.Hour)) // until one is known
	if err := h.join(ctx); err != nil {
		return err
	}
	beats, stop := context.WithCancel(ctx)
	defer stop()
	go h.beat(beats)
	var all sync.WaitGroup
	for range 2 * jobs {
		all.Go(func() { h.run(ctx) })
	}
	all.Wait()
	// the server may be gone
	leaving, stopLeaving := context.WithTimeout(context.WithoutCancel(ctx), 200*time.Millisecond)
	defer stopLeaving()
	c.workers.Delete(leaving, w.Name)
	return ctx.Err()
}

// refused returns an error when there is work, and none of it is for this version.
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
		return fmt.Errorf("%w: the work there is for %s, this is %s", ErrVersion, other, w.Version)
	}
	return nil
}

// hands are the goroutines of one worker: two a job, so that one works while the other sends what it has and
// fetches what comes next.
type hands struct {
	worker *Worker
	conn   *Conn
	free   chan struct{} // holds one for each job that is at work
	took   atomic.Int64  // how long the last span was worked on

	mu       sync.Mutex
	consumer jetstream.Consumer // nil until it is joined again
	working  map[string]bool
	work     map[string]*Work
}

// join lets the worker take units of its version from the queue.
func (h *hands) join(ctx context.Context) error {
	return retry(ctx, func(ctx context.Context) error {
		token := versionToken(h.worker.Version)
		consumer, err := h.conn.units.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
			Durable: "workers-" + token, FilterSubject: fmt.Sprintf("turncoat.unit.%s.>", token),
			AckPolicy: jetstream.AckExplicitPolicy, AckWait: ackWait, MaxDeliver: -1, MaxAckPending: 1 << 16,
			InactiveThreshold: 7 * 24 * time.Hour,
		})
		h.mu.Lock()
		defer h.mu.Unlock()
		h.consumer = consumer
		return err
	})
}

// fetch waits a little for a span.
func (h *hands) fetch() (jetstream.MessageBatch, error) {
	h.mu.Lock()
	consumer := h.consumer
	h.mu.Unlock()
	if consumer == nil {
		return nil, jetstream.ErrConsumerNotFound
	}
	return consumer.Fetch(1, jetstream.FetchMaxWait(2*time.Second))
}

// ahead is the longest time that spans take of which the next is fetched while one is worked on. Longer ones
// are fetched when they can be begun: another worker may have nothing to do meanwhile.
const ahead = 50 * time.Millisecond

// run takes one span after the other.
func (h *hands) run(ctx context.Context) {
	for ctx.Err() == nil {
		place := place{free: h.free}
		if h.took.Load() > int64(ahead) && place.take(ctx) != nil {
			return
		}
		err := h.next(ctx, &place)
		place.leave()
		if err != nil && ctx.Err() == nil {
			pause(ctx, 100*time.Millisecond)
			if gone(err) { // the server may have lost all it had
				quick, cancel := context.WithTimeout(ctx, answerWait)
				if h.conn.mend(quick) == nil {
					h.join(quick)
				}
				cancel()
			}
		}
	}
}

// next handles the next span, if one comes soon.
func (h *hands) next(ctx context.Context, p *place) error {
	batch, err := h.fetch()
	if err != nil {
		return err
	}
	select {
	case m, ok := <-batch.Messages():
		if ok {
			h.handle(ctx, m, p)
		}
	case <-ctx.Done():
		return ctx.Err()
	}
	// While a cluster elects a leader Fetch returns no error: it is the batch's.
	return batch.Error()
}

// A place is that of one job among those that may be at work.
type place struct {
	free chan struct{}
	held bool
}

// take waits for the place, unless it is held already.
func (p *place) take(ctx context.Context) error {
	if p.held {
		return nil
	}
	select {
	case p.free <- struct{}{}:
		p.held = true
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// leave gives the place up, if it is held.
func (p *place) leave() {
	if p.held {
		<-p.free
		p.held = false
	}
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// handle works out one span and sends its outcome. Only when that is kept is the span taken from the
// queue: a worker that dies before gives it to another.
func (h *hands) handle(ctx context.Context, m jetstream.Msg, p *place) {
	id, span, ok := parseSubject(m.Subject())
	if !ok {
		m.Term()
		return
	}
	meta, err := m.Metadata()
	if err != nil {
		m.Term()
		return
	}
	work, err := h.workOf(ctx, id, meta.NumDelivered > 1)
	switch {
	case errors.Is(err, jetstream.ErrKeyNotFound) && meta.NumDelivered > 5: // it was announced before, and is no more
		m.Ack()
		return
	case err != nil: // not announced yet, or no answer
		m.NakWithDelay(time.Second)
		return
	case work == nil || !work.has(span): // over, and nobody waits for it
		m.Ack()
		return
	}
	working, stop := context.WithCancel(ctx)
	go keep(working, m)
	o, err := h.workOn(working, p, id, work, span, m.Data())
	stop()
	if ctx.Err() != nil {
		m.Nak()
		return
	}
	if err != nil { // later
		m.NakWithDelay(time.Second)
		return
	}
	if err := h.send(ctx, id, span, o); err != nil {
		m.Nak()
		return
	}
	m.Ack()
	h.worker.done.Add(int64(len(o.Units)))
}

// keep tells the server until the context ends that the message is being worked on, so that no other worker gets it.
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

// send sends the outcome of a span. Results that are too large for a message are sent as failures.
func (h *hands) send(ctx context.Context, id string, span int, o outcome) error {
	text, err := json.Marshal(o)
	if err == nil && len(text) > maxPayload {
		for i := range o.Units {
			o.Units[i] = unitOutcome{Failed: fmt.Sprintf("the results of its span are too large, %d bytes", len(text))}
		}
		text, err = json.Marshal(o)
	}
	if err != nil {
		return err
	}
	return retry(ctx, func(ctx context.Context) error {
		_, err := h.conn.js.Publish(ctx, resultSubject(id, span), text)
		return err
	})
}

// workOn works out a span when there is a place for that, and leaves the place.
func (h *hands) workOn(ctx context.Context, p *place, id string, work *Work, span int, data []byte) (outcome, error) {
	if err := p.take(ctx); err != nil {
		return outcome{}, err
	}
	defer p.leave()
	key := fmt.Sprintf("%s.%d", id, span)
	h.note(key, true)
	defer h.note(key, false)
	began := time.Now()
	o, err := h.do(ctx, work, span, data)
	h.took.Store(int64(time.Since(began)))
	return o, err
}

// do works out the units of a span. Its error says that one of them is to be worked out later.
func (h *hands) do(ctx context.Context, work *Work, span int, data []byte) (outcome, error) {
	o := outcome{Worker: h.worker.Name}
	from, to := work.unitsOf(span)
	do := h.worker.Kinds[work.Kind]
	var inputs [][]byte
	var unusable error
	if do == nil {
		unusable = fmt.Errorf("no worker of this version knows the kind %q", work.Kind)
	} else if len(data) > 0 {
		if unusable = json.Unmarshal(data, &inputs); unusable == nil && len(inputs) != to-from {
			unusable = fmt.Errorf("%d inputs for %d units", len(inputs), to-from)
		}
	}
	if unusable != nil {
		do = func(context.Context, Unit) ([]byte, error) { return nil, unusable }
	}
	for unit := from; unit < to && ctx.Err() == nil; unit++ {
		u := Unit{Args: work.Args, Number: unit, Fetch: h.conn.fetch}
		if len(inputs) == to-from {
			u.Input = inputs[unit-from]
		}
		result, err := safely(ctx, do, u)
		if errors.Is(err, ErrLater) {
			return o, err
		}
		if err != nil {
			o.Units = append(o.Units, unitOutcome{Failed: err.Error()})
		} else {
			o.Units = append(o.Units, unitOutcome{Result: result})
		}
	}
	return o, nil
}

// safely calls a function, and makes an error of a panic.
func safely(ctx context.Context, do Func, u Unit) (result []byte, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("panic: %v", fault)
		}
	}()
	return do(ctx, u)
}

// workOf returns the work of an id, nil when it is over. Anew asks the server even where it is known.
func (h *hands) workOf(ctx context.Context, id string, anew bool) (*Work, error) {
	h.mu.Lock()
	work, ok := h.work[id]
	h.mu.Unlock()
	if ok && !anew {
		return work, nil
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
	h.mu.Lock()
	h.work[id] = &job.Work
	h.mu.Unlock()
	return &job.Work, nil
}

func (h *hands) note(key string, on bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if on {
		h.working[key] = true
	} else {
		delete(h.working, key)
	}
}

// beat tells every few seconds that the worker is there.
func (h *hands) beat(ctx context.Context) {
	for ctx.Err() == nil {
		p := Presence{Name: h.worker.Name, Version: h.worker.Version, Jobs: h.worker.Jobs, Done: h.worker.done.Load(),
			Seen: time.Now().UTC(), Working: []string{}}
		h.mu.Lock()
		for key := range h.working {
			p.Working = append(p.Working, key)
		}
		h.mu.Unlock()
		put(ctx, h.conn.workers, h.worker.Name, p)
		pause(ctx, present/4)
	}
}
