package cluster

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"testing"
	"testing/synctest"
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

// Of spans that have been silent for longer than patience those are asked for again that the server does not
// hold. Where that cannot be told, or the server is not whole, it is tried another time.
func TestAskAgain(t *testing.T) {
	broken := errors.New("broken")
	now := time.Unix(100_000, 0)
	for _, test := range []struct {
		what           string
		doubt          bool
		mend           error
		units, results queue
		asked          string
		again          []int
		at             [3]int // seconds before now at which each span was last asked for, -1 for not
		doubts         bool
	}{
		{"none is there", false, nil, queue{}, queue{}, "", []int{1, 2}, [3]int{20, -1, -1}, false},
		{"one is in the queue", false, nil, queue{spans: []int{1}}, queue{}, "", []int{2}, [3]int{20, 0, -1}, false},
		{"one is on its way back", false, nil, queue{}, queue{spans: []int{2}}, "", []int{1}, [3]int{20, -1, 0}, false},
		{"both are there", false, nil, queue{spans: []int{1}}, queue{spans: []int{2}}, "", nil, [3]int{20, 0, 0},
			false},
		{"after doubt", true, nil, queue{spans: []int{1, 2}}, queue{}, "stream stream bucket bucket ", nil,
			[3]int{20, 0, 0}, false},
		{"still in doubt", true, broken, queue{}, queue{}, "stream ", nil, [3]int{20, 21, 30}, true},
		{"no queue", false, nil, queue{err: broken}, queue{}, "", nil, [3]int{20, 21, 30}, true},
		{"no results", false, nil, queue{}, queue{err: broken}, "", nil, [3]int{20, 21, 30}, true},
	} {
		l := newListener()
		l.doubt, l.looked = test.doubt, now.Add(-5*time.Second)
		s := &scripted{errs: map[string][]error{"stream": {test.mend}}}
		l.conn = &Conn{js: s, streams: streams{units: test.units, results: test.results}}
		for span, ago := range []int{20, 21, 30} {
			l.open[span] = &asked{at: now.Add(-time.Duration(ago) * time.Second), times: 1}
		}
		l.open[3] = &asked{} // to be asked for anyway
		if err := l.askAgain(t.Context(), now); err != nil {
			t.Errorf("%s: %v", test.what, err)
		}
		slices.Sort(l.again)
		for span, ago := range test.at {
			want := now.Add(-time.Duration(ago) * time.Second)
			if ago < 0 {
				want = time.Time{}
			}
			if got := l.open[span].at; !got.Equal(want) {
				t.Errorf("%s: span %d was asked for at %v, want %v", test.what, span, got, want)
			}
		}
		if !slices.Equal(l.again, test.again) || l.doubt != test.doubts || s.asked != test.asked ||
			!l.looked.Equal(now) || !l.open[3].at.IsZero() {
			t.Errorf("%s: again %v, doubt %t, asked %q", test.what, l.again, l.doubt, s.asked)
		}
	}
	l := newListener()
	l.conn = &Conn{js: &scripted{errs: map[string][]error{}}, streams: streams{units: queue{}, results: queue{}}}
	l.open[0] = &asked{at: now.Add(-time.Hour)}
	l.Blobs = []Blob{{"none", func() (io.ReadCloser, error) { return nil, broken }}}
	if err := l.askAgain(t.Context(), now); !errors.Is(err, broken) || len(l.again) > 0 {
		t.Errorf("what units need cannot be opened: %v, again %v", err, l.again)
	}
	l.conn.units = queue{err: broken}
	if err := l.lookUp(t.Context()); err != broken || l.there != nil {
		t.Errorf("what was asked for before: %v, %v", l.there, err)
	}
	l.conn.units = queue{spans: []int{0, 7}}
	if err := l.lookUp(t.Context()); err != nil || len(l.there) != 2 || !l.there[0] || !l.there[7] {
		t.Errorf("what was asked for before: %v, %v", l.there, err)
	}
}

