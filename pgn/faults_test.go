package pgn_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"turncoat/pgn"
	"turncoat/rules/board"
)

// What cannot be read is reported with its code and the offending text.
func TestFaults(t *testing.T) {
	many := func(n int) string { return strings.Repeat(") ", n) }
	closes := func(n int) string {
		return strings.TrimSuffix(strings.Repeat("syntax|); ", n), "; ")
	}
	for _, test := range []struct{ text, want string }{
		{"1. e4 $255 *", ""}, {"1. e4 $0 *", ""},
		{"1. e4 $256 *", "syntax|$256"}, {"1. e4 $ e5 *", "syntax|$"},
		{"1. e4 $99999999999999999999 *",
			"syntax|$99999999999999999999"},
		{"$1 1. e4 *", "syntax|$1"}, {"!? 1. e4 *", "syntax|!?"},
		{"1. e4 (!) *", "syntax|!"},
		{"(1. e4) *", "syntax|("},
		{"1. e4 ((1. d4)) *", "syntax|("},
		{"1. e4 ) *", "syntax|)"},
		{"1. e4 (1. d4 *", "truncated|("}, {"1. e4 1-0 (1. d4", "syntax|("},
		{"1. e4 (1. d4 (1. c4) *", "truncated|("},
		{"1. e4 {best", "truncated|{"}, {"1. e4 {", "truncated|{"},
		{"1. e4 {best\n\n[Event \"b\"]\n[Site \"c\"]\n\n*", "truncated|{"},
		{"[%clk 1] 1. e4 *", "syntax|[%clk"}, {"1. e4 [best move] *",
			"syntax|[best"},
		{"999999. e4 *", ""}, {"1234567. e4 *", "syntax|1234567"}, {"1. e4 12345678 e5 *",
			"syntax|12345678"},
		{"[Event a]\n\n*", "syntax|[Event a]"}, {"[Event \"a\n\n*", "syntax|[Event \"a"},
		{"[\"a\"]  \n\n*", "syntax|[\"a\"]"}, {"[Event \"a\"\n\n*", "syntax|[Event \"a\""},
		{"[Event \"a", "truncated|[Event \"a"}, {"[Event", "truncated|[Event"},
		{"[Event \"a\"]\n[Site \"x[Round \"b\"]\n\n*", "truncated|[Site \"x"},
		{"1. e4 e5 \n", "missing-tag|"}, {"[Event \"a\"]\n\n\n", "missing-tag|"},
		{"1. e4 e5", "truncated|"}, {"1. e4 e5 ", "truncated|"}, {"1. e4 e5 2.", "truncated|"},
		{"1. e4 e5 2.\n", "truncated|"}, {"1. e4 e5 ; ", "truncated|"},
		{"[Event \"a\"]", "truncated|"},
		{"[Event \"a\"]\n", "truncated|"}, {"1. e4 e5 2. N", "truncated|N"},
		{"1. e4 e5 2. N\n", "truncated|N"}, {"1. e4 (1. N\n", "truncated|("},
		{"1. e4 " + many(8) + "*", closes(8)}, {"1. e4 " + many(9) + "*", closes(8) +
			"; syntax|"},
		{"1. e4 " + many(10) + "*", closes(8) + "; syntax|"}, {"1. e4 " + many(9) + "{x",
			closes(8) + "; truncated|{; syntax|"},
	} {
		text := []byte(test.text)
		g, _ := pgn.Next(text, 0, true)
		if g == nil {
			t.Errorf("%q is no record", test.text)
			continue
		}

		var got []string
		for _, f := range g.Faults {
			got = append(got, fmt.Sprintf("%s|%s", f.Code, text[f.At:f.End]))
		}
		if all := strings.Join(got, "; "); all != test.want {
			t.Errorf("%q:\n%s, want\n%s", test.text, all, test.want)
		}
	}

	// A stream that goes on is not cut off at its end.
	if g, _ := pgn.Next([]byte("1. e4 e5"), 0, false); len(g.Faults) != 1 ||
		g.Faults[0].Code != pgn.MissingTag {
		t.Errorf("%+v", g.Faults)
	}
}

// A record that holds too much is read no further, and says so once.
func TestTooMuch(t *testing.T) {
	for moves, at := range map[int]int{200_000: 600_000, 200_001: 600_000, 199_999: -1} {
		g, _ := pgn.Next([]byte(strings.Repeat("e4\n", moves)+"*"), 0, true)
		if at < 0 { // the result is the last thing that the record may hold
			if len(g.Main.Moves) != moves || len(g.Faults) > 0 || len(g.Results) != 1 {
				t.Errorf("of %d moves %d are read, %+v", moves, len(g.Main.Moves), g.Faults)
			}
			continue
		}

		if len(g.Main.Moves) != 200_000 || len(g.Results) > 0 || g.Faults[0].Code != pgn.Syntax ||
			g.Faults[0].At != at ||
			g.Faults[0].Message != "the record is too large; the rest is not read" {
			t.Errorf("of %d moves %d are read, %+v", moves, len(g.Main.Moves), g.Faults)
		}

		for _, f := range g.Faults[1:] {
			if f.Code == pgn.Syntax {
				t.Errorf("of %d moves: %+v", moves, g.Faults)
			}
		}
	}
}

