package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Progress is how far work has come.
type Progress struct {
	Units  int `json:"units"`
	Done   int `json:"done"`
	Had    int `json:"had,omitempty"` // of those done, kept by an earlier asker
	Failed int `json:"failed"`        // set aside
}

// An Asker asks for the units of some work and keeps the results.
type Asker struct {
	// Have reports whether the result of a unit has been kept already; nil is none.
	Have func(unit int) bool
	// Input returns what a unit is about beside the arguments; nil is nothing. All inputs of a span must
	// fit into a message of eight megabytes.
	Input func(unit int) ([]byte, error)
	// Blobs are what units need beside arguments and inputs. They stay on the server until [Conn.Supply] is called
	// with others.
	Blobs []Blob
	// Passing work is not listed any more once it is over.
	Passing bool
	// Keep keeps the result of a unit. It is called once a unit, in any order, never twice at a time. Its error ends
	// the work; [ErrEnough] ends it well. One that wraps [ErrBadResult] does not: then the unit has failed, and Keep
	// may be called for it again.
	Keep func(unit int, result []byte) error
	// Sync waits until what was kept is kept for good. Only then do the results leave the server; one call
	// does for many units. It may be nil, where Keep does that by itself.
	Sync func() error
	// Failed is told of units that were set aside after failing three times; its error ends the work. It may be nil.
	Failed func(unit int, reason string) error
	// Progress is told of progress, at most ten times a second; it may be nil.
	Progress func(p Progress)
	// Window is how many spans are asked for ahead; 0 is 4,096.
	Window int
	// Patience is after what time of silence it is looked whether a span has been lost, and asked for again if
	// so; 0 is twenty seconds.
	Patience time.Duration
}

// attempts is how often a unit may fail before it is set aside.
const attempts = 3

// ErrEnough is the error by which [Asker.Keep] says that the units that are left are not wanted.
var ErrEnough = errors.New("enough")

// ErrBadResult is the class of errors by which [Asker.Keep] says that a worker has sent what cannot be a result.
var ErrBadResult = errors.New("no result that can be used")

// ErrFailed is the class of errors about work some of whose units were set aside.
var ErrFailed = errors.New("units were set aside")

// Run asks for all units that are missing, and returns when all are kept or set aside. The error wraps
// [ErrFailed] when some were set aside, and is that of Keep, of Sync or of the context otherwise. What was
// kept when it returns need not be asked for again.
func (a *Asker) Run(ctx context.Context, c *Conn, work Work) error {
	if work.Units < 0 {
		return fmt.Errorf("%d units are not a number of units", work.Units)
	}
	r := a.begin(c, work)
	r.skip()
	if r.over() {
		r.tell(ctx, true)
		return nil
	}
	if err := r.announce(ctx, false); err != nil {
		return err
	}
	err := r.conn.Supply(ctx, r.Blobs, false)
	if err == nil {
		err = retry(ctx, r.lookUp)
	}
	if err == nil {
		err = r.run(ctx)
	}
	if errors.Is(err, ErrEnough) {
		err = nil
	}
	if r.Sync != nil {
		err = errors.Join(err, r.Sync())
	}
	if ctx.Err() == nil { // otherwise it is to be gone on with
		r.clear(context.WithoutCancel(ctx))
	}
	if err == nil && r.progress.Failed > 0 {
		err = fmt.Errorf("%w: %d of %d", ErrFailed, r.progress.Failed, work.Units)
	}
	return err
}

// begin returns a run of the asker, with what is not said filled in.
func (a *Asker) begin(c *Conn, work Work) *asking {
	if len(work.Args) == 0 {
		work.Args = json.RawMessage("null")
	}
	r := &asking{Asker: a, conn: c, work: work, id: work.ID(), turn: nats.NewInbox(), open: map[int]*asked{},
		kept: map[int]bool{}, started: time.Now()}
	r.progress.Units = work.Units
	r.window, r.patience = a.Window, a.Patience
	if r.window <= 0 {
		r.window = 4096
	}
	if r.patience <= 0 {
		r.patience = 20 * time.Second
	}
	return r
}

// clear takes off the server what the work has left there, if that is quickly done.
func (r *asking) clear(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, 500*time.Millisecond)
	defer cancel()
	if r.Passing {
		r.conn.work.Purge(ctx, r.id)
	} else {
		r.announce(ctx, true)
	}
	r.conn.units.Purge(ctx, jetstream.WithPurgeSubject(r.unitSubjects()))
	r.conn.results.DeleteConsumer(ctx, "asker-"+r.id)
}

// asking is one run of an asker.
type asking struct {
	*Asker
	conn     *Conn
	work     Work
	id       string
	turn     string // different in every run
	window   int
	patience time.Duration

	next     int          // no span from this one on has been asked for
	again    []int        // spans before it that are to be asked for again
	there    map[int]bool // spans from it on that an earlier asker has asked for
	open     map[int]*asked
	kept     map[int]bool // units of open spans whose results were kept
	progress Progress
	started  time.Time
	told     time.Time // when progress was last told
	written  time.Time // when progress was last written for others
	looked   time.Time // when it was last looked whether anything was lost
	doubt    bool      // the server did not take what it was to take
}

// asked is a span that was asked for.
type asked struct {
	at       time.Time
	times    int // how often it was asked for
	failures int
}

