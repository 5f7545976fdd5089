package validate

import (
	"strings"
	"testing"

	"turncoat/internal/filetest"
	"turncoat/pgn"
)

// One thing changed in a good game of vchess.club's form, and what must be told of it (NOT-5).
func TestSectionsWithFaults(t *testing.T) {
	good := string(filetest.Read(t, "testdata/vchess/pacifist1-0000.pgn"))
	for _, test := range []struct {
		name, from, to string
		code           pgn.Code
		ply            int
	}{
		{"another piece moves", "2.w d1.d2 wqd2/wqd1", "2.w d1.d2 wrd2/wrd1", pgn.CodePosition, 3},
		{"another piece converts", "6.w g8.f6 wnf6.wke8", "6.w g8.f6 wnf6.wqe8", pgn.CodePosition, 11},
		{"another start", "2.w d1.d2 ", "2.w e1.d2 ", pgn.CodeSections, 3},
		{"the mouse elsewhere", "2.w d1.d2 ", "2.w d1.d3 ", pgn.CodePosition, 3},
		{"the other side", "2.b a7.a5", "2.w a7.a5", pgn.CodeIllegal, 4},
		{"a number", "2.b a7.a5", "3.b a7.a5", pgn.CodeNumber, 4},
		{"a number in the movetext", "3.Qh6", "4.Qh6", pgn.CodeNumber, 5},
		{"a conversion on one side of the line only", "/wqd2.bng8.brh8.bph5", "/wqd2.bng8.brh8", pgn.CodeConversion, 5},
		{"no appearing piece", "1.b h7.h5 bph5/bph7", "1.b h7.h5 /bph7", pgn.CodeSyntax, 2},
		{"a square that is none", "1.b h7.h5", "1.b h7.h9", pgn.CodeSyntax, 2},
		{"another move in the movetext", "3.Qh6 d6", "3.Qh6 d5", pgn.CodeSections, 6},
		{"castling in the movetext, and no king's move", "4.h4", "4.0-0", pgn.CodeSections, 7},
		{"a move too much in the movetext", "9.g8=R", "9.g8=R e5", pgn.CodeTruncated, 0},
		{"a move too few in the movetext", " 9.g8=R", "", pgn.CodeSections, 17},
		{"another promotion", "9.g8=R", "9.g8=Q", pgn.CodeSections, 17},
		{"a word in the movetext", "8.g3 Nb8", "8.g3 N8", pgn.CodeSyntax, 16},
		{"the second section gone", good[strings.Index(good, "\n1.w"):], "", pgn.CodeTruncated, 0},
		{"everything after the tags gone", good[strings.Index(good, "\n1.d3"):], "", pgn.CodeTruncated, 0},
		{"another result", `[Result "1-0"]`, `[Result "0-1"]`, pgn.CodeResult, 0},
		{"a result that is none", `[Result "1-0"]`, `[Result "won"]`, pgn.CodeSyntax, 0},
	} {
		changed := strings.Replace(good, test.from, test.to, 1)
		if changed == good {
			t.Fatalf("%s: %q is not there", test.name, test.from)
		}
		r := gameOf(t, changed)
		if len(r.Findings) == 0 {
			t.Errorf("%s: nothing is told", test.name)
			continue
		}
		if f := r.Findings[0]; f.Code != test.code || f.Ply != test.ply || r.OK != (test.code.Severity() != "error") {
			t.Errorf("%s: %s at ply %d, %q; want %s at ply %d", test.name, f.Code, f.Ply, f.Message, test.code,
				test.ply)
		}
	}
}
