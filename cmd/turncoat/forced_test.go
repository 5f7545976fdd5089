package main

import (
	"context"
	"strings"
	"testing"
	"time"

	"turncoat/cmd/internal/command"
)

// Ctrl-C ends a search and keeps what is proved so far.
func TestSolveInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(300*time.Millisecond, cancel)
	var out, errs strings.Builder
	s := command.NewSession(ctx, strings.NewReader(""), &out, &errs)
	// without the time after which it would be given up
	status := s.End(
		s.Run(commandLine, strings.Fields("turncoat puzzle solve --rules chess --win-in 40 start")),
	)
	if status != command.StatusInterrupted ||
		!strings.HasPrefix(out.String(), "unknown: no win in ") ||
		!strings.Contains(errs.String(), "interrupted: what is proved so far has been printed") {
		t.Errorf("status %d, %q, %q", status, out.String(), errs.String())
	}
}
