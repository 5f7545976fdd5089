// Package matchcmd has the command that plays matches between programs.
package matchcmd

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/kballard/go-shellquote"
	"github.com/urfave/cli/v2"

	"turncoat/cmd/internal/command"
	"turncoat/internal/engine/match"
	"turncoat/internal/printable"
	"turncoat/rules"
)

type matchOptions struct {
	rules       string
	player      []string
	games       int
	tournament  string
	time        string
	book        match.Book
	order       string
	log         string
	concurrency int
	sprt        string
	draw        string
	resign      string
	maxMoves    int
	tables      string
	pgn         string
	resume      bool
	margin      time.Duration
	compliance  string
}

// Match returns the command that plays matches between programs.
func Match(s *command.Session) *cli.Command {
	var o matchOptions
	return &cli.Command{
		Name:  "match",
		Usage: "play matches between programs",
		Flags: slices.Concat([]cli.Flag{
			command.RulesFlag(&o.rules),
			command.ListFlag(&o.player, "player", "a `PLAYER`; at least two"),
			&cli.IntFlag{
				Name:  "games",
				Usage: "`N` games for each pair of players, an even number",
				Value: 2, Destination: &o.games,
			},
			&cli.StringFlag{
				Name: "tournament",
				Usage: "`WHO` plays whom: round-robin, or gauntlet (the first against the " +
					"others)",
				Value: "round-robin", Destination: &o.tournament,
			},
			&cli.StringFlag{
				Name: "time",
				Usage: "`CLOCK` of players without their own limit: 10+0.1, 40/60, " +
					"1:30+1",
				Value: "10+0.1", Destination: &o.time,
			},
			&cli.StringFlag{
				Name: "openings",
				Usage: "`FILE` of games (.pgn) or positions (FEN or EPD, one a line), or " +
					"random:PLIES (without forced wins); default: the start position",
				Destination: &o.book.Source,
			},
			command.ChoiceFlag(&o.order, "opening-order",
				"`ORDER` in which the openings of a file are taken (default: sequential)",
				"sequential", "random"),
			&cli.IntFlag{
				Name: "concurrency", Aliases: []string{"j", "jobs"},
				Usage: "play `N` games at a time",
				Value: 1, Destination: &o.concurrency,
			},
		}, o.rulings(), o.records(s)),
		Action: command.Action(s, &o, run),
	}
}

// rulings returns the flags that end games and matches early.
func (o *matchOptions) rulings() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{
			Name: "sprt",
			Usage: "stop two players as soon as a `TEST` of normalized Elo has its " +
				"verdict: elo0=0,elo1=10[,alpha=0.05,beta=0.05]",
			Destination: &o.sprt,
		},
		&cli.StringFlag{
			Name:        "draw",
			Usage:       "adjudicate a draw by score: `RULE` movenumber=40,movecount=8,score=20",
			Destination: &o.draw,
		},
		&cli.StringFlag{
			Name:        "resign",
			Usage:       "resign for a player by its own score: `RULE` movecount=3,score=900",
			Destination: &o.resign,
		},
		&cli.IntFlag{
			Name:  "max-moves",
			Usage: "a draw after `N` moves of both sides",
			Value: 300, Destination: &o.maxMoves,
		},
		command.OptionalFlag(&o.tables, "tables",
			"end games whose position is in a table; `[=DIR]` has tables as well "+
				"(default: the usual place, if it is there)"),
	}
}

// records returns the flags that control what is kept of a match.
func (o *matchOptions) records(s *command.Session) []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{
			Name:        "pgn",
			Usage:       "save the games in `FILE`",
			Destination: &o.pgn,
		},
		&cli.BoolFlag{
			Name:        "resume",
			Usage:       "continue the match in the file of --pgn",
			Destination: &o.resume,
		},
		&cli.StringFlag{
			Name:        "log",
			Usage:       "write all that the players are sent and say to `FILE`",
			Destination: &o.log,
		},
		command.SeedFlag(&o.book.Seed, "random `SEED` of the openings"),
		&cli.DurationFlag{
			Name:  "margin",
			Usage: "`TIME` added to each limit",
			Value: 50 * time.Millisecond, Destination: &o.margin,
		},
		&cli.StringFlag{
			Name:        "compliance",
			Usage:       "check what a match needs of a `PLAYER`, instead of playing",
			Destination: &o.compliance,
		},
		s.JSONFlag(),
	}
}

