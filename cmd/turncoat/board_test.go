package main

import (
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"turncoat/cmd/internal/command"
	"turncoat/rules/ruleset"
)

// asked sends a request to a board, under a name for its host, and returns the status and the text
// of the answer.
func asked(t *testing.T, method, at, host, body string) (int, string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, at, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if host != "" {
		request.Host = host
	}
	if body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(text)
}

// A board is served until it is interrupted, with the records and the rules that it is begun with.
func TestBoardServed(t *testing.T) {
	record := filepath.Join(t.TempDir(), "latin.pgn")
	if err := os.WriteFile(record, []byte("1. e4 {Grüße\xff} *\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	b := begin(
		t,
		strings.NewReader("1. d4 *\n"),
		"board",
		"--no-open",
		"--rules",
		"pacifist2",
		record,
		"-",
	)
	at := b.await(&b.out, `^(http://127\.0\.0\.1:\d+/)#rules=pacifist2\n$`)[1]
	if status, page := asked(t, "GET", at, "", ""); status != 200 ||
		!strings.Contains(page, `data-given="true"`) {
		t.Errorf("status %d, %.200s", status, page)
	}

	if _, given := asked(t, "GET", at+"given", "", ""); !strings.Contains(given, "Grüße\ufffd") ||
		!strings.Contains(given, "1. d4 *") || !strings.Contains(given, "latin.pgn") {
		t.Errorf("given: %s", given)
	}

	if status, answer := asked(t, "POST", at+"ask", "", `{"id":1,"ask":"perft","rules":"chess","fen":"start","depth":2}`); status != 200 ||
		answer != `{"id":1,"nodes":400}`+"\n" {
		t.Errorf("asked: %d %q", status, answer)
	}

	if status, _ := asked(t, "GET", at, "elsewhere.example", ""); status == 200 {
		t.Error("it answers by any name")
	}
	address := strings.TrimSuffix(strings.TrimPrefix(at, "http://"), "/")
	if status, _, message := call(t, "", "board", "--no-open", "--addr", address); status != command.StatusUnusable ||
		!strings.Contains(message, "address already in use") {
		t.Errorf("at the same address: %d %s", status, message)
	}

	if status := b.interrupt(); status != command.StatusInterrupted ||
		!strings.Contains(b.err.String(),
			"interrupted: the board is closed") {
		t.Errorf("status %d: %s", status, b.err.String())
	}

	if conn, err := net.Dial("tcp", address); err == nil {
		conn.Close()
		t.Error("somebody listens there still")
	}
}

// What cannot be used is refused before anything is served.
func TestBoardRefuses(t *testing.T) {
	nowhere := filepath.Join(t.TempDir(), "nowhere")
	for words, want := range map[string]string{
		"--addr nonsense":               `--addr`,
		"--export " + nowhere:           "turncoat-site",
		"--address https://example.org": "turncoat-site",
		"--store x.db":                  "in the browser",
		"--tables " + nowhere:           "nowhere",
		nowhere + ".pgn":                "nowhere.pgn",
	} {
		status, out, message := call(
			t,
			"",
			append([]string{"board", "--no-open"}, strings.Fields(words)...)...)
		if status != command.StatusUnusable || out != "" || !strings.Contains(message, want) {
			t.Errorf("%s: status %d, %q, %s, want %s", words, status, out, message, want)
		}
	}

	if _, err := os.Stat(nowhere); err == nil {
		t.Error("a site was written all the same")
	}
}

// The address is handed to the program that the system has for it; where there is none it is said.
func TestBoardOpensBrowser(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the program has another name here")
	}
	bin := t.TempDir()
	t.Setenv("PATH", bin)
	b := begin(t, nil, "board")
	b.await(&b.err, `Cannot open a browser \(.*\): open the address yourself\.\n`)
	opened := filepath.Join(bin, "opened")
	if err := os.WriteFile(filepath.Join(bin, "xdg-open"), []byte("#!/bin/sh\necho \"$1\" >"+opened+"\n"),
		0o700); err != nil {
		t.Fatal(err)
	}

	b = begin(t, nil, "board")
	at := b.await(&b.out, `^http://\S+\n$`)[0]
	read := func() string {
		text, _ := os.ReadFile(opened)
		return string(text)
	}
	until(t, "the address", func() bool { return read() == at }, read)
	if text := b.err.String(); text != "" {
		t.Error(text)
	}
}

// A board that other machines can reach says so, is called by its host's names, and is opened on
// this machine.
func TestBoardForOthers(t *testing.T) {
	b := begin(t, nil, "board", "--no-open", "--addr", "0.0.0.0:0")
	b.await(&b.err, `turncoat board: The board can be reached from other machines: `)
	at := b.await(&b.out, `^(http://localhost:(\d+)/)\n$`)
	for _, host := range []string{"0.0.0.0", "localhost"} {
		if status, _ := asked(t, "GET", at[1], net.JoinHostPort(host, at[2]), ""); status != 200 {
			t.Errorf("by the name %s: %d", host, status)
		}
	}

	if status, _ := asked(t, "GET", at[1], "elsewhere.example:"+at[2], ""); status == 200 {
		t.Error("it answers by any name")
	}
	loopback := begin(t, nil, "board", "--no-open")
	loopback.await(&loopback.out, `^http://127\.0\.0\.1:\d+/\n$`)
	if text := loopback.err.String(); text != "" {
		t.Error(text)
	}
}

// The rules of a file stand in the address as YAML that is read back as the same; those with a name
// by it.
func TestBoardRules(t *testing.T) {
	file := filepath.Join(t.TempDir(), "mine.yaml")
	if err := os.WriteFile(file, []byte("name: my-own\nbase: pacifist1\nlines: blocked\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	b := begin(t, nil, "board", "--no-open", "--rules", file)
	text := b.await(&b.out, `/#rules=(\S+)\n`)[1]
	yaml, err := url.PathUnescape(text)
	if err != nil {
		t.Fatal(err)
	}
	set, err := ruleset.Parse([]byte(yaml), "")
	if err != nil || set.Name != "my-own" || set.Lines != ruleset.Blocked {
		t.Errorf("%q: %+v, %v", yaml, set, err)
	}
	if status, out, _ := call(t, "", "board", "--no-open", "--rules", "nonsense"); status != command.StatusUnusable ||
		out != "" {
		t.Errorf("status %d, %q", status, out)
	}
}
