package pgn_test

import (
	"fmt"
	"strings"
	"testing"

	"turncoat/pgn"
)

// What seldom stands in a second section, and between it and the movetext.
func TestRareSections(t *testing.T) {
	const rights = "4k3/8/8/8/8/8/8/R3K2R w 0 ahzz"
	whole := exported(diagramFEN, "1.Nf5", strings.TrimSuffix(diagramNf5, ".bph7"))
	for _, test := range []struct{ text, want string }{
		// At the end of a file the line may go on; elsewhere it lacks something.
		{strings.TrimRight(whole, "\n"), "truncated 1 Nf5|" + strings.TrimSuffix(diagramNf5,
			".bph7") +
			"|the game ends in the middle of this line"},
		{whole, "conversion-mismatch 1 Nf5 PAC-6|" + strings.TrimSuffix(diagramNf5, ".bph7") +
			"|h7 changes sides; the record omits it"},
		{strings.TrimRight(exported(diagramFEN, "1.Nf5", strings.Replace(diagramNf5, ".bph7",
			".bpa7", 1)), "\n"),
			"conversion-mismatch 1 Nf5 PAC-6|" + strings.Replace(diagramNf5, ".bph7", ".bpa7", 1) +
				"|h7 changes sides; the record omits it; the record claims a7, which does not " +
				"change sides"},
		{exported(rights, "1.0-0", "1.w e1.g1 wkg1/wke1.wrh1"),
			"position-mismatch 1 0-0 NOT-5|1.w e1.g1 wkg1/wke1.wrh1|the start and end squares of " +
				"the line are not those of the piece that it moves"},
		{exported(rights, "1.0-0", "1.w e1.g1 wkg1.wrd1/wke1.wrh1"),
			"position-mismatch 1 0-0 NOT-5|1.w e1.g1 wkg1.wrd1/wke1.wrh1|the line has a white " +
				"rook on d1, where a nothing stands"},
		{variant("?", "1. e4 *"), ""}, {variant(" ? ", "1. e4 *"), ""}, {variant("", "1. e4 *"),
			""},
	} {
		if got := worded(t, test.text, pgn.Options{}); got != test.want {
			t.Errorf("%s\ngot  %s\nwant %s", test.text, got, test.want)
		}
	}

	// A move of the movetext that cannot be read is told beside its line, unless the line has the
	// same wrong.
	for _, test := range []struct{ moves, line, want string }{
		{"1.Zb1", "1.w a1.b1 wkb1/wka1", "unknown-piece 1 Zb1 NOT-5|Zb1|"}, {"1.Kb9x1",
			"1.w a1.b1 wkb1/wka1",
			"syntax 1 Kb9x1 NOT-5|Kb9x1|"},
		{"1.Kb9x1", "1.w a1.b1 wzb1/wza1",
			"unknown-piece 1 Kb9x1 NOT-5|1.w a1.b1 wzb1/wza1|no piece is called \"z\" in " +
				"\"wzb1\"\nsyntax 1 Kb9x1 NOT-5|Kb9x1|"},
	} {
		if got := worded(t, exported(kingsFEN, test.moves, test.line),
			pgn.Options{}); !strings.HasPrefix(got,
			test.want) || strings.Count(got, "\n") != strings.Count(test.want, "\n") {
			t.Errorf("%s beside %s: %s, want %s", test.moves, test.line, got, test.want)
		}
	}
}

// A word of four hundred bytes or more is no move, whatever it names.
func TestLongWords(t *testing.T) {
	for n, want := range map[int]bool{3: false, 399: false, 400: true, 500: true} {
		g, _ := pgn.Next([]byte("1. "+strings.Repeat("x", n-2)+"e4 *"), 0, true)
		if len(g.Main.Moves) != 1 || g.Main.Moves[0].Unreadable != want {
			t.Errorf("a word of %d bytes: %+v", n, g.Main.Moves)
		}
	}
}

// What a writer leaves out, and what it cannot write.
func TestWritingCorners(t *testing.T) {
	g, _ := pgn.Next([]byte(position("pacifist1", diagram, "1. Nf5 *")), 0, true)
	record, _ := pgn.Replay(g, pgn.Options{})
	record.Main.Comments = []string{" ", "", "a"}
	out, err := pgn.AppendPGN(nil, record, false)
	if err != nil || !strings.HasSuffix(string(out), "\n\n{a} 1. Nf5 *\n\n") {
		t.Errorf("%q, %v", out, err)
	}
	record.Main.Comments = nil
	for _, value := range []string{`a"] [B "c`, `a\"b`, `a\\b`} {
		record.Tags = append(record.Tags[:1:1], pgn.Tag{Name: "White", Value: value})
		out, err := pgn.AppendVChess([]byte("before"), record)
		if err == nil || string(out) != "before" ||
			!strings.HasPrefix(err.Error(), "the value of White cannot be written as vchess: ") {
			t.Errorf("%s: %q, %v", value, out, err)
		}
	}
}

// Comments and white space alone are no game, in any part of a stream.
func TestNoGames(t *testing.T) {
	for _, text := range []string{"", "\n", "; a\n", "{a} {b}\n\n% c\n", "\ufeff \n"} {
		for _, form := range []pgn.Form{pgn.FormPGN, pgn.FormNone, pgn.FormText, pgn.FormJSON} {
			if form == pgn.FormJSON && strings.Trim(text, "\ufeff \n") != "" {
				continue
			}
			if err := pgn.Each(strings.NewReader(text), form,
				func(i pgn.Item) error {
					return fmt.Errorf("game %d: %+v", i.Index,
						i.Game)
				}); err != nil {
				t.Errorf("%q, form %d: %v", text, form, err)
			}
		}
	}
}
