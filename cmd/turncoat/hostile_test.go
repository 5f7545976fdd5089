package main

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/kballard/go-shellquote"

	"turncoat/internal/testing/filetest"
)

// evil is text that commands a terminal: it sets the title of the window, clears the screen,
// returns to the beginning of the line, turns the order of letters around, and is no UTF-8 at its
// end.
const evil = "x\x1b]0;pwn\a\x1b[2J\r\u202egnp\u2066\u009b31m\x9b\x7fy"

// evilJSON is the same within a string of JSON, evilYAML within one of YAML.
const (
	evilJSON = `x\u001b]0;pwn\u0007\u001b[2J\r\u202egnp\u2066\u009b31m\u007fy`
	evilYAML = `"x\e]0;pwn\a\e[2J\r\u202egnp\u2066\u009b31m\x7fy"`
)

// raw returns the first character of an output that a terminal would obey.
func raw(text string) (place string, ok bool) {
	for i, r := range text {
		bad := r == utf8.RuneError && !strings.HasPrefix(text[i:], "\ufffd")
		if bad || r != '\n' && r != '\t' && unicode.IsControl(r) ||
			unicode.Is(unicode.Bidi_Control, r) {
			return text[max(0, i-60):min(len(text), i+20)], true
		}
	}

	return "", false
}

// hostileGame is a record with evil text wherever a record has text; hostileMove is one that is in
// order but for its move and its texts.
var (
	hostileGame = evilTags("Event", "Site", "Date", "Round", "White", "Black", "Result", "Variant",
		"FEN", evil) + "\n1. e4 {" + evil + "} e5 2. Q" + evil + " $" + evil + " (2. " + evil +
		") ; " + evil + "\n" + "3. Ke3 " + evil + " 1-0\n\n"
	hostileMove = evilTags("Event", "White", "Black") +
		"[Variant \"chess\"]\n\n1. e4 {" + evil + "} e5 2. Ke3 *\n"
)

func evilTags(names ...string) string {
	var tags strings.Builder
	for _, name := range names {
		tags.WriteString("[" + name + " \"" + evil + "\"]\n")
	}
	return tags.String()
}

// hostileFiles are the files that the calls of testdata/hostile.txt name. Their own names are evil
// too: each is written with more text before its name.
var hostileFiles = map[string]string{
	"game.pgn":  hostileGame + hostileMove,
	"plain.txt": evil + " - " + evil + "\n1. e4 e5 2. " + evil + "\n",
	"problem.inp": "begin\nauthor " + evil + "\ntitle " + evil +
		"\npieces white kg6 ra1 black kh8\nstip #1\nend\n",
	"scenario.yaml": strings.ReplaceAll(`rules: chess
scenarios:
  - name: EVIL
    fen: EVIL
    play: [EVIL]
  - name: EVIL
    fen: start
    play: [EVIL]
    expect: {EVIL: 1}
`, "EVIL", evilYAML),
	"rules.yaml": strings.ReplaceAll("name: EVIL\nbase: EVIL\nEVIL: EVIL\n", "EVIL", evilYAML),
	"named.yaml": "name: " + evilYAML + "\nbase: pacifist1\n",
	"cases.jsonl": strings.ReplaceAll(`{"id":"EVIL","rules":"EVIL","fen":"EVIL","moves":["EVIL"],`+
		`"turns":[],"outcome":"EVIL","cite":["EVIL"],"tells":["EVIL"],"EVIL":1}`, "EVIL",
		evilJSON) + "\n" + evil + "\n",
	"puzzles.jsonl": strings.ReplaceAll(`{"id":"EVIL","rules":"EVIL","fen":"EVIL","in":2,"keys":["EVIL"],`+
		`"line":["EVIL"],"themes":["EVIL"],"title":"EVIL","EVIL":1}`, "EVIL", evilJSON) +
		"\n" + evil + "\n",
	"steps.proof": strings.ReplaceAll(`{"turncoat":"EVIL","rules":"EVIL","at":"EVIL","EVIL":2}`,
		"EVIL", evilJSON) + "\n" + evil + "\n",
	"expected.txt": evil + "\n",
	"program.sh": `#!/bin/sh
printf 'x\033]0;pwn\a\302\23331m\342\200\256y\n'
printf '{"id":1,"\033[2J":"\342\200\256"}\n'
printf '{"id":1,"error":{"code":"\\u001b[2J","message":"\\u001b]0;pwn\\u0007\\u202e"}}\n'
printf '{"id":1,"turns":[{"uci":"\\u001b[2J","fen":"\\u202e"}],"outcome":"\\u009b"}\n'
printf '\033]0;pwn\a\342\200\256' >&2
read x
exit 3
`,
	"answers.sh": `#!/bin/sh
while read -r line; do
	id=${line#*\"id\":}
	id=${id%%,*}
	turn='{"uci":"\\u001b[2J\\u202e","san":"\\u001b[2J","waves":[["\\u009b"]],"reclaimed":["\\u202e"],'
	turn=$turn'"fen":"\\u001b]0;pwn\\u0007","outcome":"\\u202e","reason":"\\u202e"}'
	printf '{"id":%s,"turns":['"$turn"'],"outcome":"\\u202e","reason":"\\u001b[2J"}\n' "$id"
done
`,
}

// Whatever text comes from outside, in whatever field of whatever input, it does not reach a
// terminal raw.
func TestHostileText(t *testing.T) {
	dir := t.TempDir()
	paths := []string{"FOLDER", dir, "two-kings.jsonl", "../../examples/two-kings.jsonl", "noEVIL",
		dir + "/no" + evil, "missingEVIL", dir + "/missing" + evil}

	for name, text := range hostileFiles {
		path := filepath.Join(dir, "e\x1b]0;pwn\a\u202e"+name)
		if strings.HasSuffix(name, ".sh") {
			path = filepath.Join(dir, name)
		}
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			t.Skip(err) // such names are not everywhere
		}
		paths = append(paths, name, path)
	}

	place := strings.NewReplacer(append(paths, "EVIL", evil)...)
	calls := string(filetest.Read(t, filepath.Join("testdata", "hostile.txt")))

	for line := range strings.Lines(calls) {
		words, err := shellquote.Split(line)
		if err != nil {
			t.Fatal(err)
		}
		if len(words) == 0 || runtime.GOOS == "windows" && strings.Contains(line, ".sh") {
			continue
		}
		for i, word := range words {
			words[i] = place.Replace(word)
		}

		status, out, messages := call(t, "", words...)
		if strings.Contains(messages, "panic") || status == 0 && out == "" {
			t.Errorf("%q: status %d, %q", words, status, messages)
		}
		for stream, text := range map[string]string{"results": out, "messages": messages} {
			if place, ok := raw(text); ok {
				t.Errorf("%q: the %s have %q", words, stream, place)
			}
		}
	}
}
