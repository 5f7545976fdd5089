package command

import (
	"cmp"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"
)

// A call that uses what is gone ends with status 2 and says what to do instead.
func TestRemovals(t *testing.T) {
	for _, r := range removals {
		called := cmp.Or(r.command, "any")
		words := strings.Fields("turncoat " + called)
		if r.flag != "" {
			words = append(words, dashed(r.flag), "x")
		}
		commands := func(*Session) []*cli.Command {
			if r.flag == "" {
				return nil
			}
			group, name, grouped := strings.Cut(called, " ")
			if !grouped {
				return []*cli.Command{{Name: group}}
			}
			return []*cli.Command{Group(group, "", &cli.Command{Name: name})}
		}

		var out, said strings.Builder
		status := Run(t.Context(), Turncoat(commands), words, nil, &out, &said)
		if status != StatusUnusable || !strings.Contains(said.String(), r.instead) {
			t.Errorf("%q: status %d, %s", words, status, said.String())
		}
	}
}
