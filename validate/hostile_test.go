package validate

import (
	"encoding/binary"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"turncoat/internal/testing/filetest"

	"turncoat/pgn"
)

// UTF-16 is read as the same text in UTF-8 is, with and without the mark at its beginning.
func TestUTF16(t *testing.T) {
	text := utf16.Encode([]rune("[White \"Žižka\"]\n[Black \"♞\"]\n\n1. e4 e5 *\n"))
	dir := t.TempDir()
	for name, order := range map[string]binary.AppendByteOrder{
		"little": binary.LittleEndian, "big": binary.BigEndian,
	} {
		var bare []byte
		for _, unit := range text {
			bare = order.AppendUint16(bare, unit)
		}
		marked := append(order.AppendUint16(nil, 0xfeff), bare...)
		for kind, data := range map[string][]byte{"marked": marked, "bare": bare} {
			path := filepath.Join(dir, name+kind+".pgn")
			filetest.Write(t, path, data)
			records, _, unusable := runPaths(t, Options{}, path)
			if len(unusable) > 0 || len(records) != 1 || !records[0].OK || records[0].Plies != 2 ||
				records[0].title.String() != "Žižka – ♞" {
				t.Errorf("%s, %s: %+v, %v", name, kind, records, unusable)
			}
		}
	}
}

// Text that is no record gets one finding, without a board for each word.
func TestJunk(t *testing.T) {
	path := filepath.Join(t.TempDir(), "junk.pgn")
	filetest.Write(t, path,
		[]byte(strings.Repeat("this is no game at all, (it) is {prose} 12 * and 1-0 what not.\n",
			40)))
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

// A game tagged as one form of Pacifist whose moves are legal under the other is told so, however
// short it is.
func TestTheOtherForm(t *testing.T) {
	// From docs/RULES.md, 8: with Qa7 pacifist2 converts pawn and bishop and king, pacifist1 the
	// rook alone, so that the king on e1 is still White's and moves.
	const fen = "qrbnkb1n/1pppp1rp/p7/5Pp1/5PPP/3N3Q/PPPPP3/BR1BK1RN b - - 0 1"
	r := gameOf(t,
		sevenTags+"[Result \"*\"]\n[Variant \"pacifist2\"]\n"+from(fen)+"\n1... Qa7 2. Kf2 *\n")
	for _, f := range r.Findings {
		if f.Code == pgn.OtherRules && strings.Contains(f.Message, "pacifist1") {
			return
		}
	}

	t.Errorf("%+v", r.Findings)
}
