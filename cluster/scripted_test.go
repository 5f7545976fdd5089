package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
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

// A scripted server answers what a test has written down, and notes what it was asked. The error of a word is that of each call with that
// name, one after the other; where there are no more there is none.
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

// A stream that is not there is made; where another process makes it meanwhile its own is taken, and where the server finds no room it is tried ten
// times more, every 50 ms.
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
		{times(20, missing), times(10, full), nil, "stream " + strings.Repeat("new-stream stream ", 10) + "new-stream ", 500 * time.Millisecond},
		{times(20, missing), times(11, full), full, "stream " + strings.Repeat("new-stream stream ", 10) + "new-stream ", 500 * time.Millisecond},
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
		{nil, nil, nil, "bucket "}, {[]error{broken}, nil, broken, "bucket "}, {[]error{missing}, nil, nil, "bucket new-bucket "},
		{[]error{missing}, []error{broken}, broken, "bucket new-bucket "}, {[]error{missing}, []error{jetstream.ErrBucketExists}, nil, "bucket new-bucket bucket "},
		{[]error{missing, broken}, []error{jetstream.ErrBucketExists}, broken, "bucket new-bucket bucket "},
	} {
		s := &scripted{errs: map[string][]error{"bucket": test.bucket, "new-bucket": test.made}}
		if _, err := (&Conn{js: s}).bucket(t.Context(), jetstream.KeyValueConfig{}); err != test.want || s.asked != test.asked {
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
		{[]error{broken}, nil, "stream "}, {[]error{nil, broken}, nil, "stream stream "}, {nil, []error{broken}, "stream stream bucket "},
		{nil, []error{nil, broken}, "stream stream bucket bucket "}, {nil, nil, "stream stream bucket bucket "},
	} {
		s := &scripted{errs: map[string][]error{"stream": test.streams, "bucket": test.buckets}}
		c := &Conn{js: s}
		if err := c.mend(t.Context()); (err == nil) != (i == 4) || err != nil && err != broken || s.asked != test.asked {
			t.Errorf("%d: %v, asked %q", i, err, s.asked)
		}
	}
	// One server alone keeps one copy.
	s := &scripted{errs: map[string][]error{"stream": {&jetstream.APIError{Code: 500, ErrorCode: 10074}}}}
	if err := (&Conn{js: s}).mend(t.Context()); err != nil || s.asked != "stream stream stream bucket bucket " {
		t.Errorf("%v, asked %q", err, s.asked)
	}
}

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