func run(s *command.Session, o *matchOptions) error {
	variant, err := s.Variant(o.rules)
	if err != nil {
		return err
	}
	limits, err := match.ParseTime(o.time)
	if err != nil {
		return s.UsageError("--time: %w", err)
	}
	defaults := match.Player{Protocol: match.Turncoat, Limits: limits}
	if text := o.compliance; text != "" {
		return compliance(s, o, variant, text, defaults)
	}
	m := &match.Match{Variant: variant, Tournament: match.Tournament(o.tournament), Games: o.games,
		Concurrency: o.concurrency, Margin: o.margin}
	for _, text := range o.player {
		p, err := match.ParsePlayer(text, defaults)
		if err != nil {
			return s.UsageError("--player: %w", err)
		}
		m.Players = append(m.Players, p)
	}

	match.UniqueNames(m.Players)
	m.Rulings.MaxMoves = o.maxMoves
	for _, rule := range []struct {
		flag, text string
		read       func(string) error
	}{
		{"draw", o.draw, m.Rulings.ReadDraw},
		{"resign", o.resign, m.Rulings.ReadResign},
		{"sprt", o.sprt, m.ReadSPRT},
	} {
		if !s.IsSet(rule.flag) {
			continue
		}
		if err := rule.read(rule.text); err != nil {
			return s.UsageError("--%s: %w", rule.flag, err)
		}
	}

	if err := m.Validate(); err != nil {
		return s.UsageError("%w", err)
	}
	o.book.Random = o.order == "random"
	m.Opening, err = o.book.Openings(variant)
	if err != nil {
		return command.Unusable("--openings: %s", command.InputError(err))
	}
	if s.IsSet("tables") {
		tables, err := command.OpenTables(o.tables, variant)
		if err != nil {
			return err
		}
		defer command.CloseTables(tables)
		m.Rulings.Probe = match.TableResult(tables)
	}

	return play(s, o, m)
}

func play(s *command.Session, o *matchOptions, m *match.Match) error {
	var journal *match.Journal
	if path := o.pgn; path != "" {
		var err error
		journal, err = match.OpenJournal(path, "Turncoat match", o.resume, m)
		if err != nil {
			return command.Unusable("--pgn: %w", err)
		}
		m.Played = journal.Played
	} else if o.resume {
		return s.UsageError("--resume needs --pgn")
	}

	if o.log != "" {
		log, err := s.CreateLive("--log", o.log, o.pgn, o.book.Source)
		if err != nil {
			return err
		}
		defer log.Close()
		m.Log = log
	}

	task := s.Line.Task("games", m.Total())
	task.Set(len(m.Played), "")
	done := len(m.Played)
	results := &results{s: s, played: m.Played, waiting: map[int]string{}, next: 1}
	m.Finished = func(g *match.Game) error {
		done++
		note := printable.Line(fmt.Sprintf("game %d: %s – %s %s, %s", g.Number, g.White.Name,
			g.Black.Name, g.Result, g.Reason))
		task.Set(done, note)
		if g.Failure != nil {
			s.Say(strings.TrimSpace(note + "\n" + g.Failure.Stderr))
		}
		results.add(g.Number, note)
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

	interrupted := errors.Is(err, context.Canceled)
	if standing == nil || err != nil && standing.Games == 0 && !interrupted {
		return command.Unusable("%w", err)
	}
	if err := printStanding(s, standing, m.SPRT, results.printed); err != nil {
		return err
	}
	if interrupted {
		return command.Interrupted(fmt.Sprintf("%d games are over; --resume continues", done))
	}
	return err
}

// printStanding prints how a match stands, below the lines of its games if there are any.
func printStanding(s *command.Session, standing *match.Standing, sprt *match.SPRT, below bool) error {
	if s.AsJSON {
		return s.JSON(standing.JSON(sprt))
	}
	if below {
		s.Printf("\n")
	}
	return standing.WriteText(s.Out, sprt)
}

// results prints a line for each game, in the order of the schedule, as soon as the games before it
// are over.
type results struct {
	s       *command.Session
	played  map[int]match.Outcome // by an earlier run, which has printed them
	waiting map[int]string
	next    int // the first game that is not over
	printed bool
}

func (r *results) add(number int, line string) {
	if r.s.AsJSON {
		return
	}
	r.waiting[number] = line
	for {
		line, over := r.waiting[r.next]
		_, earlier := r.played[r.next]
		if !over && !earlier {
			break
		}
		if over {
			r.s.Printf("%s\n", line)
			r.printed = true
			delete(r.waiting, r.next)
		}

		r.next++
	}

	r.s.Out.Flush() // a failure is kept and answered in the end
}

func compliance(
	s *command.Session,
	o *matchOptions,
	variant *rules.Variant,
	text string,
	defaults match.Player,
) error {
	if !strings.Contains(text, "cmd=") {
		text = "cmd=" + shellquote.Join(text)
	}
	p, err := match.ParsePlayer(text, defaults)
	if err != nil {
		return s.UsageError("--compliance: %w", err)
	}
	checks, err := match.Compliance(s.Context, &p, variant, o.margin, 10*time.Second)
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
