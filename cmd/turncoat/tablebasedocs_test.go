package main

import (
	"strings"
	"testing"

	"turncoat/internal/testing/filetest"
)

// The page shows the figures of the tables that come with the program as the command prints them.
func TestTablebasePage(t *testing.T) {
	page := string(filetest.Read(t, "../../docs/tablebases.md"))
	status, out, message := call(t, "", "tablebase", "stats", "--markdown", "--rules", "pacifist1")
	if status != 0 || message != "" {
		t.Fatalf("status %d: %s", status, message)
	}
	for row := range strings.Lines(out) {
		if !strings.Contains(page, row) {
			t.Errorf("the page has no row %s", row)
		}
	}
}
