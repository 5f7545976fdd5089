package validate

import (
	"slices"
	"testing"

	"turncoat/pgn"
	"turncoat/pgn/token"
)

// shortest has a short record for every kind of finding that a record can have, with that finding.
var shortest = map[pgn.Code]string{
	pgn.CodeSyntax:     "1. e4 ) *",
	pgn.CodeTruncated:  "1. e4 {a",
	pgn.CodeBadFEN:     "[FEN \"x\"]\n\n*",
	pgn.CodeRules:      "[Variant \"x\"]\n\n*",
	pgn.CodePiece:      "1. Xf3 *",
	pgn.CodeIllegal:    "1. e5 *",
	pgn.CodeAmbiguous:  "[FEN \"4k3/8/8/8/8/8/4K3/R6R w - - 0 1\"]\n\n1. Rd1 *",
	pgn.CodeConversion: "[Variant \"pacifist1\"]\n\n1. e4 {[%conv e5]} *",
	pgn.CodeReclaim:    "[Variant \"pacifist-number\"]\n\n1. e4 {[%reclaim e5]} *",
	pgn.CodeSections:   "[Variant \"Pacifist1\"]\n[Fen \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 ahah -\"]\n\n1.d4\n\n1.w e2.e4 wpe4/wpe2\n",
	pgn.CodePosition:   "[Variant \"Pacifist2\"]\n[Fen \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 ahah -\"]\n\n1.e4\n\n1.w e2.e4 wpe4/wne2\n",
	pgn.CodeResult:     "[Result \"1-0\"]\n\n1. e4 0-1",
	pgn.CodeAfterEnd:   "1. f3 e5 2. g4 Qh4# 3. e4 0-1",
	pgn.CodeSign:       "1. e4+ *",
	pgn.CodeForeign:    "1. Sf3 *",
	pgn.CodeNumber:     "2. e4 *",
	pgn.CodeTag:        "1. e4 (1. d4 d5!?) e5 $1 ; x\n*",
	pgn.CodeDraw:       "[Termination \"repetition\"]\n\n1. e4 e5 1/2-1/2",
	pgn.CodeOther:      "1. e4 d5 2. c4 c6 3. c:d5 e5 4. Qh5/Pe5 Qa5/Pe5 5. Qg5+/Pe5 f6 6. e:f6 Kf7 7. f3?? Kg6/Qg5 8. Resigns",
}

// Every kind of finding has a short record that shows it.
func TestShort(t *testing.T) {
	for code, text := range shortest {
		records := newJudge(Rules{}).games(nil, &token.Block{Text: []byte(text), Last: true})
		if len(records) != 1 || !slices.ContainsFunc(records[0].Findings,
			func(f Finding) bool { return f.Code == code }) {
			t.Errorf("%s has %d records, or another finding: %s", text, len(records), verdict(&records[0]))
		}
	}
}
