package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// content reads a file, or says that there is none.
func content(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return "(none)"
	}
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// alone fails when a directory holds anything but the files named.
func alone(t *testing.T, dir string, names ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if fmt.Sprint(got) != fmt.Sprint(names) {
		t.Errorf("the directory holds %q, want %q", got, names)
	}
}

func put(t *testing.T, path, text string, mode fs.FileMode) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
}

func text(s string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, s)
		return err
	}
}

func TestNewAndOld(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.txt")
	if err := Write(path, text("one")); err != nil || content(t, path) != "one" {
		t.Fatalf("a new file holds %q, error %v", content(t, path), err)
	}
	ordinary := filepath.Join(t.TempDir(), "ordinary")
	file, err := os.OpenFile(ordinary, os.O_CREATE, 0o666)
	if err != nil {
		t.Fatal(err)
	}
	file.Close()
	want, _ := os.Stat(ordinary)
	if got, _ := os.Stat(path); got.Mode() != want.Mode() {
		t.Errorf("a new file has the mode %v, other new files have %v", got.Mode(), want.Mode())
	}
	for _, mode := range []fs.FileMode{0o600, 0o640, 0o755} {
		put(t, path, "old", mode)
		if err := Write(path, text(fmt.Sprint(mode))); err != nil ||
			content(t, path) != fmt.Sprint(mode) {
			t.Errorf("the file holds %q, error %v", content(t, path), err)
		}
		if got, _ := os.Stat(path); got.Mode() != mode {
			t.Errorf("the mode %v has become %v", mode, got.Mode())
		}
	}

	alone(t, dir, "a.txt")
}

// Nothing of the target changes before Commit, and an error of the caller leaves it alone.
func TestDiscard(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.txt")
	put(t, path, "old", 0o644)
	out, err := Create(path)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprint(out, strings.Repeat("new", 1<<16))
	if got := content(t, path); got != "old" {
		t.Errorf("before Commit the file holds %.10q", got)
	}
	out.Discard()
	alone(t, dir, "a.txt")
	if err := out.Commit(); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("Commit after Discard gives %v", err)
	}
	broken := errors.New("broken")
	if err := Write(path, func(w io.Writer) error {
		io.WriteString(w, "half")
		return broken
	}); err != broken {
		t.Errorf("the error of the caller has become %v", err)
	}
	if got := content(t, path); got != "old" {
		t.Errorf("after a failure the file holds %q", got)
	}
	alone(t, dir, "a.txt")
}

func TestDiscardAll(t *testing.T) {
	dir := t.TempDir()
	var outs []*Output
	for i := range 3 {
		out, err := Create(filepath.Join(dir, fmt.Sprint(i)))
		if err != nil {
			t.Fatal(err)
		}
		outs = append(outs, out)
	}

	if err := outs[0].Commit(); err != nil {
		t.Fatal(err)
	}
	DiscardAll()
	alone(t, dir, "0")
	if err := outs[1].Commit(); err == nil {
		t.Error("a discarded file can be committed")
	}
}

// Two writers of one file have a temporary file each; the one that ends last stays.
func TestTwoAtOnce(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.txt")
	one, err1 := Create(path)
	two, err2 := Create(path)
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	fmt.Fprint(one, "one")
	fmt.Fprint(two, "two")
	if err := errors.Join(two.Commit(), one.Commit()); err != nil || content(t, path) != "one" {
		t.Errorf("the file holds %q, error %v", content(t, path), err)
	}
	alone(t, dir, "a.txt")
}

func TestChangedLinkOfDirectory(t *testing.T) {
	dir := t.TempDir()
	link := filepath.Join(dir, "link")
	for _, name := range []string{"one", "two"} {
		os.Mkdir(filepath.Join(dir, name), 0o755)
	}
	point := func(to string) {
		os.Remove(link)
		if err := os.Symlink(to, link); err != nil {
			t.Skip(err)
		}
	}
	for _, commit := range []bool{true, false} {
		point("one")
		out, err := Create(filepath.Join(link, "o"))
		if err != nil {
			t.Fatal(err)
		}
		point("two")
		if commit {
			err = out.Commit()
		}
		out.Discard()
		left, _ := filepath.Glob(filepath.Join(dir, "*", ".*"))
		if _, missing := os.Stat(filepath.Join(dir, "one", "o")); err != nil || len(left) > 0 ||
			missing != nil {
			t.Errorf("%v, %v; left are %q", err, missing, left)
		}
	}
}

