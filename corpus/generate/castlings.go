package generate

import (
	"fmt"

	"turncoat/corpus/internal/bearing"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// hindered names the castlings of the side to move that a single piece prevents, by the file on
// which it stands between king and rook.
func hindered(g *rules.Variant, p *board.Position) []string {
	var names []string
	for _, wing := range []board.CastlingSide{board.QueenSide, board.KingSide} {
		i := board.RightIndex(p.Turn, wing)
		right := p.Rights[i]
		if !right.Held() || right.King.File() != 4 || !p.Colours[p.Turn].Has(right.King) ||
			!p.Colours[p.Turn].Has(right.Rook) {
			continue
		}
		var between []board.Square
		for file := min(right.King.File(), right.Rook.File()) + 1; file < max(right.King.File(),
			right.Rook.File()); file++ {
			if s := board.At(file, right.King.Rank()); p.Occupied().Has(s) {
				between = append(between, s)
			}
		}
		if len(between) != 1 || p.Kings.Has(between[0]) {
			continue
		}
		less := *p
		less.Put(between[0], board.NoPiece)
		if castlesWith(g, less, i, right) {
			names = append(names, fmt.Sprintf("castling hindered on the %c-file", 'a'+between[0].File()))
		}
	}
	return names
}

// endangered names what a castling does that looks as if it could not: its rook or the b-file is
// attacked, or the king's end.
func endangered(set ruleset.Set, p *board.Position, t *board.Played) []string {
	wing, castles := t.Move.Castles(p)
	if !castles || t.Move.From.File() != 4 {
		return nil
	}
	end, _ := board.CastlingEnds(p.Turn, wing)
	var names []string
	for _, danger := range []struct {
		s    board.Square
		what string
	}{{t.Move.To, "with an attacked rook"}, {board.At(1, end.Rank()), "past an attacked b-file"},
		{end, "to an attacked square"}} {
		if danger.s.File() == 1 && wing == board.KingSide {
			continue
		}
		if bearing.Weigh(set, p, danger.s, p.Turn.Other()).Count > 0 {
			names = append(names, "castling "+danger.what)
		}
	}
	return names
}
