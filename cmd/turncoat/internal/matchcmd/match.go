// Package matchcmd is the command that plays matches between programs.
package matchcmd

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/kballard/go-shellquote"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/internal/printable"
	"turncoat/match"
	"turncoat/pgn/token"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/tablebase"
)

// Commands are the commands that play matches.
var Commands = []command.Command{
	{Name: "match", Run: run},
}

func run(s *command.Session) error {
	v, err := s.Game()
	if err != nil {
		return err
	}
	limits, err := match.ParseTime(s.String("time"))
	if err != nil {
		return s.UsageError("--time: %w", err)
	}
	defaults := match.Player{Protocol: match.Turncoat, Limits: limits}
	if text := s.String("compliance"); text != "" {
		return compliance(s, v, text, defaults)
	}
	m := &match.Match{Variant: v, Tournament: match.Tournament(s.String("tournament")), Games: s.Int("games"),
		Concurrency: s.Int("concurrency"), Margin: s.Duration("margin")}
	for _, text := range s.StringSlice("player") {
		p, err := match.ParsePlayer(text, defaults)
		if err != nil {
			return s.UsageError("--player: %w", err)
		}
		m.Players = append(m.Players, p)
	}
	match.UniqueNames(m.Players)
	if err := errors.Join(setRulings(s, m), setTest(s, m)); err != nil {
		return s.UsageError("%w", err)
	}
	if err := m.Validate(); err != nil {
		return s.UsageError("%w", err)
	}
	if m.Opening, err = openings(s, v); err != nil {
		return err
	}
	if s.Bool("adjudicate") {
		tables, err := s.OpenTables(v)
		if err != nil {
			return err
		}
		defer command.CloseTables(tables)
		m.Rulings.Probe = probe(tables)
	}
	return play(s, m)
}

// play plays the match and prints the standing.
func play(s *command.Session, m *match.Match) error {
	var journal *match.Journal
	if path := s.String("pgn"); path != "" {
		var err error
		if journal, err = match.OpenJournal(path, s.String("event"), s.Bool("resume"), m); err != nil {
			return command.Unusable("--pgn: %w", err)
		}
		m.Played = journal.Played
	} else if s.Bool("resume") {
		return s.UsageError("--resume needs --pgn")
	}
	task := s.Line.Task("games", m.Total())
	task.Set(len(m.Played), "")
	done := len(m.Played)
	m.Finished = func(g *match.Game) error {
		done++
		note := fmt.Sprintf("game %d: %s – %s %s, %s", g.Number, g.White.Name, g.Black.Name, g.Result, g.Reason)
		task.Set(done, printable.Line(note))
		if g.Failure != nil {
			s.Say(strings.TrimSpace(note + "\n" + g.Failure.Stderr))
		}
		if journal != nil {
			return journal.Add(g)
		}
		return nil
	}
	standing, err := m.Run(s.Context)
	task.End()
	if journal != nil {
		keep := -1
		if err == nil && standing != nil {
			keep = standing.Games
		}
		err = errors.Join(err, journal.Close(keep))
	}
	if standing == nil {
		return command.Unusable("%w", err)
	}
	if s.Bool("json") {
		if err := s.JSON(standing.JSON(m.SPRT)); err != nil {
			return err
		}
	} else if werr := standing.Write(s.Out, m.SPRT); werr != nil {
		return werr
	}
	if errors.Is(err, context.Canceled) {
		return command.Interrupted(fmt.Sprintf("%d games are over; --resume continues", done))
	}
	return err
}

func openings(s *command.Session, v *rules.Variant) (func(int) match.Opening, error) {
	text := s.String("openings")
	if text == "" {
		return func(int) match.Opening { return match.Opening{Start: v.Start()} }, nil
	}
	if plies, ok := strings.CutPrefix(text, "random:"); ok {
		n, err := strconv.Atoi(plies)
		if err != nil || n < 1 || n > 200 {
			return nil, s.UsageError("--openings %s: want random:PLIES with 1 to 200 plies", text)
		}
		seed := s.Uint64("seed")
		return func(round int) match.Opening { return match.RandomOpening(v, n, seed, uint64(round)) }, nil
	}
	file, err := os.Open(text)
	if err != nil {
		return nil, command.Unreadable(err)
	}
	defer file.Close()
	form := token.FormNone
	if strings.EqualFold(filepath.Ext(text), ".pgn") {
		form = token.FormPGN
	}
	list, err := match.ReadOpenings(v, file, form)
	if err != nil {
		return nil, command.Unusable("%s: %w", text, err)
	}
	return func(round int) match.Opening { return list[round%len(list)] }, nil
}

