package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"

	"turncoat/cmd/turncoat/internal/command"
)

// hostile are values that no flag of numbers takes.
var hostile = []string{"-1", "-9223372036854775808", "9223372036854775807", "1000000000000", "99999999999999999999",
	"0x", "1e9", "٣", "NaN", "1 ", ""}

// Every number of every command is refused at once when nobody can mean it: no command begins to work,
// takes memory or panics.
func TestHostileNumbers(t *testing.T) {
	for _, words := range tree() {
		command := findCommand(t, words)
		for _, f := range command.Flags {
			var values []string
			switch f.(type) {
			case *cli.IntFlag:
				values = hostile
			case *cli.DurationFlag:
				values = []string{"-1s", "0s", "0", "-0.5ms", "1", "x", "9999999999h"}
			case *cli.Uint64Flag:
				values = []string{"-1", "99999999999999999999", "x", ""}
			default:
				if name := f.Names()[0]; name == "memory" {
					values = []string{"0", "0M", "-1", "-1G", "1000000G", "2000000000G", "99999999999999999999", "M",
						"1T", "1.5G", ""}
				}
			}
			for _, value := range values {
				flag := fmt.Sprintf("--%s=%s", f.Names()[0], value)
				status, out, err := call(t, "", append(slices.Clone(words), flag)...)
				if status != 2 || out != "" || !strings.Contains(err, f.Names()[0]) {
					t.Errorf("turncoat %s %s: status %d, %q, %q", strings.Join(words, " "), flag, status, out, err)
				}
			}
		}
	}
}

// findCommand returns a command by the words that call it.
func findCommand(t testing.TB, words []string) *cli.Command {
	t.Helper()
	s := command.NewSession(t.Context(), nil, io.Discard, io.Discard)
	s.Commands = commands
	level := &cli.Command{Subcommands: s.App().Commands}
	for _, word := range words {
		if level = level.Command(word); level == nil {
			t.Fatalf("there is no command %q", words)
		}
	}
	return level
}
