// Package filetest reads and writes files in tests, which end where that fails.
package filetest

import (
	"os"
	"testing"
)

// Read returns what a file holds.
func Read(t testing.TB, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// Write makes a file, or another of what it was.
func Write(t testing.TB, path string, text []byte) {
	t.Helper()
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
}
