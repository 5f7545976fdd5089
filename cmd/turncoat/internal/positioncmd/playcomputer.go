package positioncmd

import (
	"errors"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/cmd/turncoat/internal/enginecmd"
	"turncoat/diagram"
	"turncoat/engine"
	"turncoat/engine/prompt"
	"turncoat/internal/outfile"
	"turncoat/pgn"
	"turncoat/rules"
	"turncoat/rules/board"
)

// playComputer plays a game with a person on standard input, from a position after some moves.
func playComputer(s *command.Session, g *rules.Variant, p board.Position, moves []string) error {
	o := prompt.Options{Prompts: s.Terminal, Limits: func(*board.Position) engine.Limits { return enginecmd.Limits(s) }}
	side := s.String("computer")
	o.Computer = [2]bool{side != "black", side != "white"}
	e, done, err := enginecmd.New(s)
	if err != nil {
		return err
	}
	defer done()
	colour := s.Colour()
	record := &pgn.PlayedGame{Rules: g, Start: p}
	for i, text := range moves {
		t, err := g.Parse(&p, text)
		if err != nil {
			return s.LineError(i+1, text, err)
		}
		record.Main.Turns = append(record.Main.Turns, &pgn.Turn{Before: p, Played: t})
		p = t.After
	}
	o.Draw = func(p, before *board.Position, last *board.Played) {
		var marks []diagram.Mark
		if last != nil {
			marks = turnMarks(before, *last)
		}
		s.Printf("%s\n", diagram.Text(p, diagram.Options{Marks: marks, Colour: colour}))
	}
	o.Line = func(p *board.Position, t board.Played) string { return moveLine(g, p, t) }
	o.End = func(p *board.Position) string { return command.OutcomeSentence(g, p) }
	o.Why = func(p board.Position, game *rules.Game, move string) {
		if err := why(s, g, &p, game, move, colour); err != nil {
			s.Printf("%v\n", err)
		}
	}
	o.Save = outfile.Write
	if err := prompt.Play(s.Context, e(g), record, s.In, s.Out, o); err != nil {
		return command.Interrupted("")
	}
	return nil
}

// why explains a move, legal or not.
func why(s *command.Session, g *rules.Variant, p *board.Position, game *rules.Game, move string, colour bool) error {
	t, err := game.Play(move)
	var illegal *rules.IllegalError
	switch {
	case errors.As(err, &illegal):
		newStoryWriter(s, g, p, colour).refuse(move, illegal)
		return nil
	case err != nil:
		return err
	}
	newStoryWriter(s, g, p, colour).tell(g.Explain(p, t))
	return nil
}