// Tag pairs with all that may stand in and around them.
func TestTagForms(t *testing.T) {
	long := strings.Repeat("x", 290)
	for _, test := range []struct{ text, want string }{
		{`[A "1"] [B "2"]` + "\n\n*", "A=1 B=2"}, {"[A \"1\"]\t;x\n\n*", "A=1"},
		{"[A \"1\"] ; \"x\"\n\n*", "A=1"}, {"[A \"1\"] {\"x\"}\n\n*", "A=1"},
		{"[A \"1\" ]\n\n*", "A=1"}, {"[\tA\t\"1\"]\n\n*", "A=1"}, {"[A\"1\"]\n\n*", "A=1"},
		{"[A \"\"]\n\n*", "A="}, {`[A "a\\"]` + "\n\n*", `A=a\`}, {`[A "\""]` + "\n\n*", `A="`},
		{`[A "a\b"]` + "\n\n*", `A=a\b`}, {`[A "\\\"x"]` + "\n\n*", `A=\"x`},
		{`[A "a"] b"]` + "\n\n*", `A=a"] b`}, {`[A "x [y] z"]` + "\n\n*", "A=x [y] z"},
		{`[A "x [" z"]` + "\n\n*", `A=x [" z`}, {`[A "a"]1. e4 *`, "A=a"},
		{`[A "a"] 1. e4 {"} *`, `!`},
		{"[" + long + " \"1\"]\n\n*", long + "=1"}, {"[x" + strings.Repeat("x",
			296) + " \"1\"]\n\n*",
			"x" + strings.Repeat("x", 296) + "=1"}, {"[x" + strings.Repeat("x",
			297) + " \"1\"]\n\n*", "!"},
		{"[A_1 \"1\"]\n\n*", "A_1=1"}, {"[A-1 \"1\"]\n\n*", "!"},
	} {
		g, _ := pgn.Next([]byte(test.text), 0, true)
		var got []string
		for _, tag := range g.Tags {
			got = append(got, tag.Name+"="+tag.Value)
		}
		if len(g.Faults) > 0 {
			got = []string{"!"}
		}
		if all := strings.Join(got, " "); all != test.want {
			t.Errorf("%.60q: %.60q, want %.60q (%+v)", test.text, all, test.want, g.Faults)
		}
	}
}

// playedPGN plays the game of a text and writes its movetext.
func playedPGN(t *testing.T, text string, conversions bool) string {
	t.Helper()
	g, _ := pgn.Next([]byte(text), 0, true)
	record, problems := pgn.Replay(g, pgn.Options{})
	if err := pgn.Err(problems); err != nil {
		t.Fatal(err)
	}
	out, err := pgn.AppendPGN([]byte("before"), record, conversions)
	if err != nil || !strings.HasPrefix(string(out), "before[Event ") {
		t.Fatalf("%q, %v", out, err)
	}
	_, moves, _ := strings.Cut(string(out), "\n\n")
	return moves
}

// Movetext in canonical form: lines of 79 columns at most, comments word by word but for those that
// hold something like a tag or a closing brace.
func TestMovetext(t *testing.T) {
	words := func(n int) string { return strings.TrimSuffix(strings.Repeat("word ", n), " ") }
	for _, test := range []struct{ name, text, want string }{
		{"79 columns", "1. e4 {" + words(14) + " xyz} *", "1. e4 {" + words(14) + "\nxyz} *\n\n"},
		{"a line of 79", "1. e4 {" + words(14) + " z} *", "1. e4 {" + words(14) + " z}\n*\n\n"},
		{"a comment on its own", "1. e4 {} e5 {  } *", "1. e4 e5 *\n\n"},
		{"a closing brace", "1. e4 ; a } b\n e5 *", "1. e4 ; a } b\n1... e5 *\n\n"},
		{"a percent sign is never first", "1. e4 {" + words(14) + " a % x} *",
			"1. e4 {" + words(14) +
				"\na % x} *\n\n"},
		{"something like a tag", "1. e4 ; " + words(14) + " [A \"b\"]\n*", "1. e4\n{" + words(14) +
			" [A \"b\"]}\n*\n\n"},
		{"brackets", "1. e4 ; " + words(13) + " [a] [b] [c\n*",
			"1. e4 {" + words(13) + " [a] [b]\n[c} *\n\n"},
		{"variations", "1. e4 (1. d4 {x} (1. c4) 1... d5) (1. Nf3) 1... e5 $1 $14 2. Nf3 *",
			"1. e4 (1. d4 {x} (1. c4) 1... d5) (1. Nf3) 1... e5 $1 $14 2. Nf3 *\n\n"},
		{"an empty variation", "1. e4 () e5 *", "1. e4 () 1... e5 *\n\n"},
		{"a comment in a variation alone", "1. e4 ({x}) e5 *", "1. e4 ({x}) 1... e5 *\n\n"},
		{"a comment before the first move", "{a b} 1. e4 1-0", "{a b} 1. e4 1-0\n\n"},
		{"nothing", "[Event \"a\"]\n\n*", "*\n\n"},
	} {
		if got := playedPGN(t, test.text, false); got != test.want {
			t.Errorf("%s:\n%q, want\n%q", test.name, got, test.want)
		}
	}

	for conversions, want := range map[bool]string{true: "1. Nf5 {[%conv e7,g7;f8;d8,g8;f7,h7]} *\n\n",
		false: "1. Nf5 *\n\n"} {
		if got := playedPGN(t, position("pacifist1", diagram, "1. Nf5 *"),
			conversions); got != want {
			t.Errorf("conversions %t: %q", conversions, got)
		}
	}

	if got, want := playedPGN(t, position("pacifist-number", knights,
		"1. Kb1 {[%reclaim -]} {x} 1... Kb8 *"), false),
		"1. Kb1 {[%reclaim -]} {x} 1... Kb8 {[%conv b4,g4]} *\n\n"; got != strings.Replace(want,
		" {[%conv b4,g4]}",
		"", 1) {
		t.Errorf("%q, want %q", got, want)
	}
}

// Tags that a form cannot hold are refused, and nothing is written.
func TestTagsRefused(t *testing.T) {
	g, _ := pgn.Next([]byte("[Variant \"pacifist1\"]\n\n1. e4 *\n"), 0, true)
	record, _ := pgn.Replay(g, pgn.Options{})
	for _, test := range []struct {
		tag  pgn.Tag
		want string // what is refused
	}{
		{pgn.Tag{Name: "A b", Value: "x"}, `the tag "A b"`}, {pgn.Tag{Name: "", Value: "x"},
			`the tag ""`},
		{pgn.Tag{Name: "A", Value: "x\ny"}, "the value of A"}, {pgn.Tag{Name: "A", Value: "x\ry"},
			"the value of A"},
		{pgn.Tag{Name: "A_1", Value: `x"\`}, ""},
	} {
		record.Tags = append(slices.Clip(record.Tags)[:1:1], test.tag)
		text, err := pgn.AppendPGN([]byte("before"), record, false)
		var refused *pgn.RefusedError
		switch {
		case test.want == "":
			if err != nil || !strings.Contains(string(text), `[A_1 "x\"\\"]`) {
				t.Errorf("%+v: %q, %v", test.tag, text, err)
			}
		case !errors.As(err, &refused) || refused.What != test.want || refused.Form != "pgn" ||
			string(text) != "before":
			t.Errorf("%+v: %q, %v", test.tag, text, err)
		}
	}
}

// A record in vchess.club's form, whole: tags in the site's order, movetext, second section.
func TestVChessWhole(t *testing.T) {
	text := "[Event \"?\"]\n[Site \"vchess.club\"]\n[Date \"2024.05.06\"]\n[White \"A\"]\n[Black " +
		"\"B\"]\n[Round \"3\"]\n[Cadence \"5m\"]\n" + position("pacifist1", diagram, "1. Nf5 a6 *")
	text = strings.Replace(text, "a6 *", "1/2-1/2", 1)
	g, _ := pgn.Next([]byte(text), 0, true)
	record, problems := pgn.Replay(g, pgn.Options{})
	if err := pgn.Err(problems); err != nil {
		t.Fatal(err)
	}
	const want = `before[Site "vchess.club"]
[Variant "Pacifist1"]
[Date "2024-05-06"]
[White "A"]
[Black "B"]
[Fen "rkqn1rb1/ppppppbp/P7/1n4p1/8/4N3/1PPPPPPP/RNK1BBQR w 0 zzzz"]
[Result "1/2"]
[Cadence "5m"]
[Round "3"]

1.Nf5

1.w e3.f5 wnf5.wnd8.wrf8.wbg8.wpe7.wpf7.wbg7.wph7/wne3.bnd8.brf8.bbg8.bpe7.bpf7.bbg7.bph7

`
	if got, err := pgn.AppendVChess([]byte("before"), record); err != nil || string(got) != want {
		t.Errorf("got\n%s%v, want\n%s", got, err, want)
	}
	refused := func(what string, change func(r *pgn.PlayedGame)) {
		again, _ := pgn.Replay(g, pgn.Options{})
		change(again)
		if got, err := pgn.AppendVChess([]byte("before"), again); err == nil ||
			!strings.HasPrefix(err.Error(),
				what+" cannot be written as vchess: ") || string(got) != "before" {
			t.Errorf("%s: %q, %v", what, got, err)
		}
	}
	refused("a comment", func(r *pgn.PlayedGame) { r.Main.Comments = []string{"x"} })
	const noted = "a comment, an annotation or a variation"
	refused(noted, func(r *pgn.PlayedGame) { r.Main.Turns[0].Comments = []string{"x"} })
	refused(noted, func(r *pgn.PlayedGame) { r.Main.Turns[0].NAGs = []int{1} })
	refused(noted, func(r *pgn.PlayedGame) { r.Main.Turns[0].Variations = []*pgn.Variation{{}} })
	refused("a game that Black begins", func(r *pgn.PlayedGame) { r.Start.Turn = board.Black })
	refused("the starting position", func(r *pgn.PlayedGame) { r.Start.Clock = 7 })
	refused("the value of White", func(r *pgn.PlayedGame) {
		r.Tags = []pgn.Tag{{Name: "White",
			Value: "x\ny"}}
	})
}

// Lines of the second section of vchess.club, and some that cannot be read.
func TestMachineLines(t *testing.T) {
	for _, test := range []struct{ line, want string }{
		{"1.w e3.f5 wnf5/wne3", "1 white e3.f5 [wnf5] [wne3]"}, {"12.b h8.a1 bra1.wpb2/brh8.bpb2",
			"12 black h8.a1 [bra1 wpb2] [brh8 bpb2]"}, {"1.w e3.f5 -/-", "1 white e3.f5 [] []"},
		{"1.w e3.f5 -/wne3", "1 white e3.f5 [] [wne3]"}, {"999999.w e3.f5 -/-",
			"999999 white e3.f5 [] []"},
		{"1.w  e3.f5\twnf5/wne3", "1 white e3.f5 [wnf5] [wne3]"},
		{"1000000.w e3.f5 -/-", ""}, {"1.w e3.f5", ""}, {"1.w e3", ""}, {"12", ""},
		{"1.x e3.f5 -/-", ""}, {"1.w e3.f5 ", ""},
		{"1.w e9.f5 -/-", ""}, {"1.w e3.i5 -/-", ""}, {"1.w e3.f0 -/-", ""}, {"1.w e3-f5 -/-", ""},
		{"1.w e3.f5 wnf5", ""},
		{"1.w e3.f5 wnf5/", ""}, {"1.w e3.f5 /wne3", ""},
		{"1.w e3.f5 wnf5.wnf/wne3", ""}, {"1.w e3.f5 xnf5/wne3", ""},
		{"1.w e3.f5 wni5/wne3", ""}, {"1.w e3.f5 wnf9/wne3", ""},
		{"1.w e3.f5 wnf5xwna1/wne3", ""}, {"1.w e3.f5 wzf5/wne3", ""},
		{"1.w e3.f5 wnf5./wne3", ""}, {"1.w e3.f5 wnf5.wna/wne3.bna", ""},
		{"1.w e3.f5 wnf5/wne3.bna1", "1 white e3.f5 [wnf5] [wne3 bna1]"},
		{"1.w e3.f5 wnf5.wna1/wne3xbna1", ""},
		{"1.w e3.f5 wnf5/wze3", ""}, {"1.w e3.f5 wnf5.wna1/wne3.xna1", ""},
	} {
		text := "[Fen \"x\"]\n\n1.Nf5\n\n1.w e2.e4 wpe4/wpe2\n" + test.line + "\n"
		g, _ := pgn.Next([]byte(text), 0, false)
		if g == nil || len(g.Machine) != 2 {
			t.Errorf("%s is no line of the second section", test.line)
			continue
		}

		m := g.Machine[1]
		got := ""
		if m.Code == "" {
			list := func(all []pgn.Placed) []string {
				var names []string
				for _, p := range all {
					names = append(names,
						string("wb"[p.Piece.Colour])+strings.ToLower(string(p.Piece.Kind.Letter()))+
							p.Square.String())
				}

				return names
			}
			got = fmt.Sprintf("%d %s %s.%s %v %v", m.Number, m.Side, m.From, m.Mouse,
				list(m.Appear), list(m.Vanish))
		}

		if got != test.want || got == "" && m.Reason == "" {
			t.Errorf("%q: %s, want %s", test.line, got, test.want)
		}
		if at := strings.Index(text, test.line); m.At != at ||
			m.End != at+len(strings.TrimRight(test.line, " ")) {
			t.Errorf("%q stands at %d to %d", test.line, m.At, m.End)
		}
	}
}
