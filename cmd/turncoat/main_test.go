package main

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/internal/longtest"
)

// The program stands in for "turncoat" in the scripts of testdata/script, one file per behaviour.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"turncoat": main})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata/script", Condition: condition,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits, "examples": examples,
			"unread": unread, "interrupt": interrupt, "interruptwhen": interruptwhen, "queue": serveScript, "shared": shared}})
}

// exits runs a program and holds its exit status against the first word.
func exits(ts *testscript.TestScript, _ bool, words []string) {
	status := 0
	if err := ts.Exec(words[1], words[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		status = exit.ExitCode()
	}
	if want := words[0]; want != strconv.Itoa(status) {
		ts.Fatalf("exit status %d, want %s", status, want)
	}
}

// call runs the command in this process.
func call(t *testing.T, in string, words ...string) (status int, out, err string) {
	t.Helper()
	return callContext(context.Background(), t, in, words...)
}

func callContext(ctx context.Context, t *testing.T, in string, words ...string) (status int, out, err string) {
	t.Helper()
	var stdout, stderr strings.Builder
	status = command.Run(ctx, commands, append([]string{"turncoat"}, words...), strings.NewReader(in), &stdout, &stderr)
	return status, stdout.String(), stderr.String()
}

// condition tells scripts whether the long tests are asked for.
func condition(word string) (bool, error) {
	if word != "long" {
		return false, fmt.Errorf("unknown condition %q", word)
	}
	return longtest.Enabled(), nil
}