func TestSymbolicLinks(t *testing.T) {
	dir := t.TempDir()
	os.Mkdir(filepath.Join(dir, "far"), 0o755)
	target := filepath.Join(dir, "far", "target")
	put(t, target, "old", 0o640)
	chain := [][2]string{{"first", "far/second"}, {"far/second", "target"}, {"dangling", "far/new"},
		{"loop", "loop"}, {"absolute", filepath.Join(dir, "far", "third")}}
	for _, l := range chain {
		if err := os.Symlink(l[1], filepath.Join(dir, l[0])); err != nil {
			t.Skip(err)
		}
	}

	if err := Write(filepath.Join(dir, "first"), text("new")); err != nil ||
		content(t, target) != "new" {
		t.Errorf("behind the links stands %q, error %v", content(t, target), err)
	}
	if err := Write(filepath.Join(dir, "dangling"), text("made")); err != nil ||
		content(t, filepath.Join(dir, "far", "new")) != "made" {
		t.Errorf("behind the dangling link stands %q, error %v",
			content(t, filepath.Join(dir, "far", "new")), err)
	}

	if err := Write(filepath.Join(dir, "absolute"), text("there")); err != nil ||
		content(t, filepath.Join(dir, "far", "third")) != "there" {
		t.Errorf("behind the absolute link stands %q, error %v",
			content(t, filepath.Join(dir, "far", "third")), err)
	}

	for _, l := range chain {
		if to, err := os.Readlink(filepath.Join(dir, l[0])); err != nil || to != l[1] {
			t.Errorf("the link %s leads to %q, error %v", l[0], to, err)
		}
	}

	if info, _ := os.Stat(target); info.Mode() != 0o640 {
		t.Errorf("the mode behind the links is %v", info.Mode())
	}
	if err := Write(filepath.Join(dir, "loop"), text("x")); err == nil {
		t.Error("a link to itself can be written")
	}
	alone(t, filepath.Join(dir, "far"), "new", "second", "target", "third")
}

// What cannot be written is refused by Create, with the name the caller knows.
func TestRefused(t *testing.T) {
	dir := t.TempDir()
	readOnly := filepath.Join(dir, "read-only")
	put(t, readOnly, "old", 0o444)
	for _, path := range []string{dir, filepath.Join(dir, "missing", "a.txt"),
		filepath.Join(readOnly, "a.txt"), readOnly, ""} {
		if path == readOnly && os.Geteuid() == 0 {
			continue // who may everything may write that too
		}
		out, err := Create(path)
		var fault *fs.PathError
		if !errors.As(err, &fault) || fault.Path != path {
			t.Errorf("Create(%q) gives %v", path, err)
		}
		if out != nil {
			t.Errorf("Create(%q) gives a file", path)
		}
	}

	alone(t, dir, "read-only")
	// which not even root may write
	if running, err := os.Executable(); err == nil && runtime.GOOS == "linux" {
		if out, err := Create(running); err == nil {
			out.Discard()
			t.Error("Create gives a file for a program that is running")
		}
	}
}

// Whichever step fails, what was there stays and no temporary file stays behind.
func TestFaults(t *testing.T) {
	long := strings.Repeat("0123456789", 50_000) // more than is buffered
	for _, c := range []struct {
		step, text string
		fail       func(f *Output) error // has the step fail
	}{
		{"write", long, func(f *Output) error { return f.file.Close() }},
		{"write at the end", "short", func(f *Output) error { return f.file.Close() }},
		{"sync", "", func(f *Output) error { return f.file.Close() }},
		{"rename", "short", func(f *Output) error {
			return errors.Join(os.Remove(f.path), os.Mkdir(f.path, 0o700))
		}},
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, "a.txt")
		put(t, path, "old", 0o640)
		f, err := Create(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.fail(f); err != nil {
			t.Fatal(err)
		}
		_, err = io.WriteString(f, c.text)
		err = errors.Join(err, f.Commit())

		var fault *fs.PathError
		if !errors.As(err, &fault) || fault.Path != path {
			t.Errorf("%s: error %v", c.step, err)
		}
		alone(t, dir, "a.txt")
		if c.step != "rename" && content(t, path) != "old" {
			t.Errorf("%s: the file holds %.10q", c.step, content(t, path))
		}
	}
}

func TestUpdate(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "list")
	more := func(old []byte) ([]byte, error) { return append(old, 'x'), nil }
	if err := errors.Join(Update(path, more), Update(path, more)); err != nil ||
		content(t, path) != "xx" {
		t.Errorf("the file holds %q, error %v", content(t, path), err)
	}
	broken := errors.New("broken")
	if err := Update(path, func([]byte) ([]byte, error) { return nil, broken }); err != broken ||
		content(t, path) != "xx" {
		t.Errorf("the file holds %q, error %v", content(t, path), err)
	}

	if err := Update(filepath.Join(dir, "missing", "list"), more); err == nil {
		t.Error("a file in a missing directory can be updated")
	}
	alone(t, dir, "list")
}

// A name as long as a file system takes leaves no room for that of the temporary file.
func TestLongestName(t *testing.T) {
	path := filepath.Join(t.TempDir(), strings.Repeat("n", 255))
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Skip(err)
	}
	if err := Write(path, text("new")); err != nil || content(t, path) != "new" {
		t.Errorf("the file holds %q, error %v", content(t, path), err)
	}
}
