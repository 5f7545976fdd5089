package positioncmd

import (
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"turncoat/cmd/internal/command"
	"turncoat/cmd/turncoat/internal/enginecmd"
	"turncoat/diagram"
	"turncoat/internal/engine/prompt"
	"turncoat/internal/files"
	"turncoat/internal/plural"
	"turncoat/internal/story"
	"turncoat/pgn"
	"turncoat/protocol"
	"turncoat/rules"
)

type playOptions struct {
	rules    string
	computer string
	engine   enginecmd.Options
}

// Play returns the command that plays moves, or against the engine.
func Play(s *command.Session) *cli.Command {
	var o playOptions
	flags := []cli.Flag{
		command.ChoiceFlag(&o.computer, "computer",
			"play against the engine, which takes the `SIDE`", "white", "black", "both"),
		command.SeedFlag(&o.engine.Seed, "random `SEED` of a level's mistakes"),
	}
	flags = append(flags, o.engine.Flags()...)
	return &cli.Command{
		Name:      "play",
		Usage:     "play moves and print the position after them",
		ArgsUsage: "[FEN [MOVE…]]",
		Flags:     append(flags, command.RulesFlag(&o.rules), s.JSONFlag(), s.ColourFlag()),
		Action:    command.Action(s, &o, runPlay),
	}
}

func runPlay(s *command.Session, o *playOptions) error {
	if o.computer != "" {
		if s.AsJSON {
			return s.UsageError("--json and --computer cannot be combined")
		}
		return playComputer(s, o)
	}

	variant, p, written, err := s.GameOf(o.rules)
	if err != nil {
		return err
	}
	err = s.Refuse("--%s needs --computer", "time", "nodes", "level", "threads", "seed", "tables")
	if err != nil {
		return s.UsageError("%w", err)
	}
	colour := s.Colour()
	var marks []diagram.Mark
	game := rules.NewGame(variant, &p)
	moves := command.WrittenMoves(written)
	for i, text := range moves {
		if s.Context.Err() != nil {
			return command.Interrupted(plural.Count(i, "move") + " played and printed")
		}
		t, err := game.Play(text)
		if err != nil {
			return s.LineError(i+1, text, err)
		}
		s.Result(protocol.TurnOf(variant, &p, t), "%s\n", story.Line(variant, &p, t))
		marks, p = story.Marks(&p, t), t.After
	}

	if s.AsJSON {
		return nil
	}
	if len(moves) > 0 {
		s.Printf("\n")
	}
	s.Printf(
		"%s\n%s\n%s\n",
		diagram.Text(&p, diagram.Options{Marks: marks, Colour: colour}),
		variant.FEN(&p),
		story.Outcome(variant, &p),
	)
	return nil
}

func playComputer(s *command.Session, o *playOptions) error {
	options := prompt.Options{
		Computer: [2]bool{o.computer != "black", o.computer != "white"},
		Limits:   o.engine.Limits(),
		Prompts:  s.Terminal,
		Colour:   s.Colour(),
		Save:     files.Write,
	}
	engines, done, err := o.engine.Engines()
	if err != nil {
		return err
	}
	defer done()

	record, err := begun(s, o)
	if err != nil {
		return err
	}
	err = prompt.Play(s.Context, engines(record.Variant), record, s.In, s.Out, options)
	if err != nil {
		return command.Interrupted("")
	}
	return nil
}

// begun returns the game that goes on against the engine: that of a file, or that of the position
// and the moves in the call.
func begun(s *command.Session, o *playOptions) (*pgn.PlayedGame, error) {
	args := s.Args()
	if len(args) == 1 && strings.HasSuffix(args[0], ".pgn") {
		return saved(s, o.rules, args[0])
	}

	variant, p, written, err := s.GameOf(o.rules)
	if err != nil {
		return nil, err
	}
	record := &pgn.PlayedGame{Variant: variant, Start: p, Tags: o.tags()}
	for i, text := range command.WrittenMoves(written) {
		t, err := variant.Parse(&p, text)
		if err != nil {
			return nil, s.LineError(i+1, text, err)
		}
		record.Main.Turns = append(record.Main.Turns, &pgn.Turn{Before: p, Played: t})
		p = t.After
	}

	return record, nil
}

// saved returns the game of a file, which must hold one. It has the rules that it names, unless a
// rule set is named.
func saved(s *command.Session, set, path string) (*pgn.PlayedGame, error) {
	options := pgn.Options{Dir: rules.SetDir(path)}
	if set != "" {
		variant, err := s.Variant(set)
		if err != nil {
			return nil, err
		}
		options.Variant = variant
	}

	in, err := s.Open(path)
	if err != nil {
		return nil, command.Unusable("%s", command.InputError(err))
	}
	defer in.Close()

	var record *pgn.PlayedGame
	err = pgn.Each(in, pgn.FormOf(path), func(item pgn.Item) error {
		if record != nil {
			return command.Unusable("%s: more than one game", path)
		}
		played, problems := pgn.Replay(item.Game, options)
		if err := pgn.Err(problems); err != nil {
			return command.Unusable("%s: the game cannot be continued: %w", path, err)
		}
		record = played
		return nil
	})
	if err == nil && record == nil {
		err = command.Unusable("%s: no game in it", path)
	}
	return record, err
}

// tags returns what a saved game says of its players and its date.
func (o *playOptions) tags() []pgn.Tag {
	players := map[bool]string{false: "Player", true: "turncoat " + o.engine.Strength()}
	return []pgn.Tag{
		{Name: "Event", Value: "Game against the engine"},
		{Name: "Date", Value: time.Now().Format("2006.01.02")},
		{Name: "White", Value: players[o.computer != "black"]},
		{Name: "Black", Value: players[o.computer != "white"]},
	}
}
