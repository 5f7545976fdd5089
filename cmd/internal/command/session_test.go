package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"turncoat/rules"
)

// 2 outranks 3, 3 outranks 1, and an interruption outranks all, in whatever order they come.
func TestStatusRank(t *testing.T) {
	order := []int{StatusOK, StatusFound, StatusLimit, StatusUnusable, StatusInterrupted}
	for i, low := range order {
		for _, high := range order[i:] {
			for _, pair := range [][2]int{{low, high}, {high, low}} {
				s := NewSession(t.Context(), strings.NewReader(""), io.Discard, io.Discard)
				s.Raise(pair[0])
				s.Raise(pair[1])
				if got := s.End(nil); got != high {
					t.Errorf("%d and %d come to %d, want %d", pair[0], pair[1], got, high)
				}
			}
		}
	}
}

// The status of an error is that of the class it wraps; what no one has classed cannot be used.
func TestStatusOf(t *testing.T) {
	tests := []struct {
		err  error
		want int
	}{
		{nil, 0},
		{Found("x"), 1},
		{fmt.Errorf("game 3: %w", rules.ErrIllegal), 1},
		{fmt.Errorf("game 3: %w", rules.ErrAmbiguous), 1},
		{Unusable("x: %w", rules.ErrIllegal), 2},
		{errors.New("no such file"), 2},
		{fmt.Errorf("x: %w", rules.ErrLimit), 3},
		{fmt.Errorf("x: %w", context.DeadlineExceeded), 3},
		{Limited("x"), 3},
		{fmt.Errorf("x: %w", context.Canceled), 130},
		{Interrupted(""), 130},
	}
	for _, test := range tests {
		if got := StatusOf(test.err); got != test.want {
			t.Errorf("%v: status %d, want %d", test.err, got, test.want)
		}
	}
}

// Messages stand in order with results where both go to one place, each under the name of the
// command.
func TestMessagesStandInOrder(t *testing.T) {
	var screen strings.Builder
	s := NewSession(t.Context(), strings.NewReader(""), &screen, &screen)
	s.name = "turncoat test"
	s.Printf("one\n")
	s.Report(Found("two\nof two lines"))
	s.Printf("three\n")
	if status := s.End(nil); status != 1 {
		t.Errorf("status %d, want 1", status)
	}
	if want := "one\nturncoat test: two\n  of two lines\nthree\n"; screen.String() != want {
		t.Errorf("%q, want %q", screen.String(), want)
	}
}

// Once a write has been given up nothing is written any more, and nobody waits for it.
func TestUnreadOutputIsAbandoned(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var out strings.Builder
	w := &abandoningWriter{ctx: ctx, w: &out}
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
	if n, err := w.Write([]byte("four")); n != 0 || !errors.Is(err, errUnread) ||
		out.String() != "onetwo" {
		t.Errorf("%d, %v: %q", n, err, out.String())
	}

	unread.Close()
}
