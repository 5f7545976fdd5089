package pgn

import (
	"errors"
	"fmt"
	"strings"

	"turncoat/rules"
	"turncoat/rules/board"
)

// A SidesError is a move that is not legal because of the sides that pieces are on, as after a conversion.
type SidesError struct {
	Note    string // as [History.Note] has it, never empty
	Illegal *rules.IllegalError
}

func (e *SidesError) Error() string {
	return fmt.Sprintf("%s is not legal: %s (%s)", e.Illegal.Move, e.Note, strings.Join(e.Illegal.Rules(), ", "))
}

func (e *SidesError) Unwrap() error { return e.Illegal }

// Play reads a move, plays it and adds it to the history. The error is that of [rules.Variant.Parse], or a
// [*SidesError] where the sides of the pieces explain it.
func (h *History) Play(g *rules.Variant, p *board.Position, text string) (board.Played, error) {
	t, err := g.Parse(p, text)
	if err == nil {
		h.Add(g, p, t)
		return t, nil
	}
	var illegal *rules.IllegalError
	if !errors.As(err, &illegal) {
		return t, err
	}
	w, unreadable := rules.ParseWritten(text, rules.English)
	if unreadable != nil {
		return t, err
	}
	if note := h.Note(g, p, w); note != "" {
		return t, &SidesError{note, illegal}
	}
	return t, err
}
