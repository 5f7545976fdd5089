package parting

import (
	"fmt"
	"slices"
	"strings"

	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// boards finds the parting of a move after which the boards of the program, theirs, differ from
// those of the rules, ours.
func (f *finder) boards(out *Parting, m board.Move, turn board.Played, ours, theirs []string) {
	set := f.variant.Set()
	stepClass := out.Class == "en passant" && set.ConvertsThemselves()
	if out.Class != "castling" && out.Class != "promotion" && !stepClass {
		out.Class = ""
	}
	side := "wb"[turn.After.Turn : turn.After.Turn+1]
	if !slices.ContainsFunc(theirs, func(fen string) bool {
		return strings.HasSuffix(fen, " "+side)
	}) {
		out.Step, out.Rule, out.Class = SideToMove, "", ""
		out.Reason, out.Program = "after the turn the other side is to move",
			"after it the FEN is "+theirs[0]
		return
	}

	all := theirs
	right := func(fen string) bool { return slices.Contains(ours, fen) }
	wrong := slices.DeleteFunc(slices.Clone(theirs), right)
	if len(wrong) > 0 {
		theirs = wrong // of several turns of the move
	}
	e := f.variant.Explain(&f.p, turn)
	end := e.Moved
	if n := len(e.Waves); n > 0 {
		end = e.Waves[n-1].After
	}
	if f.variant.Set().Reclaim != ruleset.NoReclaim &&
		(len(wrong) == 0 || slices.Contains(all, end.Board()+" "+side)) {
		f.reclaims(out, &end, ours, all)
		return
	}

	found, ok := closest(&end, theirs)
	if !ok {
		out.Step, out.Reason, out.Program = Landing, "the board is "+end.Board(),
			"no board can be read in "+theirs[0]
		return
	}

	f.conversions(out, &e, &end, &found)
}

// closest returns the readable board that is most like the position.
func closest(p *board.Position, fens []string) (best board.Position, ok bool) {
	least := 65
	for _, fen := range fens {
		placement, _, _ := strings.Cut(fen, " ")
		q, err := board.ParseBoard(placement)
		if err != nil {
			continue
		}
		n := 0
		for s := range board.NoSquare {
			if q.PieceAt(s) != p.PieceAt(s) {
				n++
			}
		}

		if n < least {
			best, least, ok = q, n, true
		}
	}

	return best, ok
}

// reclaims finds the parting in the reclaim. The conversions are known to be right, since the
// program has the board after them without a reclaim, or has no wrong board.
func (f *finder) reclaims(out *Parting, end *board.Position, ours, theirs []string) {
	out.Step, out.Rule, out.Class = Reclaim, "PAC-8", ""
	for _, fen := range theirs {
		if !slices.Contains(ours, fen) {
			out.Reason = fmt.Sprintf(
				"the enemy has %d choices of what to take back, and this is none of them",
				len(ours),
			)
			out.Program = "it has the board " + fen
			if s, ok := f.takenBack(end, fen, false); ok {
				out.Reason += ": " + f.against(end, s)
			}
			return
		}
	}

	for _, fen := range ours {
		if !slices.Contains(theirs, fen) {
			out.Fault = Missing
			out.Reason = "the enemy may take back so that the board is " + fen
			out.Program = fmt.Sprintf("it has %d of %d choices", len(theirs), len(ours))
			if s, ok := f.takenBack(end, fen, true); ok {
				out.Reason += ": " + f.against(end, s)
			}
			return
		}
	}
}

// takenBack returns the first piece that has been taken back on a board and that is, or is not,
// over-persuaded at the end of the conversions. It reports false if there is none.
func (f *finder) takenBack(end *board.Position, fen string, over bool) (board.Square, bool) {
	placement, _, _ := strings.Cut(fen, " ")
	after, err := board.ParseBoard(placement)
	if err != nil {
		return board.NoSquare, false
	}
	mover := f.p.Turn
	for s := range (end.Colours[mover] & after.Colours[mover.Other()]).All {
		persuade := f.variant.Weigh(end, s, mover.Other())
		if persuade.Outweighs(f.variant.Weigh(end, s, mover), f.variant.Set()) == over {
			return s, true
		}
	}

	return board.NoSquare, false
}

// conversions finds the first square on which the program's board differs from the board at the end
// of the conversions. It reports false if there is none.
func (f *finder) conversions(out *Parting, e *rules.Explanation, end, theirs *board.Position) bool {
	var differ board.Bitboard
	for s := range board.NoSquare {
		ours, there := end.PieceAt(s), theirs.PieceAt(s)
		if ours == there {
			continue
		}
		if ours.Kind != there.Kind {
			out.Step, out.Fault, out.Square = Landing, Other, s.String()
			out.Rule = f.landingRule(out.Class)
			out.Reason = fmt.Sprintf("%s %s", on(s), article(ours))
			out.Program = fmt.Sprintf("it has %s there", article(there))
			return true
		}

		differ |= s.Bit()
	}

	if differ == 0 {
		return false
	}
	out.Step = Conversion
	for n, wave := range e.Waves {
		for _, story := range wave.Squares {
			if differ.Has(story.Square) {
				f.kept(out, e, n+1, &story)
				return true
			}
		}
	}

	f.converted(out, e, end, theirs, differ)
	return true
}

// landingRule returns the rule about where the pieces of a move of some class end.
func (f *finder) landingRule(class string) string {
	switch class {
	case "castling":
		return f.variant.Set().Rule(ruleset.CastlingWayRule)
	case "promotion":
		return f.variant.Set().Rule(ruleset.PromotionRule)
	}

	return f.variant.Set().Rule(ruleset.MovementRule)
}

// kept describes a piece that converts under the rules but not in the program.
func (f *finder) kept(out *Parting, e *rules.Explanation, wave int, story *rules.SquareStory) {
	out.Fault, out.Wave, out.Square, out.Rule = Kept, wave, story.Square.String(), story.Rule
	if wave > 1 && story.Rule == "PAC-5" {
		out.Rule = "PAC-6"
	}
	out.Reason = fmt.Sprintf("the %v on %v changes sides in wave %d", story.Piece, story.Square,
		wave)
	out.Program = "it lets the piece stay"
	if f.isStep() {
		out.Rule = stepRule(f.variant.Set(), out.Class, Kept, story.Piece.Kind)
		out.Reason += ": " + e.Why
		if story.Attackers != 0 {
			out.Reason += "; it is attacked from " + strings.Join(story.Attackers.Names(), ", ")
		}
		return
	}

	if len(story.Pairs) > 0 {
		pair := story.Pairs[0]
		out.Reason += fmt.Sprintf(": the pair on %v and %v makes a co-square there", pair.Moved,
			pair.Partner)
		return
	}

	if story.Attackers != 0 {
		out.Reason += fmt.Sprintf(": it is attacked from %s",
			strings.Join(story.Attackers.Names(), ", "))
		return
	}

	if !f.variant.Set().Family.HasWeights() {
		return
	}

	mover := story.Piece.Colour.Other()
	out.Reason += ": " + weights(story.Square, mover, story.Persuade, story.Support)
	out.Program += fmt.Sprintf(": it must count less for %s there, or more for %s", mover.Title(),
		story.Piece.Colour.Title())
}

// weights describes how much a side persuades a square and how much its enemy supports it, each
// with the pieces involved.
func weights(s board.Square, by board.Colour, persuade, support rules.Weight) string {
	return fmt.Sprintf("%s persuades %v with %s, %s supports it with %s", by.Title(), s,
		amount(persuade), by.Other().Title(), amount(support))
}

// amount describes a weight with the pieces that make it up.
func amount(w rules.Weight) string {
	var by []string
	for _, b := range w.By {
		by = append(by, fmt.Sprintf("%c%v", b.Piece.Letter(), b.Square))
	}
	if len(by) == 0 {
		return w.String()
	}
	return w.String() + " (" + strings.Join(by, ", ") + ")"
}

// converted describes a piece that converts in the program but not under the rules, preferably one
// that does not follow from the others.
func (f *finder) converted(out *Parting, e *rules.Explanation, end, theirs *board.Position,
	differ board.Bitboard) {
	mover := f.p.Turn
	out.Fault, out.Wave = Converted, 1
	first := differ.First()
	if f.isStep() {
		f.convertedInStep(out, e, end.PieceAt(first), first)
		return
	}

	for s := range differ.All {
		if theirs.PieceAt(s).Colour != mover { // a piece of the mover's own
			out.Square, out.Rule = s.String(), f.variant.Set().Rule(ruleset.ConversionRule)
			out.Reason = fmt.Sprintf("the %v on %v belongs to the mover and stays", end.PieceAt(s),
				s)
			out.Program = "it gives the piece to the other side"
			return
		}

		board := *theirs
		board.Put(s, end.PieceAt(s))
		if f.variant.Set().Family.HasWeights() &&
			!f.variant.Weigh(&board, s, mover).Outweighs(f.variant.Weigh(&board, s, mover.Other()),
				f.variant.Set()) {
			first = s
			break
		}
	}

	piece := end.PieceAt(first)
	out.Square = first.String()
	out.Reason = fmt.Sprintf("the %v on %v stays", piece, first)
	out.Program = "it converts the piece"
	switch family := f.variant.Set().Family; {
	case family.ConvertsByAttack():
		out.Rule = f.variant.Set().Rule(ruleset.ConversionRule)
		out.Reason += ": no piece that converts in this turn attacks it"
		return
	case family.HasCoSquares() && f.p.KindAt(e.Turn.Move.From) == board.Pawn:
		out.Rule = "CON-6"
		out.Reason += ": a pawn's move makes no co-squares, nor does its promotion"
		return
	case family.HasCoSquares():
		out.Rule = "CON-3"
		out.Reason += ": it is on no co-square"
		return
	}

	f.overcounted(out, end, first)
}

// overcounted describes a piece that converts in the program because it counts more for the mover
// than there is, or less for the enemy.
func (f *finder) overcounted(out *Parting, end *board.Position, s board.Square) {
	mover := f.p.Turn
	out.Rule = "PAC-5"
	persuade, support := f.variant.Weigh(end, s, mover), f.variant.Weigh(end, s, mover.Other())
	if persuade.Outweighs(support, f.variant.Set()) {
		out.Rule = "PAC-7"
		out.Reason += ", since the piece that moved does not count"
		return
	}

	out.Reason += ": " + weights(s, mover, persuade, support)
	out.Program += fmt.Sprintf(": it must count more for %s there, or less for %s", mover.Title(),
		mover.Other().Title())
}

func on(s board.Square) string { return "on " + s.String() + " is" }

func article(piece board.Piece) string {
	if piece.Kind == board.NoKind {
		return "nothing"
	}
	return "a " + piece.String()
}
