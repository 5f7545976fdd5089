package positioncmd

import (
	"errors"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/pgn"
	"turncoat/rules"
	"turncoat/rules/board"
)

func ExplainCommand(s *command.Session) *cli.Command {
	return command.Helped(&cli.Command{
		Name: "explain", Usage: "say why a move does what it does, or why it is not legal", ArgsUsage: "FEN MOVE…",
		Description: `Explains a move wave by wave and square by square: who persuades, who supports, through whom, the
board after each wave and the rule that applies; in Conversion Chess, which pairs make which
co-squares. A reclaim follows the move after "~" (Nf5~d4,e5, or Nf5~- for none); without it
everything that can be is taken back.
Of a move that is not legal it says which rule forbids it, which is an answer too: status 0.
Of several moves the last is explained, after the others have been played.`,
		Flags:  []cli.Flag{command.RulesFlag(), command.JSONFlag(), command.ColourFlag(), command.TablesFlag()},
		Action: func(c *cli.Context) error { return runExplain(s, c) },
	}, `
$ turncoat explain --rules pacifist1 'rkqn1rb1/ppppppbp/P7/1n4p1/8/4N3/1PPPPPPP/RNK1BBQR' Nf5
White plays Nf5 under pacifist1: the knight goes from e3 to f5.
…
Wave 1: 2 black pieces become white.
  e7  the black pawn is over-persuaded, 1 against 0 (PAC-5)
      White persuades with 1: knight f5
      Black supports with 0: none
  g7  the black bishop is over-persuaded, 1 against 0 (PAC-5)
      White persuades with 1: knight f5
      Black supports with 0: none
…
`)
}

func runExplain(s *command.Session, c *cli.Context) error {
	g, p, written, err := command.GameOf(c)
	if err != nil {
		return err
	}
	colour, err := s.Colour(c)
	if err != nil {
		return err
	}
	moves := command.WrittenMoves(written)
	if len(moves) == 0 {
		return command.BadCall(c.Command.HelpName, fmt.Errorf("no move stands in %q", strings.Join(written, " ")))
	}
	move := moves[len(moves)-1]
	var history pgn.History
	if p, err = s.After(c, g, p, moves[:len(moves)-1], &history); err != nil {
		return err
	}
	t, err := history.Play(g, &p, move)
	var illegal *rules.IllegalError
	switch {
	case errors.As(err, &illegal):
		if c.Bool("json") {
			return s.JSON(rules.RefusalJSON{Move: move, Rules: illegal.Rules(), Message: err.Error()})
		}
		newStoryWriter(s, g, &p, colour).refuse(move, err, illegal)
		return nil
	case err != nil: // unreadable, or any of several moves: there is no one thing to explain
		return command.Unusable("%w", err)
	}
	e := g.Explain(&p, t)
	if c.Bool("json") {
		return s.JSON(g.JSON(&p, e))
	}
	tables, err := s.TablesFor(c, g, &p, false)
	if err != nil {
		return err
	}
	defer command.CloseTables(tables)
	newStoryWriter(s, g, &p, colour).tell(e)
	if before, after := s.ValueIn(tables, &p), s.ValueIn(tables, &t.After); before != "" && after != "" {
		s.Printf("By the tables: %s before the turn, %s after it.\n", before, after)
	}
	return nil
}

// A storyWriter writes an explanation for people.
type storyWriter struct {
	s      *command.Session
	g      *rules.Variant
	p      *board.Position // before the move
	colour bool
	said   map[string]bool // the rules whose sentence stands already
}

func newStoryWriter(s *command.Session, g *rules.Variant, p *board.Position, colour bool) *storyWriter {
	return &storyWriter{s, g, p, colour, map[string]bool{}}
}

// line prints a line.
func (t *storyWriter) line(format string, a ...any) { t.s.Printf(format+"\n", a...) }

// rule prints the sentences of rules, those that stand already left out.
func (t *storyWriter) rule(ids ...string) {
	for _, id := range ids {
		if text := t.g.Statement(id); text != "" && !t.said[id] {
			t.said[id] = true
			t.line("%s", command.Wrap(fmt.Sprintf("  %-6s ", id), text))
		}
	}
}
