package main

import (
	"testing"

	"turncoat/internal/testing/filetest"
)

// docs/settings.md is what the command prints.
func TestSettingsPage(t *testing.T) {
	_, got, _ := call(t, "", "rules", "settings", "--markdown")
	if want := filetest.Read(t, "../../docs/settings.md"); got != string(want) {
		t.Error(
			"docs/settings.md is another: turncoat rules settings --markdown > docs/settings.md",
		)
	}
}
