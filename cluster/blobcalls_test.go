package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

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

// The place of blobs is made where it is not there, and what is asked of the server for a blob is over when the
// answer has come: no context lasts.
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
		{fetch, map[string][]error{"get": {jetstream.ErrObjectNotFound}}, "not yet: what units need is not there: " +
			jetstream.ErrObjectNotFound.Error(), "shelf get ", 0},
		{fetch, map[string][]error{"shelf": {broken}}, "not yet: broken", "shelf ", 0},
		{fetch, map[string][]error{"shelf": {jetstream.ErrBucketNotFound}, "get": {broken}},
			"not yet: what units need is not there: broken", "shelf new-shelf get ", 0},
		{fetch, map[string][]error{"shelf": {jetstream.ErrBucketNotFound}, "new-shelf": {broken}}, "not yet: broken",
			"shelf new-shelf ", 0},
		{fetch, map[string][]error{"shelf": {jetstream.ErrBucketNotFound}, "new-shelf": {jetstream.ErrBucketExists},
			"get": {broken}}, "not yet: what units need is not there: broken", "shelf new-shelf shelf get ", 0},
		{put, map[string][]error{}, "<nil>", "shelf info ", 0},
		{put, map[string][]error{"info": {jetstream.ErrObjectNotFound}}, "<nil>", "shelf info put ", 0},
		{put, map[string][]error{"info": {broken}}, "what units need cannot be put on the server: broken",
			"shelf info ", 0},
		{put, map[string][]error{"info": times(4, nats.ErrTimeout)}, "<nil>", strings.Repeat("shelf info ", 5),
			750 * time.Millisecond},
		{put, map[string][]error{"shelf": {jetstream.ErrStreamNotFound, context.Canceled}}, "<nil>",
			"shelf shelf shelf info ", 150 * time.Millisecond},
		{drop, map[string][]error{}, "<nil>", "shelf delete ", 0},
		{drop, map[string][]error{"shelf": {broken}}, "<nil>", "shelf ", 0},
	} {
		synctest.Test(t, func(t *testing.T) {
			s := &scripted{errs: test.errs}
			c := &Conn{js: s, streams: streams{units: queue{}}}
			began := time.Now()
			if err := test.do(t.Context(), c); fmt.Sprint(err) != test.want || s.asked != test.asked ||
				time.Since(began) != test.took {
				t.Errorf("%v, asked %q in %v; want %s, %q in %v", err, s.asked, time.Since(began), test.want,
					test.asked, test.took)
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
