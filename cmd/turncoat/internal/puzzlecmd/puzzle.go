// Package puzzlecmd has the commands about forced wins and puzzles.
package puzzlecmd

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"turncoat/cmd/internal/command"
	"turncoat/puzzle"
	"turncoat/puzzle/solve"
	"turncoat/rules"
)

var goals = []struct {
	flag string
	goal solve.Goal
}{
	{"win-in", solve.Win},
	{"self-win", solve.SelfWin},
	{"help-win", solve.HelpWin},
	{"claim", solve.Claim},
}

// A stipulation is what a call asks for.
type stipulation struct {
	flag string // the flag that asks for it; empty when none does
	goal solve.Goal
	n    int
	half bool // of a help-win: half a turn more
}

func (a stipulation) String() string {
	return fmt.Sprintf("%s in %s", a.goal, puzzle.LengthText(a.n, a.half))
}

// goalOptions say what is looked for.
type goalOptions struct {
	winIn       int
	selfWin     int
	helpWin     string
	claim       int
	stipulation string
}

func (o *goalOptions) flags() []cli.Flag {
	return []cli.Flag{
		&cli.IntFlag{
			Name:        "win-in",
			Usage:       "the side to move forces a win in at most `N` turns",
			Destination: &o.winIn,
		},
		&cli.IntFlag{
			Name:        "self-win",
			Usage:       "the side to move forces the enemy to win in at most `N` turns",
			Destination: &o.selfWin,
		},
		&cli.StringFlag{
			Name: "help-win",
			Usage: "both sides help the enemy of the side to move to win in at most `N` turns; " +
				"with 2.5 and the like the side to move wins",
			Destination: &o.helpWin,
		},
		&cli.IntFlag{
			Name: "claim",
			Usage: "the side to move forces the conversion of a king in at most `N` turns, " +
				"whether or not it can be claimed back",
			Destination: &o.claim,
		},
		&cli.StringFlag{
			Name: "stipulation",
			Usage: "the stipulation as problemists write it, `TEXT` such as #2, s#3 or h#2.5; with = in place of # " +
				"for a stalemate, ser- before # or h# for a series, and r# or semi-r# for reflex play",
			Destination: &o.stipulation,
		},
	}
}

// read returns the stipulation, of which a call can give one.
func (o *goalOptions) read(s *command.Session) (stipulation, error) {
	var a stipulation
	var err error
	a.flag, a.goal, err = askedGoal(s)
	if err != nil {
		return a, err
	}
	switch a.flag {
	case "win-in":
		a.n = o.winIn
	case "self-win":
		a.n = o.selfWin
	case "claim":
		a.n = o.claim
	case "help-win":
		a.n, a.half, err = parseHalves(o.helpWin)
		if err != nil {
			return a, fmt.Errorf("--help-win: %w", err)
		}
	}

	if o.stipulation == "" {
		return a, nil
	}

	if a.flag != "" {
		return a, fmt.Errorf("--%s and --stipulation cannot be combined", a.flag)
	}
	a.flag = "stipulation"
	var ok bool
	a.goal, a.n, a.half, ok = puzzle.ParseStipulation(o.stipulation)
	if !ok {
		return a, fmt.Errorf(
			"--stipulation: invalid %q; write it like #2, s#3, h#2.5, =2, ser-h#5 or semi-r#2",
			o.stipulation,
		)
	}

	return a, nil
}

// game returns the rules that a call names, as the stipulation needs them.
func (a stipulation) variant(s *command.Session, set string) (*rules.Variant, error) {
	variant, err := s.Variant(set)
	if err != nil {
		return nil, err
	}
	return a.goal.Variant(variant), nil
}

// askedGoal returns the one stipulation that is asked for, and its flag; none is a win.
func askedGoal(s *command.Session) (flag string, goal solve.Goal, err error) {
	for _, g := range goals {
		if !s.IsSet(g.flag) {
			continue
		}
		if flag != "" {
			return flag, goal, fmt.Errorf("--%s and --%s cannot be combined", flag, g.flag)
		}
		flag, goal = g.flag, g.goal
	}

	return flag, goal, nil
}

// refuseForced refuses flags about what is forced where nothing is, and elsewhere the one about
// lines.
func refuseForced(s *command.Session, goal solve.Goal, flags ...string) error {
	if goal.HasLines() {
		return s.Refuse(
			"--%s cannot be combined with a help-win or a series: nothing is forced there",
			flags...)
	}

	return s.Refuse("--%s is for --help-win and series", "solutions")
}

// parseHalves reads a number of turns such as 2 or 2.5.
func parseHalves(text string) (n int, half bool, err error) {
	whole, half := strings.CutSuffix(text, ".5")
	n, err = strconv.Atoi(whole)
	if err != nil {
		return n, half, fmt.Errorf("%q is not a number of turns such as 2 or 2.5", text)
	}
	return n, half, nil
}

var errNoStipulation = errors.New("--win-in is missing (or --self-win, --help-win, --claim)")

// defaultAnyLength is the greatest number of turns of a win of any length, when none is given.
const defaultAnyLength = 60

// checkAnyLength checks that the number of turns can be asked for. Of a win of any length it may be
// left out.
func (a *stipulation) checkAnyLength(anyLength bool) error {
	if !anyLength {
		return a.check(solve.MaxTurns)
	}
	if a.flag == "" {
		a.flag, a.n = "win-in", defaultAnyLength
	}
	if a.goal.HasLines() {
		return errors.New(
			"--any-length cannot be combined with a help-win or a series: nothing is forced there",
		)
	}

	return a.check(solve.MaxAnyLength)
}

// check checks that the number of turns can be asked for.
func (a stipulation) check(most int) error {
	switch {
	case a.flag == "":
		return errNoStipulation
	case a.n < 1 || a.n > most || a.half && a.n == most:
		return fmt.Errorf(
			"--%s must be 1 to %d, not %s",
			a.flag,
			most,
			puzzle.LengthText(a.n, a.half),
		)
	}

	return nil
}
