package cluster

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// answerWait is how long the server may take to acknowledge what it was sent.
const answerWait = 5 * time.Second

// following returns the next span to queue.
func (r *run) following() (span int, ok bool) {
	for len(r.again) > 0 {
		if r.open[r.again[0]] != nil {
			return r.again[0], true
		}
		r.again = r.again[1:] // its result has come after all
	}
	r.skip()
	return r.next, r.work.has(r.next)
}

// queueMore queues spans as far as the window reaches. A queue that is full or without a
// leader is tried again later.
func (r *run) queueMore(ctx context.Context) error {
	var waiting []jetstream.PubAckFuture
	var spans []int
	for len(waiting) < 256 && !r.unsure {
		span, ok := r.following()
		if !ok || len(r.again) == 0 && len(r.open) >= window {
			break
		}
		o := r.open[span]
		if o == nil {
			o = &queued{}
		}
		if again := len(r.again) > 0; again || !r.inQueue[span] {
			inputs, err := r.inputs(span)
			if err != nil {
				return err
			}
			future, err := r.conn.js.PublishAsync(unitSubject(r.work.Version, r.id, span), inputs)
			if err != nil {
				r.unsure = true // the connection is gone, and comes back
				break
			}
			waiting, spans = append(waiting, future), append(spans, span)
			if again {
				r.again = r.again[1:]
			}
		}
		if r.open[span] == nil {
			r.next++
			r.had(span)
		}
		o.at = time.Now()
		r.open[span] = o
	}
	return r.await(ctx, waiting, spans)
}

// await waits until the server has taken spans. Those that it has not taken in time are sent again.
func (r *run) await(ctx context.Context, waiting []jetstream.PubAckFuture, spans []int) error {
	late := time.After(answerWait)
	for i, future := range waiting {
		select {
		case <-future.Ok():
			continue
		case <-ctx.Done():
			return ctx.Err()
		case <-future.Err():
		case <-late:
			late = time.After(0) // nor is the next one waited for
		}
		r.unsure = true
		r.repeat(spans[i])
	}
	return nil
}

// repeat has a span queued again.
func (r *run) repeat(span int) {
	r.open[span].at = time.Time{}
	r.again = append(r.again, span)
}

// inputs returns the inputs of a span as its message carries them.
func (r *run) inputs(span int) ([]byte, error) {
	if r.Input == nil {
		return nil, nil
	}
	from, to := r.work.unitsOf(span)
	var inputs [][]byte
	for unit := from; unit < to; unit++ {
		input, err := r.Input(unit)
		if err != nil {
			return nil, err
		}
		inputs = append(inputs, input)
	}
	text, err := json.Marshal(inputs)
	if err == nil && len(text) > maxPayload {
		err = fmt.Errorf("inputs of units %d to %d are too large: %d bytes", from, to-1, len(text))
	}
	return text, err
}

// onServer returns the spans of the work that are queued, in progress, or on their way back. One
// that is open and not among them has been lost. The queue is searched first: a span leaves it when
// its result has come.
func (r *run) onServer(ctx context.Context) (map[int]bool, error) {
	spans := map[int]bool{}
	for _, at := range []struct {
		stream  jetstream.Stream
		subject string
	}{{r.conn.units, unitSubject(r.work.Version, r.id, "*")}, {r.conn.received, resultSubject(r.id, "*")}} {
		info, err := at.stream.Info(ctx, jetstream.WithSubjectFilter(at.subject))
		if err != nil {
			return nil, err
		}
		for subject := range info.State.Subjects {
			if _, span, ok := parseSubject(subject); ok {
				spans[span] = true
			}
		}
	}
	return spans, nil
}

// requeueLost queues spans again that have been lost: with a server that died, or with its disk.
func (r *run) requeueLost(ctx context.Context, now time.Time) error {
	if !r.unsure && now.Sub(r.looked) < r.patience/4 || now.Sub(r.looked) < time.Second {
		return nil
	}
	r.looked = now
	quick, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	if r.unsure {
		if _, err := r.conn.mend(quick); err != nil {
			return nil // no leader, or no connection
		}
		r.unsure = false
	}
	var silent []int
	for span, o := range r.open {
		if !o.at.IsZero() && now.Sub(o.at) > r.patience {
			silent = append(silent, span)
		}
	}
	if len(silent) == 0 {
		return nil
	}
	// a server that lost what units need may hold the units still
	if err := r.conn.Supply(ctx, r.Blobs, true); err != nil {
		return err
	}
	spans, err := r.onServer(quick)
	if err != nil {
		r.unsure = true
		return nil
	}
	for _, span := range silent {
		if spans[span] {
			r.open[span].at = now
		} else {
			r.repeat(span)
		}
	}
	return nil
}
