package positioncmd

import (
	"turncoat/cmd/turncoat/internal/command"
	"turncoat/cmd/turncoat/internal/enginecmd"
	"turncoat/diagram"
	"turncoat/internal/engine/prompt"
	"turncoat/internal/outfile"
	"turncoat/internal/plural"
	"turncoat/internal/story"
	"turncoat/pgn"
	"turncoat/protocol"
	"turncoat/rules"
	"turncoat/rules/board"
)

func runPlay(s *command.Session) error {
	g, p, written, err := s.GameOf()
	if err != nil {
		return err
	}
	if s.IsSet("computer") {
		if s.Bool("json") {
			return s.UsageError("--json and --computer cannot be combined")
		}
		return playComputer(s, g, p, command.WrittenMoves(written))
	}
	for _, flag := range []string{"time", "nodes", "level", "threads", "seed", "tables"} {
		if s.IsSet(flag) {
			return s.UsageError("--%s needs --computer", flag)
		}
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
	if s.Bool("json") {
		return nil
	}
	if len(moves) > 0 {
		s.Printf("\n")
	}
	s.Printf("%s\n%s\n%s\n", diagram.Text(&p, diagram.Options{Marks: marks, Colour: colour}), g.FEN(&p),
		story.Outcome(g, &p))
	return nil
}

func playComputer(s *command.Session, g *rules.Variant, p board.Position, moves []string) error {
	side := s.String("computer")
	o := prompt.Options{Computer: [2]bool{side != "black", side != "white"}, Limits: enginecmd.Limits(s),
		Prompts: s.Terminal, Colour: s.Colour(), Save: outfile.Write}
	e, done, err := enginecmd.New(s)
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
	if err := prompt.Play(s.Context, e(g), record, s.In, s.Out, o); err != nil {
		return command.Interrupted("")
	}
	return nil
}
