package positioncmd

import (
	"github.com/urfave/cli/v2"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/cmd/turncoat/internal/enginecmd"
	"turncoat/diagram"
	"turncoat/internal/engine/prompt"
	"turncoat/internal/files"
	"turncoat/internal/plural"
	"turncoat/internal/story"
	"turncoat/pgn"
	"turncoat/protocol"
	"turncoat/rules"
	"turncoat/rules/board"
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
		command.ChoiceFlag(
			&o.computer,
			"computer",
			"play against the engine, which takes the `SIDE`",
			"white",
			"black",
			"both",
		),
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
	g, p, written, err := s.GameOf(o.rules)
	if err != nil {
		return err
	}
	if o.computer != "" {
		if s.AsJSON {
			return s.UsageError("--json and --computer cannot be combined")
		}
		return playComputer(s, o, g, p, command.WrittenMoves(written))
	}
	err = s.Refuse("--%s needs --computer", "time", "nodes", "level", "threads", "seed", "tables")
	if err != nil {
		return s.UsageError("%w", err)
	}
	colour := s.Colour()
	var marks []diagram.Mark
	game := rules.NewGame(g, &p)
	moves := command.WrittenMoves(written)
	for i, text := range moves {
		if s.Context.Err() != nil {
			return command.Interrupted(plural.Count(i, "move") + " played and printed")
		}
		t, err := game.Play(text)
		if err != nil {
			return s.LineError(i+1, text, err)
		}
		s.Result(protocol.TurnOf(g, &p, t), "%s\n", story.Line(g, &p, t))
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
		g.FEN(&p),
		story.Outcome(g, &p),
	)
	return nil
}

func playComputer(
	s *command.Session,
	o *playOptions,
	g *rules.Variant,
	p board.Position,
	moves []string,
) error {
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
	record := &pgn.PlayedGame{Rules: g, Start: p}
	for i, text := range moves {
		t, err := g.Parse(&p, text)
		if err != nil {
			return s.LineError(i+1, text, err)
		}
		record.Main.Turns = append(record.Main.Turns, &pgn.Turn{Before: p, Played: t})
		p = t.After
	}
	err = prompt.Play(s.Context, engines(g), record, s.In, s.Out, options)
	if err != nil {
		return command.Interrupted("")
	}
	return nil
}
