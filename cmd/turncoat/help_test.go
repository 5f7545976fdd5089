package main

import (
	"context"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/urfave/cli/v2"

	"turncoat/cmd/internal/command"
	"turncoat/internal/testing/longtest"
)

// A named command is a command or a group, with the words that call it.
type named struct {
	words []string
	flags []cli.Flag
}

// tree lists every command, groups too.
func tree() (list []named) {
	s := command.NewSession(context.Background(), strings.NewReader(""), io.Discard, io.Discard)
	for _, c := range commands(s) {
		list = append(list, named{[]string{c.Name}, c.Flags})
		for _, sub := range c.Subcommands {
			list = append(list, named{[]string{c.Name, sub.Name}, sub.Flags})
		}
	}

	return list
}

// Every command has help on standard output with a description, its flags and a worked example,
// and any command that is unknown or any flag is a call that cannot be used.
func TestHelpOfEveryCommand(t *testing.T) {
	for _, c := range tree() {
		words := c.words
		name := strings.Join(words, " ")
		status, out, err := call(t, "", append(slices.Clone(words), "--help")...)
		if status != 0 || err != "" {
			t.Errorf("%s --help: status %d, %s", name, status, err)
		}
		if !strings.HasPrefix(out, "turncoat "+name+" - ") ||
			!strings.Contains(out, "\nUsage: turncoat "+name) ||
			!strings.Contains(out, "\n  $ ") {
			t.Errorf("%s --help has no usage or no example:\n%s", name, out)
		}

		for line := range strings.Lines(out) {
			if n := len([]rune(strings.TrimSuffix(line, "\n"))); n > 110 &&
				!strings.Contains(line, "$ ") &&
				!strings.HasPrefix(line, "  {") {
				t.Errorf("%s --help has a line of %d characters: %s", name, n, line)
			}
		}

		status, out, err = call(t, "", append(slices.Clone(words), "--frobnicate")...)
		if status != 2 || out != "" || !strings.Contains(err, "unknown flag --frobnicate") {
			t.Errorf("%s --frobnicate: status %d, %q, %q", name, status, out, err)
		}
	}
}

var exampleLine = regexp.MustCompile(`(?m)^  (\$ .*|.*)$`)

// examples runs the worked examples of the help of every command, and of turncoat itself, through
// the shell, and holds what they print against what the help shows: all of it, "…" standing
// for the rest of a line and, alone, for lines left out.
func examples(ts *testscript.TestScript, _ bool, _ []string) {
	// the help shows them from the top of the repository
	ts.Check(os.CopyFS(ts.MkAbs("examples"), os.DirFS("../../examples")))
	for _, c := range append(tree(), named{}) { // the last is turncoat itself
		words := c.words
		var out strings.Builder
		command.Run(
			context.Background(),
			commandLine,
			append(append([]string{"turncoat"}, words...), "--help"),
			nil,
			&out,
			&out,
		)
		_, section, ok := strings.Cut(out.String(), "\nExample:\n")
		if !ok {
			_, section, ok = strings.Cut(out.String(), "\nA first look:\n")
		}
		if !ok {
			ts.Fatalf("turncoat %s has no example", strings.Join(words, " "))
		}
		section, _, _ = strings.Cut(section, "\n\n\"") // the end of the first look
		var run string
		var shown []string
		check := func() {
			if run != "" {
				runExample(ts, run, shown)
			}
			run, shown = "", nil
		}
		for _, m := range exampleLine.FindAllStringSubmatch(section, -1) {
			if line, ok := strings.CutPrefix(m[1], "$ "); ok {
				check()
				run = line
				continue
			}

			shown = append(shown, m[1])
		}

		check()
	}
}

// heavy finds the examples that take long, and those that need their files.
var heavy = regexp.MustCompile(
	`proof|mine|board|store|puzzle (grade|new|solve)|corpus|tablebase (build|verify)`,
)

func runExample(ts *testscript.TestScript, command string, shown []string) {
	if strings.Contains(command, "nats://") {
		return // there is no such server, and none is begun in a folder of the system
	}
	if !longtest.Enabled() && heavy.MatchString(command) {
		return
	}
	script := command
	if strings.HasPrefix(command, "turncoat board ") { // it serves until it is ended
		script = command + " & board=$!; sleep 1; kill $board; wait $board"
	}
	_ = ts.Exec(
		"sh",
		"-c",
		script,
	) // some examples find something wrong; what they print is what counts
	out := ts.ReadFile("stdout")
	if out == "" {
		ts.Fatalf("%s prints nothing; on standard error: %s", command, ts.ReadFile("stderr"))
	}
	for len(shown) > 0 && shown[len(shown)-1] == "" {
		shown = shown[:len(shown)-1]
	}
	if len(shown) == 0 {
		return // the first look shows no output
	}
	pattern := "^"
	for _, line := range shown {
		if line == "…" {
			pattern += `(?:.*\n)*?`
			continue
		}

		pattern += strings.ReplaceAll(regexp.QuoteMeta(line), "…", ".*") + "\n"
	}

	if !regexp.MustCompile(pattern + "$").MatchString(out) {
		ts.Fatalf(
			"%s\nprints\n%s\nwhere the help shows\n%s",
			command,
			out,
			strings.Join(shown, "\n"),
		)
	}
}
