package web_test

import (
	"bytes"
	"path/filepath"
	"testing"

	"turncoat/internal/testing/filetest"
)

// No script reads HTML, or takes anything from elsewhere.
func TestScripts(t *testing.T) {
	names, err := filepath.Glob("site/js/*.js")
	if err != nil || len(names) == 0 {
		t.Fatalf("no scripts: %v", err)
	}

	unwanted := []string{"innerHTML", "outerHTML", "insertAdjacentHTML", "eval(", "new Function",
		"document.write", "https://"}
	for _, name := range names {
		text := filetest.Read(t, name)
		for _, no := range unwanted {
			if bytes.Contains(text, []byte(no)) {
				t.Errorf("%s has %s", name, no)
			}
		}
	}
}
