package main

import (
	"testing"

	"turncoat/internal/filetest"
)

// docs/settings.md is what the program prints.
func TestSettingsPage(t *testing.T) {
	if string(filetest.Read(t, "../../docs/settings.md")) != settingsMarkdown() {
		t.Error("docs/settings.md is out of date: go run ./cmd/turncoat rules settings --markdown >docs/settings.md")
	}
}
