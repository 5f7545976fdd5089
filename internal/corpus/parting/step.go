package parting

import (
	"fmt"

	"turncoat/internal/reference"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// This file is about the one step of Andernach Chess and its kin in which pieces change sides.

// isStep reports whether pieces change sides in the step of Andernach Chess.
func (f *finder) isStep() bool { return f.variant.Set().Family == ruleset.Andernach }

// stepRule returns the rule of Andernach Chess and its kin about a piece that a program converts,
// or does not, otherwise than the rules, in a move of some class.
func stepRule(set ruleset.Set, class, fault string, kind board.Kind) string {
	switch {
	case kind == board.King:
		return "AND-3"
	case class == "castling":
		return "AND-5"
	case set.ConvertsByAttack() && fault == Converted:
		return "AND-6"
	case set.ConvertsThemselves() && (class == "promotion" || class == "en passant"):
		return "AND-4"
	}

	return set.Rule(ruleset.ConversionRule)
}

// convertedInStep describes a piece that converts in the program, but not under the rules of
// Andernach Chess or its kin.
func (f *finder) convertedInStep(
	out *Parting, e *rules.Explanation, piece board.Piece, s board.Square,
) {
	out.Square = s.String()
	out.Rule = stepRule(f.variant.Set(), out.Class, Converted, piece.Kind)
	out.Reason = fmt.Sprintf("the %v on %v stays: %s", piece, s, f.stays(e, s))
	out.Program = "it converts the piece"
}

// stays says why a piece does not change sides in a turn of Andernach Chess or its kin.
func (f *finder) stays(e *rules.Explanation, s board.Square) string {
	set := f.variant.Set()
	c := reference.Begin(set, f.p, e.Turn.Move)
	_, castles := e.Turn.Move.Castles(&f.p)
	switch piece := c.Board.PieceAt(s); {
	case piece.Kind == board.King && set.KingConverts == ruleset.No:
		return "kings never convert"
	case set.ConvertsThemselves() && castles && piece.Kind == board.Rook:
		return "in castling the rook has not moved"
	case set.ConvertsThemselves() && s != e.Turn.Move.To && !castles:
		return "only the piece that moved converts"
	case set.ConvertsThemselves() || c.Makers() == 0:
		return e.Why
	case c.Attackers(s) != 0:
		return e.Why + ", but the rule set excepts the piece"
	case c.Makers().Has(s):
		return e.Why + ", and converts what it attacks, not itself"
	case c.Makers().Count() > 1:
		return fmt.Sprintf("%s, but none of them attacks %v", e.Why, s)
	}

	return fmt.Sprintf("%s, but does not attack %v", e.Why, s)
}

// exposed explains a move that a program may lack because it converts a piece of the mover that
// stays: as the enemy's, the piece would attack the mover's king (AND-7). It reports false if no
// piece would.
func (f *finder) exposed(out *Parting, e *rules.Explanation) bool {
	if !f.isStep() {
		return false
	}
	set, side, after := f.variant.Set(), f.p.Turn, e.Turn.After
	staying := after.Colours[side] &^ after.Kings &^ e.Turn.Converted
	if set.ConvertsThemselves() {
		staying &= e.Turn.Move.To.Bit()
	}
	for s := range staying.All {
		piece, turned := after.PieceAt(s), after
		turned.Put(s, board.Piece{Kind: piece.Kind, Colour: side.Other()})
		turned.Turn = side
		if !f.variant.InCheck(&turned) {
			continue
		}

		out.Step, out.Wave, out.Square = Conversion, 1, s.String()
		out.Rule = stepRule(set, out.Class, Converted, piece.Kind)
		out.Reason = fmt.Sprintf("it is legal: the %v on %v stays: %s", piece, s, f.stays(e, s))
		out.Program = fmt.Sprintf("%s: if the %v changed sides, it would attack the king",
			out.Program, piece.Kind)
		return true
	}

	return false
}

// lifted explains a move that is legal because pieces that attack the mover's king change sides, in
// games with check. It reports false if there are none.
func (f *finder) lifted(out *Parting, e *rules.Explanation) bool {
	set, side := f.variant.Set(), f.p.Turn
	if set.Family.HasWeights() || !set.HasCheck() {
		return false
	}
	for s := range (e.Moved.Kings & e.Moved.Colours[side]).All {
		var gone board.Bitboard
		for _, b := range f.variant.Weigh(&e.Moved, s, side.Other()).By {
			gone |= b.Square.Bit() & e.Turn.Converted
		}
		if gone != 0 {
			out.Rule = set.Rule(ruleset.KingSafetyRule)
			f.rescued(out, e, gone, "it asks for a safe king before the conversions")
			return true
		}
	}

	return false
}