// skip passes over the spans of which every result is there.
func (r *asking) skip() {
	for r.work.Units == 0 || r.next < r.work.spans() {
		from, to := r.work.unitsOf(r.next)
		for unit := from; unit < to; unit++ {
			if r.Have == nil || !r.Have(unit) {
				return
			}
		}
		r.progress.Done += to - from
		r.progress.Had += to - from
		r.next++
	}
}

// over reports whether nothing is left to ask for or to wait for.
func (r *asking) over() bool {
	return len(r.open) == 0 && r.work.Units > 0 && r.next >= r.work.spans()
}

// run asks and listens until nothing is left.
func (r *asking) run(ctx context.Context) error {
	results := make(chan jetstream.Msg, 256)
	listening, stop := context.WithCancel(ctx)
	defer stop()
	go r.listen(listening, results)
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for !r.over() {
		if err := r.askMore(ctx); err != nil {
			return err
		}
		r.tell(ctx, false)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case m := <-results:
			if err := r.takeAll(m, results); err != nil {
				return err
			}
		case now := <-tick.C:
			if err := r.askAgain(ctx, now); err != nil {
				return err
			}
		}
	}
	r.tell(ctx, true)
	return nil
}

// listen hands on the results of the work until the context ends.
func (r *asking) listen(ctx context.Context, results chan<- jetstream.Msg) {
	var consumer jetstream.Consumer
	for ctx.Err() == nil {
		if consumer == nil {
			var err error
			consumer, err = r.conn.results.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
				Durable: "asker-" + r.id, FilterSubject: resultSubjects(r.id),
				AckPolicy: jetstream.AckExplicitPolicy, AckWait: ackWait, MaxDeliver: -1, MaxAckPending: 1 << 12,
				InactiveThreshold: 24 * time.Hour,
			})
			if err != nil {
				consumer = nil
				pause(ctx, 200*time.Millisecond)
				continue
			}
		}
		batch, err := consumer.Fetch(256, jetstream.FetchMaxWait(time.Second))
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
		if gone(err) {
			consumer = nil // the server has lost it
		}
		if err != nil {
			pause(ctx, 100*time.Millisecond)
		}
	}
}

// takeAll keeps what is new of a result and of those that wait with it, and tells the server when all of
// it is kept for good.
func (r *asking) takeAll(m jetstream.Msg, more <-chan jetstream.Msg) error {
	taken := []jetstream.Msg{m}
	for err := r.take(m); ; err = r.take(m) {
		if err != nil {
			return err
		}
		select {
		case m = <-more:
			taken = append(taken, m)
			continue
		default:
		}
		break
	}
	if r.Sync != nil {
		if err := r.Sync(); err != nil {
			return err
		}
	}
	for _, m := range taken {
		m.Ack()
	}
	return nil
}

// take keeps what is new of a result.
func (r *asking) take(m jetstream.Msg) error {
	id, span, ok := parseSubject(m.Subject())
	if !ok || id != r.id || !r.work.has(span) || r.open[span] == nil {
		return nil // known already
	}
	from, to := r.work.unitsOf(span)
	units, err := decodeOutcome(m.Data(), to-from)
	if err != nil {
		units = make([]unitOutcome, to-from)
		for i := range units {
			units[i].Failed = err.Error()
		}
	}
	o := r.open[span]
	last := o.failures+1 == attempts
	failed := false
	for i, u := range units {
		if r.has(from + i) {
			continue
		}
		if u.Failed == "" {
			if err := r.Keep(from+i, u.Result); errors.Is(err, ErrBadResult) {
				u.Failed = err.Error()
			} else if err != nil {
				return err
			}
		}
		switch {
		case u.Failed == "":
			r.kept[from+i] = true
			r.progress.Done++
		case last:
			r.progress.Failed++
			if r.Failed != nil {
				if err := r.Failed(from+i, u.Failed); err != nil {
					return err
				}
			}
		default:
			failed = true
		}
	}
	if !failed {
		for unit := from; unit < to; unit++ {
			delete(r.kept, unit)
		}
		delete(r.open, span)
		return nil
	}
	o.failures++
	r.repeat(span, o)
	return nil
}

// had counts the units of a span whose results were there before it was asked for.
func (r *asking) had(span int) {
	for unit, to := r.work.unitsOf(span); unit < to; unit++ {
		if r.has(unit) {
			r.progress.Done++
			r.progress.Had++
		}
	}
}

// has reports whether the result of a unit is kept.
func (r *asking) has(unit int) bool { return r.kept[unit] || r.Have != nil && r.Have(unit) }

// tell tells of progress, the caller ten times a second, others every second.
func (r *asking) tell(ctx context.Context, last bool) {
	now := time.Now()
	if r.Progress != nil && (last || now.Sub(r.told) > 100*time.Millisecond) {
		r.told = now
		r.Progress(r.progress)
	}
	if !last && now.Sub(r.written) > time.Second {
		r.written = now
		quick, cancel := context.WithTimeout(ctx, 200*time.Millisecond)
		defer cancel()
		r.announce(quick, false)
	}
}

// announce writes the work down for workers and for whoever asks how it goes.
func (r *asking) announce(ctx context.Context, over bool) error {
	return put(ctx, r.conn.work, r.id, Job{Work: r.work, Name: r.id, Progress: r.progress, Started: r.started.UTC(),
		Seen: time.Now().UTC(), Over: over})
}
