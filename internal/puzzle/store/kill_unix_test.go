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

// adding and solving name, in the environment, the store that the test binary fills, or solves puzzles of, in
// place of running tests.
const (
	adding  = "STORE_TEST_ADD"
	solving = "STORE_TEST_SOLVE"
)

func TestMain(m *testing.M) {
	for name, do := range map[string]func(path string) error{adding: addAndTell, solving: solveAndTell} {
		if path := os.Getenv(name); path != "" {
			if err := do(path); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}

			os.Exit(0)
		}
	}

	os.Exit(m.Run())
}

// solveAndTell tries all puzzles of a store in turn, as Ann and as Bob, and prints after each attempt how many
// are recorded.
func solveAndTell(path string) error {
	ctx := context.Background()
	s, err := Open(ctx, path, Options{})
	if err != nil {
		return err
	}
	for n := 0; ; n++ {
		name := []string{"Ann", "Bob"}[n%2]
		next, err := s.Next(ctx, name, Query{})
		if err != nil {
			return err
		}
		if _, err := s.Record(ctx, Attempt{Solver: name, Puzzle: next.ID, At: time.Unix(int64(n), 0), Tries: 1 +
			n%3, Solved: n%3 == 0}); err != nil {
			return err
		}

		fmt.Println(n + 1)
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

// killed runs this test binary in place of a process that works on a store, kills it at a moment after it has
// told of so many steps, and returns what it told last and whether it was killed.
func killed(t *testing.T, r *rand.Rand, what, path string, steps int) (told int, dead bool) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), what+"="+path)
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

// Whenever a process that adds puzzles is killed, the store is whole, and what was reported is there.
func TestKill(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	any := false
	for range kills() {
		path := filepath.Join(t.TempDir(), "store.db")
		reported, dead := killed(t, r, adding, path, r.IntN(30)) // transactions; the puzzles make 46
		any = any || dead
		s := opened(t, path, Options{Create: true})
		looked, err := s.Check(t.Context(), func(fault string) { t.Error(fault) })
		if err != nil || looked < reported {
			t.Fatalf("%d puzzles reported as stored, %d are there: %v", reported, looked, err)
		}
		s.Close()
	}

	if !any {
		t.Error("no process was killed: the test shows nothing")
	}
}

// Whenever a process that records attempts is killed, the store is whole, and the attempts that were
// reported are there, with the ratings that follow from them.
func TestKillSolving(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	any := false
	for range kills() {
		s, path := copied(t, "solving", func(s *Store) {
			if _, err := s.Add(t.Context(), sequence(collection(t, "pacifist2")), AddOptions{}); err != nil {
				t.Fatal(err)
			}
		})
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		reported, dead := killed(t, r, solving, path, r.IntN(25))
		any = any || dead
		s = opened(t, path, Options{})
		if _, err := s.Check(t.Context(), func(fault string) { t.Error(fault) }); err != nil {
			t.Fatal(err)
		}
		recorded := 0
		solvers, err := s.Solvers(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, solver := range solvers {
			recorded += solver.Attempts
			last := Attempt{}
			for a, err := range s.History(t.Context(), solver.Name) {
				if err != nil {
					t.Fatal(err)
				}
				last = a
			}

			if last.Rating != solver.Rating {
				t.Errorf("%s is rated %v, after the last attempt %v", solver.Name, solver.Rating, last.Rating)
			}
		}

		if recorded < reported || recorded > reported+1 {
			t.Fatalf("%d attempts reported as recorded, %d are there", reported, recorded)
		}
		s.Close()
	}

	if !any {
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
	if looked, err := s.Check(t.Context(), func(fault string) { t.Error(fault) }); err != nil || looked != want {
		t.Errorf("%d puzzles, want %d: %v", looked, want, err)
	}
}
