package files

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// What was made is removed again where the work fails; what was there before, or has something in
// it, stays.
func TestMakeDirs(t *testing.T) {
	root := t.TempDir()
	deep := filepath.Join(root, "there", "a", "b", "c")
	there := filepath.Join(root, "there")
	if err := os.Mkdir(there, 0o700); err != nil {
		t.Fatal(err)
	}
	is := func(path string) bool {
		info, err := os.Stat(path)
		return err == nil && info.IsDir()
	}
	remove, err := MakeDirs(deep)
	if err != nil || !is(deep) {
		t.Fatal(err)
	}
	remove()
	if is(filepath.Join(there, "a")) || !is(there) {
		t.Error("too much is left, or too little")
	}

	remove, err = MakeDirs(deep)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(there, "a", "file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	remove()
	if is(filepath.Join(there, "a", "b")) || !is(filepath.Join(there, "a")) {
		t.Error("what has a file in it is removed, or what has none is left")
	}

	remove, err = MakeDirs(there)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(filepath.Join(there, "a")); err != nil {
		t.Fatal(err)
	}
	remove()
	if !is(there) {
		t.Error("an empty directory that was there is removed")
	}
}

// Where a directory cannot be made, those above it that were are removed, and a link that leads
// nowhere stays.
func TestMakeDirsFails(t *testing.T) {
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	wrong := []string{filepath.Join(root, "file", "a")}
	if runtime.GOOS != "windows" {
		if err := os.Symlink("nowhere", filepath.Join(root, "link")); err != nil {
			t.Fatal(err)
		}
		wrong = append(wrong, filepath.Join(root, "link"), filepath.Join(root, "new", "newer", "a\x00b"))
	}

	before, err := os.ReadDir(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range wrong {
		if remove, err := MakeDirs(path); err == nil || remove != nil {
			t.Errorf("%q is made", path)
		}
		if after, err := os.ReadDir(root); err != nil || len(after) != len(before) {
			t.Errorf("%q: left behind: %v, %v", path, after, err)
		}
	}
}
