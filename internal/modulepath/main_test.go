package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"turncoat/internal/testing/filetest"
	"turncoat/internal/testing/longtest"
)

const public = "github.com/you/turncoat"

// A copy of the module with another path imports itself by that path, and nothing in it has the old
// one. The long run compiles everything, too.
func TestRename(t *testing.T) {
	root := filepath.Join(t.TempDir(), "copy")
	copySource(t, root)
	if err := rename(root, public); err != nil {
		t.Fatal(err)
	}
	if path, err := modulePath(root); err != nil || path != public {
		t.Errorf("the path is %q, %v", path, err)
	}
	if _, err := goTool(root, "list", "-deps", "-test", "./..."); err != nil {
		t.Error(err)
	}
	if !longtest.Short() {
		if _, err := goTool(root, "vet", "./..."); err != nil {
			t.Error(err)
		}
	}

	for name, want := range map[string]string{
		"README.md":     "-replace " + public + "=",
		"docs/ci.md":    "uses: you/turncoat@",
		"pgn/replay.go": "[" + public + "/validate.Judge]",
	} {
		if text := filetest.Read(t, filepath.Join(root, name)); !strings.Contains(string(text), want) {
			t.Errorf("%s does not have %q", name, want)
		}
	}
	for _, old := range []string{`"turncoat/`, `=turncoat/`, `[turncoat/`} {
		if name := holding(t, root, old); name != "" {
			t.Errorf("%s still has %s", name, old)
		}
	}

	// What has been published can move.
	if err := rename(root, "example.org/chess/coats"); err != nil {
		t.Fatal(err)
	}
	page := filetest.Read(t, filepath.Join(root, "docs/ci.md"))
	if !strings.Contains(string(page), "uses: chess/coats@") {
		t.Error("the address in docs/ci.md did not change a second time")
	}
}

// A path that no module can have changes nothing.
func TestRenameRefuses(t *testing.T) {
	root := t.TempDir()
	filetest.Write(t, filepath.Join(root, "go.mod"), []byte("module turncoat\n"))
	if err := rename(root, "no path"); err == nil {
		t.Error("no error")
	}
	if path, err := modulePath(root); path != "turncoat" {
		t.Errorf("the path is %q, %v", path, err)
	}
}

// copySource copies the module, without what git keeps or ignores.
func copySource(t *testing.T, to string) {
	t.Helper()
	const from = "../.."
	err := filepath.WalkDir(from, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		copied, _ := filepath.Rel(from, name)
		if entry.IsDir() {
			if err := skipped(from, name); err != nil {
				return err
			}
			return os.MkdirAll(filepath.Join(to, copied), 0o700)
		}
		if entry.Type().IsRegular() {
			filetest.Write(t, filepath.Join(to, copied), filetest.Read(t, name))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// holding returns the name of a Go file with a text in it, "" if there is none. It leaves out this
// package, whose tests have every text that is looked for.
func holding(t *testing.T, root, text string) string {
	t.Helper()
	found := ""
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		here := filepath.Base(filepath.Dir(name)) == "modulepath"
		if err != nil || filepath.Ext(name) != ".go" || here {
			return err
		}
		if strings.Contains(string(filetest.Read(t, name)), text) {
			found = name
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}
