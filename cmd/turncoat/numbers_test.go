package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// hostile are values that no flag of numbers takes.
var hostile = []string{"-1", "-9223372036854775808", "9223372036854775807", "1000000000000", "99999999999999999999",
	"0x", "1e9", "٣", "NaN", "1 ", ""}

// Every number of every command is refused at once when nobody can mean it: no command begins to work,
// takes memory or panics.
func TestHostileNumbers(t *testing.T) {
	for _, words := range tree() {
		for _, f := range allCommands().Flags(strings.Join(words, " ")) {
			var values []string
			switch {
			case f.Value == "" || f.Repeated || f.Words != nil || f.Kind == "" || f.Kind == "dir":
			case f.Kind == "duration":
				values = []string{"-1s", "0s", "0", "-0.5ms", "1", "x", "9999999999h"}
			case f.Kind == "number", f.Kind == "seed":
				values = []string{"-1", "99999999999999999999", "x", ""}
			case f.Kind == "size":
				values = []string{"0", "0M", "-1", "-1G", "1000000G", "2000000000G", "99999999999999999999", "M",
					"1T", "1.5G", ""}
			default:
				values = hostile
			}
			for _, value := range values {
				flag := fmt.Sprintf("--%s=%s", f.Names[0], value)
				status, out, err := call(t, "", append(slices.Clone(words), flag)...)
				if status != 2 || out != "" || !strings.Contains(err, f.Names[0]) {
					t.Errorf("turncoat %s %s: status %d, %q, %q", strings.Join(words, " "), flag, status, out, err)
				}
			}
		}
	}
}
