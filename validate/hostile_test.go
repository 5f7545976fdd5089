package validate

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"turncoat/internal/testing/filetest"

	"turncoat/pgn"
)

// A file in UTF-16 is named with one sentence that says what to do, with and without the mark at its beginning.
func TestUTF16(t *testing.T) {
	wide := func(text string, first, second byte) []byte {
		b := []byte(strings.Trim(string([]byte{first, second}), "\x00"))
		for _, c := range []byte(text) {
			if second == 0xff {
				b = append(b, 0, c)
			} else {
				b = append(b, c, 0)
			}
		}

		return b
	}
	for name, text := range map[string][]byte{"little": wide("1. e4 e5 *\n", 0xff, 0xfe), "big": wide("1. e4 e5 *\n", 0xfe, 0xff),
		"bare": wide("1. e4 e5 *\n", 0, 0)} {
		path := filepath.Join(t.TempDir(), name+".pgn")
		filetest.Write(t, path, text)
		records, _, unusable := runPaths(t, Options{}, path)
		if len(records) > 0 || len(unusable) != 1 || !errors.Is(unusable[0], pgn.ErrUTF16) {
			t.Errorf("%s: %+v, %v", name, records, unusable)
		}
	}
}

// Text that is no record gets one finding, without a board for each word.
func TestJunk(t *testing.T) {
	path := filepath.Join(t.TempDir(), "junk.pgn")
	filetest.Write(t, path, []byte(strings.Repeat("this is no game at all, (it) is {prose} 12 * and 1-0 what not.\n", 40)))
	records, _, _ := runPaths(t, Options{}, path)
	findings := 0
	for _, r := range records {
		findings += len(r.Findings)
		for _, f := range r.Findings {
			if f.Code != pgn.Syntax || f.FEN != "" {
				t.Errorf("%+v", f)
			}
		}
	}

	if findings != 1 {
		t.Errorf("%d findings", findings)
	}
}

// How much of a game an error has kept from being checked is said.
func TestTheRestIsNotChecked(t *testing.T) {
	r := gameOf(t, sevenTags+"[Result \"*\"]\n\n1. e4 e5 2. Ke3 Nc6 3. Nf3 Nf6 4. d4 Ke3 *\n")
	if len(r.Findings) != 1 || !strings.HasSuffix(r.Findings[0].Message, "; the rest (5 plies) was not checked") {
		t.Errorf("%+v", r.Findings)
	}
}

// A game tagged as one form of Pacifist whose moves are legal under the other is told so, however short it is.
func TestTheOtherForm(t *testing.T) {
	// From docs/RULES.md, 8: with Qa7 pacifist2 converts pawn and bishop and king, pacifist1 the rook alone, so that
	// the king on e1 is still White's and moves.
	const fen = "qrbnkb1n/1pppp1rp/p7/5Pp1/5PPP/3N3Q/PPPPP3/BR1BK1RN b - - 0 1"
	r := gameOf(t, sevenTags+"[Result \"*\"]\n[Variant \"pacifist2\"]\n"+from(fen)+"\n1... Qa7 2. Kf2 *\n")
	for _, f := range r.Findings {
		if f.Code == pgn.OtherRules && strings.Contains(f.Message, "pacifist1") {
			return
		}
	}

	t.Errorf("%+v", r.Findings)
}