// setRulings reads --draw, --resign and --max-moves.
func setRulings(s *command.Session, m *match.Match) error {
	m.Rulings.MaxMoves = s.Int("max-moves")
	draw := map[string]float64{"movenumber": 40, "movecount": 8, "score": 20}
	if s.IsSet("draw") {
		if err := numbers(s.String("draw"), draw); err != nil {
			return fmt.Errorf("--draw: %w", err)
		}
		m.Rulings.DrawAfter, m.Rulings.DrawMoves = int(draw["movenumber"]), int(draw["movecount"])
		m.Rulings.DrawScore = int(draw["score"])
	}
	resign := map[string]float64{"movecount": 3, "score": 900}
	if s.IsSet("resign") {
		if err := numbers(s.String("resign"), resign); err != nil {
			return fmt.Errorf("--resign: %w", err)
		}
		m.Rulings.ResignMoves, m.Rulings.ResignScore = int(resign["movecount"]), int(resign["score"])
	}
	return nil
}

// setTest reads --sprt.
func setTest(s *command.Session, m *match.Match) error {
	if !s.IsSet("sprt") {
		return nil
	}
	given := map[string]float64{"elo0": 0, "elo1": 10, "alpha": 0.05, "beta": 0.05}
	if err := numbers(s.String("sprt"), given); err != nil {
		return fmt.Errorf("--sprt: %w", err)
	}
	m.SPRT = &match.SPRT{Elo0: given["elo0"], Elo1: given["elo1"], Alpha: given["alpha"], Beta: given["beta"]}
	return nil
}

// numbers reads "key=1,other=2" into a map that holds the keys there are, with their defaults.
func numbers(text string, into map[string]float64) error {
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ',' || r == ' ' }) {
		key, value, _ := strings.Cut(word, "=")
		if _, known := into[key]; !known {
			return fmt.Errorf("unknown key %q", key)
		}
		n, err := strconv.ParseFloat(value, 64)
		if err != nil || n != n || n < -1e6 || n > 1e6 {
			return fmt.Errorf("%s=%q is not a number", key, value)
		}
		into[key] = n
	}
	return nil
}

// probe returns the result of a position by tables.
func probe(tables *tablebase.Tables) func(*rules.Variant, *board.Position) (board.Result, bool) {
	return func(_ *rules.Variant, p *board.Position) (board.Result, bool) {
		value, err := tables.Probe(p)
		switch {
		case err != nil:
			return board.Ongoing, false
		case value.Wins():
			return board.Win(p.Turn), true
		case value.Loses():
			return board.Win(p.Turn.Other()), true
		}
		return board.Draw, true
	}
}

// compliance prints what a program does right and wrong.
func compliance(s *command.Session, v *rules.Variant, text string, defaults match.Player) error {
	if !strings.Contains(text, "cmd=") {
		text = "cmd=" + shellquote.Join(text)
	}
	p, err := match.ParsePlayer(text, defaults)
	if err != nil {
		return s.UsageError("--compliance: %w", err)
	}
	checks, err := match.Compliance(s.Context, &p, v, s.Duration("margin"), 10*time.Second)
	failed := 0
	for _, check := range checks {
		if check.Err != nil {
			failed++
			s.Printf("wrong %s: %s\n", check.What, printable.Line(check.Err.Error()))
		} else {
			s.Printf("ok    %s\n", check.What)
		}
	}
	switch {
	case err != nil:
		return err
	case failed > 0:
		return command.Found("%d of %d checks failed", failed, len(checks))
	}
	return nil
}
