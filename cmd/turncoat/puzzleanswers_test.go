package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What the commands of puzzles print, what they refuse, and how they end. King and rook against
// king by hand: Kf7 and Kg6 win in 2, with Black's king on h8; with White's on g6 it is Ra8# at
// once.
func TestPuzzleAnswers(t *testing.T) {
	t.Setenv("XDG_DATA_HOME", t.TempDir()) // no tables but those that come with the program
	dir := t.TempDir()
	const two, one = "'7k/8/5K2/8/8/8/8/R7 w'", "'7k/8/6K1/8/8/8/8/R7 w'"
	make := func(name, words string) string {
		t.Helper()
		path := filepath.Join(dir, name)
		exchanges(
			t,
			[]exchange{
				{
					words:  strings.ReplaceAll(words, "FILE", path),
					status: map[bool]int{true: 1}[name == "two"],
					out:    `(?:.*\n)*`,
					said:   map[bool]string{true: "marked as unsound"}[name == "two"],
				},
			},
		)
		return path
	}
	proof := make("proof", "puzzle solve --rules chess --win-in 1 --keys-only --prove FILE "+one)
	puzzle := make("two", "puzzle new --rules chess --win-in 2 --keep-unsound -o FILE "+two)
	read := func(path string) string {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	put := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	head, _, _ := strings.Cut(read(proof), "\n")
	half, empty := put("half", head+"\n"), put("empty", "")
	// in whose position the key cannot be played
	black := put("black", strings.Replace(read(puzzle), "/R7 w", "/R7 b", 1))
	id := strings.Split(read(puzzle), `"`)[3]
	positions := put("positions", `{"fen":"7k/8/5K2/8/8/8/8/R7 w"}`+"\n8/8 w\n")
	text, _ := json.Marshal(half + ":1: wrong proof: no step shows a win in 1")
	exchanges(t, []exchange{
		{
			words: "puzzle solve --rules chess --win-in 2 --format popeye " + two,
			out:   `   1\.Kf6-f7 ! threat:\n(?:.*\n)*   1\.Kf6-g6 ! threat:\n(?:.*\n)*`,
		},
		{words: "puzzle solve --rules chess --help-win 2 --solutions 0 start", status: 2,
			said: "--solutions"},
		{words: "puzzle solve --rules chess --help-win 2 --solutions 1001 start", status: 2,
			said: "--solutions"},
		{
			words:  "puzzle solve --rules chess --help-win 1.5 --solutions 1000 " + two,
			status: 1,
			out:    `help-win in 1\.5 by Kf7, Kg6, 2 lines\n.*\n.*\n`,
			said:   "turncoat puzzle solve: 2 lines, not 1000\n",
		},
		{
			words:  "puzzle solve --rules chess --win-in 2 --time 1ns start",
			status: 3,
			out:    "unknown: no win in 0\n",
			said:   "turncoat puzzle solve: limit reached while searching for win in 1\n",
		},
		{
			words: "puzzle solve --rules chess --win-in 2 --keys-only --stats " + two,
			out:   "win in 2: Kf7, Kg6\n",
			said:  " a second\n",
		},
		{
			words: "puzzle solve --rules chess --any-length --stats " + two,
			out:   "win in 2: Kf7, Kg6\n",
			said:  " a second\n",
		},
		{
			words:  "puzzle solve --rules chess --any-length --win-in 1 --prove " + dir + "/none " + two,
			status: 1,
			out:    "no win in 1\n",
		},
		{words: "puzzle solve --rules chess --any-length --win-in 1 --prove " + dir + "/any " + one,
			out: "win in 1: Ra8#\n"},
		{
			words: "puzzle verify " + dir + "/any",
			out:   dir + `/any: right: chess, win in 1 \(1 win, 0 holds\)` + "\n",
		},
		{
			words: "puzzle solve --rules chess --any-length --json " + one,
			out:   `{"win":true,"in":1,"keys":\["a1a8"\],"status":"won","goal":"win","excluded":0,"nodes":[0-9]+,"atMost":1,"atLeast":1}` + "\n",
		},
		{words: "puzzle solve --rules chess --win-in 2 --duplex --keys-only " + two, status: 1,
			out: "win in 2: Kf7, Kg6\n\nduplex, Black begins\nno win in 2\n"},
		{
			words:  "puzzle solve --rules chess --help-win 1 --duplex '7k/8/5K2/8/8/8/8/R7 b'",
			status: 1,
			out:    "no help-win in 1\n\nduplex, White begins\nno help-win in 1\n",
		},
		{
			words:  "puzzle solve --rules chess --win-in 2 --duplex --keys-only --json " + two,
			status: 1,
			out:    "{.*}\n" + `{"win":false,"status":"none","goal":"win","duplex":true,.*}` + "\n",
		},
		{words: "puzzle solve --rules chess --win-in 2 --duplex --any-length " + two, status: 2,
			said: "--duplex cannot be combined with --prove or --any-length"},
		{words: "puzzle solve --rules chess --win-in 2 --tables '' " + two, status: 2,
			said: "--tables needs a directory"},
		{words: "puzzle new --rules chess --win-in 2 --tables '' " + two, status: 2,
			said: "--tables needs a directory"},
		{
			words:  "puzzle verify --tables '' " + puzzle,
			status: 2,
			said:   "--tables needs a directory",
		},
		{words: "puzzle solve --rules chess --win-in 2 --format pgn --keys-only " + two, status: 2,
			said: "--format pgn cannot be combined with --keys-only"},
		{
			words:  "puzzle solve --rules chess --win-in 2 --format popeye --any-length " + two,
			status: 2,
			said:   "--any-length and --format popeye cannot be combined",
		},
		{words: "puzzle solve --rules chess --win-in 2 --final R --refute " + two, status: 2,
			said: "--refute cannot be combined with --key"},
		{
			words:  "puzzle solve --rules chess --win-in 2 --cluster nats://127.0.0.1:1 " + two,
			status: 2,
			said:   "--cluster is for --batch",
		},
		{
			words:  "puzzle solve --rules chess --win-in 2 --batch " + positions + " --keys-only",
			status: 2,
			out:    positions + ":1: win in 2: Kf7, Kg6\n",
			said:   positions + `:2: FEN "8/8 w": `,
		},
		{
			words:  "puzzle solve --rules chess --win-in 2 --batch " + positions + " --keys-only --json",
			status: 2,
			said:   positions + `:2: FEN "8/8 w": `,
			out:    `{"file":"` + positions + `","line":1,"win":true,"in":2,"keys":\["f6f7","f6g6"\],"status":"won","goal":"win","excluded":1,"nodes":[0-9]+}` + "\n",
		},
		{words: "puzzle solve --rules chess --win-in 2 --batch -", status: 2,
			said: "--batch: -: no positions"},

		{
			words: "puzzle verify -",
			in:    read(proof),
			out:   `-: right: chess, win in 1 by a1a8 \(1 win, 0 holds\)` + "\n",
		},
		{
			words: "puzzle verify --json " + proof,
			out:   `{"file":"` + proof + `","ok":true,"rules":"chess","fen":"7k/8/6K1/8/8/8/8/R7 w - - 0 1","stipulation":"win","in":1,"keys":\["a1a8"\],"wins":1,"holds":0}` + "\n",
		},
		{
			words:  "puzzle verify " + half,
			status: 1,
			said:   half + ":1: wrong proof: no step shows a win in 1\n",
		},
		{
			words:  "puzzle verify --json " + half,
			status: 1,
			out: `{"file":"` + half + `","ok":false,.*"wins":0,"holds":0,"faults":\[.*,` + string(
				text,
			) + `\]}` + "\n",
			said: half + ":1: wrong proof: no step shows a win in 1\n",
		},
		{
			words:  "puzzle verify " + empty + " " + proof,
			status: 2,
			out:    proof + ": right: .*\n",
			said: empty +
				": no puzzles",
		},
		{
			words:  "puzzle verify " + dir + "/nowhere " + proof,
			status: 2,
			out:    proof + ": right: .*\n",
			said:   "nowhere: no such file",
		},
		{words: "puzzle verify " + dir + "/nowhere.jsonl.gz", status: 2,
			said: "nowhere.jsonl.gz: no such file"},
		{
			words:  "puzzle verify " + black,
			status: 1,
			said:   black + ":1: " + id + ": unsound puzzle: ",
		},

		{
			words:  "puzzle grade " + empty + " " + dir + "/nowhere",
			status: 2,
			said:   "nowhere: no such file",
		},
		{words: "puzzle grade -o " + dir + "/graded " + puzzle, out: dir + "/graded: 1 puzzle\n"},
		{words: "puzzle grade -", in: read(puzzle), out: `{"id":"` + id + `".*"grade":{.*}\n`},
		{
			words:  "puzzle grade " + black,
			status: 1,
			out:    `{"id":"` + id + `".*/R7 b .*"grade":{.*}\n`,
			said:   black + ":1: " + id + ": not graded: unsound puzzle: ",
		},

		{words: "puzzle new --rules chess --help-win 1.5 --solutions 0 " + two, status: 2,
			said: "--solutions"},
		{words: "puzzle new --rules chess --help-win 1.5 --solutions 1001 " + two, status: 2,
			said: "--solutions"},
		{words: "puzzle new --rules chess --help-win 1.5 --solutions 1000 " + two, status: 1,
			said: "nothing was written (see --keep-unsound)"},
		{
			words:  "puzzle new --rules chess --win-in 2 --keep-unsound --twin Kf6-g6 " + two,
			status: 1,
			said:   "twin b (Kf6-g6): win in 1, but the puzzle in 2",
		},
		{words: "puzzle new --rules chess --win-in 2 --twin -Ra1 " + two, status: 1,
			said: "twin b (-Ra1): there is no win in 2"},
		{
			words: "puzzle new --rules chess --win-in 2 " + strings.Repeat(
				"--twin Kf6-g6 ",
				26,
			) + two,
			status: 2,
			said:   "--twin: at most 25 twins",
		},
		{
			words: "puzzle new --rules chess --win-in 2 " + strings.Repeat(
				"--twin Kf6-g6 ",
				25,
			) + two,
			status: 1,
			said:   "twin b (Kf6-g6): win in 1",
		},
		{
			words:  "puzzle new --rules pacifist1 --win-in 2 --nodes 10 '8/P7/8/6P1/N4K2/5P2/7n/7k w'",
			status: 3,
			said:   "turncoat puzzle new: limit reached: no answer for a win in 2; see --nodes\n",
		},
		{
			words: "puzzle new --rules pacifist1 --win-in 2 '8/P7/8/6P1/N4K2/5P2/7n/7k w'",
			out:   `{"id":"pacifist1-2-be9fe1d5",.*"claims":.*"source":{"from":"given","unit":0}}\n`,
			said:  "turncoat puzzle new: sound: win in 2 by a8=Q, level 1\n",
		},

		{
			words:  "puzzle export --to epd " + empty + " -o " + dir + "/export",
			status: 2,
			said: empty +
				": no puzzles",
		},
		{
			words:  "puzzle store " + dir + "/s.db add " + half,
			status: 2,
			out:    dir + "/s.db: 0 puzzles added\n",
			said:   half + ":1: ",
		},
		{
			words: "puzzle store " + dir + "/s.db stats",
			out:   `0 puzzles, [0-9]+ bytes; 0 solvers, 0 attempts\n`,
		},
		{words: "puzzle store " + dir + "/s.db check", out: "0 puzzles: all right\n"},
		{words: "puzzle store " + dir + "/s.db export --to pgn",
			said: "turncoat puzzle store: no matching puzzles\n"},
		{words: "puzzle store " + dir + "/s.db export --to csv",
			said: "turncoat puzzle store: no matching puzzles\n"},
		{
			words:  "puzzle store " + dir + "/s.db add " + dir + "/nowhere " + puzzle + " " + puzzle,
			status: 2,
			out:    dir + "/s.db: 1 puzzle added, 1 left out: already in the store\n",
			said:   "nowhere: no such file",
		},
		{
			words: "puzzle store " + dir + "/s.db stats",
			out:   `1 puzzle, [0-9]+ bytes \([0-9]+ each\); 0 solvers, 0 attempts\n      1  chess             win in 2  grades (\d+) to \d+\n      1  ideal-mate\n      1  model-mate\n      1  quiet-key\n`,
		},
	})
	if _, err := os.Stat(filepath.Join(dir, "export")); err == nil {
		t.Error("a file without puzzles was exported")
	}
}
