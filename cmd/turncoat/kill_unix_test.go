//go:build unix

package main

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"turncoat/internal/testing/filetest"
	"turncoat/internal/testing/longtest"
)

// Killed at whatever moment, a command leaves the old content of its output or the new one, never a
// third thing.
func TestKilledAtAnyMoment(t *testing.T) {
	times := 100
	if longtest.Short() {
		times = 2
	}
	dir := t.TempDir()
	turncoat := filepath.Join(installed(t), "turncoat")
	puzzles, err := filepath.Abs("../../puzzle/collection/chess.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ file, call string }{
		{"generate.epd",
			"corpus generate --rules chess --format epd --positions 2 --depth 4 --out"},
		{"export.html", "puzzle export --to html " + puzzles + " -o"},
		{"proof",
			"puzzle solve --rules pacifist1 --win-in 2 --refute rnb1kbnr/pp2pppp/3q4/2Pp4/1PpP4/P7/4PPPP/RNBQKBNR --prove"},
		{"picture.png", "diagram --format png --rules chess start e4 -o"},
	} {
		t.Run(test.file, func(t *testing.T) {
			random := rand.New(rand.NewPCG(7, 8))
			file := filepath.Join(dir, test.file)
			command := func() *exec.Cmd {
				cmd := exec.Command(turncoat, append(strings.Fields(test.call), file)...)
				cmd.Dir = dir
				return cmd
			}
			begun := time.Now()
			if out, err := command().CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			took := time.Since(begun)
			whole := filetest.Read(t, file)
			old := []byte("what was there before")
			for range times {
				filetest.Write(t, file, old)
				cmd := command()
				if err := cmd.Start(); err != nil {
					t.Fatal(err)
				}
				time.Sleep(time.Duration(random.Int64N(int64(took) * 5 / 4)))
				_ = cmd.Process.Kill()
				_ = cmd.Wait()
				if got, err := os.ReadFile(file); err != nil ||
					!bytes.Equal(got, old) && !bytes.Equal(got, whole) {
					t.Fatalf(
						"%d bytes are left, which are neither the old content nor the new: %v",
						len(got),
						err,
					)
				}
			}
		})
	}
}
