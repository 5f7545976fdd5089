package puzzlecmd

import (
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
	rules          string
	winIn          string
	goal           string
	solutions      int
	duplex         bool
	theme          []string
	key            string
	final          string
	contains       string
	count          int
	chooseFrom     int
	seed           uint64
	out            string
	pieces         string
	games          []string
	position       string
	longer         []string
	improve        int
	strict         bool
	allowCooks     bool
	allowDuals     bool
	allowOnlyTurn  bool
	allowNoChoice  bool
	allowWon       bool
	allowUnreached bool
	noPromoted     bool
	maxSize        int
	units          int
	nodes          uint64
	time           time.Duration
	jobs           int
	queue          share.Queue
}

// Mine returns the command that finds puzzles.
func Mine(s *command.Session) *cli.Command {
	var o mineOptions
	return &cli.Command{
		Name:  "mine",
		Usage: "find sound puzzles",
		Flags: slices.Concat([]cli.Flag{
			command.RulesFlag(&o.rules),
		}, o.wanted(), o.sources(), o.demands(), o.limits(), o.queue.Flags()),
		Action: command.Action(s, &o, puzzleMine),
	}
}

// wanted returns the flags that say what is looked for.
func (o *mineOptions) wanted() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{
			Name:  "win-in",
			Usage: "length in turns, `N` or LEAST..MOST",
			Value: "2..3", Destination: &o.winIn,
		},
		goalFlag(&o.goal, "; each N may be LEAST..MOST"),
		&cli.IntFlag{
			Name:  "solutions",
			Usage: "a help-win must have exactly `N` solutions",
			Value: 1, Destination: &o.solutions, Action: command.Between(1, 1000),
		},
		&cli.BoolFlag{
			Name: "duplex",
			Usage: "a help-win must be as sound with the other side to begin, which " +
				"becomes its twin",
			Destination: &o.duplex,
		},
		command.ListFlag(&o.theme, "theme",
			"a `THEME` that each puzzle must show (may be repeated): "+
				strings.Join(analysis.ThemesToAskFor(), ", ")+
				"; wins in 2 of chess are composed around the skeleton of "+
				strings.Join(mine.ThemesWithSkeletons(), ", ")),
		command.ChoiceFlag(&o.contains, "contains", "`WHAT` the main line must have", "conversion"),
		&cli.StringFlag{
			Name:        "key",
			Usage:       "the key is made by this `PIECE[@SQUARE]`, and goes there",
			Destination: &o.key,
		},
		&cli.StringFlag{
			Name:        "final",
			Usage:       "the last turn of the main line is made by this `PIECE@SQUARE`",
			Destination: &o.final,
		},
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
	}
}

// sources returns the flags that say where positions come from.
func (o *mineOptions) sources() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{
			Name: "pieces",
			Usage: "compose positions of this `MATERIAL`: \"KQR kqr\", or of so many " +
				"pieces: 6-12",
			Destination: &o.pieces,
		},
		command.ListFlag(&o.games, "games",
			"look at the positions of the games in `PATH` (may be repeated)"),
		&cli.StringFlag{
			Name:        "position",
			Usage:       "improve this `FEN`",
			Destination: &o.position,
		},
		command.ListFlag(&o.longer, "longer",
			"take a turn of each side back from the puzzles in `FILE` (may be repeated)"),
		&cli.IntFlag{
			Name:  "improve",
			Usage: "try `N` changes of a position that is not sound; 0 for none",
			Value: 300, Destination: &o.improve,
		},
	}
}

