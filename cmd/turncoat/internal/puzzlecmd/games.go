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

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/pgn"
	"turncoat/pgn/token"
	"turncoat/puzzle/mine"
	"turncoat/puzzle/solution"
	"turncoat/rules"
	"turncoat/validate"
)

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
			fmt.Fprintln(sum, t.Move.UCI(&p)+solution.ReclaimText(t.Reclaimed))
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
	played, _ := pgn.Replay(record, pgn.Options{Dir: rules.Beside(name)})
	if played == nil || played.Rules == nil || played.Rules.Set() != g.Set() || len(played.Main.Turns) == 0 {
		return
	}
	game := mine.Record{Name: fmt.Sprintf("%s:%d", filepath.Base(name), index), Start: played.Start}
	for _, t := range played.Main.Turns {
		game.Turns = append(game.Turns, t.Played)
	}
	m.Games = append(m.Games, game)
}
