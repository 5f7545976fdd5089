package puzzlecmd

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"turncoat/cmd/internal/command"
	"turncoat/cmd/turncoat/internal/share"
	"turncoat/internal/cluster"
	"turncoat/internal/plural"
	"turncoat/internal/puzzle/analysis"
	"turncoat/internal/puzzle/mine"
	"turncoat/internal/work"
	"turncoat/puzzle"
	"turncoat/puzzle/solve"
	"turncoat/rules/ruleset"
)

type mineOptions struct {
	rules      string
	winIn      string
	goal       string
	solutions  int
	theme      []string
	count      int
	chooseFrom int
	seed       uint64
	out        string
	from       []string
	improve    int
	strict     bool
	allow      []string
	units      int
	nodes      uint64
	time       time.Duration
	jobs       int
	queue      share.Queue
}

// Mine returns the command that finds puzzles.
func Mine(s *command.Session) *cli.Command {
	var o mineOptions
	return &cli.Command{
		Name:  "mine",
		Usage: "find sound puzzles",
		Flags: slices.Concat([]cli.Flag{command.RulesFlag(&o.rules)}, o.wanted(), o.limits(),
			o.queue.Flags()),
		Action: command.Action(s, &o, puzzleMine),
	}
}

// wanted returns the flags for the puzzles wanted and for the source of positions.
func (o *mineOptions) wanted() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{
			Name:  "win-in",
			Usage: "look for wins in `N` or LEAST..MOST turns",
			Value: "2..3", Destination: &o.winIn,
		},
		goalFlag(&o.goal, "; each N may be LEAST..MOST"),
		&cli.IntFlag{
			Name:  "solutions",
			Usage: "a help-win must have exactly `N` solutions",
			Value: 1, Destination: &o.solutions, Action: command.Between(1, 1000),
		},
		command.ListFlag(&o.theme, "theme",
			"what each puzzle must show (may be repeated): a `THEME`, one of "+
				strings.Join(analysis.ThemesToAskFor(), ", ")+
				"; a key or a last turn such as key=N@f7, final=Q "+
				"or key=@e4; or duplex, a help-win that is as sound with the other side to begin"),
		command.ListFlag(&o.from, "from",
			"the `SOURCE` of positions: pieces=6-12 or pieces=\"KQR kqr\" (composed), "+
				"games=PATH (may be repeated), position=FEN, longer=FILE (a turn of each side before puzzles; "+"may be repeated); by default games that the program plays against itself"),
		&cli.IntFlag{
			Name:  "improve",
			Usage: "try `N` changes of a position that is not sound; 0 for none",
			Value: 300, Destination: &o.improve,
		},
		&cli.BoolFlag{
			Name:        "strict",
			Usage:       "allow no dual anywhere",
			Destination: &o.strict,
		},
		command.ListFlag(&o.allow, "allow",
			"allow a `FLAW` (may be repeated): "+strings.Join(flaws, ", ")),
	}
}

// limits returns the flags for the number of puzzles and for the bounds of the work.
func (o *mineOptions) limits() []cli.Flag {
	return []cli.Flag{
		&cli.IntFlag{
			Name:  "count",
			Usage: "find `N` puzzles",
			Value: 10, Destination: &o.count, Action: command.AtLeast(1),
		},
		&cli.IntFlag{
			Name:        "choose-from",
			Usage:       "find `N` puzzles and keep the most varied of them",
			Destination: &o.chooseFrom, Action: command.AtLeast(1),
		},
		command.SeedFlag(&o.seed, "random `SEED`"),
		&cli.StringFlag{
			Name:        "out",
			Usage:       "`DIR` for the puzzles and the state of the work",
			Destination: &o.out,
		},
		&cli.IntFlag{
			Name:        "units",
			Usage:       "stop after `N` units of work (a game, a batch of positions); 0 for no limit",
			Destination: &o.units,
		},
		&cli.Uint64Flag{
			Name:  "nodes",
			Usage: "give up on a position after `N` turns looked at; 0 for no limit",
			Value: 3000000, Destination: &o.nodes,
		},
		&cli.DurationFlag{
			Name:        "time",
			Usage:       "stop after `DURATION`, such as 10m",
			Destination: &o.time,
		},
		command.JobsFlag(&o.jobs, 0, "work on `N` units"),
	}
}

