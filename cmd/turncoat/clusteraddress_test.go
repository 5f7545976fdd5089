package main

import (
	"strings"
	"testing"

	"turncoat/cmd/turncoat/internal/command"
)

// An address that nobody could listen at is refused at once.
func TestClusterAddresses(t *testing.T) {
	for _, address := range []string{"nats://127.0.0.1:99999", "nats://127.0.0.1:x", "nats://127.0.0.1:4222\x1b[31m"} {
		status, _, stderr := call(t, "", "cluster", "status", address)
		if status != command.StatusUnusable ||
			!strings.HasPrefix(stderr, "turncoat cluster status: nats://127.0.0.1:") ||
			strings.Contains(stderr, "\x1b") {
			t.Errorf("%q: %d %q", address, status, stderr)
		}
	}
}
