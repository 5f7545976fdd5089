package docs

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"turncoat/internal/testing/filetest"
)

// Every test that reliability.md names is there.
func TestReliabilityNamesTests(t *testing.T) {
	page := filetest.Read(t, "reliability.md")
	var code strings.Builder
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, "_test.go") {
			text, err := os.ReadFile(path)
			code.Write(text)
			return err
		}

		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	names := regexp.MustCompile("`((?:Test|Fuzz)[A-Za-z]+)(?:/([a-z-]+))?`").FindAllStringSubmatch(string(page), -1)
	if len(names) < 30 {
		t.Errorf("only %d tests are named", len(names))
	}
	for _, n := range names {
		if !strings.Contains(code.String(), "func "+n[1]+"(") {
			t.Errorf("there is no %s", n[1])
		}
		if n[2] != "" {
			scripts, _ := filepath.Glob("../cmd/*/testdata/script/" + n[2] + ".txtar")
			if len(scripts) == 0 {
				t.Errorf("there is no script %s", n[2])
			}
		}
	}
}
