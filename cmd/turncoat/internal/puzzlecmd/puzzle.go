// Package puzzlecmd has the commands about forced wins and puzzles.
package puzzlecmd

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/puzzle"
	"turncoat/puzzle/solve"
)

// Commands are the commands about forced wins and puzzles.
var Commands = []command.Command{
	{Name: "puzzle solve", Run: puzzleSolve},
	{Name: "puzzle new", Run: puzzleNew},
	{Name: "puzzle mine", Run: puzzleMine},
	{Name: "puzzle verify", Run: puzzleVerify},
	{Name: "puzzle grade", Run: puzzleGrade},
	{Name: "puzzle export", Run: puzzleExport},
	{Name: "puzzle store", Run: puzzleStore},
}

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

// stipulationOf reads the flags of the stipulation, of which one can be given.
func stipulationOf(s *command.Session) (stipulation, error) {
	var a stipulation
	var err error
	if a.flag, a.goal, err = askedGoal(s); err != nil {
		return a, err
	}
	if a.n = s.Int(a.flag); a.goal == solve.HelpWin {
		if a.n, a.half, err = parseHalves(s.String(a.flag)); err != nil {
			return a, fmt.Errorf("--%s: %w", a.flag, err)
		}
	}
	if text := s.String("stipulation"); text != "" {
		var ok bool
		if a.flag != "" {
			return a, fmt.Errorf("--%s and --stipulation cannot be combined", a.flag)
		}
		a.flag = "stipulation"
		if a.goal, a.n, a.half, ok = puzzle.ParseStipulation(text); !ok {
			return a, fmt.Errorf("--stipulation: invalid %q; write it like #2, s#3, h#2.5, =2, ser-h#5 or semi-r#2", text)
		}
	}
	s.OneKing = a.goal.HasLines()
	return a, nil
}

// askedGoal returns the one stipulation that is asked for, and its flag; none is a win.
func askedGoal(s *command.Session) (flag string, goal solve.Goal, err error) {
	for _, g := range goals {
		if s.IsSet(g.flag) && flag != "" {
			return flag, goal, fmt.Errorf("--%s and --%s cannot be combined", flag, g.flag)
		} else if s.IsSet(g.flag) {
			flag, goal = g.flag, g.goal
		}
	}
	return flag, goal, nil
}

// refuseForced refuses flags about what is forced where nothing is, and elsewhere the one about lines.
func refuseForced(s *command.Session, goal solve.Goal, flags ...string) error {
	if goal.HasLines() {
		return s.Refuse("--%s cannot be combined with a help-win or a series: nothing is forced there", flags...)
	}
	return s.Refuse("--%s is for --help-win and series", "solutions")
}

// parseHalves reads a number of turns such as 2 or 2.5.
func parseHalves(text string) (n int, half bool, err error) {
	whole, half := strings.CutSuffix(text, ".5")
	if n, err = strconv.Atoi(whole); err != nil {
		err = fmt.Errorf("%q is not a number of turns such as 2 or 2.5", text)
	}
	return n, half, err
}

var errNoStipulation = errors.New("--win-in is missing (or --self-win, --help-win, --claim)")

// check holds the number of turns to what can be asked for.
func (a stipulation) check(most int) error {
	switch {
	case a.flag == "":
		return errNoStipulation
	case a.n < 1 || a.n > most || a.half && a.n == most:
		return fmt.Errorf("--%s must be 1 to %d, not %s", a.flag, most, puzzle.LengthText(a.n, a.half))
	}
	return nil
}
