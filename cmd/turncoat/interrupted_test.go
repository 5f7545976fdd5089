package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kballard/go-shellquote"

	"turncoat/cmd/internal/command"
	"turncoat/internal/testing/filetest"
)

// A command that is interrupted before it begins ends with 130 and says under its name what has
// become of its work, and nothing else.
func TestInterruptedSays(t *testing.T) {
	dir := t.TempDir()
	text, err := os.ReadFile("../../puzzle/collection/chess.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	book, proof := filepath.Join(dir, "book.jsonl"), filepath.Join(dir, "proof")
	if err := os.WriteFile(book, []byte(strings.Join(strings.SplitAfter(string(text), "\n")[:3], "")),
		0o600); err != nil {
		t.Fatal(err)
	}

	problems := filepath.Join(dir, "problems.inp")
	filetest.Write(t, problems, []byte("begin\nstip #1\npieces white Kg6 Ra1 black Kh8\nend\n"))

	const games = "../../examples/vchess-pacifist1.pgn"
	if status, _, message := call(t, "", "tablebase", "longest", "--rules", "pacifist1", "--prove", proof,
		"KK"); status != 0 {
		t.Fatal(message)
	}

	if status, _, message := call(t, "", "tablebase", "build", "--rules", "chess", "--dir", dir+"/tables",
		"KK"); status != 0 {
		t.Fatal(message)
	}

	for words, want := range map[string]string{
		"turns --rules chess start":                "0 turns printed",
		"turns --rules chess --reclaim full start": "0 turns printed",
		"turns --rules chess start e4":             "nothing was printed",
		"play --rules chess start e4":              "0 moves played and printed",
		"scenario new --rules chess start e4":      "nothing was printed",
		"scenario new --rules chess start":         "nothing was printed",
		"validate ../../examples":                  "0 records finished and reported",
		"pgn convert " + games:                     "0 games written",
		"corpus check --cmd turncoat --size smoke -o " + dir +
			"/report": "the answers so far have been reported",
		"corpus score --size smoke --html " + dir +
			"/page": "no rule set was finished",
		"corpus generate --rules chess --out " + dir +
			"/corpus.jsonl": "nothing was written",
		"corpus generate --rules chess --out - --journal " + dir +
			"/corpus": "the same command continues from there",
		"corpus generate --rules chess --format epd --out " + dir +
			"/counts.epd": "nothing was written",
		"corpus generate --rules chess --out - --from " + games: "nothing was written",
		"puzzle solve --rules chess --win-in 2 start":           "what is proved so far has been printed",
		"puzzle solve --rules chess --win-in 2 --prove " + dir +
			"/p start": "what is proved so far has been printed",
		"puzzle solve --rules chess --win-in 2 --duplex start": "what is proved so far has been printed",
		"puzzle prove --rules chess start":                     "what is proved so far has been printed",
		"puzzle prove --rules chess --output " + dir +
			"/p start": "what is proved so far has been printed",
		"puzzle new --rules chess --win-in 2 start": "nothing was written",
		"puzzle new --problems " + problems:         "0 puzzles written",
		"puzzle mine --rules chess --count 3":       "0 of 3 puzzles were found; they have been printed",
		"puzzle mine --rules chess --count 3 --out " + dir +
			"/mine": "0 of 3 puzzles were found; the same command continues from there",
		"puzzle mine --rules pacifist1 --from games=" + games: "no games were read",
		"puzzle grade -o " + dir + "/graded " +
			book: "0 of 3 puzzles were done; they have been printed",
		"puzzle verify " + proof: "the files before " + proof +
			" were checked",
		"puzzle verify " + book: "0 of 3 puzzles were done; they have been printed",
		"puzzle verify --journal " + dir + "/verify " +
			book: "0 of 3 puzzles were done; the same command continues from there",
		"tablebase build --rules chess --dir " + dir +
			"/built KK": "0 tables have been built; the same command continues from there",
		"tablebase verify " + dir + "/tables":               "0 tables verified",
		"tablebase mine --rules chess KKR":                  "0 positions printed",
		"tablebase mine --rules chess --kind one-key KKR":   "0 puzzles found; nothing was written",
		"tablebase longest --rules chess KKR":               "nothing was printed",
		"tablebase stats --rules chess KKR":                 "0 classes counted",
		"cluster status nats://127.0.0.1:1":                 "nothing was started",
		"worker nats://127.0.0.1:1":                         "nothing was started",
		"puzzle grade --cluster nats://127.0.0.1:1 " + book: "nothing was started",
		"board --no-open":                                   "the board is closed",
		"answer":                                            "the requests so far are answered",
	} {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		list, err := shellquote.Split(words)
		if err != nil {
			t.Fatal(err)
		}
		var out, errs strings.Builder
		endless, _ := io.Pipe() // that nothing comes from; at its end "answer" would be done
		s := command.NewSession(ctx, endless, &out, &errs)
		// without the time after which it would be given up
		status := s.End(s.Run(commandLine, append([]string{"turncoat"}, list...)))
		message := errs.String()
		named := "turncoat " + list[0] + ": "
		if !strings.Contains(" turns play validate worker board answer ", " "+list[0]+" ") {
			named = "turncoat " + list[0] + " " + list[1] + ": "
		}
		if status != command.StatusInterrupted || message != named+"interrupted: "+want+"\n" {
			t.Errorf("%s: status %d, %q, want %s", words, status, message, want)
		}
	}

	if left, err := filepath.Glob(dir + "/.*.tmp"); err != nil || len(left) > 0 {
		t.Errorf("left are %q, %v", left, err)
	}
}
