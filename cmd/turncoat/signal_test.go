//go:build unix

package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"turncoat/cmd/internal/command"
	"turncoat/internal/testing/threadtime"
)

// program finds a program as the scripts do.
func program(ts *testscript.TestScript, words []string) *exec.Cmd {
	for _, dir := range filepath.SplitList(ts.Getenv("PATH")) {
		if path := filepath.Join(dir, words[0]); dir != "" {
			if _, err := os.Stat(path); err == nil {
				ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
				ts.Defer(cancel)
				return exec.CommandContext(ctx, path, words[1:]...)
			}
		}
	}

	ts.Fatalf("there is no %s", words[0])
	return nil
}

// unread runs a program whose output no one reads any longer: it ends soon, with status 0, and
// says nothing.
func unread(ts *testscript.TestScript, _ bool, words []string) {
	cmd := program(ts, words)
	r, w, err := os.Pipe()
	ts.Check(err)
	ts.Check(r.Close())
	var stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = w, &stderr
	ts.Check(cmd.Start())
	ts.Check(w.Close())
	if !threadtime.Within(5*time.Second, func() { err = cmd.Wait() }) {
		ts.Fatalf("it does not end")
	}
	if err != nil || stderr.Len() > 0 {
		ts.Fatalf("%v: %s", err, stderr.String())
	}
}

// interrupt runs a program, sends it an interrupt once it has printed a line, and wants it to end
// within a second with status 130, what it printed being whole lines. Its output is then that of
// the script.
func interrupt(ts *testscript.TestScript, _ bool, words []string) {
	cmd := program(ts, words)
	lines, stderr := started(ts, cmd)
	first, err := lines.ReadString('\n')
	ts.Check(err)
	hasEnded(ts, cmd, lines, first, stderr)
}

// started starts a program and returns what it prints.
func started(ts *testscript.TestScript, cmd *exec.Cmd) (lines *bufio.Reader, stderr *bytes.Buffer) {
	stdout, err := cmd.StdoutPipe()
	ts.Check(err)
	stderr = new(bytes.Buffer)
	cmd.Stderr = stderr
	ts.Check(cmd.Start())
	return bufio.NewReader(stdout), stderr
}

// interruptwhen does the same once a file is there.
func interruptwhen(ts *testscript.TestScript, _ bool, words []string) {
	cmd := program(ts, words[1:])
	cmd.Dir = ts.MkAbs(".")
	for _, name := range []string{"PATH", "HOME", "TURNCOAT_FAULT"} { // the last as in TestScripts
		cmd.Env = append(cmd.Env, name+"="+ts.Getenv(name))
	}
	lines, stderr := started(ts, cmd)
	for deadline := time.Now().Add(2 * time.Minute); ; time.Sleep(5 * time.Millisecond) {
		if _, err := os.Stat(ts.MkAbs(words[0])); err == nil {
			break
		}
		if time.Now().After(deadline) {
			ts.Fatalf("%s never came: %s", words[0], stderr.String())
		}
	}

	hasEnded(ts, cmd, lines, "", stderr)
}

// hasEnded sends the interrupt, and holds what becomes of the program.
func hasEnded(
	ts *testscript.TestScript,
	cmd *exec.Cmd,
	lines io.Reader,
	first string,
	stderr *bytes.Buffer,
) {
	ts.Check(cmd.Process.Signal(os.Interrupt))
	var rest []byte
	var unread, err error
	if !threadtime.Within(patience, func() { rest, unread = io.ReadAll(lines); err = cmd.Wait() }) {
		ts.Fatalf("it does not end")
	}
	ts.Check(unread)
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 130 {
		ts.Fatalf("it ended with %v: %s", err, stderr.String())
	}
	ts.Check(os.WriteFile(ts.MkAbs("out"), []byte(first+string(rest)), 0o666))
	ts.Check(os.WriteFile(ts.MkAbs("err"), stderr.Bytes(), 0o666))
}

// patience is how long an interrupted program may take in a test, as [threadtime.Within] counts:
// the second that it has, and as much again.
const patience = 2 * time.Second

// A reader that never has anything to read.
type silence struct{}

func (silence) Read([]byte) (int, error) { select {} }

// A command that waits for input ends within a second, too, and so does one that is interrupted
// before it begins.
func TestInterruptedWhileWaiting(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var stdout, stderr strings.Builder
	time.AfterFunc(50*time.Millisecond, cancel)
	status := 0
	if !threadtime.Within(patience, func() {
		status = command.Run(ctx, commandLine, []string{"turncoat", "answer"}, silence{}, &stdout,
			&stderr)
	}) {
		t.Fatal("it does not end")
	}

	if status != 130 || !strings.Contains(stderr.String(), "interrupted") {
		t.Errorf("status %d: %s", status, stderr.String())
	}
	status, _, err := callContext(ctx, t, "", "perft", "--rules", "chess", "6")
	if status != 130 || !strings.Contains(err, "interrupted: 0 of 20 first moves") {
		t.Errorf("status %d: %s", status, err)
	}
}