func puzzleMine(s *command.Session, o *mineOptions) error {
	m, err := newMine(s, o)
	if err != nil {
		return err
	}
	options := mine.Options{Dir: o.out, Time: o.time, Jobs: command.Jobs(o.jobs)}
	conn, end, err := o.queue.Connect(s)
	if err != nil {
		return err
	}
	defer end()
	if conn != nil {
		options.Client, err = MineClient(s, conn, m)
		if err != nil {
			return err
		}
	}

	command.CollectGarbageLater()
	var last mine.Progress
	options.Progress = func(p mine.Progress) {
		last = p
		s.Draw(mineText(p))
	}
	puzzles, err := m.Run(s.Context, options)
	s.Draw("")
	cut := err != nil && (errors.Is(err, context.DeadlineExceeded) || s.Context.Err() != nil)
	if cut && options.Dir == "" {
		// what was finished is kept; a failure to write it shows when the command ends
		_ = puzzle.Write(s.Out, puzzles)
	}

	failed := err != nil && !errors.Is(err, mine.ErrExhausted)
	if failed || s.Context.Err() != nil {
		return miningError(s, options, last.Found, m.Pool, err)
	}

	if options.Dir == "" {
		if err := puzzle.Write(s.Out, puzzles); err != nil {
			return err
		}
	} else {
		s.Printf("%s in %s (%d positions looked at)\n", plural.Count(len(puzzles), "puzzle"),
			filepath.Join(options.Dir, "puzzles.jsonl"), last.Screened)
	}

	if err != nil {
		return command.Limited("only %d of %d puzzles: %w", len(puzzles), m.Count, err)
	}
	return nil
}

// miningError adds to an error that ended mining early how many puzzles there are, and how to go
// on.
func miningError(s *command.Session, o mine.Options, found, wanted int, err error) error {
	next := goOn(o.Dir)
	switch {
	case errors.Is(err, mine.ErrState):
		return command.Unusable("--out: %w", err)
	case errors.Is(err, context.DeadlineExceeded):
		return command.Limited("time limit reached: %d of %d puzzles; %s", found, wanted, next)
	case s.Context.Err() != nil:
		message := fmt.Sprintf("%d of %d puzzles were found; %s", found, wanted, next)
		return command.Interrupted(message)
	case o.Client != nil:
		return command.Unusable("--cluster: %w", err)
	}

	return err
}

func goOn(dir string) string {
	if dir == "" {
		return "they have been printed"
	}
	return "the same command continues from there"
}

// longestSolution is the greatest number of the attacker's turns in a solution, unless --allow long
// lifts the bound.
const longestSolution = 60

func newMine(s *command.Session, o *mineOptions) (*mine.Mine, error) {
	variant, err := s.Variant(o.rules)
	if err != nil {
		return nil, err
	}
	m := &mine.Mine{
		Rules: variant.Set(), From: mine.SelfPlay, Count: o.count, Seed: o.seed,
		Pool: cmp.Or(o.chooseFrom, o.count), Improve: o.improve, Units: o.units, Nodes: o.nodes,
	}
	m.Demands, err = o.demands(m.Rules.Family)
	if err == nil {
		err = o.setGoal(s, m)
	}
	if err != nil {
		return nil, s.UsageError("%w", err)
	}
	o.setThemes(m)
	if err := minedFrom(s, o.from, variant, m); err != nil {
		return nil, err
	}
	if err := m.Check(); err != nil {
		return nil, s.UsageError("%w", err)
	}
	return m, nil
}

// flaws lists the words that --allow takes, with their meanings, for the help.
var flaws = []string{
	"cooks (more than one key)", "duals (in the main line)",
	"only-turn (a key that is the only legal turn)",
	"no-choice (an enemy without a choice that matters)",
	"won (games won before the enemy's last turn)",
	"unreached (positions to which no turn can have led)",
	"promoted (in orthodox chess: more pieces of a kind than a game begins with)",
	"long (solutions of more than 60 turns of the attacker)",
}

