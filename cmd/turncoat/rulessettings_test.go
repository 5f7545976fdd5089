package main

import (
	"os"
	"testing"
)

// docs/settings.md is what the program prints.
func TestSettingsPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/settings.md")
	if err != nil {
		t.Fatal(err)
	}
	if string(page) != settingsMarkdown() {
		t.Error("docs/settings.md is out of date: go run ./cmd/turncoat rules settings --markdown >docs/settings.md")
	}
}
