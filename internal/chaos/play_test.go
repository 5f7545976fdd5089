package main

import (
	"bufio"
	"flag"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// playVariable is the environment variable that makes the test program play another: the command itself, or turncoat.
const playVariable = "TURNCOAT_CHAOS_PLAY"

func TestMain(m *testing.M) {
	switch os.Getenv(playVariable) {
	case "command":
		os.Unsetenv(playVariable)
		flag.CommandLine = flag.NewFlagSet("chaos", flag.ExitOnError) // without the flags of tests
		main()
		os.Exit(0)
	case "turncoat":
		playTurncoat(os.Args[1:])
	}
	os.Exit(m.Run())
}

// A troupe is a program that plays turncoat, in a directory of its own, where it writes down what it was told.
type troupe struct {
	*testing.T
	dir      string
	turncoat string
	puzzles  string
}

// newTroupe makes a troupe. What it does wrong is said in files beside it: "hanging" askers do not end,
// "failing" ones end with status 1, "lying" ones write something else, "waiting" ones wait for a file "go".
func newTroupe(t *testing.T, wrongs ...string) *troupe {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("turncoat is played by a shell script")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	c := &troupe{t, dir, filepath.Join(dir, "turncoat"), filepath.Join(dir, "puzzles.jsonl")}
	script := fmt.Sprintf("#!/bin/sh\n%s=turncoat TURNCOAT_CHAOS_DIR='%s' exec '%s' \"$@\"\n", playVariable, dir, self)
	if err := os.WriteFile(c.turncoat, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range append(wrongs, "puzzles.jsonl") {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("{}\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return c
}

// said returns what those who played were told, one line for each, sorted.
func (c *troupe) said() []string {
	c.Helper()
	text, err := os.ReadFile(filepath.Join(c.dir, "said"))
	if err != nil {
		return nil
	}
	list := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	slices.Sort(list)
	return list
}

// world returns a world in which the troupe plays, with servers, workers and proxies.
func (c *troupe) world() *world {
	c.Helper()
	w := &world{turncoat: c.turncoat, dir: c.TempDir(), input: c.puzzles}
	c.Cleanup(w.end)
	if err := w.begin(); err != nil {
		c.Fatal(err)
	}
	return w
}

func (c *troupe) wrong(name string) bool {
	_, err := os.Stat(filepath.Join(c.dir, name))
	return err == nil
}

// playTurncoat plays the commands that chaos needs. A result tells of what it was made.
func playTurncoat(words []string) {
	go func(parent int) { // nobody plays on alone
		for parent != 1 && os.Getppid() == parent {
			time.Sleep(100 * time.Millisecond)
		}
		os.Exit(0)
	}(os.Getppid())
	c := &troupe{dir: os.Getenv("TURNCOAT_CHAOS_DIR")}
	said, err := os.OpenFile(filepath.Join(c.dir, "said"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		panic(err)
	}
	fmt.Fprintln(said, strings.Join(words, " "))
	value := func(name string) string {
		if i := slices.Index(words, name); i >= 0 {
			return words[i+1]
		}
		return ""
	}
	write := func(path, text string) {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			panic(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			panic(err)
		}
	}
	shared := slices.Contains(words, "--cluster")
	fmt.Fprintln(os.Stderr, "playing", words[0])
	switch words[0] {
	case "cluster": // serve --cluster-config FILE PORT
		l, err := net.Listen("tcp", "127.0.0.1:"+words[4])
		if err != nil {
			panic(err)
		}
		for {
			conn, err := l.Accept()
			if err != nil {
				panic(err)
			}
			go c.serve(conn, words[4])
		}
	case "worker":
		time.Sleep(time.Hour)
	}
	if shared {
		switch {
		case c.wrong("hanging"):
			time.Sleep(time.Hour)
		case c.wrong("failing"):
			os.Exit(1)
		case c.wrong("waiting"):
			for !c.wrong("go") {
				time.Sleep(time.Millisecond)
			}
		}
	}
	var result string
	if words[0] == "puzzle" {
		text, err := os.ReadFile(words[slices.IndexFunc(words, func(s string) bool {
			return strings.HasSuffix(s,
				"puzzles.jsonl")
		})])
		if err != nil {
			panic(err)
		}
		result = fmt.Sprintf("%d puzzles by seed %s", strings.Count(string(text), "\n"), value("--seed"))
	} else {
		class := slices.IndexFunc(words, func(s string) bool { return strings.HasPrefix(s, "KK") })
		result = value("--rules") + " " + words[class]
	}
	if shared && c.wrong("lying") {
		result += "?"
	}
	switch {
	case words[0] == "tablebase":
		write(filepath.Join(value("--dir"), "pacifist1", "KKNN.tct"), result)
	case value("-o") != "":
		write(value("-o"), result)
	default:
		fmt.Print(result)
	}
	os.Exit(0)
}

// command returns the command chaos, which leaves its directories in temp.
func (c *troupe) command(temp string, args ...string) *exec.Cmd {
	c.Helper()
	self, err := os.Executable()
	if err != nil {
		c.Fatal(err)
	}
	cmd := exec.Command(self, args...)
	cmd.Env = append(os.Environ(), playVariable+"=command", "TMPDIR="+temp)
	return cmd
}

// serve speaks NATS with one client, as far as it takes to be asked who leads the stream of units: nobody says
// so if there is no file "leader" beside the program, else the answer is what stands in it. Its name is its
// port. What is not of that is said back.
func (c *troupe) serve(conn net.Conn, port string) {
	fmt.Fprintf(conn, "INFO {\"server_id\":\"%s\",\"version\":\"2.10.0\",\"max_payload\":1048576,\"headers\":true}\r\n", port)
	subscription := ""
	for in := bufio.NewReader(conn); ; {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		switch words := strings.Fields(line); {
		case len(words) == 0 || words[0] == "CONNECT":
		case words[0] == "PING":
			fmt.Fprint(conn, "PONG\r\n")
		case words[0] == "SUB": // SUBJECT ID
			subscription = words[2]
		case words[0] == "PUB": // SUBJECT REPLY LENGTH, and a line of the message
			if _, err := in.ReadString('\n'); err != nil {
				return
			}
			answer := `{"error":{"code":404,"err_code":10059,"description":"stream not found"}}`
			if text, err := os.ReadFile(filepath.Join(c.dir, "leader")); err == nil &&
				words[1] == "$JS.API.STREAM.INFO.TURNCOAT_UNITS" {
				answer = fmt.Sprintf(`{"type":"io.nats.jetstream.api.v1.stream_info_response","config":{"name":"TURNCOAT_UNITS"}%s}`, text)
			}
			fmt.Fprintf(conn, "MSG %s %s %d\r\n%s\r\n", words[2], subscription, len(answer), answer)
		default:
			fmt.Fprint(conn, line)
		}
	}
}
