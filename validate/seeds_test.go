package validate

import (
	"slices"
	"testing"

	"turncoat/pgn"
)

// shortest has a short record for every kind of finding that a record can have, with that finding.
var shortest = map[pgn.Code]string{
	pgn.Syntax:             "1. e4 ) *",
	pgn.Truncated:          "1. e4 {a",
	pgn.BadFEN:             "[FEN \"x\"]\n\n*",
	pgn.UnknownRules:       "[Variant \"x\"]\n\n*",
	pgn.UnknownPiece:       "1. Xf3 *",
	pgn.IllegalMove:        "1. e5 *",
	pgn.AmbiguousMove:      "[FEN \"4k3/8/8/8/8/8/4K3/R6R w - - 0 1\"]\n\n1. Rd1 *",
	pgn.ConversionMismatch: "[Variant \"pacifist1\"]\n\n1. e4 {[%conv e5]} *",
	pgn.ReclaimMismatch:    "[Variant \"pacifist-number\"]\n\n1. e4 {[%reclaim e5]} *",
	pgn.SectionsDisagree: "[Variant \"Pacifist1\"]\n[Fen " +
		"\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 ahah -\"]\n\n1.d4\n\n1.w e2.e4 " +
		"wpe4/wpe2\n",
	pgn.PositionMismatch: "[Variant \"Pacifist2\"]\n[Fen " +
		"\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 ahah -\"]\n\n1.e4\n\n1.w e2.e4 " +
		"wpe4/wne2\n",
	pgn.ResultMismatch: "[Result \"1-0\"]\n\n1. e4 0-1",
	pgn.MoveAfterEnd:   "1. f3 e5 2. g4 Qh4# 3. e4 0-1",
	pgn.CheckSign:      "1. e4+ *",
	pgn.ForeignLetter:  "1. Sf3 *",
	pgn.MoveNumber:     "2. e4 *",
	pgn.MissingTag:     "1. e4 (1. d4 d5!?) e5 $1 ; x\n*",
	pgn.DrawClaim:      "[Termination \"repetition\"]\n\n1. e4 e5 1/2-1/2",
	pgn.OtherRules: "1. e4 d5 2. c4 c6 3. c:d5 e5 4. Qh5/Pe5 Qa5/Pe5 5. Qg5+/Pe5 f6 6. " +
		"e:f6 Kf7 7. f3?? Kg6/Qg5 8. Resigns",
}

// Every kind of finding has a short record that shows it.
func TestShort(t *testing.T) {
	for code, text := range shortest {
		records := judgeAll([]byte(text), Rules{})
		if len(records) != 1 || !slices.ContainsFunc(records[0].Findings,
			func(f pgn.Finding) bool { return f.Code == code }) {
			t.Errorf("%s has %d records, or another finding: %+v", text, len(records),
				records[0].Findings)
		}
	}
}