// demands returns what a puzzle must fulfil: everything but the flaws that --allow names.
func (o *mineOptions) demands(family ruleset.Family) (analysis.Demands, error) {
	d := analysis.Demands{
		OneKey: true, NoDuals: true, Strict: o.strict, Turns: true, Choice: true, Mistake: true,
		Reached: true, MaxSize: longestSolution, NoPromoted: family == ruleset.Chess,
	}
	for _, flaw := range strings.Split(strings.Join(o.allow, ","), ",") {
		switch flaw {
		case "":
		case "cooks":
			d.OneKey = false
		case "duals":
			d.NoDuals = false
		case "only-turn":
			d.Turns = false
		case "no-choice":
			d.Choice = false
		case "won":
			d.Mistake = false
		case "unreached":
			d.Reached = false
		case "promoted":
			d.NoPromoted = false
		case "long":
			d.MaxSize = 0
		default:
			return d, fmt.Errorf("--allow: unknown flaw %q: want one of %s", flaw,
				strings.Join(flaws, ", "))
		}
	}

	return d, nil
}

// setGoal sets what is looked for, and in how many turns.
func (o *mineOptions) setGoal(s *command.Session, m *mine.Mine) error {
	flag, turns := "win-in", o.winIn
	if s.IsSet("goal") {
		if s.IsSet("win-in") {
			return errors.New("--win-in and --goal cannot be combined: leave one out")
		}
		var ok bool
		m.Goal, turns, ok = puzzle.CutGoal(o.goal)
		if !ok || m.Goal != m.Goal.Plain() {
			return fmt.Errorf("--goal: %q is not a goal that mine looks for: write s#3, h#2.5, "+
				"'claim 2' or a range such as h#1.5..2.5", o.goal)
		}
		flag = "goal"
	}
	if m.Goal == solve.HelpWin {
		turns, m.Half = wholeTurns(turns)
		m.Demands.Lines = o.solutions
	} else if s.IsSet("solutions") {
		return errors.New("--solutions is for help-wins: leave it out, or give a --goal such as h#2")
	}

	var err error
	m.Least, m.Most, err = command.ParseRange(turns)
	if err != nil {
		return fmt.Errorf("--%s: %w", flag, err)
	}
	return nil
}

// setThemes sets the themes that each puzzle must show. Some of them are fields of a mine.
func (o *mineOptions) setThemes(m *mine.Mine) {
	for _, theme := range o.theme {
		what, turn, isTurn := strings.Cut(theme, "=")
		switch {
		case theme == "duplex":
			m.Duplex = true
		case isTurn && what == "key":
			m.Key = turn
		case isTurn && what == "final":
			m.Final = turn
		default:
			m.Themes = append(m.Themes, theme)
		}
	}
}

// wholeTurns removes the half turns from "1.5" or "1.5..2.5", and reports whether there were any. A
// range must have a half turn at both ends or at none.
func wholeTurns(text string) (whole string, half bool) {
	low, high, ranged := strings.Cut(text, "..")
	least, half := strings.CutSuffix(low, ".5")
	if !ranged {
		return least, half
	}
	if most, too := strings.CutSuffix(high, ".5"); half && too {
		return least + ".." + most, true
	}
	return text, false
}

// MineClient returns a client that shares the units of a mine with the workers of a queue.
func MineClient(s *command.Session, conn *cluster.Conn, m *mine.Mine) (work.Client, error) {
	args, err := json.Marshal(m)
	span := 1
	if m.Most <= 2 { // units of some milliseconds
		span = 8
	}
	return share.Client(s, conn, cluster.Coordinator{Input: m.Input},
		cluster.Work{Kind: "puzzle mine", Args: args, Span: span}), err
}

// MineUnit does one unit of a mine.
func MineUnit(ctx context.Context, u cluster.Unit) ([]byte, error) {
	var m mine.Mine
	if err := json.Unmarshal(u.Args, &m); err != nil {
		return nil, err
	}
	if err := m.Check(); err != nil {
		return nil, err
	}
	return m.Unit(ctx, u.Number, u.Input)
}

// mineText returns the progress of a mine in words.
func mineText(p mine.Progress) string {
	return timed(fmt.Sprintf("%d of %d puzzles", p.Found, p.Wanted), p.Elapsed, float64(p.Found),
		float64(p.Wanted),
		fmt.Sprintf("%d positions, %.0f a second, %d units", p.Screened, p.Rate, p.Units))
}
