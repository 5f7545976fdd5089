package command

import (
	"fmt"
	"strings"
)

// A removal is a command or a flag that the version before had.
type removal struct {
	command string // without the name of the program, as in "puzzle solve"; empty for any
	flag    string // without dashes; empty if the whole command is gone
	instead string // what to do instead, as the end of "--x is gone: …"
}

// removals lists what the version before had and this one has not. A call that still uses it ends
// with status 2 and says what to do instead. An entry stays for one version.
var removals = []removal{
	{"", "creds", "set TURNCOAT_CREDS to the file"},
	{"board", "store", "the page keeps your progress in the browser"},
	{"board", "export", "use turncoat-site write DIR"},
	{"board", "address", "use turncoat-site write --address URL DIR"},
	{"engine bench", "", "use echo bench | turncoat uci"},
	{"engine fit", "", "run go run ./internal/engine/fit in a clone of the source"},
	{"corpus check", "no-diagnosis", "use --diagnose 0"},
	{"corpus fuzz", "no-corpora", "leave it out: the positions of the corpora are asked first"},
	{"match", "event", "edit the tag Event in the records"},
	{"match", "opening-start", "cut the openings before it from the file"},
	{"engine ladder", "", "run go run ./internal/engine/ladder in a clone of the source"},
	{"puzzle mine", "self-win", "use --goal 's#N'"},
	{"puzzle mine", "help-win", "use --goal 'h#N'"},
	{"puzzle mine", "claim", "use --goal 'claim N'"},
	{"puzzle mine", "duplex", "use --theme duplex"},
	{"puzzle mine", "contains", "use --theme conversion"},
	{"puzzle mine", "key", "use --theme key=PIECE@SQUARE"},
	{"puzzle mine", "final", "use --theme final=PIECE@SQUARE"},
	{"puzzle mine", "pieces", "use --from pieces=MATERIAL"},
	{"puzzle mine", "games", "use --from games=PATH"},
	{"puzzle mine", "position", "use --from position=FEN"},
	{"puzzle mine", "longer", "use --from longer=FILE"},
	{"puzzle mine", "allow-cooks", "use --allow cooks"},
	{"puzzle mine", "allow-duals", "use --allow duals"},
	{"puzzle mine", "allow-only-turn", "use --allow only-turn"},
	{"puzzle mine", "allow-no-choice", "use --allow no-choice"},
	{"puzzle mine", "allow-won", "use --allow won"},
	{"puzzle mine", "allow-unreached", "use --allow unreached"},
	{"puzzle mine", "no-promoted", "orthodox chess demands it unless there is --allow promoted"},
	{"puzzle mine", "max-size", "use --allow long for solutions of any size"},
	{"puzzle store", "", "use the program turncoat-store"},
	{"puzzle solve", "self-win", "use --goal 's#N'"},
	{"puzzle solve", "help-win", "use --goal 'h#N'"},
	{"puzzle solve", "claim", "use --goal 'claim N'"},
	{"puzzle solve", "stipulation", "use --goal with the same text"},
	{"puzzle new", "self-win", "use --goal 's#N'"},
	{"puzzle new", "help-win", "use --goal 'h#N'"},
	{"puzzle new", "claim", "use --goal 'claim N'"},
	{"puzzle new", "stipulation", "use --goal with the same text"},
	{"puzzle solve", "batch", "use puzzle solve-file FILE"},
	{"puzzle solve", "problems", "use puzzle solve-file FILE"},
	{"puzzle solve", "journal", "use puzzle solve-file FILE"},
	{"puzzle solve", "cluster", "use puzzle solve-file FILE"},
	{"puzzle solve", "any-length", "use puzzle prove FEN, with -o FILE for the proof"},
	{"puzzle solve", "final", "read the last turns of the solution, or of --json"},
	{"puzzle solve", "solutions", "count the lines of --json"},
	{"puzzle solve", "stats", "use --json, which has the number of turns as nodes"},
}

// insteadOfFlag returns what to do instead of a flag that is gone from a command, which is given
// with the name of the program, or "".
func insteadOfFlag(command, flag string) string {
	_, name, _ := strings.Cut(command, " ")
	for _, r := range removals {
		here := r.command == "" || r.command == name
		if here && r.flag == flag {
			return r.instead
		}
	}

	return ""
}

// insteadOfCommand returns an error that says what to do instead if some words call a command that
// is gone, otherwise nil.
func insteadOfCommand(words []string) error {
	call := strings.Join(words, " ") + " "
	for _, r := range removals {
		if r.flag == "" && strings.HasPrefix(call, r.command+" ") {
			return fmt.Errorf("%q is gone: %s", r.command, r.instead)
		}
	}

	return nil
}
