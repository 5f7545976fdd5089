package command

import (
	"slices"
	"strings"
	"testing"
)

// The name of the command, its flags with their values, "--", its arguments.
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
		{"play start e4 -h e5", "play -h -- start e4 e5"},
		{"help rules show", "rules show --help --"},
		{"rules --help show", "rules --help -- show"},
		{"rules", "rules --"},
		{"diagram -o x.svg start", "diagram -o=x.svg -- start"},
	}
	s := someCommands()
	for _, test := range tests {
		name, flags, arguments, err := s.order(strings.Fields(test.words))
		got := strings.Join(slices.Concat([]string{name}, flags, []string{"--"}, arguments), " ")
		if err != nil || got != test.want {
			t.Errorf("%s: %q, %v, want %q", test.words, got, err, test.want)
		}
	}
}

// Words that have been put in order stay as they are, and none of them makes it panic.
func FuzzOrder(f *testing.F) {
	for _, seed := range []string{"turns start --rules chess", "perft -j4 -1 -- -x", "help rules",
		"rules --json list", "- -- -", "turns -=x --=y -j", ""} {
		f.Add(seed)
	}
	s := someCommands()
	f.Fuzz(func(t *testing.T, text string) {
		name, flags, arguments, err := s.order(strings.Split(text, " "))
		if err != nil {
			if StatusOf(err) != StatusUnusable {
				t.Fatalf("%q: status %d", text, StatusOf(err))
			}
			return
		}
		again := slices.Concat(strings.Fields(name), flags, []string{"--"}, arguments)
		name2, flags2, arguments2, err := s.order(again)
		if err != nil || name != name2 || !slices.Equal(flags, flags2) || !slices.Equal(arguments, arguments2) {
			t.Fatalf("%q: %q, then %q %q %q, %v", text, again, name2, flags2, arguments2, err)
		}
	})
}

func someCommands() *Session {
	s := &Session{}
	for _, name := range []string{"turns", "perft", "play", "diagram", "rules show", "rules list"} {
		s.Commands = append(s.Commands, Command{Name: name})
	}
	return s
}