// Of spans that have been silent for longer than patience those are asked for again that the server does not hold. Where that cannot be told, or the
// server is not whole, it is tried another time.
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
		{"both are there", false, nil, queue{spans: []int{1}}, queue{spans: []int{2}}, "", nil, [3]int{20, 0, 0}, false},
		{"after doubt", true, nil, queue{spans: []int{1, 2}}, queue{}, "stream stream bucket bucket ", nil, [3]int{20, 0, 0}, false},
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
		if !slices.Equal(l.again, test.again) || l.doubt != test.doubts || s.asked != test.asked || !l.looked.Equal(now) || !l.open[3].at.IsZero() {
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
			{nil, nil, 0}, {[]jetstream.PubAckFuture{taken, taken}, nil, 0}, {[]jetstream.PubAckFuture{taken, refused, taken}, []int{1}, 0},
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
			if took := time.Since(began); !slices.Equal(l.again, test.again) || l.doubt != (test.again != nil) || took != test.took {
				t.Errorf("%d spans: again %v, doubt %t, after %v; want %v after %v", len(spans), l.again, l.doubt, took, test.again, test.took)
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
		if err := l.await(t.Context(), []jetstream.PubAckFuture{refused}, []int{0}); err != nil || len(l.again) > 0 || !l.doubt {
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
	if err := l.askMore(t.Context()); err != nil || !l.doubt || l.next != 0 || len(l.open) > 0 || s.asked != "publish " {
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
	if err := l.askMore(t.Context()); err != nil || l.next != 2 || len(l.open) != 2 || l.open[0].times != 1 || l.open[0].at.IsZero() || l.progress != (Progress{Done: 1, Had: 1}) {
		t.Errorf("%v, next %d, %v, %+v", err, l.next, l.open, l.progress)
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
		{store{keys: []string{"1", "gone", "no", "3"}}, []int{1, 3}, nil}, {store{keys: []string{"1", "broken", "3"}}, []int{1}, io.ErrUnexpectedEOF},
		{store{err: jetstream.ErrNoKeysFound}, nil, nil}, {store{err: io.ErrClosedPipe}, nil, io.ErrClosedPipe},
	} {
		var got []int
		if err := each(t.Context(), test.s, func(n int) { got = append(got, n) }); err != test.err || !slices.Equal(got, test.want) {
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

// Where nobody listens it is tried for a little more than two seconds, every quarter of one, and not at all when nobody waits.
func TestConnectWaits(t *testing.T) {
	nobody := &net.OpError{Op: "dial", Err: errors.New("connection refused")}
	synctest.Test(t, func(t *testing.T) {
		d := &dialer{err: nobody}
		began := time.Now()
		_, err := connect(t.Context(), "nats://127.0.0.1:1", []nats.Option{nats.SetCustomDialer(d)})
		if took := time.Since(began); !errors.Is(err, nats.ErrNoServers) || took != 2250*time.Millisecond || d.calls != 10 {
			t.Errorf("%v after %d calls in %v", err, d.calls, took)
		}
		over, cancel := context.WithCancel(t.Context())
		cancel()
		d.calls = 0
		if _, err := connect(over, "nats://127.0.0.1:1", []nats.Option{nats.SetCustomDialer(d)}); err == nil || d.calls != 1 {
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
		if _, err := Dial(t.Context(), test.o); err == nil || !strings.HasPrefix(err.Error(), test.want) || test.o.Creds != "" && !strings.Contains(err.Error(), missing) {
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

// A shelf is where a scripted server keeps blobs.
type shelf struct {
	jetstream.ObjectStore
	s *scripted
}

func (s *scripted) ObjectStore(ctx context.Context, _ string) (jetstream.ObjectStore, error) {
	s.contexts = append(s.contexts, ctx)
	return shelf{s: s}, s.next("shelf")
}

func (s *scripted) CreateObjectStore(context.Context, jetstream.ObjectStoreConfig) (jetstream.ObjectStore, error) {
	return shelf{s: s}, s.next("new-shelf")
}

func (b shelf) Get(context.Context, string, ...jetstream.GetObjectOpt) (jetstream.ObjectResult, error) {
	return nil, b.s.next("get")
}

func (b shelf) GetInfo(context.Context, string, ...jetstream.GetObjectInfoOpt) (*jetstream.ObjectInfo, error) {
	return nil, b.s.next("info")
}

func (b shelf) Put(context.Context, jetstream.ObjectMeta, io.Reader) (*jetstream.ObjectInfo, error) {
	return nil, b.s.next("put")
}

func (b shelf) Delete(context.Context, string) error { return b.s.next("delete") }

func (q queue) CachedInfo() *jetstream.StreamInfo { return &jetstream.StreamInfo{} }

// The place of blobs is made where it is not there, and what is asked of the server for a blob is over when the answer has come: no context lasts.
func TestBlobCalls(t *testing.T) {
	broken := errors.New("broken")
	blob := Blob{"name", func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader("text")), nil }}
	fetch := func(ctx context.Context, c *Conn) error { return c.fetch(ctx, "name", io.Discard) }
	put := func(ctx context.Context, c *Conn) error { return c.Supply(ctx, []Blob{blob}, false) }
	drop := func(ctx context.Context, c *Conn) error {
		c.supplied = map[string]bool{"name": true}
		return c.Supply(ctx, nil, false)
	}
	for _, test := range []struct {
		do    func(ctx context.Context, c *Conn) error
		errs  map[string][]error
		want  string
		asked string
		took  time.Duration
	}{
		{fetch, map[string][]error{"get": {jetstream.ErrObjectNotFound}}, "not yet: what units need is not there: " + jetstream.ErrObjectNotFound.Error(), "shelf get ", 0},
		{fetch, map[string][]error{"shelf": {broken}}, "not yet: broken", "shelf ", 0},
		{fetch, map[string][]error{"shelf": {jetstream.ErrBucketNotFound}, "get": {broken}}, "not yet: what units need is not there: broken", "shelf new-shelf get ", 0},
		{fetch, map[string][]error{"shelf": {jetstream.ErrBucketNotFound}, "new-shelf": {broken}}, "not yet: broken", "shelf new-shelf ", 0},
		{fetch, map[string][]error{"shelf": {jetstream.ErrBucketNotFound}, "new-shelf": {jetstream.ErrBucketExists}, "get": {broken}}, "not yet: what units need is not there: broken", "shelf new-shelf shelf get ", 0},
		{put, map[string][]error{}, "<nil>", "shelf info ", 0},
		{put, map[string][]error{"info": {jetstream.ErrObjectNotFound}}, "<nil>", "shelf info put ", 0},
		{put, map[string][]error{"info": {broken}}, "what units need cannot be put on the server: broken", "shelf info ", 0},
		{put, map[string][]error{"info": times(4, nats.ErrTimeout)}, "<nil>", strings.Repeat("shelf info ", 5), 750 * time.Millisecond},
		{put, map[string][]error{"shelf": {jetstream.ErrStreamNotFound, context.Canceled}}, "<nil>", "shelf shelf shelf info ", 150 * time.Millisecond},
		{drop, map[string][]error{}, "<nil>", "shelf delete ", 0},
		{drop, map[string][]error{"shelf": {broken}}, "<nil>", "shelf ", 0},
	} {
		synctest.Test(t, func(t *testing.T) {
			s := &scripted{errs: test.errs}
			c := &Conn{js: s, streams: streams{units: queue{}}}
			began := time.Now()
			if err := test.do(t.Context(), c); fmt.Sprint(err) != test.want || s.asked != test.asked || time.Since(began) != test.took {
				t.Errorf("%v, asked %q in %v; want %s, %q in %v", err, s.asked, time.Since(began), test.want, test.asked, test.took)
			}
			for _, ctx := range s.contexts {
				if ctx.Err() == nil {
					t.Errorf("asked %q: a context lasts", s.asked)
				}
			}
		})
	}
}

// A board is where a worker tells of itself.
type board struct {
	jetstream.KeyValue
	told []string
}

func (b *board) Put(_ context.Context, name string, text []byte) (uint64, error) {
	var p Presence
	if err := json.Unmarshal(text, &p); err != nil {
		return 0, err
	}
	slices.Sort(p.Working)
	b.told = append(b.told, fmt.Sprintf("%s %s %s %d %d %q", name, p.Name, p.Version, p.Jobs, p.Done, p.Working))
	return 0, nil
}

// A worker tells every five seconds at what it is, until it ends.
func TestBeat(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, b := handsOf(nil), &board{}
		h.conn.workers, h.worker.Jobs = b, 3
		h.note("id.3", true)
		h.note("id.7", true)
		ctx, cancel := context.WithCancel(t.Context())
		go h.beat(ctx)
		time.Sleep(time.Second)
		h.note("id.7", false)
		h.worker.done.Add(4)
		time.Sleep(5 * time.Second)
		h.note("id.3", false)
		time.Sleep(5 * time.Second)
		cancel()
		time.Sleep(time.Minute)
		if want := []string{`w w 1 3 0 ["id.3" "id.7"]`, `w w 1 3 4 ["id.3"]`, `w w 1 3 4 []`}; !slices.Equal(b.told, want) {
			t.Errorf("%q, want %q", b.told, want)
		}
	})
}

// A connection that is closed is gone.
func TestClose(t *testing.T) {
	c := served(t)
	if c.Close(); !c.nc.IsClosed() {
		t.Error("it is still there")
	}
}