// A future is what becomes of a span that was sent.
type future struct {
	jetstream.PubAckFuture
	ok  chan *jetstream.PubAck
	err chan error
}

func (f future) Ok() <-chan *jetstream.PubAck { return f.ok }
func (f future) Err() <-chan error            { return f.err }

// Spans that the server has refused, or has not taken within five seconds, are sent again under the same name.
func TestAwait(t *testing.T) {
	taken, refused, silent := future{ok: make(chan *jetstream.PubAck, 9)}, future{err: make(chan error, 9)}, future{}
	for range 9 {
		taken.ok <- nil
		refused.err <- nats.ErrTimeout
	}
	synctest.Test(t, func(t *testing.T) {
		for _, test := range []struct {
			futures []jetstream.PubAckFuture
			again   []int
			took    time.Duration
		}{
			{nil, nil, 0}, {[]jetstream.PubAckFuture{taken, taken}, nil, 0},
			{[]jetstream.PubAckFuture{taken, refused, taken}, []int{1}, 0},
			{[]jetstream.PubAckFuture{taken, silent, silent, silent, refused}, []int{1, 2, 3, 4}, 5 * time.Second},
		} {
			l := newListener()
			var spans []int
			for span := range test.futures {
				l.open[span] = &asked{at: time.Now(), times: 3}
				spans = append(spans, span)
			}
			began := time.Now()
			if err := l.await(t.Context(), test.futures, spans); err != nil {
				t.Error(err)
			}
			if took := time.Since(began); !slices.Equal(l.again, test.again) || l.doubt != (test.again != nil) ||
				took != test.took {
				t.Errorf("%d spans: again %v, doubt %t, after %v; want %v after %v", len(spans), l.again, l.doubt,
					took, test.again, test.took)
			}
			for span, o := range l.open {
				want := 3
				if slices.Contains(test.again, span) {
					want = 2
				}
				if o.times != want || o.at.IsZero() != (want == 2) {
					t.Errorf("span %d was sent %d times, want %d", span, o.times, want)
				}
			}
		}
		l := newListener() // of one that has come meanwhile nothing is asked
		if err := l.await(t.Context(), []jetstream.PubAckFuture{refused}, []int{0}); err != nil || len(l.again) > 0 ||
			!l.doubt {
			t.Errorf("%v, again %v", err, l.again)
		}
		over, cancel := context.WithCancel(t.Context())
		cancel()
		if err := l.await(over, []jetstream.PubAckFuture{silent}, []int{0}); !errors.Is(err, context.Canceled) {
			t.Errorf("%v", err)
		}
	})
}

// Without a connection nothing is noted as asked for; without its inputs a span is not asked for at all.
func TestAskMoreFails(t *testing.T) {
	broken := errors.New("broken")
	l := newListener()
	s := &scripted{errs: map[string][]error{"publish": {broken}}}
	l.conn = &Conn{js: s}
	if err := l.askMore(t.Context()); err != nil || !l.doubt || l.next != 0 || len(l.open) > 0 ||
		s.asked != "publish " {
		t.Errorf("%v, doubt %t, next %d, %v open, asked %q", err, l.doubt, l.next, l.open, s.asked)
	}
	if err := l.askMore(t.Context()); err != nil || s.asked != "publish " {
		t.Errorf("in doubt: %v, asked %q", err, s.asked)
	}
	l = newListener()
	l.Input = func(int) ([]byte, error) { return nil, broken }
	if err := l.askMore(t.Context()); err != broken || l.next != 0 {
		t.Errorf("%v, next %d", err, l.next)
	}
	// What was asked for before stands in the queue.
	l = newListener(1)
	l.there = map[int]bool{0: true, 1: true}
	if err := l.askMore(t.Context()); err != nil || l.next != 2 || len(l.open) != 2 || l.open[0].times != 1 ||
		l.open[0].at.IsZero() || l.progress != (Progress{Done: 1, Had: 1}) {
		t.Errorf("%v, next %d, %v, %+v", err, l.next, l.open, l.progress)
	}
}
