package main

import (
	"context"
	"io"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"turncoat/cmd/internal/command"
)

// A screen takes what a command writes while a test reads it.
type screen struct {
	mu   sync.Mutex
	text strings.Builder
}

func (s *screen) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(p)
}

func (s *screen) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

// A background is a command that runs in this process beside the test.
type background struct {
	t        *testing.T
	out, err screen
	stop     context.CancelFunc
	over     chan int
}

// begin begins a command, which is interrupted at the end of the test at the latest.
func begin(t *testing.T, in io.Reader, words ...string) *background {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	b := &background{t: t, stop: stop, over: make(chan int, 1)}
	go func() {
		b.over <- command.Run(ctx, commandLine, append([]string{"turncoat"}, words...), in, &b.out, &b.err)
	}()
	t.Cleanup(stop)
	return b
}

// await waits until what the command has written to a stream matches a pattern, and returns the
// match and its groups.
func (b *background) await(s *screen, pattern string) []string {
	b.t.Helper()
	want := regexp.MustCompile(pattern)
	until(b.t, pattern, func() bool { return want.MatchString(s.String()) }, func() string {
		return b.out.String() +
			b.err.String()
	})
	return want.FindStringSubmatch(s.String())
}

// interrupt interrupts the command and returns the status that it ends with.
func (b *background) interrupt() int {
	b.t.Helper()
	b.stop()
	select {
	case status := <-b.over:
		return status
	case <-time.After(time.Minute):
		b.t.Fatalf("it does not end: %s%s", b.out.String(), b.err.String())
		return 0
	}
}

// until waits for something to be so, and otherwise fails with what is there instead.
func until(t *testing.T, what string, is func() bool, there func() string) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !is(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%s does not come: %s", what, there())
		}
	}
}
