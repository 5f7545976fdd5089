package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"turncoat/internal/testing/filetest"
)

// What the commands of games, corpora and pictures print, what they refuse, and how they end.
func TestRecordAnswers(t *testing.T) {
	dir := t.TempDir()
	put := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	const tags = `\[Event "\?"\]\n\[Site "\?"\]\n\[Date "\?\?\?\?\.\?\?\.\?\?"\]\n\[Round "\?"\]\n\[White "\?"\]\n\[Black "\?"\]\n\[Result "\*"\]\n`
	const d4 = tags + `\n1\. d4 \*\n\n?`
	good, bad, scenarios, empty := put("good.pgn", "1. d4 *\n"), put("bad.pgn", "1. e4 e4 *\n"),
		put("s.yaml", "rules: chess\nscenarios: []\n"), put("empty.pgn", "")
	long, german := put(
		"long.pgn",
		"1. e4 {"+strings.Repeat("x", 4<<20)+"} *\n",
	), put(
		"german.pgn",
		"1. Sf3 *\n",
	)
	loss := put("loss.yaml", "base: chess\nstalemate: loss\n")
	two, other := "../../examples/two-kings.jsonl", "../../examples/two-kings-misread.jsonl"
	const stalemate = `'7k/5Q2/6K1/8/8/8/8/8 b - - 0 1'`
	exchanges(t, []exchange{
		{words: "pgn convert " + good, out: d4},
		{words: "pgn convert -", in: "1. d4 *\n", out: d4},
		{words: "pgn convert -", in: "1. d5 *\n", status: 1,
			said: "turncoat pgn convert: <stdin>:1:4: game 1, 1.d5: d5 is not legal: a pawn does not go from d2 to d5 (CON-1); the game was not written\n"},
		{
			words:  "pgn convert -",
			status: 2,
			said:   "turncoat pgn convert: <stdin>: no record in it\n",
		},
		{words: "pgn convert " + bad + " " + good, status: 1, out: d4, said: bad +
			":1:7: game 1, 1...e4: e4 is not legal: a pawn does not go from e7 to e4 (CON-1); the game was not written\n"},
		{words: "pgn convert " + scenarios + " " + good, status: 2, out: d4, said: scenarios +
			": not a file of games"},
		{
			words:  "pgn convert " + empty + " " + good,
			status: 2,
			out:    d4,
			said:   empty + ": no record in it",
		},
		{
			words:  "pgn convert " + dir + "/none " + good,
			status: 2,
			out:    d4,
			said:   "none: no such file",
		},
		{words: "pgn convert " + long + " " + good, status: 1, out: d4, said: long +
			": too long: the record in line 1 is longer than 4 MiB and has been skipped"},
		{words: "pgn convert --letters de " + german, out: tags + `\n1\. Nf3 \*\n\n?`},
		{words: "pgn convert --letters xx " + german, status: 2, said: `--letters`},
		{
			words: "pgn convert --rules pacifist1 " + good,
			out:   tags + `\[Variant "pacifist1"\]\n\n1\. d4 \*\n\n?`,
		},
		{
			words:  "pgn convert --rules none " + good,
			status: 2,
			said:   `--rules: unknown rules: "none"`,
		},
		{words: "pgn convert --to docx " + good, status: 2, said: `for --to`},

		{
			words: "validate --letters de " + german,
			out:   german + `\n    1 ok   chess               1 ply .*\n(?:.*\n)*`,
		},
		{words: "validate --json --format junit " + good, status: 2,
			said: "--json and --format junit cannot be combined"},
		{words: "validate --json --format json " + good, out: `{"file":.*}\n{"summary":.*}\n`},
		{words: "validate --colour pink " + good, status: 2, said: `--colour`},
		{words: "validate --colour always " + bad, status: 1, out: `(?:.*\n)*.*\x1b\[(?:.*\n)*`},
		{words: "validate --variations x " + good, status: 2, said: `--variations`},
		{words: "validate --as x " + good, status: 2, said: `for --as`},

		{words: "turns --rules chess " + stalemate,
			out: "Black to move, chess\n0 turns\n1/2-1/2: Black has no legal turn. The game is drawn.\n"},
		{words: "turns --rules " + loss + " " + stalemate,
			out: "Black to move, custom \\(base: chess, stalemate: loss\\)\n0 turns\n1-0: Black has no legal turn, which loses under these rules.\n"},
		{
			words:  "turns --rules chess --tables '' start",
			status: 2,
			said:   "--tables needs a directory",
		},
		{
			words:  "explain --rules chess --tables '' start e4",
			status: 2,
			said:   "--tables needs a directory",
		},
		{words: "play --rules chess --colour pink start", status: 2, said: "--colour"},
		{words: "perft --rules chess 256", status: 2, said: `depth must be 0 to 255, not "256"`},
		{words: "perft --rules chess 255 " + stalemate, out: "0\n"},
		{words: "perft --rules chess --divide 1 " + stalemate, out: "0\n"},
		{words: "perft --rules chess --divide 2 '7k/8/6K1/8/8/8/8/R7 b'", out: "h8g8: 19\n\n19\n"},
		{words: "perft --rules chess 2 8/8", status: 2, said: "2 ranks instead of 8"},

		{words: "diagram --rules chess start e5 e5", status: 1, said: "move 1: e5 is not legal: "},
		{words: "diagram --rules chess start e4 e4", status: 1, said: "move 2: e4 is not legal: "},
		{words: "diagram --colour pink start", status: 2, said: "--colour"},
		{words: "diagram --size 39 --format svg start", status: 2, said: "--size"},
		{words: "diagram --size 40 --format svg start", out: `<svg [^>]*width="40" (?:.*\n)*`},
		{words: "diagram --size 4000 --format svg start", out: `<svg [^>]*width="4000" (?:.*\n)*`},
		{words: "diagram --size 4001 --format svg start", status: 2,
			said: "--size"},
		{
			words: "diagram --format svg start",
			out:   `<svg [^>]*width="404" (?:.*\n)*<title>rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1, White to move</title>\n(?:.*\n)*`,
		},
		{words: "diagram --rules chess '8/8/8/8/8/8/8/KK6'", status: 2, said: "king"},
		{words: "diagram '8/8/8/8/8/8/8/KK6'", out: `8   \.(?:.*\n)*`},
		// The pawn comes over to the knight, and the other knight to the pawn.
		{
			words: "diagram --rules pacifist1 'k7/8/2n5/3p4/8/8/6N1/7K w - - 0 1' Nf4",
			out:   `(?s).*\n6   \.  \.  N2 \.  \..*\n5   \.  \.  \.  P1 \.  .*\n4   .*\(N\).*`,
		},
		{words: "diagram --rules chess --animate --format png start e4", status: 2,
			said: "--animate needs a MOVE"},
		{words: "diagram --animate --format svg start", status: 2, said: "--animate needs a MOVE"},

		{words: "completion --generate-bash-completion", out: "bash\nzsh\nfish\npowershell\n"},
		{words: "rules settings --markdown", out: `# Settings of a rule set\n(?:.*\n)*`},
		{
			words: "rules list --json",
			out:   `({"name":"[a-z0-9-]+","family":"pacifist","summary":"Pacifist .*"}\n){5}{"name":"conversion","family":"conversion","summary":".*"}\n{"name":"chess","family":"chess","summary":".*"}\n`,
		},
		{words: "version --json", out: `{"version":".*","go":".*","system":".*"}\n`},

		{words: "corpus export --to xml", status: 2, said: `--to`},
		{
			words:  "corpus export --to epd -o " + dir + "/nodir/x " + two,
			status: 2,
			said: "--output: " + dir +
				"/nodir/x: no such directory",
		},
		{words: "corpus export --to epd --rules chess " + two, status: 2,
			said: "no cases of these rules in the files"},
		{words: "corpus export --to epd --size huge", status: 2, said: `--size`},
		{
			words: "corpus diff " + two + " " + two,
			out:   `0 added, 0 dropped, 0 changed, [0-9]+ the same\n`,
		},
		{words: "corpus diff " + two + " " + other, status: 1, out: `~ (?:.*\n)*`},
		{words: "corpus diff --json " + two + " " + other, status: 1, out: `{.*}\n`},
		{
			words:  "corpus check --cmd 'turncoat answer' --expected " + dir + "/none " + two,
			status: 2,
			said:   "none: no such file",
		},
		{words: "corpus check --cmd 'turncoat answer' -", in: "x\n", status: 2, out: "(?s).*",
			said: "standard input:1:1: "},
		{
			words: "corpus check --cmd 'turncoat answer' --json --format json -",
			in:    string(filetest.Read(t, two)),
			out:   `{.*}\n`,
		},
		{words: "corpus generate --rules chess --size huge -o -", status: 2, said: `--size`},
		{
			words: "corpus generate --rules chess --format epd --search 1 --positions 1 --depth 1 -o -",
			out:   "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20\n",
		},
		{
			words:  "corpus generate --rules chess --format epd --journal " + dir + "/j -o -",
			status: 2,
			said:   "--journal and --cluster are for --format jsonl",
		},
		{
			words:  "corpus generate --rules chess --format epd --cluster nats://127.0.0.1:1 -o -",
			status: 2,
			said:   "--journal and --cluster are for --format jsonl",
		},
		{
			words: "corpus generate --rules pacifist1 --size smoke --search 1 --from " + two + " -o " + dir +
				"/from.jsonl",
		},
		{
			words:  "corpus score --search 0 --json " + dir + "/from.jsonl",
			status: 1,
			out:    `{"rules":"pacifist1",.*"searched":0,"readings":\[{.*}\],"alike":\[{.*}\]}\n`,
		},
		{
			words:  "corpus generate --rules chess --journal " + two + " -o -",
			status: 2,
			said:   "--journal: ",
		},
	})
	put("manifest.json", "{")
	exchanges(
		t,
		[]exchange{
			{words: "corpus generate --rules chess --format epd --positions 1 --depth 1 -o " + dir +
				"/x.epd", status: 2, said: dir + "/manifest.json: not a golden corpus: manifest: "},
		},
	)
	if left, err := filepath.Glob(dir + "/*x.epd*"); err != nil || len(left) > 0 {
		t.Errorf("left are %q, %v", left, err)
	}
}
