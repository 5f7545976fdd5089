package puzzlecmd

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"turncoat/cmd/internal/command"
	"turncoat/internal/plural"
	"turncoat/internal/puzzle/mine"
	"turncoat/pgn"
	"turncoat/puzzle"
	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/validate"
)

// minedFrom sets the sources of positions that --from names.
func minedFrom(s *command.Session, from []string, variant *rules.Variant, m *mine.Mine) error {
	kind := ""
	var sources []string
	for _, text := range from {
		name, source, _ := strings.Cut(text, "=")
		if source == "" || kind != "" && name != kind {
			return s.UsageError("--from: want one kind of source, pieces=…, games=…, position=… or longer=…, not %q",
				strings.Join(from, " "))
		}
		kind = name
		sources = append(sources, source)
	}

	switch kind {
	case "games":
		m.From = mine.Records
		return recordedGames(s, m, variant, sources)
	case "longer":
		m.From = mine.Longer
		return shorterPuzzles(s, m, sources)
	}
	if len(sources) > 1 {
		return s.UsageError("--from %s=… cannot be repeated", kind)
	}

	switch kind {
	case "pieces":
		m.From, m.Pieces = mine.Composed, sources[0]
	case "position":
		p, err := command.Position(variant, sources[0])
		if err != nil {
			return err
		}
		m.From, m.Position = mine.Given, variant.FEN(&p)
	case "":
		if len(m.Themes) > 0 || m.Goal != solve.Win {
			m.From, m.Pieces = mine.Composed, usualPieces(m.Goal)
		}
	default:
		return s.UsageError("--from: unknown source %q: want pieces=…, games=…, position=… or longer=…", kind)
	}

	return nil
}

// usualPieces is the number of pieces in composed positions if --from does not say it.
func usualPieces(goal solve.Goal) string {
	if goal == solve.HelpWin {
		return "4-7"
	}
	return "6-11"
}

// recordedGames reads games played by the rules of the mine, from all files that "validate" reads.
// If a game has an illegal move, its turns before that move are used. A file or record that cannot
// be read is reported, and the others are read all the same.
func recordedGames(s *command.Session, m *mine.Mine, variant *rules.Variant, paths []string) error {
	var files []string
	for _, path := range paths {
		// The walk itself cannot fail: what cannot be read is reported and passed over.
		_ = filepath.WalkDir(path, func(name string, entry fs.DirEntry, err error) error {
			switch {
			case err != nil:
				s.Report(command.Unusable("--from games: %s", command.InputError(err)))
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
			addGame(m, variant, item.Game, name, item.Index)
			return s.Context.Err()
		})
		if s.Context.Err() != nil {
			return command.Interrupted("no games were read")
		}
		if err != nil && (slices.Contains(paths, name) || !errors.Is(err, validate.ErrNoRecord)) {
			s.Report(command.Unusable("--from games: %s", command.InputError(err)))
		}
	}

	if len(m.Games) == 0 {
		return command.Unusable(
			"--from games: no games under %s in %s",
			variant.Set().Name,
			strings.Join(paths, ", "),
		)
	}

	sum := sha256.New()
	for i := range m.Games {
		r := &m.Games[i]
		fmt.Fprintln(sum, r.Name, variant.FEN(&r.Start))
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
	return slices.Contains([]pgn.Form{pgn.FormPGN, pgn.FormText}, pgn.FormOf(name))
}

func addGame(m *mine.Mine, variant *rules.Variant, record *pgn.Record, name string, index int) {
	played, _ := pgn.Replay(record, pgn.Options{Dir: rules.SetDir(name)})
	if played == nil || played.Variant == nil || played.Variant.Set() != variant.Set() ||
		len(played.Main.Turns) == 0 {
		return
	}

	game := mine.Record{Name: fmt.Sprintf("%s:%d", filepath.Base(name), index), Start: played.Start}
	for _, t := range played.Main.Turns {
		game.Turns = append(game.Turns, t.Played)
	}
	m.Games = append(m.Games, game)
}

// shorterPuzzles reads the puzzles that a mine makes longer: those of its rules and its
// stipulation, each once. It sorts them, so that the same puzzles give the same mine in whatever
// order the files have them. A puzzle that cannot be read is reported, and the others are read all
// the same.
func shorterPuzzles(s *command.Session, m *mine.Mine, files []string) error {
	for _, p := range readPuzzles(s, files...) {
		if p.Rules == m.Rules && p.Goal() == m.Goal {
			m.Bases = append(m.Bases, p.FEN)
		}
	}

	slices.Sort(m.Bases)
	m.Bases = slices.Compact(m.Bases)
	if len(m.Bases) == 0 {
		return command.Unusable(
			"--from longer: no puzzles of these rules (%s) and this stipulation in %s",
			m.Rules.Name,
			strings.Join(files, ", "),
		)
	}

	if len(m.Bases) > mine.MaxBases {
		return command.Unusable(
			"--from longer: %s: at most %d",
			plural.Count(len(m.Bases), "puzzle"),
			mine.MaxBases,
		)
	}

	return nil
}
