package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"

	"turncoat/cmd/internal/command"
)

// hostileTo returns values that a flag of numbers does not take, none for another flag.
func hostileTo(flag cli.Flag) []string {
	switch f := flag.(type) {
	case *cli.IntFlag:
		return []string{"-1", "-9223372036854775808", "9223372036854775807", "1000000000000",
			"99999999999999999999", "0x", "1e9", "٣", "NaN", "1 ", ""}
	case *cli.Uint64Flag:
		return []string{"-1", "99999999999999999999", "x", ""}
	case *cli.DurationFlag:
		hostile := []string{"-1s", "-0.5ms", "1", "x", "9999999999h"}
		if f.Name == "diagnose" { // of which nothing at all can be wanted
			return hostile
		}
		return append(hostile, "0s", "0")
	case *cli.GenericFlag:
		if _, ok := f.Value.(*command.Size); ok {
			return []string{"0", "0M", "-1", "-1G", "1000000G", "2000000000G",
				"99999999999999999999", "M", "1T", "1.5G", ""}
		}
	}

	return nil
}

// Every number of every command is refused at once when nobody can mean it: no command begins to
// work, takes memory or panics.
func TestHostileNumbers(t *testing.T) {
	for _, c := range tree() {
		for _, f := range c.flags {
			name := f.Names()[0]
			for _, value := range hostileTo(f) {
				flag := fmt.Sprintf("--%s=%s", name, value)
				words := append(slices.Clone(c.words), flag)
				if status, out, err := call(t, "", words...); status != 2 || out != "" ||
					!strings.Contains(err, name) {
					t.Errorf("turncoat %q: status %d, %q, %q", words, status, out, err)
				}
			}
		}
	}
}
