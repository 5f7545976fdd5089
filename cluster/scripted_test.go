package cluster

import (
	"context"
	"errors"
	"io"
	"net"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A scripted server answers what a test has written down, and notes what it was asked. The error of a word is
// that of each call with that name, one after the other; where there are no more there is none.
type scripted struct {
	jetstream.JetStream
	errs     map[string][]error
	asked    string
	contexts []context.Context // of what was asked of blobs
}

func (s *scripted) next(call string) error {
	s.asked += call + " "
	list := s.errs[call]
	if len(list) == 0 {
		return nil
	}
	s.errs[call] = list[1:]
	return list[0]
}

func (s *scripted) Stream(context.Context, string) (jetstream.Stream, error) {
	return nil, s.next("stream")
}

func (s *scripted) CreateStream(context.Context, jetstream.StreamConfig) (jetstream.Stream, error) {
	return nil, s.next("new-stream")
}

func (s *scripted) KeyValue(context.Context, string) (jetstream.KeyValue, error) {
	return nil, s.next("bucket")
}

func (s *scripted) CreateKeyValue(context.Context, jetstream.KeyValueConfig) (jetstream.KeyValue, error) {
	return nil, s.next("new-bucket")
}

func (s *scripted) PublishAsync(string, []byte, ...jetstream.PublishOpt) (jetstream.PubAckFuture, error) {
	return nil, s.next("publish")
}

// times returns an error so many times.
func times(n int, err error) []error { return slices.Repeat([]error{err}, n) }

// A stream that is not there is made; where another process makes it meanwhile its own is taken, and where the
// server finds no room it is tried ten times more, every 50 ms.
func TestStreamIsMade(t *testing.T) {
	full, other := &jetstream.APIError{Code: 500, ErrorCode: 10047}, &jetstream.APIError{Code: 500, ErrorCode: 10048}
	missing, there, broken := jetstream.ErrStreamNotFound, jetstream.ErrStreamNameAlreadyInUse, errors.New("broken")
	for _, test := range []struct {
		stream, made []error
		want         error
		asked        string
		took         time.Duration
	}{
		{nil, nil, nil, "stream ", 0},
		{[]error{broken}, nil, broken, "stream ", 0},
		{[]error{missing}, nil, nil, "stream new-stream ", 0},
		{[]error{missing}, []error{broken}, broken, "stream new-stream ", 0},
		{[]error{missing}, []error{other}, other, "stream new-stream ", 0},
		{[]error{missing}, []error{there}, nil, "stream new-stream stream ", 0},
		{[]error{missing, broken}, []error{there}, broken, "stream new-stream stream ", 0},
		{times(2, missing), []error{there}, nil, "stream new-stream stream new-stream ", 0},
		{[]error{missing}, []error{full}, nil, "stream new-stream stream ", 50 * time.Millisecond},
		{times(20, missing), times(10, full), nil, "stream " + strings.Repeat("new-stream stream ", 10) +
			"new-stream ", 500 * time.Millisecond},
		{times(20, missing), times(11, full), full, "stream " + strings.Repeat("new-stream stream ", 10) +
			"new-stream ", 500 * time.Millisecond},
	} {
		synctest.Test(t, func(t *testing.T) {
			s := &scripted{errs: map[string][]error{"stream": test.stream, "new-stream": test.made}}
			began := time.Now()
			_, err := (&Conn{js: s}).stream(t.Context(), jetstream.StreamConfig{})
			if took := time.Since(began); err != test.want || s.asked != test.asked || took != test.took {
				t.Errorf("%v, %v: %v, asked %q in %v", test.stream, test.made, err, s.asked, took)
			}
		})
	}
}

// So is a bucket.
func TestBucketIsMade(t *testing.T) {
	missing, broken := jetstream.ErrBucketNotFound, errors.New("broken")
	for _, test := range []struct {
		bucket, made []error
		want         error
		asked        string
	}{
		{nil, nil, nil, "bucket "}, {[]error{broken}, nil, broken, "bucket "}, {[]error{missing}, nil, nil,
			"bucket new-bucket "},
		{[]error{missing}, []error{broken}, broken, "bucket new-bucket "},
		{[]error{missing}, []error{jetstream.ErrBucketExists}, nil, "bucket new-bucket bucket "},
		{[]error{missing, broken}, []error{jetstream.ErrBucketExists}, broken, "bucket new-bucket bucket "},
	} {
		s := &scripted{errs: map[string][]error{"bucket": test.bucket, "new-bucket": test.made}}
		if _, err := (&Conn{js: s}).bucket(t.Context(), jetstream.KeyValueConfig{}); err != test.want ||
			s.asked != test.asked {
			t.Errorf("%v, %v: %v, asked %q", test.bucket, test.made, err, s.asked)
		}
	}
}

// Of what a server is to keep the first that it refuses is told.
func TestFindAll(t *testing.T) {
	broken := errors.New("broken")
	for i, test := range []struct {
		streams, buckets []error
		asked            string
	}{
		{[]error{broken}, nil, "stream "}, {[]error{nil, broken}, nil, "stream stream "}, {nil, []error{broken},
			"stream stream bucket "},
		{nil, []error{nil, broken}, "stream stream bucket bucket "}, {nil, nil, "stream stream bucket bucket "},
	} {
		s := &scripted{errs: map[string][]error{"stream": test.streams, "bucket": test.buckets}}
		c := &Conn{js: s}
		if err := c.mend(t.Context()); (err == nil) != (i == 4) || err != nil && err != broken ||
			s.asked != test.asked {
			t.Errorf("%d: %v, asked %q", i, err, s.asked)
		}
	}
	// One server alone keeps one copy.
	s := &scripted{errs: map[string][]error{"stream": {&jetstream.APIError{Code: 500, ErrorCode: 10074}}}}
	if err := (&Conn{js: s}).mend(t.Context()); err != nil || s.asked != "stream stream stream bucket bucket " {
		t.Errorf("%v, asked %q", err, s.asked)
	}
}

// A store is a bucket with values and errors by key.
type store struct {
	jetstream.KeyValue
	keys []string
	err  error
}

type entry struct {
	jetstream.KeyValueEntry
	text string
}

func (e entry) Value() []byte { return []byte(e.text) }

func (s store) Keys(context.Context, ...jetstream.WatchOpt) ([]string, error) { return s.keys, s.err }

func (s store) Get(_ context.Context, key string) (jetstream.KeyValueEntry, error) {
	switch key {
	case "gone":
		return nil, jetstream.ErrKeyNotFound
	case "broken":
		return nil, io.ErrUnexpectedEOF
	}
	return entry{text: key}, nil
}

// All values of a bucket are looked at but those that are gone meanwhile and those that cannot be read.
func TestEach(t *testing.T) {
	for _, test := range []struct {
		s    store
		want []int
		err  error
	}{
		{store{keys: []string{"1", "gone", "no", "3"}}, []int{1, 3}, nil}, {store{keys: []string{"1", "broken", "3"}},
			[]int{1}, io.ErrUnexpectedEOF},
		{store{err: jetstream.ErrNoKeysFound}, nil, nil}, {store{err: io.ErrClosedPipe}, nil, io.ErrClosedPipe},
	} {
		var got []int
		if err := each(t.Context(), test.s, func(n int) { got = append(got, n) }); err != test.err ||
			!slices.Equal(got, test.want) {
			t.Errorf("%q: %v, %v", test.s.keys, got, err)
		}
	}
}

// A dialer that finds nobody, or whatever else it is told.
type dialer struct {
	calls int
	err   error
}

func (d *dialer) Dial(string, string) (net.Conn, error) {
	d.calls++
	return nil, d.err
}

// Where nobody listens it is tried for a little more than two seconds, every quarter of one, and not at all when
// nobody waits.
func TestConnectWaits(t *testing.T) {
	nobody := &net.OpError{Op: "dial", Err: errors.New("connection refused")}
	synctest.Test(t, func(t *testing.T) {
		d := &dialer{err: nobody}
		began := time.Now()
		_, err := connect(t.Context(), "nats://127.0.0.1:1", []nats.Option{nats.SetCustomDialer(d)})
		if took := time.Since(began); !errors.Is(err, nats.ErrNoServers) || took != 2250*time.Millisecond ||
			d.calls != 10 {
			t.Errorf("%v after %d calls in %v", err, d.calls, took)
		}
		over, cancel := context.WithCancel(t.Context())
		cancel()
		d.calls = 0
		if _, err := connect(over, "nats://127.0.0.1:1", []nats.Option{nats.SetCustomDialer(d)}); err == nil ||
			d.calls != 1 {
			t.Errorf("%v after %d calls", err, d.calls)
		}
	})
}

// An address that is none, and credentials that cannot be read, are told at once, with the address.
func TestDialRefuses(t *testing.T) {
	c := served(t)
	at := c.nc.ConnectedUrl()
	missing := filepath.Join(t.TempDir(), "none.creds")
	for _, test := range []struct {
		o    Options
		want string
	}{{Options{URL: "nats://127.0.0.1:x"}, "nats://127.0.0.1:x: "}, {Options{URL: at, Creds: missing}, at + ": "}} {
		if _, err := Dial(t.Context(), test.o); err == nil || !strings.HasPrefix(err.Error(), test.want) ||
			test.o.Creds != "" && !strings.Contains(err.Error(), missing) {
			t.Errorf("%+v: %v", test.o, err)
		}
	}
	if _, err := (&hands{}).fetch(); !errors.Is(err, jetstream.ErrConsumerNotFound) {
		t.Errorf("a worker that has not joined fetches: %v", err)
	}
}

// Who gives up what is fetched, since it cannot be written, leaves nothing behind that the server goes on to send.
func TestFetchGivenUp(t *testing.T) {
	c := served(t)
	sum := "0" // whatever it is called
	large := Blob{sum, func() (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader(strings.Repeat("turncoat", 1<<18))), nil
	}}
	if err := c.Supply(t.Context(), []Blob{large}, false); err != nil {
		t.Fatal(err)
	}
	full := errors.New("full")
	before := c.nc.NumSubscriptions()
	if err := c.fetch(t.Context(), sum, writer{full}); err != full {
		t.Errorf("%v", err)
	}
	for c.nc.NumSubscriptions() > before { // until the test's own time is over
		select {
		case <-t.Context().Done():
			t.Fatal("it goes on")
		case <-time.After(10 * time.Millisecond):
		}
	}
}
