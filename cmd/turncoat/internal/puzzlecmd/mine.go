package puzzlecmd

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/cmd/turncoat/internal/share"
	"turncoat/internal/plural"
	"turncoat/puzzle"
	"turncoat/puzzle/analysis"
	"turncoat/puzzle/mine"
	"turncoat/puzzle/solve"
	"turncoat/rules"
)

func puzzleMineCommand(s *command.Session) *cli.Command {
	yes := func(name, usage string) cli.Flag {
		return &cli.BoolFlag{Name: name, Usage: usage}
	}
	return &cli.Command{
		Name: "mine", Usage: "find sound puzzles",
		Flags: append([]cli.Flag{
			command.RulesFlag(),
			&cli.StringFlag{Name: "win-in", Usage: "length in turns, `N` or LEAST..MOST", Value: "2..3"},
			&cli.StringFlag{Name: "self-win", Usage: "look for self-wins in `N` or LEAST..MOST turns", DefaultText: "none"},
			&cli.StringFlag{Name: "help-win", Usage: "look for help-wins in `N` or LEAST..MOST turns, or in 1.5..2.5 and the like", DefaultText: "none"},
			&cli.StringFlag{Name: "claim", Usage: "look for claims in `N` or LEAST..MOST turns", DefaultText: "none"},
			solutionsFlag("a help-win must have exactly `N` solutions", 1),
			yes("duplex", "a help-win must be as sound with the other side to begin, which becomes its twin"),
			&cli.StringSliceFlag{Name: "theme", Usage: "a `THEME` that each puzzle must show (again for more)"},
			&cli.StringFlag{Name: "key", Usage: "the key is made by this `PIECE[@SQUARE]`, and goes there"},
			&cli.StringFlag{Name: "final", Usage: "the last turn of the main line is made by this `PIECE@SQUARE`"},
			command.Number("count", "find `N` puzzles", 10, 1, command.Most),
			command.Number("choose-from", "find `N` puzzles and keep the most varied of them", 0, 1, command.Most),
			&cli.Uint64Flag{Name: "seed", Usage: "random `SEED`", Value: 1},
			&cli.StringFlag{Name: "out", Usage: "`DIR` for the puzzles and the state of the work"},
			&cli.StringFlag{Name: "pieces", Usage: "compose positions of this `MATERIAL`: \"KQR kqr\", or of so many pieces: 6-12"},
			&cli.StringSliceFlag{Name: "games", Usage: "look at the positions of the games in `PATH` (again for more)"},
			&cli.StringFlag{Name: "position", Usage: "improve this `FEN`"},
			&cli.StringSliceFlag{Name: "longer", Usage: "take a turn of each side back from the puzzles in `FILE` (again for more)"},
			&cli.IntFlag{Name: "improve", Usage: "try `N` changes of a position that is not sound; 0 for none", Value: 300},
			yes("strict", "allow no dual anywhere"),
			yes("allow-cooks", "allow more than one key"),
			yes("allow-duals", "allow duals in the main line"),
			yes("allow-only-turn", "allow a key that is the only legal turn"),
			yes("allow-no-choice", "allow an enemy without a choice that matters"),
			yes("allow-won", "allow games that were won before the enemy's last turn"),
			yes("allow-unreached", "allow positions to which no turn can have led"),
			&cli.IntFlag{Name: "max-size", Usage: "at most `N` turns of the attacker in a solution; 0 for any number", Value: 60},
			&cli.IntFlag{Name: "units", Usage: "stop after `N` units of work (a game, a batch of positions); 0 for no limit"},
			&cli.Uint64Flag{Name: "nodes", Usage: "give up on a position after `N` turns looked at; 0 for no limit", Value: 3_000_000},
			&cli.DurationFlag{Name: "time", Usage: "stop after `DURATION`, such as 10m", DefaultText: "none"},
			command.JobsFlag("work on `N` units at a time"),
		}, share.ClusterFlags()...),
		Action: func(c *cli.Context) error { return puzzleMine(s, c) },
	}
}

func puzzleMine(s *command.Session, c *cli.Context) error {
	work, err := newMine(s, c)
	if err != nil {
		return err
	}
	options := mine.Options{Dir: c.String("out"), Time: c.Duration("time")}
	if options.Jobs, err = command.Jobs(c); err != nil {
		return err
	}
	if share.Shares(c) {
		conn, end, err := share.Connect(s, c)
		if err != nil {
			return err
		}
		defer end()
		if options.Client, err = MineClient(s, conn, work); err != nil {
			return err
		}
	}
	command.LetHeapGrow()
	var last mine.Progress
	options.Progress = func(p mine.Progress) {
		last = p
		s.Draw(fmt.Sprintf("%d of %d puzzles, %d positions looked at, %.0f a second, %d units, %s",
			p.Found, p.Wanted, p.Screened, p.Rate, p.Units, p.Elapsed.Round(time.Second)))
	}
	puzzles, err := work.Run(s.Context, options)
	s.Draw("")
	cut := err != nil && (errors.Is(err, context.DeadlineExceeded) || s.Context.Err() != nil)
	if cut && options.Dir == "" {
		_ = puzzle.Write(s.Out, puzzles) // what was finished is kept; whether it can be written is asked in the end
	}
	switch {
	case errors.Is(err, mine.ErrState):
		return command.Unusable("--out: %w", err)
	case errors.Is(err, context.DeadlineExceeded):
		return command.Limited("time limit reached: %d of %d puzzles; %s", last.Found, work.Pool, goOn(options.Dir))
	case s.Context.Err() != nil:
		return command.Interrupted(fmt.Sprintf("%d of %d puzzles were found; %s", last.Found, work.Pool, goOn(options.Dir)))
	case err != nil && !errors.Is(err, mine.ErrExhausted) && options.Client != nil:
		return command.Unusable("--cluster: %w", err)
	case err != nil && !errors.Is(err, mine.ErrExhausted):
		return err
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
		return command.Limited("only %d of %d puzzles: %w", len(puzzles), work.Count, err)
	}
	return nil
}

