package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"turncoat/pgn"
	"turncoat/rules"
	"turncoat/rules/board"
)

func explainCommand(s *session) *cli.Command {
	return helped(&cli.Command{
		Name: "explain", Usage: "say why a move does what it does, or why it is not legal", ArgsUsage: "FEN MOVE…",
		Description: `Explains a move wave by wave and square by square: who persuades, who supports, through whom, the
board after each wave and the rule that applies; in Conversion Chess, which pairs make which
co-squares. A reclaim follows the move after "~" (Nf5~d4,e5, or Nf5~- for none); without it
everything that can be is taken back.
Of a move that is not legal it says which rule forbids it, which is an answer too: status 0.
Of several moves the last is explained, after the others have been played.`,
		Flags:  []cli.Flag{rulesFlag(), jsonFlag(), colourFlag(), tablesFlag()},
		Action: s.explain,
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

func (s *session) explain(c *cli.Context) error {
	g, p, written, err := gameOf(c)
	if err != nil {
		return err
	}
	colour, err := s.colour(c)
	if err != nil {
		return err
	}
	moves := writtenMoves(written)
	if len(moves) == 0 {
		return badCall(c.Command.HelpName, fmt.Errorf("no move stands in %q", strings.Join(written, " ")))
	}
	move := moves[len(moves)-1]
	var history pgn.History
	if p, err = s.after(c, g, p, moves[:len(moves)-1], &history); err != nil {
		return err
	}
	t, err := history.Play(g, &p, move)
	var illegal *rules.IllegalError
	switch {
	case errors.As(err, &illegal):
		if c.Bool("json") {
			return s.json(rules.RefusalJSON{Move: move, Rules: illegal.Rules(), Message: err.Error()})
		}
		newStoryWriter(s, g, &p, colour).refuse(move, err, illegal)
		return nil
	case err != nil: // unreadable, or any of several moves: there is no one thing to explain
		return unusable("%w", err)
	}
	e := g.Explain(&p, t)
	if c.Bool("json") {
		return s.json(g.JSON(&p, e))
	}
	tables, err := s.tablesFor(c, g, &p, false)
	if err != nil {
		return err
	}
	defer closeTables(tables)
	newStoryWriter(s, g, &p, colour).tell(e)
	if before, after := s.valueIn(tables, &p), s.valueIn(tables, &t.After); before != "" && after != "" {
		s.printf("By the tables: %s before the turn, %s after it.\n", before, after)
	}
	return nil
}

// A storyWriter writes an explanation for people.
type storyWriter struct {
	s      *session
	g      *rules.Variant
	p      *board.Position // before the move
	colour bool
	said   map[string]bool // the rules whose sentence stands already
}

func newStoryWriter(s *session, g *rules.Variant, p *board.Position, colour bool) *storyWriter {
	return &storyWriter{s, g, p, colour, map[string]bool{}}
}

// line prints a line.
func (t *storyWriter) line(format string, a ...any) { t.s.printf(format+"\n", a...) }

// rule prints the sentences of rules, those that stand already left out.
func (t *storyWriter) rule(ids ...string) {
	for _, id := range ids {
		if text := t.g.Statement(id); text != "" && !t.said[id] {
			t.said[id] = true
			t.line("%s", wrap(fmt.Sprintf("  %-6s ", id), text))
		}
	}
}

// width is how many columns a line of text may take.
const width = 92

// wrap breaks a text into lines, the first after a lead, the others indented as deep.
func wrap(lead, text string) string {
	indent := fmt.Sprintf("\n%*s", len(lead), "")
	out, column := lead, len(lead)
	for i, word := range strings.Fields(text) {
		if i > 0 && column+1+len(word) > width {
			out, column = out+indent, len(lead)
		} else if i > 0 {
			out, column = out+" ", column+1
		}
		out, column = out+word, column+len(word)
	}
	return out
}
