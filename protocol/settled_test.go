package protocol

import (
	"context"
	"testing"
)

// Whichever comes first, the answer or the request to cancel, is what both say, even when the work is done by then.
func TestSettled(t *testing.T) {
	nodes := uint64(7)
	begun := func() *pending {
		p := &pending{request: &Request{ID: []byte("1")}}
		p.ctx, p.cancel = context.WithCancel(t.Context())
		return p
	}
	for name, test := range map[string]struct {
		do   func(p *pending) (Reply, bool)
		code Code
		told bool
	}{
		"cancelled first": {func(p *pending) (Reply, bool) {
			told := p.cancelled([]byte("1"))
			return p.settled(Reply{Nodes: &nodes}), told
		}, Cancelled, true},
		"answered first": {func(p *pending) (Reply, bool) {
			r := p.settled(Reply{Nodes: &nodes})
			return r, p.cancelled([]byte("1"))
		}, "", false},
		"another": {func(p *pending) (Reply, bool) {
			told := p.cancelled([]byte("2"))
			return p.settled(Reply{Nodes: &nodes}), told
		}, "", false},
		"cancelled twice": {func(p *pending) (Reply, bool) {
			p.cancelled([]byte("1"))
			told := p.cancelled([]byte("1"))
			return p.settled(Reply{}), told
		}, Cancelled, false},
	} {
		p := begun()
		reply, told := test.do(p)
		if told != test.told || (reply.Error != nil) != (test.code != "") || reply.Error != nil &&
			(reply.Error.Code != test.code || string(reply.ID) != "1") || test.code == "" && reply.Nodes != &nodes {
			t.Errorf("%s: %+v, told %t", name, reply, told)
		}
		if cancelled := p.ctx.Err() != nil; cancelled != (test.code != "") {
			t.Errorf("%s: the work is ended: %t", name, cancelled)
		}
		p.cancel()
	}
}