func goOn(dir string) string {
	if dir == "" {
		return "they have been printed"
	}
	return "the same call goes on from there"
}

// mine reads the flags.
func newMine(s *command.Session, c *cli.Context) (*mine.Mine, error) {
	bad := func(format string, a ...any) (*mine.Mine, error) {
		return nil, command.UsageError(c, format, a...)
	}
	g, err := command.Game(c)
	if err != nil {
		return nil, err
	}
	m := &mine.Mine{
		Rules: g.Set(), From: mine.SelfPlay, Count: c.Int("count"), Seed: c.Uint64("seed"),
		Pool: c.Int("choose-from"), Improve: c.Int("improve"), Units: c.Int("units"), Nodes: c.Uint64("nodes"),
		Demands: analysis.Demands{
			OneKey: !c.Bool("allow-cooks"), NoDuals: !c.Bool("allow-duals"), Strict: c.Bool("strict"),
			Turns:  !c.Bool("allow-only-turn"),
			Choice: !c.Bool("allow-no-choice"), Mistake: !c.Bool("allow-won"),
			Reached: !c.Bool("allow-unreached"), MaxSize: c.Int("max-size"),
		},
	}
	if err := minedGoal(c, m); err != nil {
		return bad("%w", err)
	}
	if !c.IsSet("choose-from") {
		m.Pool = m.Count
	}
	if err := minedFrom(s, c, g, m); err != nil {
		return nil, err
	}
	if err := m.Check(); err != nil {
		return bad("%w", err)
	}
	return m, nil
}

// minedFrom reads where the positions come from.
func minedFrom(s *command.Session, c *cli.Context, g *rules.Variant, m *mine.Mine) error {
	given := 0
	for _, flag := range []string{"pieces", "games", "position", "longer"} {
		if c.IsSet(flag) {
			given++
		}
	}
	switch {
	case given > 1:
		return command.UsageError(c, "only one of --pieces, --games, --position and --longer is allowed")
	case c.IsSet("pieces"):
		m.From, m.Pieces = mine.Composed, c.String("pieces")
	case c.IsSet("position"):
		p, err := command.Position(g, c.String("position"))
		if err != nil {
			return err
		}
		m.From, m.Position = mine.Given, g.FEN(&p)
	case c.IsSet("games"):
		m.From = mine.Records
		return recordedGames(s, m, g, c.StringSlice("games"))
	case c.IsSet("longer"):
		m.From = mine.Longer
		return shorterPuzzles(s, m, c.StringSlice("longer"))
	case len(m.Themes) > 0 || m.Goal != solve.Win:
		m.From, m.Pieces = mine.Composed, usualPieces(m.Goal)
	}
	return nil
}

// usualPieces is how many pieces are composed where no source of positions is given.
func usualPieces(goal solve.Goal) string {
	if goal == solve.HelpWin {
		return "4-7"
	}
	return "6-11"
}

// minedGoal reads what is looked for.
func minedGoal(c *cli.Context, m *mine.Mine) error {
	flag := "win-in"
	for _, g := range goals[1:] {
		if !c.IsSet(g.flag) {
			continue
		}
		if flag != "win-in" || c.IsSet("win-in") {
			return fmt.Errorf("--%s and --%s cannot be combined", flag, g.flag)
		}
		flag, m.Goal = g.flag, g.goal
	}
	text := c.String(flag)
	if m.Goal == solve.HelpWin {
		text, m.Half = wholeTurns(text)
		m.Demands.Lines = c.Int("solutions")
	} else if c.IsSet("solutions") {
		return errors.New("--solutions is for --help-win")
	}
	var err error
	if m.Least, m.Most, err = command.ParseRange(text); err != nil {
		return fmt.Errorf("--%s: %w", flag, err)
	}
	if m.Duplex = c.Bool("duplex"); m.Duplex && m.Goal != solve.HelpWin {
		return errors.New("--duplex is for --help-win")
	}
	m.Themes, m.Key, m.Final = c.StringSlice("theme"), c.String("key"), c.String("final")
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
