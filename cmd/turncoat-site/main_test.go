package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"turncoat/cmd/internal/command"
)

// called runs a call and returns its status and what it prints.
func called(ctx context.Context, words ...string) (status int, out, errs string) {
	var o, e bytes.Buffer
	words = append([]string{"turncoat-site"}, words...)
	status = command.Run(ctx, program, words, strings.NewReader(""), &o, &e)
	return status, o.String(), e.String()
}

func TestHelp(t *testing.T) {
	status, out, _ := called(t.Context(), "write", "--help")
	if status != 0 || !strings.Contains(out, "--address") ||
		!strings.Contains(out, "Go toolchain") {
		t.Errorf("status %d: %s", status, out)
	}
}

// A call that cannot be understood, or a machine without the toolchain, is an error with status 2,
// and nothing is written.
func TestRefuses(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "site")
	t.Setenv("PATH", "")
	for words, want := range map[string]string{
		"":                                      "argument",
		dir + " other":                          "argument",
		"--nonsense " + dir:                     "nonsense",
		"--address /x " + dir:                   "expected http or https",
		"--address ftp://a.example " + dir:      "expected http or https",
		"--address https://a.example/?q " + dir: "expected http or https",
		dir:                                     "Go toolchain",
	} {
		status, out, errs := called(t.Context(),
			append([]string{"write"}, strings.Fields(words)...)...)
		if status != command.StatusUnusable || out != "" || !strings.Contains(errs, want) {
			t.Errorf("%q: status %d, %q, %s, want %s", words, status, out, errs, want)
		}
	}

	if _, err := os.Stat(dir); err == nil {
		t.Error("a site was written all the same")
	}
}

// A call that is interrupted says so, and leaves nothing.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	dir := filepath.Join(t.TempDir(), "site")
	status, out, errs := called(ctx, "write", dir)
	if status != command.StatusInterrupted || out != "" || !strings.Contains(errs, "interrupted") {
		t.Errorf("status %d, %q, %s", status, out, errs)
	}
	if _, err := os.Stat(dir); err == nil {
		t.Error("a site was written all the same")
	}
}
