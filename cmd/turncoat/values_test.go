package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"
)

// Every list of values belongs to a flag that is there, and none is empty.
func TestFlagValues(t *testing.T) {
	for key, list := range flagValues {
		command, flag, _ := strings.Cut(key, "--")
		command = strings.TrimSpace(command)
		found := false
		for _, words := range tree() {
			if name := strings.Join(words, " "); command == "" || command == name {
				found = found || slices.ContainsFunc(findCommand(t, words).Flags,
					func(f cli.Flag) bool { return slices.Contains(f.Names(), flag) })
			}
		}
		if values := list(); !found || len(values) == 0 || slices.Contains(values, "") {
			t.Errorf("%s: found %v, values %q", key, found, values)
		}
	}
}

// What is offered for a flag is taken by the command.
func TestFlagValuesAreTaken(t *testing.T) {
	for _, test := range []struct{ command, flag, rest string }{
		{"turns", "reclaim", "--rules chess start"},
		{"turns", "rules", "start"},
		{"turns", "colour", "--rules chess start"},
		{"pgn convert", "to", "../../examples/vchess-pacifist1.pgn"},
		{"validate", "format", "../../examples/vchess-pacifist1.pgn"},
		{"diagram", "format", "start"},
	} {
		values := valuesOf(test.command, test.flag)
		if test.flag == "colour" {
			test.command = "play"
		}
		for _, value := range values {
			words := append(strings.Fields(test.command), "--"+test.flag, value)
			if status, out, err := call(t, "", append(words, strings.Fields(test.rest)...)...); status != 0 ||
				out == "" {
				t.Errorf("%q: status %d, %s", words, status, err)
			}
		}
	}
}
