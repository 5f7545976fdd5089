package cluster

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// answerWait is how long the server may take to acknowledge a message.
const answerWait = 5 * time.Second

// following returns the next span to queue.
func (r *run) following() (span int, ok bool) {
	for len(r.requeue) > 0 {
		if r.open[r.requeue[0]] != nil {
			return r.requeue[0], true
		}
		r.requeue = r.requeue[1:] // its result has arrived after all
	}

	r.skip()
	return r.next, r.work.has(r.next)
}

// queueMore queues spans as long as the window has room. If the queue is full or has no leader, it
// tries again later.
func (r *run) queueMore(ctx context.Context) error {
	var waiting []jetstream.PubAckFuture
	var spans []int
	for len(waiting) < 256 && !r.unconfirmed {
		span, ok := r.following()
		if !ok || len(r.requeue) == 0 && len(r.open) >= window {
			break
		}
		o := r.open[span]
		if o == nil {
			o = &queued{}
		}
		if requeue := len(r.requeue) > 0; requeue || !r.inQueue[span] {
			inputs, err := r.inputs(span)
			if err != nil {
				return err
			}
			future, err := r.conn.js.PublishAsync(unitSubject(r.work.Version, r.id, span), inputs)
			if err != nil {
				r.unconfirmed = true // the connection is lost and will be restored
				break
			}

			waiting, spans = append(waiting, future), append(spans, span)
			if requeue {
				r.requeue = r.requeue[1:]
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

// await waits until the server has accepted spans. Those that it has not accepted in time are sent
// again.
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
			late = time.After(0) // do not wait for the next ones either
		}

		r.unconfirmed = true
		r.repeat(spans[i])
	}

	return nil
}

// repeat queues a span again.
func (r *run) repeat(span int) {
	r.open[span].at = time.Time{}
	r.requeue = append(r.requeue, span)
}

// inputs returns the inputs of a span as they are sent.
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

// onServer returns the spans of the work that are queued, in progress, or whose results are in
// transit. An open span that is not among them has been lost. The queue is searched first, because
// a span leaves it only when its result is on the server.
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

// requeueLost queues spans again that were lost with a server or its disk.
func (r *run) requeueLost(ctx context.Context, now time.Time) error {
	if !r.unconfirmed && now.Sub(r.looked) < r.patience/4 || now.Sub(r.looked) < time.Second {
		return nil
	}
	r.looked = now
	quick, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	if r.unconfirmed {
		if _, err := r.conn.ensureStreams(quick); err != nil {
			return nil // no leader, or no connection
		}
		r.unconfirmed = false
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
	// The server may have lost the blobs but not the units.
	if err := r.conn.Supply(ctx, r.Blobs, true); err != nil {
		return err
	}
	spans, err := r.onServer(quick)
	if err != nil {
		r.unconfirmed = true
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
