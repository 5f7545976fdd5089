package puzzlecmd

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/cmd/turncoat/internal/share"
	"turncoat/internal/plural"
	"turncoat/puzzle"
	"turncoat/puzzle/analysis"
	"turncoat/puzzle/mine"
	"turncoat/puzzle/solve"
	"turncoat/rules"
)

func puzzleMine(s *command.Session) error {
	work, err := newMine(s)
	if err != nil {
		return err
	}
	options := mine.Options{Dir: s.String("out"), Time: s.Duration("time")}
	options.Jobs = s.Jobs()
	if share.Shares(s) {
		conn, end, err := share.Connect(s)
		if err != nil {
			return err
		}
		defer end()
		if options.Client, err = MineClient(s, conn, work); err != nil {
			return err
		}
	}
	command.CollectGarbageLater()
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
		return command.Interrupted(
			fmt.Sprintf("%d of %d puzzles were found; %s", last.Found, work.Pool, goOn(options.Dir)),
		)
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
func newMine(s *command.Session) (*mine.Mine, error) {
	bad := func(format string, a ...any) (*mine.Mine, error) {
		return nil, s.UsageError(format, a...)
	}
	g, err := s.Game()
	if err != nil {
		return nil, err
	}
	m := &mine.Mine{
		Rules: g.Set(), From: mine.SelfPlay, Count: s.Int("count"), Seed: s.Uint64("seed"),
		Pool: s.Int("choose-from"), Improve: s.Int("improve"), Units: s.Int("units"), Nodes: s.Uint64("nodes"),
		Demands: analysis.Demands{
			OneKey: !s.Bool("allow-cooks"), NoDuals: !s.Bool("allow-duals"), Strict: s.Bool("strict"),
			Turns:  !s.Bool("allow-only-turn"),
			Choice: !s.Bool("allow-no-choice"), Mistake: !s.Bool("allow-won"),
			Reached: !s.Bool("allow-unreached"), MaxSize: s.Int("max-size"),
		},
	}
	if err := minedGoal(s, m); err != nil {
		return bad("%w", err)
	}
	if !s.IsSet("choose-from") {
		m.Pool = m.Count
	}
	if err := minedFrom(s, g, m); err != nil {
		return nil, err
	}
	if err := m.Check(); err != nil {
		return bad("%w", err)
	}
	return m, nil
}

// minedFrom reads where the positions come from.
func minedFrom(s *command.Session, g *rules.Variant, m *mine.Mine) error {
	given := 0
	for _, flag := range []string{"pieces", "games", "position", "longer"} {
		if s.IsSet(flag) {
			given++
		}
	}
	switch {
	case given > 1:
		return s.UsageError("only one of --pieces, --games, --position and --longer is allowed")
	case s.IsSet("pieces"):
		m.From, m.Pieces = mine.Composed, s.String("pieces")
	case s.IsSet("position"):
		p, err := command.Position(g, s.String("position"))
		if err != nil {
			return err
		}
		m.From, m.Position = mine.Given, g.FEN(&p)
	case s.IsSet("games"):
		m.From = mine.Records
		return recordedGames(s, m, g, s.StringSlice("games"))
	case s.IsSet("longer"):
		m.From = mine.Longer
		return shorterPuzzles(s, m, s.StringSlice("longer"))
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
func minedGoal(s *command.Session, m *mine.Mine) error {
	flag := "win-in"
	for _, g := range goals[1:] {
		if !s.IsSet(g.flag) {
			continue
		}
		if flag != "win-in" || s.IsSet("win-in") {
			return fmt.Errorf("--%s and --%s cannot be combined", flag, g.flag)
		}
		flag, m.Goal = g.flag, g.goal
	}
	text := s.String(flag)
	if m.Goal == solve.HelpWin {
		text, m.Half = wholeTurns(text)
		m.Demands.Lines = s.Int("solutions")
	} else if s.IsSet("solutions") {
		return errors.New("--solutions is for --help-win")
	}
	var err error
	if m.Least, m.Most, err = command.ParseRange(text); err != nil {
		return fmt.Errorf("--%s: %w", flag, err)
	}
	if m.Duplex = s.Bool("duplex"); m.Duplex && m.Goal != solve.HelpWin {
		return errors.New("--duplex is for --help-win")
	}
	m.Themes, m.Key, m.Final = s.StringSlice("theme"), s.String("key"), s.String("final")
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
