package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// What becomes of a span whose message comes to a worker, by what the work is, and what is sent of
// it.
func TestHandle(t *testing.T) {
	c := served(t)
	h := loopOf(map[string]Func{
		"tell": func(_ context.Context, u Unit) ([]byte, error) {
			return fmt.Append(nil, "u", u.Number), nil
		},
		"later": func(context.Context, Unit) ([]byte, error) { return nil, ErrLater },
		"dies":  func(context.Context, Unit) ([]byte, error) { runtime.Goexit(); return nil, nil },
		"large": func(context.Context, Unit) ([]byte, error) { return make([]byte, 7<<20), nil },
	})
	h.conn = c
	for name, j := range map[string]Job{
		"tell":  {Work: Work{Kind: "tell", Units: 3, Span: 2}},
		"later": {Work: Work{Kind: "later", Units: 3}},
		"large": {Work: Work{Kind: "large", Units: 3}},
		"dies":  {Work: Work{Kind: "dies", Units: 1}},
		"over":  {Work: Work{Kind: "tell", Units: 3}, Over: true},
	} {
		j.Name, j.Args = name, json.RawMessage("1")
		if err := put(t.Context(), c.work, name, j); err != nil {
			t.Fatal(err)
		}
	}

	if _, err := c.work.Put(t.Context(), "bad", []byte("{")); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		subject   string
		delivered uint64
		fate      string
		done      int64
	}{
		{"no", 1, "term ", 0}, {"turncoat.unit.v.tell.0", 0, "term ", 0},
		{"turncoat.unit.v.none.0", 1, "later 1s ", 0},
		{"turncoat.unit.v.none.0", 5, "later 1s ", 0},
		{"turncoat.unit.v.none.0", 6, "ack ", 0}, {"turncoat.unit.v.bad.0", 6, "later 1s ", 0},
		{"turncoat.unit.v.over.0", 1, "ack ", 0}, {"turncoat.unit.v.tell.2", 1, "ack ", 0},
		{"turncoat.unit.v.tell.0", 1, "ack ", 2}, {"turncoat.unit.v.tell.1", 2, "ack ", 3},
		{"turncoat.unit.v.later.0", 1, "later 1s ", 3}, {"turncoat.unit.v.large.1", 1, "ack ", 4},
	} {
		fate := ""
		h.handle(t.Context(), message{subject: test.subject, delivered: test.delivered,
			fate: &fate})
		if fate != test.fate || h.worker.done.Load() != test.done {
			t.Errorf("%+v: %q, %d units are done", test, fate, h.worker.done.Load())
		}
	}

	// What its workers die of has failed when three have.
	for n := uint64(1); n <= 4; n++ {
		working, cancel := context.WithCancel(t.Context())
		fate, lost := "", make(chan bool)
		go func() {
			defer close(lost)
			h.handle(working, message{subject: "turncoat.unit.v.dies.0", delivered: n, fate: &fate})
		}()
		<-lost
		cancel()
		if died := n < 4; died != (fate == "") {
			t.Errorf("delivered %d times: %q", n, fate)
		}
	}

	over, cancel := context.WithCancel(t.Context())
	cancel()
	fate := ""
	h.handle(over, message{subject: "turncoat.unit.v.tell.0", delivered: 1, fate: &fate})
	if fate != "nak " {
		t.Errorf("when it is over: %q", fate)
	}
	info, err := c.received.Info(t.Context(), jetstream.WithSubjectFilter("turncoat.result.>"))
	if err != nil || info.State.Msgs != 4 {
		t.Errorf("%+v, %v", info, err)
	}
	for subject, want := range map[string]string{
		"turncoat.result.tell.0":  `[{"result":"dTA="},{"result":"dTE="}]`,
		"turncoat.result.tell.1":  `[{"result":"dTI="}]`,
		"turncoat.result.dies.0":  `[{"failed":"3 workers died while doing its span"}]`,
		"turncoat.result.large.1": `[{"failed":"results of its span are too large: 9786727 bytes"}]`,
	} {
		if m, err := c.received.GetLastMsgForSubject(t.Context(), subject); err != nil ||
			string(m.Data) != want {
			t.Errorf("%s: %v, %v", subject, m, err)
		}
	}

	// What is known is not asked for again, unless it is wanted anew.
	if err := c.work.Delete(t.Context(), "tell"); err != nil {
		t.Fatal(err)
	}
	if work, err := h.workOf(t.Context(), "tell", false); err != nil || work.Kind != "tell" {
		t.Errorf("%+v, %v", work, err)
	}
	if work, err := h.workOf(t.Context(), "tell", true); !errors.Is(err, jetstream.ErrKeyNotFound) || work != nil {
		t.Errorf("%+v, %v", work, err)
	}
}

