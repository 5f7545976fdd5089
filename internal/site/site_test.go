package site

import (
	"compress/gzip"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"turncoat/internal/site/wasm"
	"turncoat/internal/testing/filetest"
	"turncoat/puzzle"
)

// program is what the Go toolchain of these tests builds.
const program = "the program"

// toolchain puts a program "go" first in the path that plays the Go toolchain: it builds the
// program above, and writes its arguments into the file said. It returns the directory that holds
// both, which is the root of the toolchain, and the directory for temporary files. The module has a
// README and a download.
func toolchain(t *testing.T) (root, temp string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the toolchain is played by a shell script")
	}
	root, temp = t.TempDir(), t.TempDir()
	script := `#!/bin/sh
root='` + root + `'
case $1 in
env)
  case $2 in
  GOMOD) echo "$root/clone/go.mod" ;;
  *) echo "$root" ;;
  esac ;;
build)
  [ -e "$root/broken" ] && { echo 'no such package' >&2; exit 1; }
  while [ "$1" != -o ]; do echo "$1" >>"$root/said"; shift; done
  echo "$3 $GOOS $GOARCH $CGO_ENABLED" >>"$root/said"
  printf 'the program' >"$2" ;;
esac
`
	if err := os.WriteFile(filepath.Join(root, "go"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	write(t, "# Turncoat\n\nSee the [records](games.pgn).\n", root, "clone", "README.md")
	write(t, "", root, "clone", "games.pgn")
	t.Setenv("PATH", root+string(os.PathListSeparator)+os.Getenv("PATH"))
	t.Setenv("TMPDIR", temp)
	return root, temp
}

// write writes a small file of a test.
func write(t *testing.T, text string, path ...string) {
	t.Helper()
	name := filepath.Join(path...)
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// The static site is the page with another engine and a policy of its own, the toolchain's script,
// and the program, which is built for browsers, with inlining in the rules alone.
func TestWrite(t *testing.T) {
	root, temp := toolchain(t)
	write(t, "the script", root, "lib", "wasm", "wasm_exec.js")
	dir := filepath.Join(t.TempDir(), "games", "board")
	if err := Write(t.Context(), dir, nil); err != nil {
		t.Fatal(err)
	}
	read := func(name string) string {
		return string(filetest.Read(t, filepath.Join(dir, filepath.FromSlash(name))))
	}
	if got := read("wasm_exec.js"); got != "the script" {
		t.Errorf("the script is %q", got)
	}

	certificate, err := puzzle.Proofs.ReadFile("proofs/1e3-benedict-king.jsonl.gz")
	if err != nil || read("data/proofs/1e3-benedict-king.jsonl.gz") != string(certificate) {
		t.Errorf("the site lacks the proof: %v", err)
	}

	for _, name := range []string{"index.html", "embed.html"} {
		for _, want := range []string{`data-engine="local"`,
			`<meta http-equiv="Content-Security-Policy" content="default-src 'self'; ` +
				`script-src 'self' 'wasm-unsafe-eval'; base-uri 'none'; form-action 'none'">`} {
			if !strings.Contains(read(name), want) {
				t.Errorf("%s lacks %s", name, want)
			}
		}
	}

	packed, err := gzip.NewReader(strings.NewReader(read(wasm.Program)))
	if err != nil {
		t.Fatal(err)
	}
	if unpacked, err := io.ReadAll(packed); err != nil || string(unpacked) != program {
		t.Errorf("the program is %q, %v", unpacked, err)
	}
	if text := read("games.pgn"); text != "" {
		t.Errorf("the download is %q", text)
	}
	// All of it but downloads and proofs is known to the service worker, which keeps it, and may be
	// read by who serves it.
	worker := read("sw.js")
	err = filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		short, _ := filepath.Rel(dir, name)
		short = filepath.ToSlash(short)
		online := short == "games.pgn" || strings.HasPrefix(short, "data/proofs/")
		known := short == "sw.js" || strings.Contains(worker, strconv.Quote(short))
		if err == nil && !entry.IsDir() && known == online {
			t.Errorf("%s: the service worker knows it: %v", short, known)
		}
		if info, err := entry.Info(); err != nil || info.Mode().Perm()&0o400 == 0 {
			t.Errorf("%s is %v, %v", short, info.Mode(), err)
		}
		return err
	})
	if err != nil || strings.Contains(worker, "VERSION") {
		t.Errorf("%v: %.600s", err, worker)
	}

	said := string(filetest.Read(t, filepath.Join(root, "said")))
	for _, want := range []string{"build\n", "turncoat/cmd/turncoat-wasm js wasm 0\n"} {
		if !strings.Contains(said, want) {
			t.Errorf("the toolchain was told\n%s, want %s", said, want)
		}
	}
	if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// listed returns what is in a directory, but for what the toolchain was told: the names, of files
// with their content.
func listed(t *testing.T, dir string) string {
	t.Helper()
	var list strings.Builder
	err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.Name() == "said" {
			return err
		}
		var text []byte
		if !entry.IsDir() {
			text, err = os.ReadFile(name)
		}
		fmt.Fprintf(&list, "%s %q\n", name, text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list.String()
}

// Whatever is missing is said, and nothing is left behind: neither the site nor the directories
// that it was to be in, unless they were there.
func TestWriteFails(t *testing.T) {
	for name, test := range map[string]struct {
		files []string // beside the program go; the site goes into the directory "new/site"
		want  string
	}{
		"no script": {nil, "ROOT has no wasm_exec.js"},
		"no module": {[]string{"misc/wasm/wasm_exec.js", "broken"},
			"building the rules (in a clone of the repository?): exit status 1\nno such package"},
		"a file in the way": {[]string{"misc/wasm/wasm_exec.js", "new/site/css"},
			"mkdir ROOT/new/site/css: not a directory"},
		"a directory": {[]string{"misc/wasm/wasm_exec.js", "new/site/index.html/x"},
			"ROOT/new/site/index.html: it is a directory"},
		"a fault in an older site": {[]string{"misc/wasm/wasm_exec.js", "new/site/wasm_exec.js/x",
			"new/site/index.html", "new/site/site.css"},
			"ROOT/new/site/wasm_exec.js: it is a directory"},
	} {
		root, temp := toolchain(t)
		for _, file := range test.files {
			write(t, "the script", root, filepath.FromSlash(file))
		}
		before := listed(t, root)
		err := Write(t.Context(), filepath.Join(root, "new", "site"), nil)
		if want := strings.ReplaceAll(test.want, "ROOT", root); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
		if after := listed(t, root); after != before {
			t.Errorf("%s: there was\n%sand there is\n%s", name, before, after)
		}
		if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
			t.Errorf("%s: left behind: %v, %v", name, left, err)
		}
	}
}
