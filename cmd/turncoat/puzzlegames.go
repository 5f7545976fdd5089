package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"turncoat/pgn"
	"turncoat/puzzle/mine"
	"turncoat/puzzle/solution"
	"turncoat/rules"
)

// recordedGames reads the games of the paths that are played by the rules of the mine: all that
// validate reads. Of a game that cannot be played to its end the turns before that are taken.
func (s *session) recordedGames(m *mine.Mine, g *rules.Variant, paths []string) error {
	var files []string
	for _, path := range paths {
		err := filepath.WalkDir(path, func(name string, entry fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
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
		if err != nil {
			return unusable("--games: %s", inputError(err))
		}
	}
	for _, name := range files {
		if err := s.gamesOf(m, g, name); err != nil {
			return unusable("--games: %s: %w", name, err)
		}
	}
	if len(m.Games) == 0 {
		return unusable("--games: no game played by %s in %s", g.Set().Name, strings.Join(paths, ", "))
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
	return slices.Contains([]pgn.Form{pgn.FormPGN, pgn.FormText}, pgn.FormOf(name))
}

// gamesOf adds the games of one file.
func (s *session) gamesOf(m *mine.Mine, g *rules.Variant, name string) error {
	file, err := pgn.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	if file.Form == pgn.FormText {
		text, err := io.ReadAll(file)
		if err != nil {
			return err
		}
		for i, record := range pgn.ParseText(text) {
			addGame(m, g, record, name, i+1)
		}
		return nil
	}
	blocks, buffer, index := pgn.NewBlocks(file), []byte(nil), 0
	for {
		block, err := blocks.Next(buffer)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := s.ctx.Err(); err != nil {
			return err
		}
		if block.TooLong {
			index++
			continue
		}
		for at := 0; ; {
			record, next := pgn.Next(block.Text, at, block.Last)
			if record == nil {
				break
			}
			index++
			addGame(m, g, record, name, index)
			at = next
		}
		buffer = block.Text
	}
}

func addGame(m *mine.Mine, g *rules.Variant, record *pgn.Game, name string, index int) {
	played, _ := pgn.Replay(record, pgn.Options{})
	if played == nil || played.Rules == nil || played.Rules.Set() != g.Set() || len(played.Main.Turns) == 0 {
		return
	}
	game := mine.Record{Name: fmt.Sprintf("%s:%d", filepath.Base(name), index), Start: played.Start}
	for _, t := range played.Main.Turns {
		game.Turns = append(game.Turns, t.Played)
	}
	m.Games = append(m.Games, game)
}
