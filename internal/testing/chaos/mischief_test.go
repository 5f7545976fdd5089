package chaos

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A mischief is done at a moment after the coordinator began.
type mischief struct {
	at   time.Duration
	what string
	do   func() error
}

// plan decides what happens in a round.
func (w *world) plan() []mischief {
	var list []mischief
	down := -1 // at most one server is down at a time: two of three are needed
	add := func(at time.Duration, what string, do func() error) {
		list = append(list, mischief{at, what, do})
	}
	for range 1 + w.random.IntN(4) {
		at := time.Duration(w.random.IntN(4000)) * time.Millisecond
		switch kind := w.random.IntN(5); {
		case kind == 0:
			i := w.random.IntN(len(w.workers))
			add(at, fmt.Sprintf("worker %d", i),
				func() error { w.workers[i].kill(); return w.work(i) })
		case kind == 1 && down < 0:
			down = w.random.IntN(len(w.servers))
			i, back := down, at+time.Duration(500+w.random.IntN(3000))*time.Millisecond
			add(at, fmt.Sprintf("server %d", i), func() error { w.servers[i].kill(); return nil })
			add(back, fmt.Sprintf("server %d back", i), func() error { return w.serve(i) })
		case kind == 2 && down < 0:
			down = len(w.servers)
			back := at + time.Duration(500+w.random.IntN(3000))*time.Millisecond
			var i int
			add(at, "leader", func() error { i = w.leader(); w.servers[i].kill(); return nil })
			add(back, "leader back", func() error { return w.serve(i) })
		case kind == 3:
			add(at, "coordinator", nil)
		default:
			i := w.random.IntN(len(w.proxies))
			stall := time.Duration(1000+w.random.IntN(9000)) * time.Millisecond
			add(at, fmt.Sprintf("network of %d for %.1f s", i, stall.Seconds()),
				func() error { w.proxies[i].stall(stall); return nil })
		}
	}

	slices.SortStableFunc(list, func(a, b mischief) int { return int(a.at - b.at) })
	return list
}

// leader returns the server that leads the stream of units; the first one when nobody says.
func (w *world) leader() int {
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Second)
	defer cancel()
	for _, port := range w.ports {
		nc, err := nats.Connect(fmt.Sprintf("nats://127.0.0.1:%d", port))
		if err != nil {
			continue
		}
		defer nc.Close()
		js, err := jetstream.New(nc)
		if err != nil {
			continue
		}
		stream, err := js.Stream(ctx, "TURNCOAT_UNITS")
		if err != nil || stream.CachedInfo().Cluster == nil {
			continue
		}
		if i, err := strconv.Atoi(strings.TrimPrefix(stream.CachedInfo().Cluster.Leader, "s")); err == nil &&
			i < len(w.servers) {
			return i
		}
	}

	return 0
}

// repair starts again what ended by itself or is still down after a round.
func (w *world) repair() error {
	for i, p := range w.proxies {
		p.stall(0)
		if i < len(w.workers) && w.workers[i].ended() {
			if err := w.work(i); err != nil {
				return err
			}
		}
	}

	for i := range w.servers {
		if w.servers[i].ended() {
			if err := w.serve(i); err != nil {
				return err
			}
		}
	}

	return nil
}
