package command

import (
	"slices"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"
)

// Words in the order that urfave/cli wants: flags with their values, "--", arguments.
func TestOrder(t *testing.T) {
	tests := []struct{ words, want string }{
		{"turns start --rules chess", "turns --rules=chess -- start"},
		{"turns --rules chess start --json", "turns --rules=chess --json -- start"},
		{"turns start -- --json", "turns -- start --json"},
		{"turns --rules=chess -", "turns --rules=chess -- -"},
		{"perft -1 --rules --json", "perft --rules=--json -- -1"},
		{"perft -0 -9x", "perft -- -0 -9x"},
		{"perft -j4 3", "perft -j=4 -- 3"},
		{"rules show --json chess", "rules show --json -- chess"},
		{"play start e4 -h e5", "play --help"},
		{"help rules show", "rules show --help"},
		{"rules --help show", "rules --help show --"},
		{"rules", "rules"},
		{"diagram -o x.svg start", "diagram -o=x.svg -- start"},
	}
	app := someCommands()
	for _, test := range tests {
		got, err := order(app, append([]string{"turncoat"}, strings.Fields(test.words)...))
		if want := append([]string{"turncoat"}, strings.Fields(test.want)...); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %q, %v, want %q", test.words, got, err, want)
		}
	}
}

// Words that have been put in order stay as they are, and none of them makes it panic.
func FuzzOrder(f *testing.F) {
	for _, seed := range []string{"turns start --rules chess", "perft -j4 -1 -- -x", "help rules",
		"rules --json list", "- -- -", "turns -=x --=y -j", ""} {
		f.Add(seed)
	}
	app := someCommands()
	f.Fuzz(func(t *testing.T, text string) {
		once, err := order(app, strings.Split("turncoat "+text, " "))
		if err != nil {
			if StatusOf(err) != StatusUnusable {
				t.Fatalf("%q: status %d", text, StatusOf(err))
			}
			return
		}
		twice, err := order(app, once)
		if err != nil || !slices.Equal(once, twice) {
			t.Fatalf("%q: %q, then %q, %v", text, once, twice, err)
		}
	})
}

// someCommands are commands with every kind of flag and of arguments.
func someCommands() *cli.App {
	flags := []cli.Flag{&cli.StringFlag{Name: "rules"}, &cli.BoolFlag{Name: "json"}, helpFlag(),
		&cli.IntFlag{Name: "jobs", Aliases: []string{"j"}}, &cli.StringFlag{Name: "output", Aliases: []string{"o"}}}
	app := &cli.App{Name: "turncoat", Flags: flags}
	for _, name := range []string{"turns", "perft", "play", "diagram"} {
		app.Commands = append(app.Commands, &cli.Command{Name: name, Flags: flags})
	}
	app.Commands = append(app.Commands, &cli.Command{Name: "rules", Flags: flags,
		Subcommands: []*cli.Command{{Name: "show", Flags: flags}, {Name: "list", Flags: flags}}})
	return app
}