// A worker tells of itself as long as it is there, and who asks leaves nothing in the queue.
func TestPresence(t *testing.T) {
	c := served(t)
	begun, go_ := make(chan struct{}), make(chan struct{})
	w := &Worker{Name: "one", Version: "1", Jobs: 3,
		Kinds: map[string]Func{"wait": func(_ context.Context, u Unit) ([]byte, error) {
			if u.Number == 1 {
				close(begun)
				<-go_
			}

			return nil, nil
		}}}
	ctx, cancel := context.WithCancel(t.Context())
	over, asked := make(chan error, 1), make(chan error, 1)
	go func() { over <- w.Run(ctx, c) }()
	work := Work{Kind: "wait", Version: "1", Units: 2}
	go func() { asked <- (&Coordinator{}).Run(t.Context(), c, work, newListener()) }()
	<-begun
	work.Args = json.RawMessage("null")
	id := work.ID()
	consumer := func(s jetstream.Stream, name string) jetstream.ConsumerConfig {
		t.Helper()
		got, err := s.Consumer(t.Context(), name)
		// it is just being made
		for errors.Is(err, jetstream.ErrConsumerNotFound) && t.Context().Err() == nil {
			got, err = s.Consumer(t.Context(), name)
		}
		if err != nil {
			t.Fatal(err)
		}
		return got.CachedInfo().Config
	}
	if got := consumer(c.units, "workers-"+token("1")); got.FilterSubject != "turncoat.unit."+
		token("1")+".>" || got.AckWait != 20*time.Second || got.MaxDeliver != -1 ||
		got.MaxAckPending != 65536 || got.InactiveThreshold != 7*24*time.Hour ||
		got.AckPolicy != jetstream.AckExplicitPolicy {
		t.Errorf("%+v", got)
	}

	if got := consumer(c.received, "asker-"+id); got.FilterSubject != "turncoat.result."+id+".*" ||
		got.AckWait != 20*time.Second || got.MaxDeliver != -1 ||
		got.MaxAckPending != 4096 || got.InactiveThreshold != 24*time.Hour ||
		got.AckPolicy != jetstream.AckExplicitPolicy {
		t.Errorf("%+v", got)
	}

	s, err := Status(t.Context(), c)
	for err == nil && len(s.Workers) == 0 {
		s, err = Status(t.Context(), c)
	}
	if err != nil || len(s.Workers) != 1 || s.Workers[0].Name != "one" ||
		s.Workers[0].Version != "1" || s.Workers[0].Jobs != 3 || s.Workers[0].Working == nil ||
		s.Workers[0].Seen.IsZero() {
		t.Errorf("%+v, %v", s.Workers, err)
	}

	if len(s.Work) != 1 || s.Work[0].Name != id || s.Work[0].Over || s.Work[0].Started.IsZero() ||
		s.Work[0].Seen.Before(s.Work[0].Started) || s.Work[0].Progress.Units != 2 {
		t.Errorf("%+v", s.Work)
	}

	close(go_)
	if err := <-asked; err != nil {
		t.Fatal(err)
	}
	s, err = Status(t.Context(), c)
	if err != nil || len(s.Work) != 1 || !s.Work[0].Over ||
		s.Work[0].Progress != (Progress{Units: 2, Done: 2}) || s.Queued != 0 {
		t.Errorf("%+v, %v", s, err)
	}

	if _, err := c.received.Consumer(t.Context(), "asker-"+id); !errors.Is(err, jetstream.ErrConsumerNotFound) {
		t.Errorf("who asked is still there: %v", err)
	}
	cancel()
	if err := <-over; err != context.Canceled {
		t.Error(err)
	}
	s, err = Status(t.Context(), c)
	if err != nil || len(s.Workers) != 0 {
		t.Errorf("%+v, %v", s.Workers, err)
	}
}
