package rules_test

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"turncoat/internal/testing/filetest"
	"turncoat/rules"
	"turncoat/rules/ruleset"
)

// What a text can name as its rules lies beside it or beneath, and is a small file.
func TestSetIn(t *testing.T) {
	top := t.TempDir()
	dir := filepath.Join(top, "texts")
	if err := os.MkdirAll(filepath.Join(dir, "sets.yaml"), 0o700); err != nil {
		t.Fatal(err)
	}
	const good = "{name: mine, base: pacifist1, lines: blocked}"
	filetest.Write(t, filepath.Join(top, "top.yaml"), []byte(good))
	filetest.Write(t, filepath.Join(dir, "mine.yaml"), []byte(good))
	filetest.Write(t, filepath.Join(dir, "sets.yaml", "Mine.YML"), []byte(good))
	filetest.Write(t, filepath.Join(dir, "wrong.yaml"),
		[]byte("base: pacifist1\nlines: bloked\nweigh: size\n"))
	filetest.Write(t, filepath.Join(dir, "long.yaml"), []byte(good+strings.Repeat(" ", 64<<10)))
	if err := os.Symlink(filepath.Join(top, "top.yaml"), filepath.Join(dir,
		"link.yaml")); err != nil {
		t.Skip(err)
	}

	for name, want := range map[string]string{
		"mine.yaml": "", " mine.yaml ": "", "./mine.yaml": "", "sets.yaml/Mine.YML": "",
		"../top.yaml":                  "directory of the file that names it",
		"sets.yaml/../../top.yaml":     "directory of the file",
		filepath.Join(top, "top.yaml"): "directory of the file", "link.yaml": "escapes",
		"none.yaml": "no such file", "sets.yaml": "not a regular file",
		"long.yaml":  "longer than 64 KiB",
		"wrong.yaml": "wrong.yaml:2:8: ", "": "directory of the file",
	} {
		set, err := rules.SetIn(dir, name)
		switch {
		case want == "" && (err != nil || set.Name != "mine" || set.Lines == 0):
			t.Errorf("%q: %+v, %v", name, set, err)
		case want != "" && (!errors.Is(err, ruleset.ErrUnknown) || !strings.Contains(err.Error(),
			want) || strings.Contains(err.Error(), "\n")):
			t.Errorf("%q: %v, want %q", name, err, want)
		}
	}

	if _, err := rules.SetIn("", "mine.yaml"); err == nil {
		t.Error("a text without a file names one")
	}
	if dir, none := rules.SetDir(filepath.Join("a", "b.pgn")), rules.SetDir("-"); dir != "a" ||
		none != "" {
		t.Errorf("%q, %q", dir, none)
	}
}

// A file of rules without an end is refused, as one that is too long is.
func TestLoadWithoutEnd(t *testing.T) {
	names := []string{filepath.Join(t.TempDir(), "long.yaml")}
	filetest.Write(t, names[0], []byte("base: pacifist1"+strings.Repeat(" ", 64<<10)))
	if runtime.GOOS != "windows" {
		names = append(names, "/dev/zero")
	}

	for _, name := range names {
		_, err := rules.Load(name)
		if !errors.Is(err, ruleset.ErrSyntax) || !strings.Contains(err.Error(), "64 KiB") {
			t.Fatalf("%s: %v", name, err)
		}
	}
}
