// Package matchcmd is the command that plays matches between programs.
package matchcmd

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/kballard/go-shellquote"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/internal/engine/match"
	"turncoat/internal/printable"
	"turncoat/rules"
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
	m.Rulings.MaxMoves = s.Int("max-moves")
	for flag, read := range map[string]func(string) error{
		"draw": m.Rulings.ReadDraw, "resign": m.Rulings.ReadResign, "sprt": m.ReadSPRT,
	} {
		if s.IsSet(flag) {
			if err := read(s.String(flag)); err != nil {
				return s.UsageError("--%s: %w", flag, err)
			}
		}
	}
	if err := m.Validate(); err != nil {
		return s.UsageError("%w", err)
	}
	if m.Opening, err = match.Openings(v, s.String("openings"), s.Uint64("seed")); err != nil {
		return command.Unusable("--openings: %s", command.InputError(err))
	}
	if s.IsSet("tables") {
		tables, err := s.OpenTables(v)
		if err != nil {
			return err
		}
		defer command.CloseTables(tables)
		m.Rulings.Probe = match.TableResult(tables)
	}
	return play(s, m)
}

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
