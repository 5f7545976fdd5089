//go:build unix

package check

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"turncoat/corpus"
	"turncoat/internal/testing/filetest"
	"turncoat/internal/testing/longtest"
)

const vectors = "../../../examples/vectors/"

// The examples that read test vectors find nothing wrong with a right implementation, and something
// with vectors that are wrong.
func TestVectorExamples(t *testing.T) {
	cases, err := corpus.Golden(corpus.Smoke, "pacifist1")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	right, wrong := exported(t, dir, every(2, cases), "json"), filepath.Join(dir, "wrong.json")
	filetest.Write(t, wrong, []byte(strings.Replace(string(filetest.Read(t, right)), "e1c1 ",
		"e1c2 ", 1)))
	for _, args := range [][]string{{"python3", vectors + "vectors.py"},
		{"go", "run", "../../../examples/vectors"}} {
		t.Run(args[0], func(t *testing.T) {
			needs(t, args[0])
			if args[0] == "go" && testing.Short() {
				t.Skip("builds a program")
			}
			for file, ok := range map[string]bool{right: true, wrong: false} {
				cmd := exec.Command(args[0], append(args[1:len(args):len(args)], file)...)
				cmd.Env = append(os.Environ(), "PYTHONPATH="+adapters, "PYTHONDONTWRITEBYTECODE=1")
				if out, err := cmd.CombinedOutput(); (err == nil) != ok {
					t.Errorf("%s: %v\n%s", filepath.Base(file), err, out)
				}
			}
		})
	}
}

// The example in Rust reads of each vector what is in it.
func TestVectorsInRust(t *testing.T) {
	if longtest.Short() {
		t.Skip("long: set TURNCOAT_LONG=1 to run it")
	}
	needs(t, "rustc")
	cases, err := corpus.Golden(corpus.Smoke, "pacifist1")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	program := filepath.Join(dir, "vectors")
	if out, err := exec.Command("rustc", "-o", program,
		vectors+"vectors.rs").CombinedOutput(); err != nil {
		t.Skipf("rustc does not work here: %v\n%s", err, out)
	}

	var want strings.Builder
	var plain []corpus.Case
	for _, c := range cases {
		if len(c.Moves) > 0 {
			continue
		}
		plain = append(plain, c)
		v := c.Vector()
		fmt.Fprintf(&want, "%s|%s|%s\n", strings.Join(strings.Fields(c.FEN)[:4], " "),
			strings.Join(v.Turns, ","), v.Outcome)
	}

	out, err := exec.Command(program, exported(t, dir, plain, "epd")).Output()
	if err != nil || string(out) != want.String() {
		t.Errorf("%v\n%s\nwant\n%s", err, out, want.String())
	}
}

// exported writes test vectors to a file.
func exported(t *testing.T, dir string, cases []corpus.Case, form string) string {
	t.Helper()
	file := filepath.Join(dir, "vectors."+form)
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := corpus.Export(f, cases, form); err != nil {
		t.Fatal(err)
	}
	return file
}
