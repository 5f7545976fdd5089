package pgn_test

import (
	"fmt"
	"strings"
	"testing"

	"turncoat/pgn"
)

// exported returns a record in vchess.club's form: tags, movetext, and the lines of the second
// section.
func exported(fen, moves string, lines ...string) string {
	return fmt.Sprintf("[Variant \"Pacifist1\"]\n[Fen %q]\n[Result \"*\"]\n\n%s\n\n%s\n\n", fen,
		moves,
		strings.Join(lines, "\n"))
}

const (
	kingsFEN   = "8/8/8/8/8/k7/8/K7 w 0 zzzz"
	diagramFEN = "rkqn1rb1/ppppppbp/P7/1n4p1/8/4N3/1PPPPPPP/RNK1BBQR w 0 zzzz"
	diagramNf5 = "1.w e3.f5 " +
		"wnf5.wnd8.wrf8.wbg8.wpe7.wpf7.wbg7.wph7/wne3.bnd8.brf8.bbg8.bpe7.bpf7.bbg7.bph7"

	// Made by the site's code, which writes a castling of Benedict Chess as a king's move.
	benedictCastling = "[Variant \"Benedict\"]\n[Result \"*\"]\n\n" +
		"1.Nf3 Nf6 2.e3 e6 3.Be2 Be7 4.Kg1\n\n1.w g1.f3 wnf3/wng1\n1.b g8.f6 bnf6/bng8\n" +
		"2.w e2.e3 wpe3/wpe2\n2.b e7.e6 bpe6/bpe7\n3.w f1.e2 wbe2/wbf1\n" +
		"3.b f8.e7 bbe7/bbf8\n4.w e1.g1 wkg1.wrf1/wke1.wrh1\n\n"
)