// A command whose results or messages nobody reads, as below a pager that waits, ends within a
// second of an interrupt, too.
func TestInterruptedUnread(t *testing.T) {
	for name, words := range map[string][]string{
		"results":  {"turncoat", "turns", "--rules", "chess", "start"},
		"messages": {"turncoat", "turns", "--rules", "none", "start"},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		_, unread := io.Pipe()
		var read strings.Builder
		out, err := io.Writer(unread), io.Writer(&read)
		if name == "messages" {
			out, err = err, out
		}
		status := make(chan int, 1)
		go func() { status <- command.Run(ctx, commandLine, words, silence{}, out, err) }()
		time.AfterFunc(50*time.Millisecond, cancel)
		select {
		case got := <-status:
			want := map[string]int{"results": 130, "messages": 2}[name]
			if got != want || name == "results" &&
				read.String() != "turncoat turns: interrupted: output was not fully read\n" {
				t.Errorf("%s: status %d: %s", name, got, read.String())
			}
		case <-time.After(2 * time.Minute):
			t.Fatalf("%s: it does not end", name)
		}
	}
}

// A closed terminal ends a command as an interrupt does; under nohup it does not.
func TestHangUp(t *testing.T) {
	turncoat := filepath.Join(installed(t), "turncoat")
	// the commands begin with the signal as it usually is, even if these tests run under nohup
	handled := make(chan os.Signal, 1)
	signal.Notify(handled, syscall.SIGHUP)
	defer signal.Stop(handled)
	for script, want := range map[string]int{`exec "$0" answer`: 130, `trap "" HUP; exec "$0" answer`: 0} {
		cmd := exec.Command("/bin/sh", "-c", script, turncoat)
		in, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewReader(out)
		ask := func() (string, error) {
			_, _ = io.WriteString(
				in,
				`{"id":1,"ask":"perft","rules":"chess","fen":"start","depth":1}`+"\n",
			)
			return lines.ReadString('\n')
		}
		if got, err := ask(); err != nil || got != `{"id":1,"nodes":20}`+"\n" {
			t.Fatalf("%s, %v", got, err)
		}
		if err := cmd.Process.Signal(syscall.SIGHUP); err != nil {
			t.Fatal(err)
		}
		if want == 0 {
			if got, err := ask(); err != nil || got != `{"id":1,"nodes":20}`+"\n" {
				t.Errorf("%s: %s, %v", script, got, err)
			}
			in.Close()
		}

		_ = cmd.Wait()
		if got := cmd.ProcessState.ExitCode(); got != want {
			t.Errorf("%s: status %d, want %d", script, got, want)
		}
	}
}

// Two signals at once, as GNU timeout sends them, end a command in order: it says what it has done.
func TestTwoSignalsAtOnce(t *testing.T) {
	turncoat := filepath.Join(installed(t), "turncoat")
	cmd := exec.Command(turncoat, "answer")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(in, `{"ask":"hello"}`+"\n"); err != nil {
		t.Fatal(err)
	}
	if _, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		t.Fatal(err)
	}

	_ = cmd.Process.Signal(syscall.SIGTERM)
	_ = cmd.Process.Signal(syscall.SIGTERM)
	_ = cmd.Wait()
	if status := cmd.ProcessState.ExitCode(); status != command.StatusInterrupted {
		t.Errorf("status %d", status)
	}
	if said := stderr.String(); !strings.Contains(said, "interrupted") {
		t.Errorf("it says %q", said)
	}
}

// A second interrupt ends a command at once, which says nothing any more; after one alone it would
// wait for its input a while, and say so.
func TestInterruptedTwice(t *testing.T) {
	turncoat := filepath.Join(installed(t), "turncoat")
	var said string
	// on a machine with other work it may begin late, or hear the second too late
	for pause := 50 * time.Millisecond; pause < 2*time.Second; pause *= 2 {
		cmd := exec.Command(turncoat, "pgn", "convert", "-")
		in, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			time.Sleep(pause)
			_ = cmd.Process.Signal(os.Interrupt)
		}

		_ = cmd.Wait()
		in.Close()
		said = stderr.String()
		if cmd.ProcessState.ExitCode() == command.StatusInterrupted &&
			said == "" {
			return
		}
	}

	t.Errorf("it never ended at once, and said in the end %q", said)
}

// A pipe that puzzles or proofs would have to be read from twice is refused; it was waited for
// without end.
func TestVerifyRefusesPipes(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip(err)
	}
	if status, _, errs := call(t, "", "puzzle", "verify", pipe); status != 2 ||
		!strings.Contains(errs,
			pipe+": not a regular file") {
		t.Errorf("status %d: %s", status, errs)
	}
}
