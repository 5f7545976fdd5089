//go:build unix

package mine

import (
	"context"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"turncoat/internal/testing/longtest"
)

// Killed at twenty random moments, a mine loses nothing. The mine runs in a process of its own,
// which is this test again; TURNCOAT_KILLS says how often it is killed, TURNCOAT_KILL_SEED at which
// moments.
func TestKilledMineGoesOn(t *testing.T) {
	if dir := os.Getenv("TURNCOAT_MINE"); dir != "" {
		if _, err := smallMine(t).Run(context.Background(), Options{Jobs: 2, Dir: dir}); err != nil {
			t.Fatal(err)
		}
		return
	}

	if testing.Short() {
		t.Skip("starts other processes")
	}
	setting := func(name string, value int) int {
		if text := os.Getenv(name); text != "" {
			var err error
			value, err = strconv.Atoi(text)
			if err != nil {
				t.Fatal(err)
			}
		}

		return value
	}
	few := 20
	if longtest.Short() {
		few = 3
	}
	kills := setting("TURNCOAT_KILLS", few)
	undisturbed(t)
	want := written(t, found.puzzles)
	chance := rand.New(rand.NewPCG(uint64(setting("TURNCOAT_KILL_SEED", 2)), 2))
	dir, killed := t.TempDir(), 0
	for runs := 0; killed < kills && runs < 50*kills; runs++ {
		// four times in the same mine, then the next
		out := filepath.Join(dir, strconv.Itoa(killed/4))
		run := exec.Command(os.Args[0], "-test.run=^TestKilledMineGoesOn$")
		run.Env = append(os.Environ(), "TURNCOAT_MINE="+out)
		if err := run.Start(); err != nil {
			t.Fatal(err)
		}
		timer := time.AfterFunc(time.Duration(chance.Int64N(int64(found.took)+1)),
			func() { run.Process.Kill() })
		err := run.Wait()
		timer.Stop()
		switch status, _ := run.ProcessState.Sys().(syscall.WaitStatus); {
		case status.Signaled() && status.Signal() == syscall.SIGKILL:
			killed++
		case err != nil:
			t.Fatalf("a run ended by itself: %v", err)
		}
	}

	if killed < kills {
		t.Fatalf("only %d runs were killed", killed)
	}
	for i := range (kills + 3) / 4 {
		out := filepath.Join(dir, strconv.Itoa(i))
		if _, err := smallMine(t).Run(context.Background(), Options{Jobs: 2, Dir: out}); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(filepath.Join(out, "puzzles.jsonl")); err != nil ||
			string(got) != want {
			t.Errorf("mine %d ends with other puzzles: %v", i, err)
		}
	}
}
