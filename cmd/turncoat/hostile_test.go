package main

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
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

// Whatever text comes from outside, in whatever field of whatever input, it does not reach a
// terminal raw.
func TestHostileText(t *testing.T) {
	dir := t.TempDir()
	put := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			t.Skip(err) // such names are not everywhere
		}
		return path
	}
	name := "e\x1b]0;pwn\a\u202e"
	tag := func(names ...string) string {
		var b strings.Builder
		for _, n := range names {
			b.WriteString("[" + n + " \"" + evil + "\"]\n")
		}
		return b.String()
	}
	game := tag(
		"Event",
		"Site",
		"Date",
		"Round",
		"White",
		"Black",
		"Result",
		"Variant",
		"FEN",
		evil,
	) + "\n1. e4 {" +
		evil + "} e5 2. Q" + evil + " $" + evil + " (2. " + evil + ") ; " + evil + "\n3. Ke3 " + evil + " 1-0\n\n"
	good := "[Event \"" + evil + "\"]\n[White \"" + evil + "\"]\n[Black \"" + evil +
		"\"]\n[Variant \"chess\"]\n\n1. e4 {" + evil + "} e5 2. Ke3 *\n"
	pgnFile := put(name+".pgn", game+good)
	problem := put(
		name+".inp",
		"begin\nauthor "+evil+"\ntitle "+evil+"\npieces white kg6 ra1 black kh8\nstip #1\nend\n",
	)
	plain := put(name+".txt", evil+" - "+evil+"\n1. e4 e5 2. "+evil+"\n")
	scenario := put(
		name+".yaml",
		"rules: chess\nscenarios:\n  - name: "+evilYAML+"\n    fen: "+evilYAML+
			"\n    play: ["+evilYAML+"]\n  - name: "+evilYAML+"\n    fen: start\n    play: ["+evilYAML+"]\n    expect: {"+
			evilYAML+": 1}\n",
	)
	ruleFile := put(
		name+"-rules.yaml",
		"name: "+evilYAML+"\nbase: "+evilYAML+"\n"+evilYAML+": "+evilYAML+"\n",
	)
	named := put(name+"-named.yaml", "name: "+evilYAML+"\nbase: pacifist1\n")
	cases := put(
		name+".jsonl",
		`{"id":"`+evilJSON+`","rules":"`+evilJSON+`","fen":"`+evilJSON+`","moves":["`+evilJSON+`"],"turns":[],"outcome":"`+evilJSON+`","cite":["`+evilJSON+`"],"tells":["`+evilJSON+`"],"`+evilJSON+`":1}`+"\n"+evil+"\n",
	)
	puzzles := put(
		name+"-p.jsonl",
		`{"id":"`+evilJSON+`","rules":"`+evilJSON+`","fen":"`+evilJSON+`","in":2,"keys":["`+evilJSON+`"],"line":["`+evilJSON+`"],"themes":["`+evilJSON+`"],"title":"`+evilJSON+`","`+evilJSON+`":1}`+"\n"+evil+"\n",
	)
	proof := put(
		name+".proof",
		`{"turncoat":"`+evilJSON+`","rules":"`+evilJSON+`","at":"`+evilJSON+`","`+evilJSON+`":2}`+"\n"+evil+"\n",
	)
	program := put(
		"program.sh",
		"#!/bin/sh\nprintf 'x\\033]0;pwn\\a\\302\\23331m\\342\\200\\256y\\n'\nprintf '{\"id\":1,\"\\033[2J\":\"\\342\\200\\256\"}\\n{\"id\":1,\"error\":{\"code\":\"\\\\u001b[2J\",\"message\":\"\\\\u001b]0;pwn\\\\u0007\\\\u202e\"}}\\n{\"id\":1,\"turns\":[{\"uci\":\"\\\\u001b[2J\",\"fen\":\"\\\\u202e\"}],\"outcome\":\"\\\\u009b\"}\\n'\nprintf '\\033]0;pwn\\a\\342\\200\\256' >&2\nread x\nexit 3\n",
	)
	answers := put(
		"answers.sh",
		"#!/bin/sh\nwhile read -r line; do id=${line#*\\\"id\\\":}; id=${id%%,*}; printf '{\"id\":%s,\"turns\":[{\"uci\":\"\\\\u001b[2J\\\\u202e\",\"san\":\"\\\\u001b[2J\",\"waves\":[[\"\\\\u009b\"]],\"reclaimed\":[\"\\\\u202e\"],\"fen\":\"\\\\u001b]0;pwn\\\\u0007\",\"outcome\":\"\\\\u202e\",\"reason\":\"\\\\u202e\"}],\"outcome\":\"\\\\u202e\",\"reason\":\"\\\\u001b[2J\"}\\n' \"$id\"; done\n",
	)
	expected := put("expected", evil+"\n")

	calls := [][]string{
		{
			evil,
		}, {"--" + evil}, {"rules", evil}, {"rules", "show", evil}, {"rules", "settings", evil},
		{"turns", "--" + evil + "=1"},
		{
			"turns",
			"--rules",
			evil,
			"start",
		}, {"turns", "--rules", "chess", evil}, {"turns", "--rules", "chess",
			"start", evil}, {"turns", "--rules", ruleFile, "start"},
		{
			"turns",
			"--rules",
			named,
			"start",
		}, {"turns", "--rules", named, "start", evil}, {"explain", "--rules",
			named, "start", "Nf3"}, {"explain", "--rules", named, "start", "Ke3"},
		{
			"play",
			"--rules",
			named,
			"start",
			evil,
		}, {"rules", "show", named}, {"rules", "show", ruleFile},
		{
			"explain",
			"--rules",
			"chess",
			"start",
			evil,
		}, {"explain", "--rules", "pacifist1", "start", "Nf3", evil},
		{"play", "--rules", "chess", "start", evil}, {"play", "--rules", "chess", evil},
		{"perft", "--rules", "chess", evil}, {"perft", "--rules", "chess", "--jobs", evil, "2"},
		{
			"diagram",
			evil,
		}, {"diagram", "--format", evil, "start"}, {"diagram", "-o", dir + "/no" + name + "/x",
			"start"}, {"diagram", "--style", evil, "start"},
		{
			"validate",
			pgnFile,
		}, {"validate", plain}, {"validate", scenario}, {"validate", ruleFile}, {"validate", dir},
		{
			"validate",
			filepath.Join(dir, "missing"+name),
		}, {"validate", "-q", pgnFile}, {"validate", "--rules",
			"chess", pgnFile},
		{
			"validate",
			"--format",
			evil,
			pgnFile,
		}, {"validate", "--letters", evil, pgnFile}, {"validate", "--set", evil,
			pgnFile},
		{
			"pgn",
			"convert",
			"--to",
			evil,
			pgnFile,
		}, {"scenario", "new", "--rules", "chess", "start", evil},
		{"scenario", "new", "--rules", named, "start", "e4"},
		{
			"puzzle",
			"verify",
			puzzles,
		}, {"puzzle", "verify", proof}, {"puzzle", "export", "--to", "epd", puzzles},
		{"puzzle", "export", "--to", evil, puzzles},
		{"puzzle", "solve", "--problems", problem},
		{
			"puzzle",
			"solve",
			"--rules",
			"chess",
			"--win-in",
			"1",
			evil,
		}, {"puzzle", "solve", "--rules", "chess",
			"--win-in", "1", "--memory", evil, "start"}, {"puzzle", "solve", "--rules", "chess", "--win-in", "1",
			"--prove", dir + "/no" + name + "/x", "start"},
		{
			"puzzle",
			"mine",
			"--rules",
			"chess",
			"--games",
			pgnFile,
			"--position",
			evil,
		}, {"puzzle", "mine", "--rules",
			"chess", "--pieces", evil},
		{
			"corpus",
			"score",
			cases,
		}, {"corpus", "diff", cases, cases}, {"corpus", "generate", "--rules", "chess",
			"--from", cases, "-o", "-"}, {"corpus", "generate", "--rules", "chess", "--from",
			filepath.Join(dir, "missing"+name), "-o", "-"},
		{"corpus", "check", "--cmd", "'" + evil + "'", "--rules", "chess", "--size", "smoke"},
		{
			"corpus",
			"check",
			"--cmd",
			"'" + evil,
			"--rules",
			"chess",
		}, {"corpus", "check", "--cmd", "x", cases},
		{
			"completion",
			evil,
		}, {"answer", "--set", evil}, {"cluster", "status", "nats://127.0.0.1:4222" + evil},
	}
	const few = "../../examples/two-kings.jsonl"
	if runtime.GOOS != "windows" {
		calls = append(calls,
			[]string{"corpus", "check", "--cmd", program, few, "--timeout", "5s"},
			[]string{"corpus", "check", "--cmd", answers, few, "--expected", expected},
			[]string{"corpus", "check", "--cmd", answers, few, "--failures", "60"})
	}
	for _, words := range calls {
		status, out, err := call(t, "", words...)
		if strings.Contains(err, "panic") || status == 0 && out == "" {
			t.Errorf("%q: status %d, %q", words, status, err)
		}
		for stream, text := range map[string]string{"results": out, "messages": err} {
			if place, ok := raw(text); ok {
				t.Errorf("%q: the %s have %q", words, stream, place)
			}
		}
	}
}
