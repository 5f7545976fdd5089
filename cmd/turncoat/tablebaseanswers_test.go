package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/rules/ruleset"
)

// What the commands of tables print, what they refuse, and how they end. In chess nobody wins with
// a knight or a bishop; two kings have 462 positions but for symmetry, a queen wins in ten moves
// and a pawn in 28; in Pacifist Chess a king that stands beside a lone king claims it.
func TestTableAnswers(t *testing.T) {
	t.Setenv("XDG_DATA_HOME", t.TempDir()) // no tables but those that come with the program
	dir := t.TempDir()
	blocked := filepath.Join(dir, "blocked.yaml")
	if err := os.WriteFile(blocked, []byte("base: pacifist1\nlines: blocked\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	const kings = `KK              462 positions  won        0  lost        0  drawn       462  no wins        `
	exchanges(t, []exchange{
		{words: "tablebase build --rules chess --dir " + dir + "/b --pieces 1", status: 2,
			said: "--pieces"},
		{words: "tablebase build --rules chess --dir " + dir + "/b --pieces 6 ", status: 2,
			said: "--pieces"},
		{words: "tablebase build --rules chess --dir " + dir + "/b", status: 2,
			said: "nothing to build: name classes such as KKRB, or use --pieces 3"},
		{words: "tablebase build --rules chess --dir '' KK", status: 2, said: "--dir is missing"},
		{words: "tablebase build --dir " + dir + "/b KK", status: 2, said: "--rules is missing"},
		{
			words:  "tablebase build --rules chess --dir " + dir + "/b --cluster listen:x KK",
			status: 2,
			said:   "turncoat-queue",
		},
		{words: "tablebase build --rules " + blocked + " --dir " + dir + "/b KK", status: 2,
			said: "no tables for these rules: "},
		{
			words: "tablebase build --rules chess --dir " + dir + "/b --pieces 2",
			out: kings + "\n1 table in " + dir +
				"/b/chess\n",
		},
		{
			words: "tablebase build --rules chess --dir " + dir + "/b KK",
			out: kings + "\n1 table in " + dir +
				"/b/chess, 1 of them there before\n",
		},
		{
			words: "tablebase build --rules chess --dir " + dir + "/b --json KK",
			out:   `{"rules":"chess","class":"KK","positions":462,"won":0,"lost":0,"drawn":462,"longest":0}` + "\n",
		},

		{words: "tablebase verify --sample 16777217 " + dir + "/b", status: 2,
			said: "--sample"},
		{words: "tablebase verify " + dir + "/nowhere", status: 2, said: "nowhere"},
		{
			words:  "tablebase verify --rules nonsense " + dir + "/b",
			status: 2,
			said:   `--rules: unknown rules: "nonsense"`,
		},
		{words: "tablebase verify --rules pacifist1 " + dir + "/b", status: 2, said: dir +
			"/b: no tables such as pacifist1/KKN.tct"},
		{
			words: "tablebase verify --rules chess --sample 0 " + dir + "/b",
			out:   `chess            KK     +[0-9]+ numbers, 0 sampled: all right` + "\n1 table: all right\n",
		},
		{
			words: "tablebase verify --json --sample 7 " + dir + "/b",
			out:   `{"rules":"chess","class":"KK","numbers":[0-9]+,"sampled":7,"wrong":0}` + "\n",
		},

		{words: "tablebase longest --rules chess --count 0 KKR", status: 2,
			said: "--count"},
		{words: "tablebase longest --rules chess --count 1000001 KKR", status: 2,
			said: "--count"},
		{words: "tablebase longest --rules chess KKN", status: 1, out: "KKN: nobody wins\n"},
		{words: "tablebase longest --rules chess KKRB", status: 2,
			said: "no table of KKRB for chess; see: turncoat tablebase build --help"},
		{
			words: "tablebase longest --rules chess --count 1000000 KKQ",
			out:   `KKQ: win in 19 plies, 1 position\n.* w - - 0 1\n  1\. (?:.+\n)+`,
		},
		{
			words: "tablebase longest --rules pacifist1 --count 2 KK",
			out:   `KK: win in 1 ply, [0-9]+ positions\n.* w - - 0 1\n  1\. K\S+#\n.* w - - 0 1\n`,
		},
		{
			words: "tablebase longest --rules pacifist1 --count 2 --json KK",
			out:   `{"class":"KK","fen":"\S+ w - - 0 1","plies":1,"line":\["K\S+#"\]}\n{"class":"KK","fen":"\S+ w - - 0 1","plies":1}\n`,
		},
		{
			words: "tablebase longest --rules pacifist1 --count 1 --prove " + dir + "/proof KK",
			out:   `(?:.+\n)+`,
			said:  "turncoat tablebase longest: 1 step in " + dir + "/proof\n",
		},

		{words: "tablebase mine --rules pacifist1 --looked 0 KKB", status: 2, said: "--looked"},
		{
			words:  "tablebase mine --rules pacifist1 --looked 10000001 KKB",
			status: 2,
			said:   "--looked",
		},
		{
			words:  "tablebase mine --rules pacifist1 --count 10000001 KKB",
			status: 2,
			said:   "--count",
		},
		{words: "tablebase mine --rules pacifist1 --max-size 0 KKB", status: 2, said: "--max-size"},
		{
			words:  "tablebase mine --rules pacifist1 --win-in 3 KKB",
			status: 2,
			said:   "--win-in is for --kind one-key",
		},
		{
			words:  "tablebase mine --rules pacifist1 --strict KKB",
			status: 2,
			said:   "--strict is for --kind one-key",
		},
		{
			words:  "tablebase mine --rules pacifist1 --jobs 2 KKB",
			status: 2,
			said:   "--jobs is for --kind one-key",
		},
		{words: "tablebase mine --rules pacifist1 --kind one-key --win-in 21 KKB", status: 2,
			said: "--win-in: 21 turns are too many: at most 20"},
		{
			words:  "tablebase mine --rules pacifist1 --kind one-key --win-in 3..2 KKB",
			status: 2,
			said:   `--win-in: "3..2" is not a number of turns or a range`,
		},
		{
			words:  "tablebase mine --rules pacifist1 --kind one-key --win-in 20 --looked 1 KK",
			status: 1,
			said:   "turncoat tablebase mine: no positions of this kind found\n",
		},
		{words: "tablebase mine --rules chess KKN", status: 1,
			said: "turncoat tablebase mine: no positions of this kind found\n"},
		{words: "tablebase mine --rules chess KKRB", status: 2,
			said: "no table of KKRB for chess; see: turncoat tablebase build --help"},
		{words: "tablebase mine --rules chess --kind one-key --win-in 2 KKRB", status: 2,
			said: "no table of KKRB for chess; see: turncoat tablebase build --help"},
		{
			words: "tablebase mine --rules pacifist1 --count 1 KKB",
			out:   `KKB: win in \d+ plies, \d+ turns with one winning move\n\S+ w - - 0 1\n  1\. (?:.+\n)+`,
		},
		{
			words: "tablebase mine --rules pacifist1 --kind weaker --count 1 KKB",
			out:   `KKB: win in \d+ plies, White owns 3 less\n\S+ w - - 0 1\n  1\. (?:.+\n)+`,
		}, // a bishop is worth 3
		{
			words: "tablebase mine --rules pacifist1 --kind weaker --count 1 --json KKB",
			out:   `{"kind":"weaker","class":"KKB","fen":"\S+ w - - 0 1","value":"win","plies":\d+,"less":3,"line":\[.*#"\]}\n`,
		},
		{
			words: "tablebase mine --rules pacifist1 --kind one-key --win-in 2 --count 1 --looked 99 KKB",
			out:   `{"id":"pacifist1-2-.*}\n`,
		},

		{words: "tablebase probe --rules chess '7k/6Q1/6K1/8/8/8/8/8 b'",
			out: "KKQ, black to move: lost\n1-0: checkmate. White has won.\n"},
		{words: "tablebase probe --rules chess --tables '' '7k/6Q1/6K1/8/8/8/8/8 b'", status: 2,
			said: "--tables needs a directory"},
		{words: "tablebase probe --rules chess '7k/6B1/6K1/8/8/8/8/8 b'",
			out: "KKB, black to move: draw\nmove       uci     leads to\nKg8        h8g8    draw for white\n"},
		{words: "tablebase probe --rules " + blocked + " '7k/6B1/6K1/8/8/8/8/8 b'", status: 2,
			said: "no tables for these rules: "},
		{words: "tablebase probe --rules chess '7k/8/8/8/8/8/8/8 w'", status: 2, said: "king"},

		{
			words: "tablebase stats --rules chess --histogram KK",
			out:   kings + "  mutual zugzwangs 0\n",
		},
		{words: "tablebase stats --rules chess --markdown KK KKN",
			out: regexp.QuoteMeta(
				"| class | positions | won | lost | drawn | longest | mutual zugzwangs | a longest win |\n| --- | --: | --: | --: | --: | --: | --: | --- |\n| KK | 462 | 0.00 % | 0.00 % | 462 | – | 0 | – |\n",
			) +
				`\| KKN \| ([0-9,]+) \| 0.00 % \| 0.00 % \| [0-9,]+ \| – \| 0 \| – \|\n`},
		{
			words: "tablebase stats --rules chess --json KK",
			out:   `{"rules":"chess","class":"KK","positions":462,"won":0,"lost":0,"drawn":462,"longest":0,"zugzwangs":0,"wins":\[0\],"losses":\[0\]}` + "\n",
		},
		{
			words:  "tablebase stats --rules chess KKRB KK",
			status: 2,
			out:    kings + "  mutual zugzwangs 0\n",
			said:   "no table of KKRB for chess; see: turncoat tablebase build --help",
		},
		{words: "tablebase stats --rules chess", out: `(?:KK[QRBNP]? .*\n){6}`},
		{words: "tablebase stats --rules chess --owners KK", out: kings +
			"  mutual zugzwangs 0\n  K        to move against K                 462 positions  won   0.00 %  lost   0.00 %  drawn 100.00 %\n"},
		{words: "tablebase stats --rules chess --owners KKR",
			out: "KKR .*\n  KR       to move against K .* lost   0.00 % .*\n  K        to move against KR .* won   0.00 % .*\n"},
	})
}

// A line of best play breaks before the first word that would pass column 90: of all longest wins
// some have a line of just that, and some one that would pass it by one.
func TestLineBreaks(t *testing.T) {
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	full, over := 0, 0
	for _, rules := range ruleset.BuiltinNames() {
		for _, class := range []string{"KKQ", "KKR", "KKB", "KKN", "KKP"} {
			status, out, _ := call(
				t,
				"",
				"tablebase",
				"longest",
				"--rules",
				rules,
				"--count",
				"1",
				class,
			)
			if status == command.StatusFound { // nobody wins
				continue
			}
			lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")[2:]
			var moves []string
			for i, line := range lines {
				words := strings.Fields(line)
				moves = append(moves, slices.DeleteFunc(slices.Clone(words),
					func(w string) bool { return strings.HasSuffix(w, ".") })...)
				if line != "  "+strings.Join(words, " ") || len(line) > 90 {
					t.Errorf("%s %s: %d columns: %q", rules, class, len(line), line)
				}
				if len(line) == 90 {
					full++
				}
				if i+1 == len(lines) {
					continue
				}
				word, rest, _ := strings.Cut(strings.TrimSpace(lines[i+1]), " ")
				if strings.HasSuffix(word, ".") { // a number stays with its move
					word += " " + strings.Fields(rest)[0]
				}
				switch n := len(line) + 1 + len(word); {
				case n <= 90:
					t.Errorf("%s %s: %q has room for %s", rules, class, line, word)
				case n == 91:
					over++
				}
			}
			_, text, _ := call(
				t,
				"",
				"tablebase",
				"longest",
				"--rules",
				rules,
				"--count",
				"1",
				"--json",
				class,
			)
			var told struct{ Line []string }
			if err := json.Unmarshal([]byte(text), &told); err != nil ||
				!slices.Equal(moves, told.Line) {
				t.Errorf("%s %s: %q, as JSON %s, %v", rules, class, moves, text, err)
			}
		}
	}
	if full == 0 || over == 0 {
		t.Errorf("%d lines of 90 columns, %d that would have 91", full, over)
	}
}
