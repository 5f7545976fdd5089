package main

import (
	"context"
	"slices"
	"strings"
	"testing"

	"turncoat/cmd/internal/command"
)

// No value of any flag of any command makes it panic, or end in a way that no one has described.
// The work itself is over before it begins.
func FuzzFlags(f *testing.F) {
	type pair struct {
		words []string
		flag  string
	}
	var pairs []pair
	for _, c := range tree() {
		for _, flag := range c.flags {
			name := flag.Names()[0]
			if !slices.Contains(writing, name) {
				pairs = append(pairs, pair{c.words, name})
			}
		}
	}

	for i := 0; i < len(pairs); i += 24 { // TestHostileNumbers goes through all
		f.Add(uint16(i), "-1", "start")
		f.Add(uint16(i+12), "9999999999999999999999", "")
	}

	f.Add(uint16(3), "\x00\xff=", "--")
	f.Fuzz(func(t *testing.T, which uint16, value, argument string) {
		if strings.ContainsAny(value+argument, "/\\~") || strings.HasPrefix(argument, "-") {
			return // no files
		}
		p := pairs[int(which)%len(pairs)]
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		status, out, err := callContext(
			ctx,
			t,
			"",
			append(slices.Clone(p.words), "--"+p.flag+"="+value, argument)...)
		if !slices.Contains(
			[]int{
				command.StatusOK,
				command.StatusFound,
				command.StatusUnusable,
				command.StatusLimit,
				command.StatusInterrupted,
			},
			status,
		) {
			t.Fatalf("status %d", status)
		}

		if place, bad := raw(err); bad {
			t.Fatalf("the messages have %q", place)
		}
		if status == command.StatusOK && out == "" && err == "" {
			t.Fatalf("turncoat %q --%s=%q %q says nothing", p.words, p.flag, value, argument)
		}
	})
}
