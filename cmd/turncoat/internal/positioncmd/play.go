package positioncmd

import (
	"errors"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/cmd/turncoat/internal/enginecmd"
	"turncoat/diagram"
	"turncoat/engine"
	"turncoat/engine/prompt"
	"turncoat/internal/outfile"
	"turncoat/internal/plural"
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
		return playComputer(s, g, p, command.WrittenMoves(written))
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
		s.Result(protocol.TurnOf(g, &p, t), "%s\n", moveLine(g, &p, t))
		marks, p = turnMarks(&p, t), t.After
	}
	if s.Bool("json") {
		return nil
	}
	if len(moves) > 0 {
		s.Printf("\n")
	}
	s.Printf("%s\n%s\n%s\n", diagram.Text(&p, diagram.Options{Marks: marks, Colour: colour}), g.FEN(&p),
		command.OutcomeSentence(g, &p))
	return nil
}

func moveLine(g *rules.Variant, p *board.Position, t board.Played) string {
	line := p.MoveNumber() + " " + g.InputSAN(p, t)
	if len(t.Waves) > 0 {
		line += "  converts " + board.JoinWaves(t.Waves)
	}
	if t.Reclaimed != 0 {
		line += "  taken back " + t.Reclaimed.String()
	}
	return line
}

// turnMarks marks what a turn of a position has changed: the move, the pieces that changed colour
// and, where they were taken back, that too.
func turnMarks(p *board.Position, t board.Played) []diagram.Mark {
	marks := moveMarks(p, t.Move)
	marks = append(marks, diagram.Marks(t.Converted, diagram.Converted, 0)...)
	return append(marks, diagram.Marks(t.Reclaimed, diagram.Reclaimed, 0)...)
}

// moveMarks marks where a move begins and ends; a castling ends on two squares.
func moveMarks(p *board.Position, m board.Move) []diagram.Mark {
	wing, ok := m.Castles(p)
	if !ok {
		return []diagram.Mark{{Square: m.From, Kind: diagram.From}, {Square: m.To, Kind: diagram.To}}
	}
	king, rook := board.CastlingEnds(p.Turn, wing)
	return []diagram.Mark{{Square: m.From, Kind: diagram.From}, {Square: m.To, Kind: diagram.From},
		{Square: king, Kind: diagram.To}, {Square: rook, Kind: diagram.To}}
}

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
		if err := why(s, g, &p, game, move); err != nil {
			s.Printf("%v\n", err)
		}
	}
	o.Save = outfile.Write
	if err := prompt.Play(s.Context, e(g), record, s.In, s.Out, o); err != nil {
		return command.Interrupted("")
	}
	return nil
}

func why(s *command.Session, g *rules.Variant, p *board.Position, game *rules.Game, move string) error {
	t, err := game.Play(move)
	var illegal *rules.IllegalError
	switch {
	case errors.As(err, &illegal):
		newStoryWriter(s, g, p).refuse(move, illegal)
		return nil
	case err != nil:
		return err
	}
	newStoryWriter(s, g, p).tell(g.Explain(p, t))
	return nil
}
