//go:build unix

package store

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"turncoat/internal/testing/longtest"
	"turncoat/puzzle"
)

// adding names, in the environment, the store that the test binary fills instead of running tests.
const adding = "STORE_TEST_ADD"

func TestMain(m *testing.M) {
	path := os.Getenv(adding)
	if path == "" {
		os.Exit(m.Run())
	}
	if err := addAndTell(path); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// addAndTell adds puzzles to a store, and prints after each transaction how many are stored.
func addAndTell(path string) error {
	s, err := Open(context.Background(), path, Options{Create: true})
	if err != nil {
		return err
	}
	var lines []Line
	for _, name := range []string{"pacifist2", "conversion", "chess"} {
		file, err := os.Open(filepath.Join("../../../puzzle", "collection", name+".jsonl"))
		if err != nil {
			return err
		}
		for l, err := range puzzle.Lines(file, name) {
			if err != nil {
				return err
			}
			lines = append(lines, l)
		}

		file.Close()
	}

	_, err = s.Add(context.Background(), sequence(lines), AddOptions{KeepSameIdea: true, Batch: 3,
		Progress: func(a Added) {
			fmt.Println(a.Stored + a.Already)
		}})
	return err
}

// killed has this test binary fill a store, kills it at a moment after it has told of so many
// steps, and returns what it told last and whether it was killed.
func killed(t *testing.T, r *rand.Rand, path string, steps int) (told int, dead bool) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), adding+"="+path)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	for words := bufio.NewScanner(out); words.Scan(); steps-- {
		fmt.Sscan(words.Text(), &told)
		if steps == 0 {
			time.Sleep(time.Duration(r.IntN(2000)) * time.Microsecond)
			cmd.Process.Kill()
		}
	}

	return told, cmd.Wait() != nil
}

// kills is how often the tests kill a process.
func kills() int {
	if longtest.Enabled() {
		return 100
	}
	return 4
}

// Whenever a process that adds puzzles is killed, the store is whole, and what was reported is
// there.
func TestKill(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	killedAny := false
	for range kills() {
		path := filepath.Join(t.TempDir(), "store.db")
		reported, dead := killed(t, r, path, r.IntN(30)) // transactions; the puzzles make 46
		killedAny = killedAny || dead
		s := opened(t, path, Options{Create: true})
		if stored := checked(t, s); stored < reported {
			t.Fatalf("%d puzzles reported as stored, %d are there", reported, stored)
		}
		s.Close()
	}

	if !killedAny {
		t.Error("no process was killed: the test shows nothing")
	}
}

// Two processes add to one store at once; all puzzles are there in the end, once.
func TestTwoProcesses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	var both [2]*exec.Cmd
	for i := range both {
		both[i] = exec.Command(os.Args[0])
		both[i].Env = append(os.Environ(), adding+"="+path)
		both[i].Stderr = os.Stderr
		if err := both[i].Start(); err != nil {
			t.Fatal(err)
		}
	}

	for _, cmd := range both {
		if err := cmd.Wait(); err != nil {
			t.Error(err)
		}
	}

	s := opened(t, path, Options{ReadOnly: true})
	defer s.Close()
	want := len(collection(t, "pacifist2", "conversion", "chess"))
	if stored := checked(t, s); stored != want {
		t.Errorf("%d puzzles, want %d", stored, want)
	}
}
