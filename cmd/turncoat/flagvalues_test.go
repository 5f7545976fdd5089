package main

import (
	"path/filepath"
	"strings"
	"testing"

	"turncoat/cmd/turncoat/internal/command"
)

// What does not go together in "puzzle mine" is refused by name.
func TestMineRefuses(t *testing.T) {
	for words, want := range map[string]string{
		"--win-in 2 --self-win 2":            "--win-in and --self-win cannot be combined",
		"--self-win 2 --claim 2":             "--self-win and --claim cannot be combined",
		"--help-win 2 --claim 2":             "--help-win and --claim cannot be combined",
		"--win-in 2 --solutions 2":           "--solutions is for --help-win",
		"--help-win 2 --solutions 0":         "--solutions",
		"--help-win 2 --solutions 1001":      "--solutions",
		"--duplex":                           "--duplex is for --help-win",
		"--help-win 1.5..3":                  `--help-win: "1.5..3" is not a number of turns or a range`,
		"--claim 0":                          `--claim: "0" is not a number of turns or a range`,
		"--pieces 5 --position start":        "only one of --pieces, --games, --position and --longer is allowed",
		"--games x --longer y":               "only one of --pieces, --games, --position and --longer is allowed",
		"--position 8/8":                     "FEN",
		"--position":                         "--position needs a value",
		"--count 0":                          "--count",
		"--choose-from 0":                    "--choose-from",
		"--improve -1":                       "--improve",
		"--count 3 --choose-from 2":          "",
		"--theme nonsense":                   "nonsense",
		"--key X":                            "X",
		"--win-in 2 --out x --pieces KQ":     "two kings are wanted",
		"--win-in 2 --seed -1":               "--seed",
		"--win-in 2 surplus":                 `unexpected argument "surplus"`,
		"--win-in 2 --jobs -1":               "--jobs",
		"--win-in 2 --time 0s":               "--time",
		"--win-in 2 --cluster listen:nobody": "turncoat-queue",
	} {
		status, out, message := call(t, "", append(strings.Fields("puzzle mine --rules chess"),
			strings.Fields(words)...)...)
		if status != command.StatusUnusable || out != "" || !strings.Contains(message, want) {
			t.Errorf("%s: status %d, %q, %s, want %s", words, status, out, message, want)
		}
	}
	status, out, message := call(
		t,
		"",
		strings.Fields(
			"puzzle mine --rules chess --win-in 9 --pieces KQkq --count 3 --time 1ms",
		)...)
	if status != command.StatusLimit || out != "" || !strings.Contains(message,
		"time limit reached: 0 of 3 puzzles; they have been printed") {
		t.Errorf("after a millisecond: status %d, %q, %s", status, out, message)
	}
	status, _, message = call(
		t,
		"",
		append(
			strings.Fields(
				"puzzle mine --rules chess --win-in 9 --pieces KQkq --count 3 --time 1ms --out",
			),
			t.TempDir(),
		)...)
	if status != command.StatusLimit || !strings.Contains(message,
		"time limit reached: 0 of 3 puzzles; the same call goes on from there") {
		t.Errorf("after a millisecond: status %d, %s", status, message)
	}
}

// What nobody can ask of a store is refused.
func TestStoreQuery(t *testing.T) {
	for words, want := range map[string]string{
		"--key-piece X": `--key-piece`, "--key-piece QR": "--key-piece", "--win-in 3..2": "--win-in", "--pieces x": "--pieces", "--grade 0": "--grade",
		"--stipulation mate": "--stipulation",
		"--sort beauty":      "--sort", "--limit -1": "--limit",
		"--like 8/8": "--like: ", "--to pigeon": "--to", "now": `unexpected argument "now"`,
	} {
		path := filepath.Join(t.TempDir(), "book.db")
		if status, _, message := call(t, "", "puzzle", "store", path, "add",
			"../../puzzle/collection/chess.jsonl"); status != 0 {
			t.Fatal(message)
		}
		status, out, message := call(t, "", append([]string{"puzzle", "store", path, "find"},
			strings.Fields(words)...)...)
		if status != command.StatusUnusable || out != "" || !strings.Contains(message, want) {
			t.Errorf("%s: status %d, %q, %s, want %s", words, status, out, message, want)
		}
	}
}
