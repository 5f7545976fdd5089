package check

import (
	"slices"

	"turncoat/corpus"
	"turncoat/rules/board"
)

// A choice is one of the turns that a move leads to where the rules have a reclaim.
type choice struct {
	fen   string // board and side to move
	taken int    // so many pieces are taken back
	kinds []kind
}

// reclaimKinds lists the kinds of a turn by what is taken back in it (PAC-8).
func reclaimKinds(turn *board.Played) []kind {
	if turn.Reclaimed == 0 {
		return []kind{"turns without a reclaim"}
	}
	kinds := []kind{"reclaims"}
	if turn.Reclaimed.Count() > 1 {
		kinds = append(kinds, "reclaims of more than one piece")
	}
	for s := range turn.Reclaimed.All {
		if k := kind("reclaims of the " + turn.After.KindAt(s).String()); !slices.Contains(kinds, k) {
			kinds = append(kinds, k)
		}
	}
	if turn.Reclaimed.Has(turn.Move.To) {
		kinds = append(kinds, "reclaims of what has moved")
	}
	if turn.Reclaimed&^turn.Converted != 0 {
		kinds = append(kinds, "reclaims of what was not converted before")
	}
	return kinds
}

// markParts adds to the choices of a move which of them take back a part of what can be.
func markParts(choices []choice) {
	most := 0
	for _, c := range choices {
		most = max(most, c.taken)
	}
	for i := range choices {
		if c := &choices[i]; c.taken > 0 && c.taken < most {
			c.kinds = append(c.kinds, "reclaims of a part")
		}
	}
}

// choiceClaims lists what would make those choices of a reclaim missing that an answer lacks, and notes what
// those that it has refute. It lists nothing where the answer has choices that there are not.
func (t *trial) choiceClaims(choices []choice, theirs []corpus.AnswerTurn) []claim {
	has := func(fen string) bool {
		return slices.ContainsFunc(theirs, func(t corpus.AnswerTurn) bool { return t.FEN == fen })
	}
	for _, turn := range theirs {
		if !slices.ContainsFunc(choices, func(c choice) bool { return c.fen == turn.FEN }) {
			return nil
		}
	}
	var lost [][]kind
	for _, c := range choices {
		if has(c.fen) {
			t.refute(claims(c.kinds, nil, "missing"))
		} else {
			lost = append(lost, c.kinds)
		}
	}
	return claims(inCommon(lost), nil, "missing")
}
