package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"turncoat/cmd/internal/command"
	"turncoat/internal/testing/longtest"
)

// The program stands in for "turncoat" in the scripts of testdata/script, one file per behaviour.
func TestMain(m *testing.M) {
	testscript.Main(isolated{m}, map[string]func(){"turncoat": main})
}

// isolated tests see nothing of the person who runs them: no tables and no rule set of theirs.
type isolated struct{ tests *testing.M }

// Run runs the tests.
func (i isolated) Run() int {
	nowhere := filepath.Join(os.TempDir(), "turncoat-nowhere")
	err := errors.Join(os.Setenv("XDG_DATA_HOME", nowhere), os.Unsetenv("TURNCOAT_RULES"))
	if err != nil {
		panic(err)
	}
	return i.tests.Run()
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

// callScript runs the command in this process, which spares a start of the program, and checks its
// exit status against the first word. Standard input is empty, or the file after a last "<". A
// process has one working directory, so the names of the script's files are made absolute for the
// call, and relative again in what it prints.
func callScript(ts *testscript.TestScript, _ bool, words []string) {
	in := ""
	if n := len(words) - 2; words[n] == "<" {
		in, words = ts.ReadFile(words[n+1]), words[:n]
	}

	call := slices.Clone(words[1:])
	first := 2 // after the words of the command
	inGroup := func(c named) bool { return len(c.words) == 2 && c.words[0] == call[1] }
	if len(call) > 1 && slices.ContainsFunc(tree(), inGroup) {
		first = 3
	}
	for i := first; i < len(call); i++ {
		kind, file, isSource := strings.Cut(call[i], "=")
		switch {
		case namesFile(ts, call[i-1], call[i]):
			call[i] = ts.MkAbs(call[i])
		case isSource && namesFile(ts, "", file): // "games=FILE" of puzzle mine
			call[i] = kind + "=" + ts.MkAbs(file)
		}
	}

	var out, said strings.Builder
	status := command.Run(context.Background(), commandLine, call, strings.NewReader(in),
		&out, &said)
	relative := strings.NewReplacer(ts.MkAbs(".")+string(filepath.Separator), "")
	_, err := relative.WriteString(ts.Stdout(), out.String())
	ts.Check(err)
	_, err = relative.WriteString(ts.Stderr(), said.String())
	ts.Check(err)
	ended(ts, words[0], status)
}

// writing are the flags that name a file or a directory to write to, which need not exist.
var writing = []string{"output", "o", "out", "as", "dir", "html", "journal", "log", "pgn",
	"prove", "svg"}

// namesFile reports whether a word of a call, which follows another, names a file of the script.
func namesFile(ts *testscript.TestScript, before, word string) bool {
	if word == "" || word == "-" || word == "." || filepath.IsAbs(word) {
		return false
	}
	_, err := os.Stat(ts.MkAbs(word))
	written := strings.HasPrefix(before, "-") &&
		slices.Contains(writing, strings.TrimLeft(before, "-"))
	return err == nil || written || strings.HasSuffix(word, ".db")
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
		commandLine,
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
