package main

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"turncoat/corpus/generate"
	"turncoat/puzzle/solve"
)

// How far a search and the making of a corpus have come, in a line.
func TestProgressLines(t *testing.T) {
	for p, want := range map[generate.Progress]string{
		{Stage: "choosing"}:                         "choosing",
		{Stage: "searching", Done: 0, Total: 1}:     "searching: 0 of 1 positions",
		{Stage: "searching", Done: 25, Total: 100}:  "searching: 25 of 100 positions, about 30s left",
		{Stage: "searching", Done: 100, Total: 100}: "searching: 100 of 100 positions, about 0s left",
	} {
		if got := makingLine(p, 10*time.Second); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	p := solve.Progress{Settled: 3, Turns: 20, Depth: 4, Nodes: 5000, Elapsed: 2 * time.Second, TableUse: 0.5}
	if got, want := searchLine(p), "3 of 20 first turns in 4, 5000 turns, 2500 a second, table 50 % used, 2 s"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// Once a write has been given up nothing is written any more, and nobody waits for it.
func TestImpatientGivesUp(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var out strings.Builder
	w := &impatientWriter{ctx: ctx, w: &out}
	if n, err := w.Write([]byte("one")); n != 3 || err != nil || out.String() != "one" {
		t.Errorf("%d, %v: %q", n, err, out.String())
	}
	cancel()
	if n, err := w.Write([]byte("two")); n != 3 || err != nil || out.String() != "onetwo" {
		t.Errorf("after the end %d, %v: %q", n, err, out.String())
	}
	unread, in := io.Pipe()
	w.w = in
	if n, err := w.Write([]byte("three")); n != 0 || !errors.Is(err, errUnread) {
		t.Errorf("%d, %v", n, err)
	}
	w.w = &out
	if n, err := w.Write([]byte("four")); n != 0 || !errors.Is(err, errUnread) || out.String() != "onetwo" {
		t.Errorf("%d, %v: %q", n, err, out.String())
	}
	unread.Close()
}
