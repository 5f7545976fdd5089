package validate

import (
	"strings"
	"testing"

	"turncoat/internal/filetest"
	"turncoat/pgn/finding"
)

// One thing changed in a good game of vchess.club's form, and what must be told of it (NOT-5).
func TestSectionsWithFaults(t *testing.T) {
	good := string(filetest.Read(t, "testdata/vchess/pacifist1-0000.pgn"))
	for _, test := range []struct {
		name, from, to string
		code           finding.Code
		ply            int
	}{
		{"another piece moves", "2.w d1.d2 wqd2/wqd1", "2.w d1.d2 wrd2/wrd1", finding.PositionMismatch, 3},
		{"another piece converts", "6.w g8.f6 wnf6.wke8", "6.w g8.f6 wnf6.wqe8", finding.PositionMismatch, 11},
		{"another start", "2.w d1.d2 ", "2.w e1.d2 ", finding.SectionsDisagree, 3},
		{"the mouse elsewhere", "2.w d1.d2 ", "2.w d1.d3 ", finding.PositionMismatch, 3},
		{"the other side", "2.b a7.a5", "2.w a7.a5", finding.IllegalMove, 4},
		{"a number", "2.b a7.a5", "3.b a7.a5", finding.MoveNumber, 4},
		{"a number in the movetext", "3.Qh6", "4.Qh6", finding.MoveNumber, 5},
		{"a conversion on one side of the line only", "/wqd2.bng8.brh8.bph5", "/wqd2.bng8.brh8", finding.ConversionMismatch, 5},
		{"no appearing piece", "1.b h7.h5 bph5/bph7", "1.b h7.h5 /bph7", finding.Syntax, 2},
		{"a square that is none", "1.b h7.h5", "1.b h7.h9", finding.Syntax, 2},
		{"another move in the movetext", "3.Qh6 d6", "3.Qh6 d5", finding.SectionsDisagree, 6},
		{"castling in the movetext, and no king's move", "4.h4", "4.0-0", finding.SectionsDisagree, 7},
		{"a move too much in the movetext", "9.g8=R", "9.g8=R e5", finding.Truncated, 0},
		{"a move too few in the movetext", " 9.g8=R", "", finding.SectionsDisagree, 17},
		{"another promotion", "9.g8=R", "9.g8=Q", finding.SectionsDisagree, 17},
		{"a word in the movetext", "8.g3 Nb8", "8.g3 N8", finding.Syntax, 16},
		{"the second section gone", good[strings.Index(good, "\n1.w"):], "", finding.Truncated, 0},
		{"everything after the tags gone", good[strings.Index(good, "\n1.d3"):], "", finding.Truncated, 0},
		{"another result", `[Result "1-0"]`, `[Result "0-1"]`, finding.ResultMismatch, 0},
		{"a result that is none", `[Result "1-0"]`, `[Result "won"]`, finding.Syntax, 0},
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
