package cluster

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"turncoat/internal/work"
)

// Progress is how far work has got.
type Progress struct {
	Units  int `json:"units"`
	Done   int `json:"done"`
	Had    int `json:"had,omitempty"` // of those done, how many came from an earlier coordinator
	Failed int `json:"failed"`        // units set aside
}

// Results is where a [Coordinator] stores results; see the methods of [work.Results]. They are
// called by one goroutine at a time.
type Results interface {
	Has(unit int) bool
	// Keep returns [work.ErrBadResult] if the unit must be done again, [work.ErrEnough] to end the
	// work successfully, and any other error to end it with that error.
	Keep(unit int, result []byte) error
	// Fail is called with a unit that was set aside after failing three times.
	Fail(unit int, reason error) error
	// Sync is called before results are removed from the server; one call may cover many.
	Sync() error
}

// A Coordinator queues the units of some work and keeps the results.
type Coordinator struct {
	// Input returns the data that a unit needs besides the arguments; it may be nil. The inputs of
	// a span may have up to eight megabytes.
	Input func(unit int) ([]byte, error)
	// Blobs is data that all units need. It stays on the server until [Conn.Supply] is called with
	// others.
	Blobs []Blob
	// Ephemeral work is not listed after it has ended.
	Ephemeral bool
	// Progress is called at most ten times a second; it may be nil.
	Progress func(p Progress)
	// Patience is how long to wait for the result of a span before checking whether the span was
	// lost, and then queuing it again; 0 is twenty seconds.
	Patience time.Duration
}

const (
	window   = 1024 // spans that may be queued at a time
	attempts = 3    // failures of a unit before it is set aside
)

// Run queues all units whose results are missing, and returns when all are done or set aside. The
// error is that of the results or of the context.
func (a *Coordinator) Run(ctx context.Context, c *Conn, w Work, results Results) error {
	if w.Units < 0 {
		return fmt.Errorf("invalid unit count %d", w.Units)
	}
	r := a.begin(c, w, results)
	r.skip()
	if r.over() {
		r.report(ctx, true)
		return nil
	}

	if err := r.announce(ctx, false); err != nil {
		return err
	}
	err := r.conn.Supply(ctx, r.Blobs, false)
	if err == nil {
		r.inQueue, err = retry(ctx, r.onServer)
	}
	if err == nil {
		err = r.run(ctx)
	}
	if errors.Is(err, work.ErrEnough) {
		err = nil
	}
	err = errors.Join(err, r.results.Sync())
	if ctx.Err() == nil { // otherwise the work will be continued
		r.clear(context.WithoutCancel(ctx))
	}
	return err
}

// begin returns a run of the coordinator with defaults filled in.
func (a *Coordinator) begin(c *Conn, w Work, results Results) *run {
	if len(w.Args) == 0 {
		w.Args = json.RawMessage("null")
	}
	r := &run{Coordinator: a, conn: c, work: w, results: results, id: w.ID(), open: map[int]*queued{},
		started: time.Now()}
	r.progress.Units, r.patience = w.Units, cmp.Or(a.Patience, 20*time.Second)
	return r
}

// clear removes what the work has left on the server, if that is quick.
func (r *run) clear(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, 500*time.Millisecond)
	defer cancel()
	if r.Ephemeral {
		r.conn.work.Purge(ctx, r.id)
	} else {
		r.announce(ctx, true)
	}

	r.conn.units.Purge(ctx, jetstream.WithPurgeSubject(unitSubject(r.work.Version, r.id, "*")))
	r.conn.received.DeleteConsumer(ctx, "asker-"+r.id)
}

// A run is one run of a coordinator.
type run struct {
	*Coordinator
	conn     *Conn
	work     Work
	results  Results
	id       string
	patience time.Duration

	next        int          // the first span that has not been queued
	requeue     []int        // earlier spans to queue again
	inQueue     map[int]bool // spans from next on that an earlier coordinator has queued
	open        map[int]*queued
	progress    Progress
	started     time.Time
	reported    time.Time // when progress was last reported
	written     time.Time // when progress was last published
	looked      time.Time // when the coordinator last looked for lost spans
	unconfirmed bool      // the server did not accept a span
}

// queued is a span that has been queued and whose result has not arrived.
type queued struct {
	at       time.Time
	failures int
}

// skip advances past the spans with complete results.
func (r *run) skip() {
	for r.work.has(r.next) {
		from, to := r.work.unitsOf(r.next)
		for unit := from; unit < to; unit++ {
			if !r.results.Has(unit) {
				return
			}
		}

		r.progress.Done += to - from
		r.progress.Had += to - from
		r.next++
	}
}

// over reports whether there is nothing left to queue or to wait for.
func (r *run) over() bool {
	return len(r.open) == 0 && !r.work.has(r.next)
}