// What is wrong with the second section, or between it and the movetext, is told of the line or the
// move that it is about (NOT-5).
func TestSections(t *testing.T) {
	const kb1, kb3, ka1 = "1.w a1.b1 wkb1/wka1", "1.b a3.b3 bkb3/bka3", "2.w b1.a1 wka1/wkb1"
	line := func(old, text string) string { return strings.Replace(diagramNf5, old, text, 1) }
	of := func(l, code, message string) (record, want string) {
		return exported(diagramFEN, "1.Nf5", l), code + "|" + l + "|" + message
	}
	type test struct{ text, want string }
	tests := []test{
		{exported(kingsFEN, "1.Kb1 Kb3", kb1, kb3), ""},
		{exported(diagramFEN, "1.Nf5", diagramNf5), ""},
		{benedictCastling, ""},
		{exported(kingsFEN, "1.Kb1", kb1, kb3, ka1),
			"sections-disagree 2 " + kb3 + " NOT-5|" + kb3 +
				"|the movetext ends after 1 plies, but the second section continues"},
		{exported(kingsFEN, "1.Kb1 Kb3", kb1),
			"truncated||the game is incomplete: the movetext has 2 plies and the second section 1"},
		{exported(kingsFEN, "1.Kb1 Kb3", "3.w a1.b1 wkb1/wka1", "3.b a3.b3 bkb3/bka3"),
			"move-number 1 Kb1|3.w a1.b1 wkb1/wka1|move number 3 where 1 was expected"},
		{exported(kingsFEN, "1.Kb1 Kb3 2.Ka1", kb1, "2.b a3.b3 bkb3/bka3", "3.w b1.a1 wka1/wkb1"),
			"move-number 2 Kb3|2.b a3.b3 bkb3/bka3|move number 2 where 1 was expected"},
		{exported(kingsFEN, "2.Kb1 Kb3", kb1, kb3),
			"move-number 1 Kb1|Kb1|move number 2 where 1 was expected"},
		{exported(kingsFEN, "1.Kb1 Kb3 2.Ka1", kb1, kb3, ka1), ""},
		{exported(kingsFEN, "1.Kb1 Kb3 1.Ka1", kb1, kb3, ka1),
			"move-number 3 Ka1|Ka1|move number 1 where 2 was expected"},
		// where Black begins, nobody knows how the site counts
		{exported("8/8/8/8/8/k7/8/K7 b 1 zzzz", "9.Kb3", "7.b a3.b3 bkb3/bka3"), ""},
		{exported(kingsFEN, "1.Kb1 Kb3", kb1, "1.w a3.b3 wkb3/wka3"),
			"illegal-move 2 Kb3|1.w a3.b3 wkb3/wka3|this line is a turn of white, but black is to " +
				"" +
				"" +
				"move"},
		{exported(kingsFEN, "1.Kb1", "1.b a1.b1 wkb1/wka1"),
			"illegal-move 1 Kb1|1.b a1.b1 wkb1/wka1|this line is a turn of black, but white is to " +
				"" +
				"" +
				"move"},
		{exported(kingsFEN, "1.Kc1", kb1),
			"sections-disagree 1 Kc1 NOT-5|Kc1|the movetext has Kc1, but the second section has " +
				"Kb1"},
		{exported(kingsFEN, "1.Kb1", "1.w a1.b1 wzb1/wza1"),
			`unknown-piece 1 Kb1 NOT-5|1.w a1.b1 wzb1/wza1|no piece is called "z" in "wzb1"`},
		// said once
		{exported(kingsFEN, "1.Zb1", "1.w a1.b1 wzb1/wza1"),
			`unknown-piece 1 Zb1 NOT-5|1.w a1.b1 wzb1/wza1|no piece is called "z" in "wzb1"`},
		{exported(kingsFEN, "1.Kc1", "1.w a1.b1 wzb1/wza1"),
			`unknown-piece 1 Kc1 NOT-5|1.w a1.b1 wzb1/wza1|no piece is called "z" in "wzb1"`},
		{exported(kingsFEN, "1.Kb1 Kb3", "1.w a1.b1", kb3),
			"syntax 1 Kb1|1.w a1.b1|expected NUMBER.SIDE START.END APPEAR/VANISH"},
		{"[Variant \"Pacifist1\"]\n[Fen \"" + kingsFEN + "\"]\n\n",
			"truncated||the game ends after its tags"},
		{"[Variant \"Pacifist1\"]\n[Fen \"" + kingsFEN + "\"]\n\n\n\n\n", ""},
		{exported(kingsFEN, "1.Kb1"),
			"truncated||the game is incomplete: the movetext has 1 plies and the second section 0"},
	}
	for _, l := range []struct{ line, code, message string }{
		{line(".wph7", ""), "conversion-mismatch 1 Nf5 PAC-6",
			"h7 changes sides; the record omits it"},
		{line(".bph7", ""), "conversion-mismatch 1 Nf5 PAC-6",
			"h7 changes sides; the record omits it"},
		{line(".wph7", ".wph7.wpa7"), "conversion-mismatch 1 Nf5 PAC-6",
			"the record claims a7, which does not change sides"},
		{line(".bph7", ".bph7.bpa7"), "conversion-mismatch 1 Nf5 PAC-6",
			"the record claims a7, which does not change sides"},
		{line("wnd8", "wqd8"), "position-mismatch 1 Nf5 NOT-5",
			"the line has a white queen on d8, where a white knight stands"},
		{line("bnd8", "bqd8"), "position-mismatch 1 Nf5 NOT-5",
			"the line has a black queen on d8, where a black knight stands"},
		{line("wnf5.", "wnf5.bna8."), "position-mismatch 1 Nf5 PAC-6",
			"the line lists the black knight on a8; only white pieces that change sides can " +
				"appear here"},
		{line("wne3.", "wne3.wna8."), "position-mismatch 1 Nf5 PAC-6",
			"the line lists the white knight on a8; only black pieces that change sides can " +
				"vanish here"},
		{line("wnf5", "wbf5"), "position-mismatch 1 Nf5 NOT-5",
			"the line has a white bishop on f5, where a white knight stands"},
		{line("wne3", "wbe3"), "position-mismatch 1 Nf5 NOT-5",
			"the line has a white bishop on e3, where a white knight stands"},
		{line("e3.f5", "e3.g4"), "position-mismatch 1 Nf5 NOT-5",
			"the start and end squares of the line are not those of the piece that it moves"},
		{line("wne3", "wnb1"), "position-mismatch 1 Nf5 NOT-5",
			"the start and end squares of the line are not those of the piece that it moves"},
		{"1.w e3.f5 -/-", "conversion-mismatch 1 Nf5 PAC-6",
			"d8, e7, f7, f8, g7, g8, h7 change sides; the record omits them"},
	} {
		text, want := of(l.line, l.code, l.message)
		tests = append(tests, test{text, want})
	}

	for _, test := range tests {
		if got := worded(t, test.text, pgn.Options{}); got != test.want {
			t.Errorf("%s\ngot  %s\nwant %s", test.text, got, test.want)
		}
	}

	// An illegal line names the move that was asked about; the rules say why.
	for l, want := range map[string]string{
		"1.w e3.e5 wne5/wne3": "illegal-move 1 Nf5 PAC-1 meant Ne5|",
		"1.w e2.e5 wpe5/wpe2": "illegal-move 1 Nf5 PAC-1 meant e5|",
		"1.w e5.e6 wne6/wne5": "illegal-move 1 Nf5 PAC-1|",
	} {
		if got := worded(t, exported(diagramFEN, "1.Nf5", l),
			pgn.Options{}); !strings.HasPrefix(got, want+l+"|") ||
			strings.Contains(got, "\n") {
			t.Errorf("%s: %s, want %s", l, got, want)
		}
	}
}

