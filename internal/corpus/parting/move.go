package parting

import (
	"fmt"
	"slices"

	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// move finds the parting of one move whose turns differ.
func (f *finder) move(uci string) Parting {
	ours, theirs := boards(f.want, uci), boards(f.got, uci)
	out := Parting{Fault: Other, Move: uci}
	m, err := board.ParseUCI(&f.p, uci)
	if err != nil {
		out.Step, out.Fault = Spelling, Extra
		out.Reason, out.Program = "this is no move in UCI", "it lists the move "+uci
		return out
	}

	out.Class = class(&f.p, m)
	switch {
	case len(theirs) == 0:
		f.missing(&out, m)
	case len(ours) == 0:
		f.extra(&out, m, theirs)
	default:
		f.boards(&out, m, f.variant.Play(&f.p, m), ours, theirs)
	}

	return out
}

// missing finds the parting of a legal move that the program lacks.
func (f *finder) missing(out *Parting, m board.Move) {
	out.Step, out.Fault, out.Program = Movement, Missing, "it has no such move"
	e := f.variant.Explain(&f.p, f.variant.Play(&f.p, m))
	out.Reason, out.Rule = allowed(f.variant, &f.p, m, &e)
	switch {
	case out.Class == "castling":
		out.Step = Castling
	case f.p.Kingless(f.p.Turn): // the move is legal only because it converts a king
		f.rescued(out, &e, e.Turn.Converted&f.p.Kings, "it does not know the move")
	case f.lifted(out, &e), f.exposed(out, &e):
	case f.endangered(&e):
		f.safe(out, &e)
	}
}

// rescued explains a move that is legal only because of its conversions: which of the given pieces
// changes sides first, and why. The argument otherwise names another possible reason for the
// program to leave the move out.
func (f *finder) rescued(out *Parting, e *rules.Explanation, pieces board.Bitboard,
	otherwise string) {
	for n, wave := range e.Waves {
		for _, story := range wave.Squares {
			if !pieces.Has(story.Square) {
				continue
			}
			inner := *out
			f.kept(&inner, e, n+1, &story)
			out.Step, out.Wave, out.Square = Conversion, inner.Wave, inner.Square
			out.Reason += ": " + inner.Reason
			out.Program += ": " + otherwise
			if f.variant.Set().Family.HasWeights() {
				out.Program = fmt.Sprintf("%s, or it must count less for %s there, or more for %s",
					out.Program, f.p.Turn.Title(), f.p.Turn.Other().Title())
			}
			return
		}
	}
}

// safe explains why a king of the mover is safe after a legal move: the enemy pieces that bear on
// it do not outweigh its supporters, or they change sides.
func (f *finder) safe(out *Parting, e *rules.Explanation) {
	set, side := f.variant.Set(), f.p.Turn
	out.Step = KingSafety
	out.Rule = set.Rule(ruleset.KingSafetyRule)
	if !set.Family.HasWeights() {
		return
	}
	after := e.Turn.After
	for _, p := range []*board.Position{&e.Moved, &after} {
		for s := range (p.Kings & p.Colours[side]).All {
			persuade, support := f.variant.Weigh(p, s, side.Other()), f.variant.Weigh(p, s, side)
			if persuade.Outweighs(support, set) {
				continue
			}
			if p == &after {
				var gone board.Bitboard
				for _, b := range f.variant.Weigh(&e.Moved, s, side.Other()).By {
					gone |= b.Square.Bit() & e.Turn.Converted
				}
				if gone != 0 {
					f.rescued(out, e, gone, "it asks for a safe king before the conversions")
					return
				}

				out.Reason += "; after its conversions"
			} else {
				out.Reason += ";"
			}

			out.Reason += " " + weights(s, side.Other(), persuade, support)
			return
		}
	}
}

// endangered reports whether a program might think that a turn leaves a king of the mover in
// danger. Where kings may stand on any square, there is no danger to speak of.
func (f *finder) endangered(e *rules.Explanation) bool {
	set, side := f.variant.Set(), f.p.Turn
	if set.Family.ConvertsByAttack() && !set.HasCheck() {
		return false
	}
	after := e.Turn.After
	for _, p := range []*board.Position{&e.Moved, &after} {
		for s := range (p.Kings & p.Colours[side]).All {
			if f.variant.Weigh(p, s, side.Other()).Count > 0 {
				return true
			}
		}
	}

	return f.variant.InCheck(&f.p)
}

// castlingMeant returns the castling that a king may have meant by a move of several squares along
// its first rank, though it has no right to it. Other moves are returned unchanged.
func castlingMeant(p *board.Position, m board.Move) board.Move {
	own := p.Colours[p.Turn]
	files := m.To.File() - m.From.File()
	if !(p.Kings & own).Has(m.From) || m.From.Rank() != p.Turn.FirstRank() ||
		m.To.Rank() != m.From.Rank() ||
		abs(files) < 2 || m.To.File() != 2 && m.To.File() != 6 || p.Occupied().Has(m.To) {
		return m
	}

	side, corner := board.KingSide, board.At(7, m.From.Rank())
	if files < 0 {
		side, corner = board.QueenSide, board.At(0, m.From.Rank())
	}
	right := p.Rights[board.RightIndex(p.Turn, side)]
	switch {
	case right.Held() && right.King == m.From: // the rook may be the enemy's now
		m.To = right.Rook
	case p.PieceAt(corner) == (board.Piece{Kind: board.Rook, Colour: p.Turn}):
		m.To = corner
	}

	return m
}

// blamed returns the breach that says why a move is not legal: the first, but of a castling the first
// that is about castling. That a king goes no two squares otherwise is no news to the program.
func blamed(set ruleset.Set, list []rules.Breach, class string) rules.Breach {
	about := []string{set.Rule(ruleset.CastlingWayRule), set.Rule(ruleset.CastlingSafetyRule),
		set.Rule(ruleset.CastlingRightsRule)}
	i := slices.IndexFunc(list, func(b rules.Breach) bool { return slices.Contains(about, b.Rule) })
	if class != "castling" || i < 0 {
		return list[0]
	}
	return list[i]
}

// extra finds the parting of a move that the rules do not allow.
func (f *finder) extra(out *Parting, m board.Move, theirs []string) {
	out.Step, out.Fault, out.Program = Movement, Extra, "it plays "+out.Move
	m = castlingMeant(&f.p, m)
	out.Class = class(&f.p, m)
	list := f.variant.Breaches(&f.p, m)
	if len(list) == 0 {
		out.Reason = "it is not legal"
		return
	}

	breach := blamed(f.variant.Set(), list, out.Class)
	out.Reason, out.Rule = "it is not legal: "+breach.Reason, breach.Rule
	if evidence := f.evidence(m, out.Rule); evidence != "" {
		out.Reason += "; " + evidence
	}
	set := f.variant.Set()
	switch out.Rule {
	case set.Rule(ruleset.CastlingWayRule), set.Rule(ruleset.CastlingSafetyRule):
		out.Step = Castling
	case set.Rule(ruleset.CastlingRightsRule):
		out.Step = Rights
	case set.Rule(ruleset.KingSafetyRule):
		out.Step = KingSafety
		if out.Class != "castling" && out.Class != "king" {
			out.Class = ""
		}
		// Who converts otherwise thinks other kings safe.
		turn := board.Played{Turn: board.Turn{Move: m}}
		e := f.variant.Explain(&f.p, turn)
		end := e.Moved
		if n := len(e.Waves); n > 0 {
			end = e.Waves[n-1].After
		}
		if found, ok := closest(&end, theirs); ok && f.variant.Set().Reclaim == ruleset.NoReclaim {
			inner := *out
			if f.conversions(&inner, &e, &end, &found) {
				inner.Reason += "; and so " + out.Move + " is illegal (" + out.Rule + ")"
				*out = inner
			}
		}
	}
}
