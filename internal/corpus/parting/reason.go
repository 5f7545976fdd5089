package parting

import (
	"strings"

	"turncoat/internal/plural"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// allowed says what allows a turn that a program lacks, and by which rule.
func allowed(variant *rules.Variant, p *board.Position, m board.Move, e *rules.Explanation) (text,
	rule string) {
	rule = variant.Set().Rule(ruleset.MovementRule)
	claimed := e.Turn.Converted & p.Kings
	switch _, castles := m.Castles(p); {
	case castles:
		return "it is legal: the right is held, nothing is in the way, and no square on the king's way forbids it",
			variant.Set().Rule(ruleset.CastlingWayRule)
	case claimed != 0:
		return "it is legal: it claims the " + plural.Noun(claimed.Count(), "king") + " on " +
			strings.Join(claimed.Names(), " and "), variant.Set().Rule(ruleset.ClaimRule)
	case m.Promotion < board.NoKind:
		return "it is legal: a pawn on its last rank promotes to a queen, rook, bishop or knight",
			variant.Set().Rule(ruleset.PromotionRule)
	case p.KindAt(m.From) == board.Pawn && abs(m.To.Rank()-m.From.Rank()) == 2:
		return "it is legal: from its second rank a pawn may advance two squares",
			variant.Set().Rule(ruleset.TwoStepRule)
	}

	return "it is legal: it breaks no rule", rule
}

// spelledLike reports whether one text may be another way to write a move.
func spelledLike(p *board.Position, uci, text string) bool {
	return wayOfWriting(p, uci, text) != ""
}

// misspelled is the parting of a move that is right except for its notation.
func misspelled(p *board.Position, uci, text string) Parting {
	way := wayOfWriting(p, uci, text)
	return Parting{Step: Spelling, Fault: Other, Class: way, Move: uci, Reason: "it is written " +
		uci, Program: "it writes " + text + ": " + way}
}

// wayOfWriting names the way in which a text writes a move differently; empty if it is not that
// move.
func wayOfWriting(p *board.Position, uci, text string) string {
	m, err := board.ParseUCI(p, uci)
	if err != nil {
		return ""
	}
	lower := strings.ToLower(text)
	plain := strings.NewReplacer("-", "", "=", "", "x", "", "+", "", "#", "", "/", "", "(", "", ")",
		"", " ", "").
		Replace(lower)
	if _, castles := m.Castles(p); castles {
		switch {
		case strings.Trim(lower, "0o-") == "":
			return "castling as O-O"
		case text != lower && lower == uci:
			return "capital letters"
		}

		return "castling as another move"
	}

	switch {
	case lower == uci:
		return "capital letters"
	case plain == uci:
		return "signs between the letters"
	case len(uci) == 5 && plain == uci[:4]:
		return "a promotion without the letter of the new piece"
	}

	return ""
}
