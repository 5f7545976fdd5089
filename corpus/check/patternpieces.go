package check

import (
	"fmt"
	"strings"

	"turncoat/rules"
	"turncoat/rules/board"
)

// pieces notes of each enemy piece of a turn whether it changed sides as it should, as far as that can be told
// from the FEN after the turn; an empty FEN is the right one.
func (o *observation) pieces(j *wrongJudge, t *wrongTurn, fen string) {
	if !o.plain {
		o.strange = o.strange || fen != ""
		return
	}
	theirs := t.after
	if fen != "" {
		placement, _, _ := strings.Cut(fen, " ")
		var err error
		if theirs, err = board.ParseBoard(placement); err != nil || theirs.Occupied() != t.after.Occupied() {
			o.strange = true
			return
		}
	}
	mover := t.mover()
	now := theirs.Colours[mover]
	b := t.landed
	for n := 0; ; n++ {
		wave := j.wave(&b, mover)
		if wave == 0 {
			for s := range b.Colours[mover.Other()].All {
				e := o.words.set(j.pieceExample(&b, s, mover, n, wave))
				if now.Has(s) {
					o.taken = append(o.taken, e)
				} else {
					o.stayed = append(o.stayed, e)
				}
			}
			return
		}
		for s := range wave.All {
			e := o.words.set(j.pieceExample(&b, s, mover, n, wave))
			if now.Has(s) {
				o.converted = append(o.converted, e)
			} else {
				o.kept = append(o.kept, e)
			}
		}
		if wave&^now != 0 {
			return // what comes after it has other reasons
		}
		flip(&b, wave)
	}
}

// pieceExample returns what is true of an enemy piece in the nth wave from 0 on, which may or may not convert it.
func (j *wrongJudge) pieceExample(b *board.Position, s board.Square, mover board.Colour, n int,
	wave board.Bitboard) example {
	e := example{}
	add := e.add
	piece := b.PieceAt(s)
	add(piece.Kind.String()+"s", true)
	add(sides[piece.Colour]+"'s", true)
	add("on the first and the last rank", s.Rank() == 0 || s.Rank() == 7)
	add("on the a- and the h-file", s.File() == 0 || s.File() == 7)
	add("in corners", (s.Rank() == 0 || s.Rank() == 7) && (s.File() == 0 || s.File() == 7))
	add(fmt.Sprintf("on rank %d", s.Rank()+1), true)
	add(fmt.Sprintf("on the %c-file", 'a'+s.File()), true)
	add("on dark squares", (s.File()+s.Rank())%2 == 0)
	add("in the first wave", n == 0)
	add("in the second wave", n == 1)
	add("alone in their wave", wave == s.Bit())
	add("in a wave with a king", wave&b.Kings&^s.Bit() != 0)
	add("the only king of their side", piece.Kind == board.King && (b.Kings&b.Colours[piece.Colour]).Count() == 1)
	add("beside a king of their side", nextTo(b.Kings&b.Colours[piece.Colour]&^s.Bit(), s))
	add("beside a king of the mover", nextTo(b.Kings&b.Colours[mover], s))
	add("beside the moved piece", nextTo(j.moved, s))
	add("turned by a side without a king", b.Kingless(mover))
	add("turned by a castling", j.moved.Count() == 2)
	add("turned by a promotion", j.promotes)
	add("turned by a move of a "+j.kind.String(), true)
	add("named by a castling right", b.Rights.Squares().Has(s))
	add("pawns on their first rank", piece.Kind == board.Pawn && s.Rank() == [...]int{1, 6}[piece.Colour])
	persuade, support := weight(j, b, s, mover), weight(j, b, s, piece.Colour)
	add("persuaded by one more than support them", persuade.Count == support.Count+1)
	add("persuaded by as many as support them", persuade.Count == support.Count && persuade.Count > 0)
	add("persuaded by fewer than support them", persuade.Count < support.Count)
	j.bearers(add, "persuaded", s, persuade)
	j.bearers(add, "supported", s, support)
	return e
}

// bearers adds what is true of the pieces that bear on a square.
func (j *wrongJudge) bearers(add func(string, bool), how string, s board.Square, w rules.Weight) {
	add(how+" by none", len(w.By) == 0)
	add(how+" by any", len(w.By) > 0)
	add(how+" by one piece", len(w.By) == 1)
	add(how+" by two pieces", len(w.By) == 2)
	add(how+" by more than two pieces", len(w.By) > 2)
	all := map[string]int{}
	for _, x := range w.By {
		part := func(name string, is bool) {
			if is {
				all[name]++
				add(how+" "+name, true)
			}
		}
		far := distance(x.Square, s)
		part("by a "+x.Piece.Kind.String(), true)
		part("by the moved piece", j.moved.Has(x.Square))
		part("through a piece", len(x.Through) > 0)
		part("over an empty way", len(x.Through) == 0)
		part("through two pieces", len(x.Through) > 1)
		part("from beside", far == 1)
		part("from farther away", far > 1 && x.Piece.Kind != board.Knight)
		part("from more than two squares away", far > 2)
		part("along a rank", x.Square.Rank() == s.Rank())
		part("along a file", x.Square.File() == s.File())
		part("along a diagonal", x.Square.File() != s.File() && x.Square.Rank() != s.Rank() &&
			x.Piece.Kind != board.Knight)
	}
	for name, n := range all {
		add(how+" only "+name, n == len(w.By))
	}
}

// pieceWays lists the bugs by which pieces of a pattern are not converted, or are converted as well, or both.
func (o *observation) pieceWays() []wrongWay {
	if len(o.kept)+len(o.taken) == 0 {
		return nil
	}
	var list []wrongWay
	kept, taken := o.words.learnAny(o.kept, o.converted), o.words.learnAny(o.taken, o.stayed)
	for _, k := range kept {
		for _, m := range taken {
			list = append(list, pieceWay(k, m))
		}
	}
	return list
}

// pieceWay returns the bug by which pieces of one pattern are not converted, and those of another are though
// they are not over-persuaded; an empty pattern is none.
func pieceWay(kept, taken pattern) wrongWay {
	var names []string
	if kept.size() > 0 {
		names = append(names, "pieces that are "+kept.String()+" are not converted")
	}
	if taken.size() > 0 {
		names = append(names, "pieces that are "+taken.String()+" are converted, too")
	}
	return wrongWay{name: strings.Join(names, ", and "), convert: func(j *wrongJudge, b *board.Position,
		mover board.Colour) {
		n := -1
		j.repeat(b, allWaves, func(int) board.Bitboard {
			n++
			over := j.wave(b, mover)
			return those(b.Colours[mover.Other()], func(s board.Square) bool {
				e := j.pieceExample(b, s, mover, n, over)
				return over.Has(s) && (kept.size() == 0 || !kept.fits(e)) || !over.Has(s) && taken.size() > 0 &&
					taken.fits(e)
			})
		})
	}}
}
