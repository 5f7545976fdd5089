package positioncmd

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/diagram"
	"turncoat/internal/plural"
	"turncoat/protocol"
	"turncoat/rules"
	"turncoat/rules/board"
)

// PlayCommand returns the command for playing moves, or a game against the computer.
func PlayCommand(s *command.Session) *cli.Command {
	return &cli.Command{
		Name: "play", Usage: "play moves and print the position after them", ArgsUsage: "FEN [MOVE…]",
		Flags:  append(computerFlags(), command.RulesFlag(), command.JSONFlag(), command.ColourFlag()),
		Action: func(c *cli.Context) error { return runPlay(s, c) },
	}
}

func runPlay(s *command.Session, c *cli.Context) error {
	g, p, written, err := command.GameOf(c)
	if err != nil {
		return err
	}
	if c.IsSet("computer") {
		return playComputer(s, c, g, p, command.WrittenMoves(written))
	}
	colour := s.Colour(c)
	var marks []diagram.Mark
	game := rules.NewGame(g, &p)
	moves := command.WrittenMoves(written)
	for i, text := range moves {
		if s.Context.Err() != nil {
			return command.Interrupted(plural.Count(i, "move") + " played and printed")
		}
		t, err := game.Play(text)
		if err != nil {
			return command.LineError(c, i+1, text, err)
		}
		if c.Bool("json") {
			s.JSON(protocol.TurnOf(g, &p, t))
		} else {
			s.Printf("%s\n", moveLine(g, &p, t))
		}
		marks, p = turnMarks(&p, t), t.After
	}
	if c.Bool("json") {
		return nil
	}
	if len(moves) > 0 {
		s.Printf("\n")
	}
	s.Printf("%s\n%s\n%s\n", diagram.Text(&p, diagram.Options{Marks: marks, Colour: colour}), g.FEN(&p),
		command.OutcomeSentence(g, &p))
	return nil
}

// moveLine writes a turn of a position as a line of a game.
func moveLine(g *rules.Variant, p *board.Position, t board.Played) string {
	dots := "."
	if p.Turn == board.Black {
		dots = "..."
	}
	line := fmt.Sprintf("%d%s %s", p.Number, dots, g.InputSAN(p, t))
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
