package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"turncoat/internal/testing/filetest"
)

// The program works as a module of its own, outside the repository: it uses nothing that only the
// repository can import. The conversions are those that the tournament's records have after
// slashes; the wins and their absence are proved.
func TestOutsideTheRepository(t *testing.T) {
	games, err := os.Open("../grand-prix-1993.pgn")
	if err != nil {
		t.Fatal(err)
	}
	defer games.Close()

	run := exec.Command("go", "run", ".")
	run.Dir = outside(t)
	flags := "GOFLAGS=" + os.Getenv("GOFLAGS") + " -mod=mod"
	run.Env = append(os.Environ(), flags, "GOPROXY=off", "GOWORK=off")
	run.Stdin = games
	run.Stderr = t.Output()
	output, err := run.Output()
	if err != nil {
		t.Fatal(err)
	}

	rest := string(output)
	for _, want := range expected {
		_, after, found := strings.Cut(rest, want)
		if !found {
			t.Fatalf("no %q in what is left of the output:\n%s", want, rest)
		}
		rest = after
	}
}

// expected is what the output has in this order. How the engine plays where nothing is forced is
// left open.
var expected = []string{
	"conversion: 18 plies, 0 findings\n",
	"  2...Bh3/Nf3+ converts f3\n",
	"  3...Bg2/f2+ converts f2\n",
	"  4...Bxh1/Bf1 converts f1\n",
	"  5.Qxf1/f2 converts f2\n",
	"  before the last turn: no win in 2 (proved)\n",
	"conversion: 7 plies, 0 findings\n",
	"  4.Ba6/Qa5+ converts a5\n",
	"  before the last turn: win in 2: f1a6 (proved)\n",
	"  best: 4.Ba6/Qa5+ (win in 2)\n",
	"6  (B) .  p  p  .  .  .  .\n",
	"5   Q1 .  .  .  .  .  B  .\n",
	"conversion: 14 plies, 0 findings\n",
	"  4.Qh5/e5 converts e5\n",
	"  4...Qa5/e5 converts e5\n",
	"  5.Qg5/e5+ converts e5\n",
	"  7...Kg6/Qg5 converts g5\n",
	"  before the last turn: no win in 2 (proved)\n",
	"  best: 7...",
}

// outside copies the program into a module of its own, which uses this repository, and returns its
// directory.
func outside(t *testing.T) string {
	t.Helper()
	repository, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	sources, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}

	dir := t.TempDir()
	for _, name := range sources {
		if !strings.HasSuffix(name, "_test.go") {
			filetest.Write(t, filepath.Join(dir, name), filetest.Read(t, name))
		}
	}
	module := "module example.org/mine\n\ngo 1.26.0\n\nrequire turncoat v0.0.0\n\nreplace turncoat => "
	filetest.Write(t, filepath.Join(dir, "go.mod"), []byte(module+strconv.Quote(repository)+"\n"))
	filetest.Write(t, filepath.Join(dir, "go.sum"), filetest.Read(t, "../../go.sum"))
	return dir
}
