package main

import (
	"strings"
	"testing"

	"turncoat/internal/filetest"
	"turncoat/rules/ruleset"
)

// The page shows the figures of the tables that come with the program as the command prints them.
func TestTablebasePage(t *testing.T) {
	page := filetest.Read(t, "../../docs/tablebases.md")
	t.Setenv("XDG_DATA_HOME", t.TempDir()) // no tables but those
	for _, name := range ruleset.BuiltinNames() {
		_, section, _ := strings.Cut(string(page), "\n#### "+name+"\n")
		section, _, _ = strings.Cut(section, "\n#### ")
		status, out, message := call(t, "", "tablebase", "stats", "--markdown", "--rules", name)
		if status != 0 || message != "" {
			t.Fatalf("status %d: %s", status, message)
		}
		for row := range strings.Lines(out) {
			if !strings.Contains(section, row) {
				t.Errorf("%s: the page has no row %s", name, row)
			}
		}
	}
}
