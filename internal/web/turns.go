package web

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"
)

// turnTime is how long a search may go on while other clients wait for a place.
const turnTime = 10 * time.Second

// errTurnOver ends a search for others.
var errTurnOver = errors.New("others wait for a search")

// turns lets clients search in turn. A free place goes to the client with the fewest searches, and
// among several to the one whose latest search began first. A search that has had its time ends if
// another client is waiting.
type turns struct {
	each time.Duration // the time of a search while others wait

	mu      sync.Mutex
	free    int
	begun   int            // searches so far
	latest  map[string]int // of each client that has a turn: its latest search
	waiting []*turn        // in the order in which they came
	running []*turn        // in the order in which they began
}

// A turn is a search that is running, or waiting for a place.
type turn struct {
	client string
	ready  chan struct{} // closed when it has a place
	end    context.CancelCauseFunc
	clock  *time.Timer
	due    bool // it has had its time
	ending bool // it has been asked to end
}

func newTurns(places int, each time.Duration) *turns {
	return &turns{each: each, free: places, latest: map[string]int{}}
}

// enter waits for a place. It returns the context of the search, which ends with the cause
// errTurnOver in favour of others, and a function that gives the place back. The function is nil if
// ctx has ended first.
func (t *turns) enter(ctx context.Context, client string) (search context.Context, leave func()) {
	search, end := context.WithCancelCause(ctx)
	own := &turn{client: client, ready: make(chan struct{}), end: end}
	t.mu.Lock()
	t.waiting = append(t.waiting, own)
	t.settle()
	t.mu.Unlock()

	leave = func() {
		end(nil)
		t.leave(own)
	}
	select {
	case <-own.ready:
		return search, leave
	case <-ctx.Done():
		leave()
		return ctx, nil
	}
}

// leave takes a turn out, whether it has a place or not.
func (t *turns) leave(own *turn) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if i := slices.Index(t.running, own); i >= 0 {
		own.clock.Stop()
		t.running = slices.Delete(t.running, i, i+1)
		t.free++
	} else {
		i := slices.Index(t.waiting, own)
		t.waiting = slices.Delete(t.waiting, i, i+1)
	}

	if t.of(own.client, t.running)+t.of(own.client, t.waiting) == 0 {
		delete(t.latest, own.client)
	}
	t.settle()
}

// settle gives the free places, and ends searches for those who still wait.
func (t *turns) settle() {
	for t.free > 0 && len(t.waiting) > 0 {
		t.begin(slices.MinFunc(t.waiting, t.compare))
	}

	ending := 0
	for _, r := range t.running {
		others := len(t.waiting) - t.of(r.client, t.waiting)
		if !r.ending && r.due && ending < others {
			r.ending = true
			r.end(errTurnOver)
		}

		if r.ending {
			ending++
		}
	}
}

// compare orders waiting turns: the one that is next comes first.
func (t *turns) compare(a, b *turn) int {
	if n := t.of(a.client, t.running) - t.of(b.client, t.running); n != 0 {
		return n
	}
	return t.latest[a.client] - t.latest[b.client]
}

// begin gives a place to a turn that waits.
func (t *turns) begin(next *turn) {
	i := slices.Index(t.waiting, next)
	t.waiting = slices.Delete(t.waiting, i, i+1)
	t.running = append(t.running, next)
	t.free--
	t.begun++
	t.latest[next.client] = t.begun
	next.clock = time.AfterFunc(t.each, func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		next.due = true
		t.settle()
	})
	close(next.ready)
}

// of counts the turns of a client.
func (t *turns) of(client string, list []*turn) (n int) {
	for _, one := range list {
		if one.client == client {
			n++
		}
	}

	return n
}
