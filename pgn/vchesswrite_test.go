package pgn_test

import (
	"fmt"
	"strings"
	"testing"

	"turncoat/internal/testing/rulestest"
	"turncoat/pgn"
	"turncoat/rules"
)

// In castling the mouse goes to the rook's square when that is within two files of the king, else
// two squares from the king: from a king on d1, for every file of the rook.
func TestCastlingInTheSecondSection(t *testing.T) {
	for rook, mouse := range map[string]string{"a": "b1", "b": "b1", "c": "c1", "e": "e1",
		"f": "f1", "g": "f1",
		"h": "f1"} {
		rank := []byte("...K....")
		rank[rook[0]-'a'] = 'R'
		move := "O-O"
		if rook < "d" {
			move = "O-O-O"
		}
		fen := fmt.Sprintf("4k3/8/8/8/8/8/8/%s w %s - 0 1", fenRank(rank), strings.ToUpper(rook))
		g, _ := pgn.Next([]byte(position("pacifist1", fen, "1. "+move+" *")), 0, true)
		record, problems := pgn.Replay(g, pgn.Options{})
		if err := pgn.Err(problems); err != nil {
			t.Fatal(fen, err)
		}
		text, err := pgn.AppendVChess(nil, record)
		if err != nil {
			t.Fatal(err)
		}
		if want := "1.w d1." + mouse + " "; !strings.Contains(string(text), want) {
			t.Errorf("rook on %s1: no %q in\n%s", rook, want, text)
		}
	}
}

// A castling of Benedict Chess is written as the site's code writes it.
func TestCastlingOfBenedictChess(t *testing.T) {
	g, _ := pgn.Next([]byte(benedictCastling), 0, true)
	record, problems := pgn.Replay(g, pgn.Options{})
	if err := pgn.Err(problems); err != nil {
		t.Fatal(err)
	}
	_, want, _ := strings.Cut(benedictCastling, "\n\n")
	text, err := pgn.AppendVChess(nil, record)
	if err != nil || !strings.HasSuffix(string(text), want) {
		t.Errorf("got\n%s%v, want\n%s", text, err, want)
	}
}

// fenRank writes a rank as FEN does, "." standing for an empty square.
func fenRank(rank []byte) string {
	text := string(rank)
	for n := 8; n > 0; n-- {
		text = strings.ReplaceAll(text, strings.Repeat(".", n), fmt.Sprint(n))
	}
	return text
}

// A heading names the rule set for the games after it: the longest name in it, and of two as long
// the first.
func TestHeadings(t *testing.T) {
	for heading, want := range map[string]string{
		"Games of Conversion Chess":                "conversion chess",
		"Pacifist-average, which is not chess":     "pacifist-average",
		"pacifist2 or pacifist1":                   "pacifist2",
		"pacifist1 or pacifist2":                   "pacifist1",
		"pacifist1, a form of Pacifist Chess":      "pacifist chess",
		"Pacifist Chess, as pacifist1 is":          "pacifist chess",
		"conversion, which is Conversion Chess":    "conversion chess",
		"Some chess":                               "",
		"Nothing of the kind, in \xff other words": "",
	} {
		games := pgn.ParseText([]byte(heading + "\n\nAnna – Bruno: 1.e4 e5 *\n"))
		if len(games) != 1 {
			t.Fatalf("%q: %d games", heading, len(games))
		}
		if got, _ := games[0].Tag("Variant"); got != want {
			t.Errorf("%q names %q, want %q", heading, got, want)
		}
	}
}

// docs/RULES.md (FEN): board, turn, plies, and the files of the rooks; a letter past h for a right
// that is lost.
func TestVChessFEN(t *testing.T) {
	variant := rules.New(rulestest.Builtin(t, "pacifist1"))
	for fen, want := range map[string]string{
		"r3k3/8/8/8/8/8/8/1R2K2R b Bq - 0 4": "r3k3/8/8/8/8/8/8/1R2K2R b 7 bzaz",
		// a game begins with ply 0
		"4k3/8/8/8/8/8/8/4K3 w - - 0 1": "4k3/8/8/8/8/8/8/4K3 w 0 zzzz",
	} {
		p, err := variant.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		if got := pgn.VChessFEN(&p); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
