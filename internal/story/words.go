package story

import (
	"fmt"

	"turncoat/internal/printable"
	"turncoat/rules"
	"turncoat/rules/board"
)

// Outcome describes the state of the game in a position.
func Outcome(variant *rules.Variant, p *board.Position) string {
	mover, outcome := p.Turn.Title(), variant.Outcome(p)
	switch outcome.Reason {
	case board.Claimless:
		return fmt.Sprintf("%s: %s owns no king and can claim none. %s has won.", outcome.Result, mover,
			p.Turn.Other().Title())
	case board.KingConverted:
		return fmt.Sprintf("%s: %s's king has been converted. %s has won.", outcome.Result, mover,
			p.Turn.Other().Title())
	case board.Checkmate:
		return fmt.Sprintf("%s: checkmate. %s has won.", outcome.Result, p.Turn.Other().Title())
	case board.Stalemate:
		if outcome.Result == board.Draw {
			return fmt.Sprintf("%s: %s has no legal turn. The game is drawn.", outcome.Result, mover)
		}
		return fmt.Sprintf("%s: %s has no legal turn, which loses under these rules.", outcome.Result, mover)
	}

	switch sign := variant.Sign(p); {
	case sign == '+' && p.Kingless(p.Turn):
		return fmt.Sprintf("*: %s to move owns no king and must claim one.", mover)
	case sign == '+':
		return fmt.Sprintf("*: %s to move is in check.", mover)
	}

	return fmt.Sprintf("*: %s to move.", mover)
}

// RulesName returns the name of a rule set, safe for a terminal.
func RulesName(variant *rules.Variant) string { return printable.Line(variant.Set().String()) }
