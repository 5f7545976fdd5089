package command

import (
	"errors"
	"fmt"
	"strings"

	"turncoat/internal/printable"
	"turncoat/rules"
	"turncoat/rules/board"
)

// Position reads the FEN of a call: any form that the rules text knows, or "start" ("startpos", as
// UCI has it). The error lists every fault.
func Position(g *rules.Variant, text string) (board.Position, error) {
	if text == "start" || text == "startpos" {
		return g.Start(), nil
	}
	p, err := g.ParseFEN(text)
	if err == nil {
		return p, nil
	}
	if len(text) > board.MaxFEN {
		return p, Unusable("%v", err)
	}
	if !strings.Contains(text, "/") {
		return p, Unusable("%q is not a position: give a FEN, or \"start\" and the moves after it", text)
	}
	faults := Unjoined(err)
	lines := make([]string, len(faults))
	for i, f := range faults {
		var fault *board.FENError
		if lines[i] = f.Error(); errors.As(f, &fault) && fault.Text == text {
			lines[i] = fmt.Sprintf("%s: %v", fault.Field, fault.Err) // the text stands in front already
		}
	}
	if len(lines) == 1 {
		return p, Unusable("FEN %q: %s", text, lines[0])
	}
	return p, Unusable("FEN %q: %d faults\n%s", text, len(lines), strings.Join(lines, "\n"))
}

// GameAt returns the game that a call is about, and the position that its FEN names.
func (s *Session) GameAt(fen string) (*rules.Variant, board.Position, error) {
	g, err := s.Game()
	if err != nil {
		return nil, board.Position{}, err
	}
	p, err := Position(g, fen)
	return g, p, err
}

// GameOf returns the game that a call is about, the position that its first argument names, and the other arguments.
func (s *Session) GameOf() (*rules.Variant, board.Position, []string, error) {
	g, p, err := s.GameAt(s.Args()[0])
	return g, p, s.Args()[1:], err
}

// OutcomeSentence says how things stand in a position, for the side to move.
func OutcomeSentence(g *rules.Variant, p *board.Position) string {
	mover, outcome := p.Turn.Title(), g.Outcome(p)
	switch outcome.Reason {
	case board.Claimless:
		return fmt.Sprintf("%s: %s owns no king and can claim none. %s has won.", outcome.Result, mover,
			p.Turn.Other().Title())
	case board.Checkmate:
		return fmt.Sprintf("%s: checkmate. %s has won.", outcome.Result, p.Turn.Other().Title())
	case board.Stalemate:
		if outcome.Result == board.Draw {
			return fmt.Sprintf("%s: %s has no legal turn. The game is drawn.", outcome.Result, mover)
		}
		return fmt.Sprintf("%s: %s has no legal turn, which loses under these rules.", outcome.Result, mover)
	}
	switch sign := g.Sign(p); {
	case sign == '+' && p.Kingless(p.Turn):
		return fmt.Sprintf("*: %s to move owns no king and must claim one.", mover)
	case sign == '+':
		return fmt.Sprintf("*: %s to move is in check.", mover)
	}
	return fmt.Sprintf("*: %s to move.", mover)
}

// RulesName returns the name of a rule set for people.
func RulesName(g *rules.Variant) string { return printable.Line(g.Set().String()) }
