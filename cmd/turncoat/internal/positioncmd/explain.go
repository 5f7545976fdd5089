package positioncmd

import (
	"errors"
	"fmt"
	"strings"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/protocol"
	"turncoat/rules"
	"turncoat/rules/board"
)

func runExplain(s *command.Session) error {
	g, p, written, err := s.GameOf()
	if err != nil {
		return err
	}
	colour := s.Colour()
	moves := command.WrittenMoves(written)
	if len(moves) == 0 {
		return s.UsageError("no move in %q", strings.Join(written, " "))
	}
	move := moves[len(moves)-1]
	game, err := s.Played(g, &p, moves[:len(moves)-1])
	if err != nil {
		return err
	}
	p = *game.Position()
	t, err := game.Play(move)
	var illegal *rules.IllegalError
	switch {
	case errors.As(err, &illegal):
		if s.Bool("json") {
			return s.JSON(protocol.Refusal{Move: move, Rules: illegal.Rules(), Message: err.Error()})
		}
		newStoryWriter(s, g, &p, colour).refuse(move, illegal)
		return nil
	case err != nil: // unreadable, or any of several moves: there is no one thing to explain
		return command.Unusable("%w", err)
	}
	e := g.Explain(&p, t)
	if s.Bool("json") {
		return s.JSON(protocol.ExplanationOf(g, &p, e))
	}
	tables, err := s.TablesFor(g, &p, false)
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
