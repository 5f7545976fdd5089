//go:build unix

package store_test

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

	"turncoat/puzzle/store"
)

// adding names, in the environment, the store that the test binary fills in place of running tests.
const adding = "STORE_TEST_ADD"

func TestMain(m *testing.M) {
	if path := os.Getenv(adding); path != "" {
		if err := addAndTell(path); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// addAndTell adds puzzles to a store, and prints after each transaction how many are stored.
func addAndTell(path string) error {
	s, err := store.Open(context.Background(), path, store.Options{Create: true})
	if err != nil {
		return err
	}
	var lines []store.Line
	for _, name := range []string{"pacifist1", "pacifist2", "conversion", "chess"} {
		file, err := os.Open(filepath.Join("..", "collection", name+".jsonl"))
		if err != nil {
			return err
		}
		for l, err := range store.Lines(file, name) {
			if err != nil {
				return err
			}
			lines = append(lines, l)
		}
		file.Close()
	}
	_, err = s.Add(context.Background(), all(lines), store.AddOptions{KeepSameIdea: true, Batch: 3, Progress: func(a store.Added) {
		fmt.Println(a.Stored + a.Already)
	}})
	return err
}

// Whenever a process that adds puzzles is killed, the store is whole, and what was reported is there.
func TestKill(t *testing.T) {
	rounds := 100
	if testing.Short() {
		rounds = 10
	}
	r := rand.New(rand.NewPCG(5, 6))
	killed := 0
	for range rounds {
		path := filepath.Join(t.TempDir(), "store.db")
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
		reported, left := 0, r.IntN(60) // transactions; the puzzles make 94
		for words := bufio.NewScanner(out); words.Scan(); left-- {
			fmt.Sscan(words.Text(), &reported)
			if left == 0 {
				time.Sleep(time.Duration(r.IntN(2000)) * time.Microsecond)
				cmd.Process.Kill()
			}
		}
		if cmd.Wait() != nil {
			killed++
		}
		s, err := store.Open(t.Context(), path, store.Options{Create: true})
		if err != nil {
			t.Fatal(err)
		}
		looked, err := s.Check(t.Context(), func(fault string) { t.Error(fault) })
		if err != nil || looked < reported {
			t.Fatalf("%d puzzles reported as stored, %d are there: %v", reported, looked, err)
		}
		s.Close()
	}
	if killed == 0 {
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
	s, err := store.Open(t.Context(), path, store.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	want := len(collection(t, "pacifist1", "pacifist2", "conversion", "chess"))
	if looked, err := s.Check(t.Context(), func(fault string) { t.Error(fault) }); err != nil || looked != want {
		t.Errorf("%d puzzles, want %d: %v", looked, want, err)
	}
}
