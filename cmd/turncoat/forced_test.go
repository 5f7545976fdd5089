package main

import (
	"context"
	"strings"
	"testing"
	"time"
)

// Ctrl-C ends a search at once and keeps what is proved so far.
func TestSolveInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(300*time.Millisecond, cancel)
	began := time.Now()
	status, out, err := callContext(ctx, t, "", "puzzle", "solve", "--rules", "chess", "--win-in", "40", "start")
	if status != statusInterrupted || !strings.HasPrefix(out, "unknown: no win in ") || !strings.Contains(err, "interrupted") {
		t.Errorf("status %d, %q, %q", status, out, err)
	}
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("it took %v", took)
	}
}
