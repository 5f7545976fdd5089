package puzzlecmd

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/cmd/turncoat/internal/share"
	"turncoat/internal/cluster"
	"turncoat/internal/plural"
	"turncoat/internal/puzzle/analysis"
	"turncoat/internal/puzzle/mine"
	"turncoat/internal/token"
	"turncoat/internal/work"
	"turncoat/pgn"
	"turncoat/puzzle"
	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/validate"
)

func puzzleMine(s *command.Session) error {
	m, err := newMine(s)
	if err != nil {
		return err
	}
	options := mine.Options{Dir: s.String("out"), Time: s.Duration("time"), Jobs: s.Jobs()}
	conn, end, err := share.Connect(s)
	if err != nil {
		return err
	}
	defer end()
	if conn != nil {
		if options.Client, err = MineClient(s, conn, m); err != nil {
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
	puzzles, err := m.Run(s.Context, options)
	s.Draw("")
	cut := err != nil && (errors.Is(err, context.DeadlineExceeded) || s.Context.Err() != nil)
	if cut && options.Dir == "" {
		_ = puzzle.Write(s.Out, puzzles) // what was finished is kept; whether it can be written is asked in the end
	}
	switch {
	case errors.Is(err, mine.ErrState):
		return command.Unusable("--out: %w", err)
	case errors.Is(err, context.DeadlineExceeded):
		return command.Limited("time limit reached: %d of %d puzzles; %s", last.Found, m.Pool, goOn(options.Dir))
	case s.Context.Err() != nil:
		return command.Interrupted(fmt.Sprintf("%d of %d puzzles were found; %s", last.Found, m.Pool,
			goOn(options.Dir)))
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
		return command.Limited("only %d of %d puzzles: %w", len(puzzles), m.Count, err)
	}
	return nil
}

func goOn(dir string) string {
	if dir == "" {
		return "they have been printed"
	}
	return "the same call goes on from there"
}

func newMine(s *command.Session) (*mine.Mine, error) {
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
		return nil, s.UsageError("%w", err)
	}
	if !s.IsSet("choose-from") {
		m.Pool = m.Count
	}
	if err := minedFrom(s, g, m); err != nil {
		return nil, err
	}
	if err := m.Check(); err != nil {
		return nil, s.UsageError("%w", err)
	}
	return m, nil
}

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

func minedGoal(s *command.Session, m *mine.Mine) error {
	flag, goal, err := askedGoal(s)
	if err != nil {
		return err
	}
	flag, m.Goal = cmp.Or(flag, "win-in"), goal
	text := s.String(flag)
	if m.Goal == solve.HelpWin {
		text, m.Half = wholeTurns(text)
		m.Demands.Lines = s.Int("solutions")
	} else if err := s.Refuse("--%s is for --help-win", "solutions"); err != nil {
		return err
	}
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

// recordedGames reads the games of the paths that are played by the rules of the mine: all that
// validate reads. Of a game that cannot be played to its end the turns before that are taken. What
// cannot be read is reported, and the rest is read all the same.
func recordedGames(s *command.Session, m *mine.Mine, g *rules.Variant, paths []string) error {
	var files []string
	for _, path := range paths {
		// The walk itself cannot fail: what cannot be read is reported and passed over.
		_ = filepath.WalkDir(path, func(name string, entry fs.DirEntry, err error) error {
			switch {
			case err != nil:
				s.Report(command.Unusable("--games: %s", command.InputError(err)))
				return nil
			case name != path && strings.HasPrefix(entry.Name(), "."):
				if entry.IsDir() {
					return fs.SkipDir
				}
				return nil
			case entry.IsDir() || name != path && !holdsGames(name):
				return nil
			}
			files = append(files, name)
			return nil
		})
	}
	for _, name := range files {
		err := s.EachGame(name, func(item *pgn.Item) error {
			addGame(m, g, item.Game, name, item.Index)
			return s.Context.Err()
		})
		if s.Context.Err() != nil {
			return command.Interrupted("no games were read")
		}
		if err != nil && (slices.Contains(paths, name) || !errors.Is(err, validate.ErrNoRecord)) {
			s.Report(command.Unusable("--games: %s", command.InputError(err)))
		}
	}
	if len(m.Games) == 0 {
		return command.Unusable("--games: no games under %s in %s", g.Set().Name, strings.Join(paths, ", "))
	}
	sum := sha256.New()
	for i := range m.Games {
		r := &m.Games[i]
		fmt.Fprintln(sum, r.Name, g.FEN(&r.Start))
		p := r.Start
		for _, t := range r.Turns {
			fmt.Fprintln(sum, t.Move.UCI(&p)+puzzle.ReclaimText(t.Reclaimed))
			p = t.After
		}
	}
	m.Archive = hex.EncodeToString(sum.Sum(nil)[:16])
	return nil
}

func holdsGames(name string) bool {
	return slices.Contains([]token.Form{token.FormPGN, token.FormText}, pgn.FormOf(name))
}

func addGame(m *mine.Mine, g *rules.Variant, record *pgn.Game, name string, index int) {
	played, _ := pgn.Replay(record, pgn.Options{Dir: rules.SetDir(name)})
	if played == nil || played.Rules == nil || played.Rules.Set() != g.Set() || len(played.Main.Turns) == 0 {
		return
	}
	game := mine.Record{Name: fmt.Sprintf("%s:%d", filepath.Base(name), index), Start: played.Start}
	for _, t := range played.Main.Turns {
		game.Turns = append(game.Turns, t.Played)
	}
	m.Games = append(m.Games, game)
}

// shorterPuzzles reads the puzzles that a mine makes longer: those of its rules and its stipulation, each once
// and in an order of their own, so that it does not matter how they stood in the files. What cannot be read is
// reported, and the rest is read all the same.
func shorterPuzzles(s *command.Session, m *mine.Mine, files []string) error {
	for _, p := range readPuzzles(s, files...) {
		if p.Rules == m.Rules && p.Goal() == m.Goal {
			m.Bases = append(m.Bases, p.FEN)
		}
	}
	slices.Sort(m.Bases)
	m.Bases = slices.Compact(m.Bases)
	if len(m.Bases) == 0 {
		return command.Unusable("--longer: no puzzles of these rules (%s) and this stipulation in %s", m.Rules.Name,
			strings.Join(files, ", "))
	}
	if len(m.Bases) > mine.MaxBases {
		return command.Unusable("--longer: %s: at most %d", plural.Count(len(m.Bases), "puzzle"), mine.MaxBases)
	}
	return nil
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
