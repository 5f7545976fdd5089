package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/internal/testing/longtest"
)

// The program stands in for "turncoat" in the scripts of testdata/script, one file per behaviour.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"turncoat": main})
}

func TestScripts(t *testing.T) {
	dir, err := filepath.Abs("testdata/script")
	if err != nil {
		t.Fatal(err)
	}
	collection, err := filepath.Abs("../../puzzle/collection")
	if err != nil {
		t.Fatal(err)
	}
	setup := func(env *testscript.Env) error {
		env.Setenv("COLLECTION", collection)
		return nil
	}
	testscript.Run(t, testscript.Params{Dir: dir, Condition: condition, Setup: setup,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"call":          callScript,
			"exits":         exits,
			"examples":      examples,
			"unread":        unread,
			"interrupt":     interrupt,
			"interruptwhen": interruptwhen,
			"queue":         serveScript,
			"shared":        shared,
		}})
}

// folder is held by what works in a folder of its choice: a process has one.
var folder sync.Mutex

// callScript runs the command in this process, which spares a start of the program, and checks its
// exit status against the first word. Standard input is empty, or the file after a last "<".
func callScript(ts *testscript.TestScript, _ bool, words []string) {
	in := ""
	if n := len(words) - 2; words[n] == "<" {
		in, words = ts.ReadFile(words[n+1]), words[:n]
	}
	folder.Lock()
	defer folder.Unlock()
	back, err := os.Getwd()
	ts.Check(errors.Join(err, os.Chdir(ts.MkAbs("."))))
	defer os.Chdir(back)
	for _, name := range []string{"HOME", "XDG_DATA_HOME", "TURNCOAT_RULES"} {
		defer os.Setenv(name, os.Getenv(name))
		os.Setenv(name, ts.Getenv(name))
	}

	ended(
		ts,
		words[0],
		command.Run(context.Background(), commands, words[1:], strings.NewReader(in), ts.Stdout(),
			ts.Stderr()),
	)
}

// exits runs a program and checks its exit status against the first word.
func exits(ts *testscript.TestScript, _ bool, words []string) {
	status := 0
	if err := ts.Exec(words[1], words[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		status = exit.ExitCode()
	}

	ended(ts, words[0], status)
}

func ended(ts *testscript.TestScript, want string, status int) {
	if want != strconv.Itoa(status) {
		ts.Fatalf("exit status %d, want %s", status, want)
	}
}

// call runs the command in this process.
func call(t *testing.T, in string, words ...string) (status int, out, err string) {
	t.Helper()
	return callContext(context.Background(), t, in, words...)
}

func callContext(
	ctx context.Context,
	t *testing.T,
	in string,
	words ...string,
) (status int, out, err string) {
	t.Helper()
	var stdout, stderr strings.Builder
	status = command.Run(
		ctx,
		commands,
		append([]string{"turncoat"}, words...),
		strings.NewReader(in),
		&stdout,
		&stderr,
	)
	return status, stdout.String(), stderr.String()
}

// condition tells scripts whether the long tests are asked for.
func condition(word string) (bool, error) {
	if word != "long" {
		return false, fmt.Errorf("unknown condition %q", word)
	}
	return longtest.Enabled(), nil
}
