package main

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
	order := []int{statusOK, statusFound, statusLimit, statusUnusable, statusInterrupted}
	for i, low := range order {
		for _, high := range order[i:] {
			for _, pair := range [][2]int{{low, high}, {high, low}} {
				s := newSession(t.Context(), strings.NewReader(""), io.Discard, io.Discard)
				s.raise(pair[0])
				s.raise(pair[1])
				if got := s.end(nil); got != high {
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
		{found("x"), 1},
		{fmt.Errorf("game 3: %w", rules.ErrIllegal), 1},
		{fmt.Errorf("game 3: %w", rules.ErrAmbiguous), 1},
		{unusable("x: %w", rules.ErrIllegal), 2},
		{errors.New("no such file"), 2},
		{fmt.Errorf("x: %w", rules.ErrLimit), 3},
		{fmt.Errorf("x: %w", context.DeadlineExceeded), 3},
		{limited("x"), 3},
		{fmt.Errorf("x: %w", context.Canceled), 130},
		{interrupted(""), 130},
	}
	for _, test := range tests {
		if got := statusOf(test.err); got != test.want {
			t.Errorf("%v: status %d, want %d", test.err, got, test.want)
		}
	}
}

// Messages stand in order with results where both go to one place, each under the name of the command.
func TestMessagesStandInOrder(t *testing.T) {
	var screen strings.Builder
	s := newSession(t.Context(), strings.NewReader(""), &screen, &screen)
	s.name = "turncoat test"
	s.printf("one\n")
	s.report(found("two\nof two lines"))
	s.printf("three\n")
	if status := s.end(nil); status != 1 {
		t.Errorf("status %d, want 1", status)
	}
	if want := "one\nturncoat test: two\n  of two lines\nthree\n"; screen.String() != want {
		t.Errorf("%q, want %q", screen.String(), want)
	}
}

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

// Results that cannot be written are said and end with 2; where the reader has gone nothing is said.
func TestResultsThatCannotBeWritten(t *testing.T) {
	var stderr strings.Builder
	if status := run(t.Context(), []string{"turncoat", "rules", "list"}, strings.NewReader(""), fullDisk{},
		&stderr); status != 2 || !strings.Contains(stderr.String(), "standard output: no space left") {
		t.Errorf("status %d: %s", status, stderr.String())
	}
	stderr.Reset()
	const book = "../../puzzle/collection/chess.jsonl"
	if status := run(t.Context(), []string{"turncoat", "puzzle", "export", "--to", "csv", book},
		strings.NewReader(""), fullDisk{}, &stderr); status != 2 ||
		stderr.String() != "turncoat puzzle export: standard output: no space left on device\n" {
		t.Errorf("status %d: %s", status, stderr.String())
	}
	stderr.Reset()
	r, w := io.Pipe()
	r.Close()
	if status := run(t.Context(), []string{"turncoat", "perft", "--rules", "chess", "--divide", "3"},
		strings.NewReader(""), w, &stderr); status != 0 || stderr.String() != "" {
		t.Errorf("status %d: %s", status, stderr.String())
	}
}
