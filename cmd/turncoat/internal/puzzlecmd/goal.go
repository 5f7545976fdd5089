package puzzlecmd

import (
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"turncoat/cmd/internal/command"
	"turncoat/puzzle"
	"turncoat/puzzle/solve"
	"turncoat/rules"
)

// A stipulation is a goal and the number of turns in which it is to be reached.
type stipulation struct {
	flag string // the flag that states it, for messages; empty if none does
	goal solve.Goal
	n    int
	half bool // of a help-win: half a turn more
}

// String returns the stipulation in words: "win in 3".
func (a stipulation) String() string { return fmt.Sprintf("%s in %s", a.goal, a.length(a.n)) }

// symbol returns the stipulation as problemists write it: "h#2.5".
func (a stipulation) symbol() string { return a.goal.Symbol() + a.length(a.n) }

// isExact reports whether solutions in fewer turns do not count.
func (a stipulation) isExact() bool { return a.goal&puzzle.Exact != 0 }

// parseStipulation reads a stipulation as people write it; its flag is --goal.
func parseStipulation(text string) (a stipulation, ok bool) {
	a.flag = "goal"
	a.goal, a.n, a.half, ok = puzzle.ParseStipulation(text)
	return a, ok
}

// length returns a number of turns as text, with the half turn that the stipulation has.
func (a stipulation) length(n int) string { return puzzle.LengthText(n, a.half) }

// goalFlags state a stipulation: --win-in is the plain word for the common case, and --goal takes
// every goal as people write it.
type goalFlags struct {
	winIn int
	goal  string
}

func (f *goalFlags) flags() []cli.Flag {
	return []cli.Flag{
		&cli.IntFlag{
			Name:        "win-in",
			Usage:       "the side to move forces a win in at most `N` turns",
			Destination: &f.winIn,
		},
		goalFlag(&f.goal, ""),
	}
}

// goalFlag returns the flag --goal. The help lists how each goal is written; more is added to it.
func goalFlag(to *string, more string) cli.Flag {
	return &cli.StringFlag{
		Name: "goal",
		Usage: "another `GOAL`, as people write it: s#3 or 'self-win 3', h#2.5 or 'help-win 2.5', " +
			"'claim 2', ser-#4, ser-h#14, r#2, semi-r#2, hs#3, ser-s#5, hr#2, ser-r#3, reci-h#3, " +
			"exact-#3, 'quodlibet s#2'; = in place of # is a stalemate" + more,
		Destination: to,
	}
}

var errNoGoal = errors.New("--win-in is missing (or --goal, for another goal than a win)")

// read returns the stipulation that a call states; its flag is empty if it states none.
func (f *goalFlags) read(s *command.Session) (stipulation, error) {
	switch {
	case s.IsSet("win-in") && s.IsSet("goal"):
		return stipulation{}, errors.New(
			"--win-in and --goal cannot be combined: leave one out (--goal #3 is --win-in 3)")
	case s.IsSet("win-in"):
		return stipulation{flag: "win-in", goal: solve.Win, n: f.winIn}, nil
	case s.IsSet("goal"):
		a, ok := parseStipulation(f.goal)
		if !ok {
			return stipulation{}, unknownGoal(f.goal)
		}
		return a, nil
	}

	return stipulation{}, nil
}

// unknownGoal returns the error for a text that is no goal.
func unknownGoal(text string) error {
	return fmt.Errorf("--goal: %q is not a goal in 1 to %d turns: write #2, s#3, h#2.5, =2, ser-h#5, r#2, "+
		"semi-r#2, hs#3, ser-s#5, hr#2, reci-h#3 or 'claim 2'", text, solve.MaxTurns)
}

// variant returns the rules that a call names, as the stipulation needs them.
func (a stipulation) variant(s *command.Session, set string) (*rules.Variant, error) {
	variant, err := s.Variant(set)
	if err != nil {
		return nil, err
	}
	return a.goal.Variant(variant), nil
}

// check checks that a stipulation is stated and has at most so many turns.
func (a stipulation) check(most int) error {
	switch {
	case a.flag == "":
		return errNoGoal
	case a.n < 0 || a.n == 0 && !a.half || a.n > most || a.half && a.n == most:
		return fmt.Errorf("--%s must be 1 to %d, not %s", a.flag, most, a.length(a.n))
	}

	return nil
}

// defaultAnyLength is the greatest number of turns of a win of any length, when none is given.
const defaultAnyLength = 60

// checkAnyLength checks what may be asked of a win of any length, for which the number of turns may
// be left out.
func (a *stipulation) checkAnyLength() error {
	if a.flag == "" {
		a.flag, a.n = "win-in", defaultAnyLength
	}
	if a.goal.HasLines() {
		return fmt.Errorf("a win of any length and --goal %s cannot be combined: nothing is forced in "+
			"a help-win or a series; ask for a win, a self-win or a claim", a.symbol())
	}
	if a.isExact() {
		return fmt.Errorf("a win of any length and --goal %s cannot be combined: leave out exact-",
			a.symbol())
	}
	return a.check(solve.MaxAnyLength)
}

// refuseForced refuses flags about what is forced where nothing is, and elsewhere the one about
// lines.
func refuseForced(s *command.Session, goal solve.Goal, flags ...string) error {
	if goal.HasLines() {
		return s.Refuse("--%s cannot be combined with a help-win or a series: nothing is forced there; "+
			"leave it out", flags...)
	}
	return s.Refuse("--%s is for help-wins and series: leave it out, or give a --goal such as h#2",
		"solutions")
}