// demands returns the flags that say which flaws are allowed.
func (o *mineOptions) demands() []cli.Flag {
	return []cli.Flag{
		&cli.BoolFlag{
			Name:        "strict",
			Usage:       "allow no dual anywhere",
			Destination: &o.strict,
		},
		&cli.BoolFlag{
			Name:        "allow-cooks",
			Usage:       "allow more than one key",
			Destination: &o.allowCooks,
		},
		&cli.BoolFlag{
			Name:        "allow-duals",
			Usage:       "allow duals in the main line",
			Destination: &o.allowDuals,
		},
		&cli.BoolFlag{
			Name:        "allow-only-turn",
			Usage:       "allow a key that is the only legal turn",
			Destination: &o.allowOnlyTurn,
		},
		&cli.BoolFlag{
			Name:        "allow-no-choice",
			Usage:       "allow an enemy without a choice that matters",
			Destination: &o.allowNoChoice,
		},
		&cli.BoolFlag{
			Name:        "allow-won",
			Usage:       "allow games that were won before the enemy's last turn",
			Destination: &o.allowWon,
		},
		&cli.BoolFlag{
			Name:        "allow-unreached",
			Usage:       "allow positions to which no turn can have led",
			Destination: &o.allowUnreached,
		},
		&cli.BoolFlag{
			Name: "no-promoted",
			Usage: "allow no more pieces of a kind than a game begins with (the default in " +
				"orthodox chess; --no-promoted=false allows them)",
			Destination: &o.noPromoted,
		},
		&cli.IntFlag{
			Name:  "max-size",
			Usage: "at most `N` turns of the attacker in a solution; 0 for any number",
			Value: 60, Destination: &o.maxSize,
		},
	}
}

// limits returns the flags that end the work.
func (o *mineOptions) limits() []cli.Flag {
	return []cli.Flag{
		&cli.IntFlag{
			Name: "units",
			Usage: "stop after `N` units of work (a game, a batch of positions); 0 for no " +
				"limit",
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

// miningError returns what to say of an error that ended mining early.
func miningError(s *command.Session, o mine.Options, found, wanted int, err error) error {
	switch {
	case errors.Is(err, mine.ErrState):
		return command.Unusable("--out: %w", err)
	case errors.Is(err, context.DeadlineExceeded):
		return command.Limited("time limit reached: %d of %d puzzles; %s", found, wanted, goOn(o.Dir))
	case s.Context.Err() != nil:
		return command.Interrupted(
			fmt.Sprintf("%d of %d puzzles were found; %s", found, wanted, goOn(o.Dir)),
		)
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

func newMine(s *command.Session, o *mineOptions) (*mine.Mine, error) {
	variant, err := s.Variant(o.rules)
	if err != nil {
		return nil, err
	}
	m := &mine.Mine{
		Rules: variant.Set(), From: mine.SelfPlay, Count: o.count, Seed: o.seed,
		Pool: o.chooseFrom, Improve: o.improve, Units: o.units, Nodes: o.nodes,
		Demands: analysis.Demands{
			OneKey: !o.allowCooks, NoDuals: !o.allowDuals, Strict: o.strict,
			Turns:  !o.allowOnlyTurn,
			Choice: !o.allowNoChoice, Mistake: !o.allowWon,
			Reached: !o.allowUnreached, MaxSize: o.maxSize,
			NoPromoted: o.noPromoted || !s.IsSet("no-promoted") &&
				variant.Set().Family == ruleset.Chess,
		},
	}
	if err := minedGoal(s, o, m); err != nil {
		return nil, s.UsageError("%w", err)
	}
	if o.chooseFrom == 0 {
		m.Pool = m.Count
	}
	if err := minedFrom(s, o, variant, m); err != nil {
		return nil, err
	}
	if err := m.Check(); err != nil {
		return nil, s.UsageError("%w", err)
	}
	return m, nil
}

func minedGoal(s *command.Session, o *mineOptions, m *mine.Mine) error {
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
	} else if err := s.Refuse("--%s is for help-wins: leave it out, or give a --goal such as h#2", "solutions"); err != nil {
		return err
	}

	var err error
	m.Least, m.Most, err = command.ParseRange(turns)
	if err != nil {
		return fmt.Errorf("--%s: %w", flag, err)
	}
	m.Duplex = o.duplex
	if m.Duplex && m.Goal != solve.HelpWin {
		return errors.New("--duplex is for help-wins: leave it out, or give a --goal such as h#2")
	}
	m.Themes, m.Key, m.Final = o.theme, o.key, o.final
	if o.contains != "" {
		m.Themes = append(m.Themes, o.contains)
	}
	return nil
}

// wholeTurns takes the halves from "1.5" or "1.5..2.5"; half reports whether there were any.
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

// MineClient returns a client that has the units of a mine done by workers.
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

// mineText says how far a mine is.
func mineText(p mine.Progress) string {
	return timed(fmt.Sprintf("%d of %d puzzles", p.Found, p.Wanted), p.Elapsed, float64(p.Found),
		float64(p.Wanted),
		fmt.Sprintf("%d positions, %.0f a second, %d units", p.Screened, p.Rate, p.Units))
}