// How much of a record could be played.
func TestSectionsPlayed(t *testing.T) {
	const kb1, kb3 = "1.w a1.b1 wkb1/wka1", "1.b a3.b3 bkb3/bka3"
	for text, want := range map[string]string{
		exported(kingsFEN, "1.Kb1 Kb3", kb1, kb3):                   "2 of 2 true",
		exported(kingsFEN, "1.Kb1", kb1, kb3):                       "2 of 2 true",
		exported(kingsFEN, "1.Kb1 Kb3", kb1):                        "1 of 2 false",
		exported(kingsFEN, "1.Kb1 Kb3", kb1, "1.b x"):               "1 of 2 false",
		exported(kingsFEN, "1.Kb1 Kb3", kb1, "1.b a3.c3 bkc3/bka3"): "1 of 2 false",
	} {
		g, _ := pgn.Next([]byte(text), 0, true)
		r, _ := pgn.Replay(g, pgn.Options{})
		if got := fmt.Sprintf("%d of %d %t", len(r.Main.Turns), r.Plies, r.Complete); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// The site's habits in the movetext (NOT-5): it never disambiguates, writes a king's move that
// converts exactly one piece as castling, and a castling that converts something as a king's move.
func TestHabitsOfTheSite(t *testing.T) {
	const castle = "1.w e1.g1 wkg1.wrf1/wke1.wrh1"
	for _, test := range []struct{ name, fen, line, agree, disagree string }{
		{"castling", "4k3/8/8/8/8/8/8/R3K2R w 0 ahzz", castle, "0-0 O-O e1h1",
			"0-0-0 Kg1 Kh1 e1g1 Rf1"},
		{"castling long", "4k3/8/8/8/8/8/8/R3K2R w 0 ahzz", "1.w e1.c1 wkc1.wrd1/wke1.wra1",
			"0-0-0 e1a1", "0-0 Kc1"},
		{"castling that converts", "4k3/8/8/5n2/8/8/8/R3K2R w 0 ahzz",
			"1.w e1.g1 wkg1.wrf1.wnf5/wke1.wrh1.bnf5",
			"0-0 Kg1 Kh1", "0-0-0 Kf1 Rg1 Kc1"},
		{"castling with the mouse elsewhere", "4k3/8/8/5n2/8/8/8/R3K2R w 0 ahzz",
			"1.w e1.f1 wkg1.wrf1.wnf5/wke1.wrh1.bnf5", "0-0 Kg1 Kh1 Kf1", "0-0-0 Ke2"},
		{"a king that converts one piece, to the right", "4k3/8/8/8/8/6n1/8/4K3 w 0 zzzz",
			"1.w e1.f2 wkf2.wng3/wke1.bng3", "0-0 Kf2 e1f2", "0-0-0 Ke2"},
		{"a king that converts one piece, to the left", "4k3/8/8/8/8/2n5/8/4K3 w 0 zzzz",
			"1.w e1.d2 wkd2.wnc3/wke1.bnc3", "0-0-0 Kd2", "0-0 Ke2"},
		{"a king that converts two", "4k3/8/8/8/8/4n1n1/8/4K3 w 0 zzzz",
			"1.w e1.f2 wkf2.wne3.wng3/wke1.bne3.bng3",
			"Kf2", "0-0 0-0-0"},
		{"a king that converts nothing", "4k3/8/8/8/8/8/8/4K3 w 0 zzzz", "1.w e1.f2 wkf2/wke1",
			"Kf2", "0-0 0-0-0"},
		{"a rook that converts one piece", "4k3/8/8/5n2/8/8/8/4K2R w 0 zzzz",
			"1.w h1.f1 wrf1.wnf5/wrh1.bnf5", "Rf1",
			"0-0 0-0-0"},
		{"a piece", diagramFEN, diagramNf5, "Nf5 Nef5 N3f5 Ne3f5 e3f5",
			"Ndf5 N4f5 Bf5 Nd5 e3d5 f3f5"},
		{"a promotion", "8/4P3/8/8/8/k7/8/K7 w 0 zzzz", "1.w e7.e8 wqe8/wpe7", "e8=Q e8Q",
			"e8=N e8 Qe8"},
	} {
		check := func(words, code string) {
			for _, word := range strings.Fields(words) {
				got := worded(t, exported(test.fen, "1."+word, test.line), pgn.Options{})
				if got, _, _ := strings.Cut(got, " "); got != code {
					t.Errorf("%s: %s beside %s: %q, want %q", test.name, word, test.line, got, code)
				}
			}
		}
		check(test.agree, "")
		check(test.disagree, "sections-disagree")
	}
}
