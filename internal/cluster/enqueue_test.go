package cluster

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A queue is a stream that holds spans of the work "id".
type queue struct {
	jetstream.Stream
	spans []int
	err   error
}

func (q queue) Info(context.Context, ...jetstream.StreamInfoOpt) (*jetstream.StreamInfo, error) {
	if q.err != nil {
		return nil, q.err
	}
	info := &jetstream.StreamInfo{State: jetstream.StreamState{Subjects: map[string]uint64{"turncoat.unit.v.id.x": 1}}}
	for _, span := range q.spans {
		info.State.Subjects[fmt.Sprintf("turncoat.unit.v.id.%d", span)] = 1
	}
	return info, nil
}

// Of spans that have been silent for longer than patience those are asked for again that the server
// does not hold. Where that cannot be told, or the server is not whole, it is tried another time.
func TestRequeueLost(t *testing.T) {
	broken := errors.New("broken")
	now := time.Unix(100_000, 0)
	for _, test := range []struct {
		what           string
		doubt          bool
		ensureStreams  error
		units, results queue
		requeue        []int
		// seconds before now at which each span was last asked for, -1 for not
		at     [3]int
		doubts bool
	}{
		{"none is there", false, nil, queue{}, queue{}, []int{1, 2}, [3]int{20, -1, -1}, false},
		{"one is in the queue", false, nil, queue{spans: []int{1}}, queue{}, []int{2},
			[3]int{20, 0, -1}, false},
		{"one is on its way back", false, nil, queue{}, queue{spans: []int{2}}, []int{1},
			[3]int{20, -1, 0}, false},
		{"both are there", false, nil, queue{spans: []int{1}}, queue{spans: []int{2}}, nil,
			[3]int{20, 0, 0}, false},
		{"after doubt", true, nil, queue{spans: []int{1, 2}}, queue{}, nil,
			[3]int{20, 0, 0}, false},
		{"still in doubt", true, broken, queue{}, queue{}, nil, [3]int{20, 21, 30}, true},
		{"no queue", false, nil, queue{err: broken}, queue{}, nil, [3]int{20, 21, 30}, true},
		{"no results", false, nil, queue{}, queue{err: broken}, nil, [3]int{20, 21, 30}, true},
	} {
		l := newListener()
		l.unconfirmed, l.looked = test.doubt, now.Add(-5*time.Second)
		l.conn = &Conn{nc: &nats.Conn{}, js: noServer{err: test.ensureStreams},
			streams: streams{units: test.units, received: test.results}}
		for span, ago := range []int{20, 21, 30} {
			l.open[span] = &queued{at: now.Add(-time.Duration(ago) * time.Second)}
		}
		l.open[3] = &queued{} // to be asked for anyway
		if err := l.requeueLost(t.Context(), now); err != nil {
			t.Errorf("%s: %v", test.what, err)
		}
		slices.Sort(l.requeue)
		for span, ago := range test.at {
			want := now.Add(-time.Duration(ago) * time.Second)
			if ago < 0 {
				want = time.Time{}
			}
			if got := l.open[span].at; !got.Equal(want) {
				t.Errorf("%s: span %d was asked for at %v, want %v", test.what, span, got, want)
			}
		}

		if !slices.Equal(l.requeue, test.requeue) || l.unconfirmed != test.doubts ||
			!l.looked.Equal(now) || !l.open[3].at.IsZero() {
			t.Errorf("%s: again %v, unsure %t", test.what, l.requeue, l.unconfirmed)
		}
	}

	l := newListener()
	l.conn = &Conn{streams: streams{units: queue{}, received: queue{}}}
	l.open[0] = &queued{at: now.Add(-time.Hour)}
	l.Blobs = []Blob{{"none", func() (io.ReadCloser, error) { return nil, broken }}}
	if err := l.requeueLost(t.Context(), now); !errors.Is(err, broken) || len(l.requeue) > 0 {
		t.Errorf("what units need cannot be opened: %v, again %v", err, l.requeue)
	}
}

// noServer is a server on which streams cannot be made.
type noServer struct {
	jetstream.JetStream
	err error
}

func (b noServer) CreateOrUpdateStream(context.Context, jetstream.StreamConfig) (jetstream.Stream, error) {
	return nil, b.err
}

func (b noServer) CreateOrUpdateKeyValue(context.Context, jetstream.KeyValueConfig) (jetstream.KeyValue, error) {
	return nil, b.err
}

func (b noServer) PublishAsync(string, []byte, ...jetstream.PublishOpt) (jetstream.PubAckFuture, error) {
	return nil, b.err
}

// Without a connection nothing is noted as queued; without its inputs a span is not queued at all.
func TestQueueMoreFails(t *testing.T) {
	broken := errors.New("broken")
	l := newListener()
	l.conn = &Conn{js: noServer{err: broken}}
	for range 2 {
		if err := l.queueMore(t.Context()); err != nil || !l.unconfirmed || l.next != 0 ||
			len(l.open) > 0 {
			t.Errorf("%v, unsure %t, next %d, %v open", err, l.unconfirmed, l.next, l.open)
		}
	}

	l = newListener()
	l.Input = func(int) ([]byte, error) { return nil, broken }
	if err := l.queueMore(t.Context()); err != broken || l.next != 0 {
		t.Errorf("%v, next %d", err, l.next)
	}
	// What was queued before is in the queue.
	l = newListener(1)
	l.inQueue = map[int]bool{0: true, 1: true, 2: true}
	if err := l.queueMore(t.Context()); err != nil || l.next != 3 || len(l.open) != 3 ||
		l.open[0].at.IsZero() || l.progress != (Progress{Done: 1, Had: 1}) {
		t.Errorf("%v, next %d, %v, %+v", err, l.next, l.open, l.progress)
	}
}