// run queues spans and receives results until nothing is left.
func (r *run) run(ctx context.Context) error {
	results := make(chan jetstream.Msg, 256)
	listening, stop := context.WithCancel(ctx)
	defer stop()
	go r.listen(listening, results)
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for !r.over() {
		if err := r.queueMore(ctx); err != nil {
			return err
		}
		r.report(ctx, false)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case m := <-results:
			if err := r.takeAll(m, results); err != nil {
				return err
			}
		case now := <-tick.C:
			if err := r.requeueLost(ctx, now); err != nil {
				return err
			}
		}
	}

	r.report(ctx, true)
	return nil
}

// listen passes the results of the work to a channel until the context ends.
func (r *run) listen(ctx context.Context, results chan<- jetstream.Msg) {
	var consumer jetstream.Consumer
	var batch jetstream.MessageBatch
	var err error
	for ctx.Err() == nil {
		if consumer == nil {
			consumer, err = r.conn.received.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
				Durable: "asker-" + r.id, FilterSubject: resultSubject(r.id, "*"),
				AckPolicy: jetstream.AckExplicitPolicy, AckWait: ackWait, MaxDeliver: -1, MaxAckPending: 1 << 12,
				InactiveThreshold: 24 * time.Hour,
			})
		}

		if err == nil {
			batch, err = consumer.Fetch(256, jetstream.FetchMaxWait(time.Second))
		}
		if err == nil {
			for m := range batch.Messages() {
				select {
				case results <- m:
				case <-ctx.Done():
				}
			}

			// While a cluster elects a leader Fetch returns no error: it is the batch's.
			err = batch.Error()
		}

		if lost(err) {
			consumer = nil // the server has lost it
		}
		if err != nil {
			pause(ctx, 100*time.Millisecond)
			err = nil
		}
	}
}

// takeAll stores the new results in a message and in those that have arrived with it, and
// acknowledges the messages when the results are safe.
func (r *run) takeAll(m jetstream.Msg, more <-chan jetstream.Msg) error {
	taken := []jetstream.Msg{m}
	for i := 0; i < len(taken); i++ {
		if err := r.take(taken[i]); err != nil {
			return err
		}
		select {
		case m := <-more:
			taken = append(taken, m)
		default:
		}
	}

	if err := r.results.Sync(); err != nil {
		return err
	}
	for _, m := range taken {
		m.Ack()
	}
	return nil
}

// take stores the new results in a message.
func (r *run) take(m jetstream.Msg) error {
	id, span, ok := parseSubject(m.Subject())
	if !ok || id != r.id || r.open[span] == nil {
		return nil // known already
	}
	from, to := r.work.unitsOf(span)
	o := r.open[span]
	last := o.failures+1 == attempts
	failed := false
	for i, u := range decodeOutcome(m.Data(), to-from) {
		if r.results.Has(from + i) {
			continue
		}
		if u.Failed == "" {
			if err := r.results.Keep(from+i, u.Result); errors.Is(err, work.ErrBadResult) {
				u.Failed = err.Error()
			} else if err != nil {
				return err
			}
		}

		switch {
		case u.Failed == "":
			r.progress.Done++
		case last:
			r.progress.Failed++
			if err := r.results.Fail(from+i, errors.New(u.Failed)); err != nil {
				return err
			}
		default:
			failed = true
		}
	}

	if !failed {
		delete(r.open, span)
		return nil
	}

	o.failures++
	r.repeat(span)
	return nil
}

// had counts the units of a span whose results existed before it was queued.
func (r *run) had(span int) {
	for unit, to := r.work.unitsOf(span); unit < to; unit++ {
		if r.results.Has(unit) {
			r.progress.Done++
			r.progress.Had++
		}
	}
}

// report reports progress, to the caller ten times a second and on the server every second.
func (r *run) report(ctx context.Context, last bool) {
	now := time.Now()
	if r.Progress != nil && (last || now.Sub(r.reported) > 100*time.Millisecond) {
		r.reported = now
		r.Progress(r.progress)
	}

	if !last && now.Sub(r.written) > time.Second {
		r.written = now
		quick, cancel := context.WithTimeout(ctx, 200*time.Millisecond)
		defer cancel()
		r.announce(quick, false)
	}
}

// announce publishes the work on the server, for workers and for status requests.
func (r *run) announce(ctx context.Context, over bool) error {
	return put(ctx, r.conn.work, r.id, Job{Work: r.work, Name: r.id, Progress: r.progress, Started: r.started.UTC(),
		Seen: time.Now().UTC(), Over: over})
}

// outcome is a worker's answer for a span: for each unit the result, or why it failed.
type outcome []unitOutcome

type unitOutcome struct {
	Result []byte `json:"result,omitempty"`
	Failed string `json:"failed,omitempty"`
}

// allFailed returns the outcome of units that have all failed for one reason.
func allFailed(units int, reason string) outcome {
	return slices.Repeat(outcome{{Failed: reason}}, units)
}

// decodeOutcome reads the outcome of a number of units. If it cannot be read, they have failed.
func decodeOutcome(text []byte, units int) outcome {
	var o outcome
	if err := json.Unmarshal(text, &o); err != nil {
		return allFailed(units, "unreadable result: "+err.Error())
	}
	if len(o) != units {
		return allFailed(units, fmt.Sprintf("result of %d units, want %d", len(o), units))
	}
	return o
}
