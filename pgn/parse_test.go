package pgn_test

import (
	"fmt"
	"strings"
	"testing"

	"turncoat/pgn"
)

// outline says what has been read, in short.
func outline(g *pgn.Record) string {
	var b strings.Builder
	for _, t := range g.Tags {
		fmt.Fprintf(&b, "[%s %s]", t.Name, t.Value)
	}
	outlineLine(&b, &g.Main)
	for _, r := range g.Results {
		switch {
		case r.Resigns:
			fmt.Fprintf(&b, " %s resigned", r.Result)
		default:
			fmt.Fprintf(&b, " %s", r.Result)
		}
	}

	for _, m := range g.After {
		fmt.Fprintf(&b, " after:%s", m.Text)
	}
	for _, f := range g.Faults {
		fmt.Fprintf(&b, " !%s", f.Code)
	}
	return strings.TrimSpace(b.String())
}

func outlineLine(b *strings.Builder, l *pgn.Line) {
	for _, c := range l.Comments {
		fmt.Fprintf(b, " {%s}", c.Text)
	}
	for _, m := range l.Moves {
		b.WriteByte(' ')
		if m.Number >= 0 {
			fmt.Fprintf(b, "%d%s", m.Number, strings.Repeat(".", m.Dots))
		}
		b.WriteString(m.Text)
		if m.Unreadable {
			b.WriteByte('?')
		}
		for _, n := range m.NAGs {
			fmt.Fprintf(b, "$%d", n)
		}
		for _, c := range m.Comments {
			fmt.Fprintf(b, " {%s}", c.Text)
		}
		for _, v := range m.Variations {
			b.WriteString(" (")
			outlineLine(b, v)
			b.WriteString(" )")
		}
	}
}

// games reads all games of a text.
func games(text string) []string {
	var list []string
	for at := 0; ; {
		g, end := pgn.Next([]byte(text), at, true)
		if g == nil {
			return list
		}
		list = append(list, outline(g))
		at = end
	}
}

// What the import format of PGN allows, and what people write beside it.
func TestReading(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"plain", "[Event \"a\"]\n\n1. e4 e5 2. Nf3 *\n", "[Event a] 1.e4 e5 2.Nf3 *"},
		{"no tags", "1. e4 e5 1-0", "1.e4 e5 1-0"},
		{"no spaces", "1.e4 e5 2.Nf3 Nc6 1/2-1/2", "1.e4 e5 2.Nf3 Nc6 1/2-1/2"},
		{"tags in one line, movetext after them", "[Event \"a\"][Site \"b\"] 1. e4 *",
			"[Event a][Site b] 1.e4 *"},
		{"spaces in a tag", "[ Event  \"a\" ]\n\n*\n", "[Event a] *"},
		{"escapes in a tag", `[Event "a \"b\" \\ c"]` + "\n\n*\n", `[Event a "b" \ c] *`},
		{"quotes that are not escaped", `[Options "{"randomness":1}"]` + "\n\n*\n",
			`[Options {"randomness":1}] *`},
		{"a comment in braces", "1. e4 { the  best\nmove } e5 *", "1.e4 {the best move} e5 *"},
		{"a comment to the end of the line", "1. e4 ; king's pawn\ne5 *",
			"1.e4 {king's pawn} e5 *"},
		{"comments everywhere", "{a} 1. {b} e4 {c} {d} e5 * {e}", "{a} {b} 1.e4 {c} {d} e5 {e} *"},
		{"a brace in a line comment", "1. e4 ; a } brace\n*", "1.e4 {a } brace} *"},
		{"an escaped line", "1. e4\n% 1. d4 ( {\ne5 *", "1.e4 e5 *"},
		{"an escaped line before the tags", "% exported\n[Event \"a\"]\n\n*\n", "[Event a] *"},
		{"a percent sign elsewhere", "1. e4 {50 % of all} *", "1.e4 {50 % of all} *"},
		{"annotations", "1. e4! e5?! 2. Nf3 $14 $3 Nc6 !? *", "1.e4$1 e5$6 2.Nf3$14$3 Nc6$5 *"},
		{"an annotation twice", "1. e4! $1 *", "1.e4$1 *"},
		{"symbols", "1. e4 +/- e5 = *", "1.e4$16 e5$10 *"},
		{"symbols of White", "1. e4 += e5 ⩲ d4 ± d5 +- c4 TN c5 □ *",
			"1.e4$14 e5$14 d4$16 d5$18 c4$146 c5$7 *"},
		{"symbols of Black", "1. e4 =+ e5 ⩱ d4 ∓ d5 -+ c4 -/+ c5 ∞ *",
			"1.e4$15 e5$15 d4$17 d5$19 c4$17 c5$13 *"},
		{"no symbols", "1. e4 == e5 + d4 tn *", "1.e4 ==? e5 +? d4 tn? *"},
		{"variations", "1. e4 (1. d4 d5 (1... Nf6 2. c4) 2. c4) 1... e5 *",
			"1.e4 ( 1.d4 d5 ( 1...Nf6 2.c4 ) 2.c4 ) 1...e5 *"},
		{"two variations", "1. e4 (1. d4) (1. c4 {x}) *", "1.e4 ( 1.d4 ) ( 1.c4 {x} ) *"},
		{"glued parentheses", "1. e4(1. d4)e5 *", "1.e4 ( 1.d4 ) e5 *"},
		{"a result in a variation", "1. e4 (1. d4 1-0) e5 0-1", "1.e4 ( 1.d4 ) e5 0-1"},
		{"no result", "[Event \"a\"]\n\n1. e4 e5\n", "[Event a] 1.e4 e5 !missing-tag"},
		{"a result twice", "1. e4 1-0 1-0", "1.e4 1-0 1-0"},
		{"half points", "1. e4 ½-½", "1.e4 1/2-1/2"},
		{"a move after the result", "1. e4 1-0 e5", "1.e4 1-0 after:e5"},
		{"a promotion in parentheses", "60. e8(Q) (60. e8=N) *", "60.e8(Q) ( 60.e8=N ) *"},
		{"resigns", "10.Resigns", "* resigned"},
		{"Black resigns", "1. e4 Black resigns", "1.e4 1-0 resigned"},
		{"null moves are moves", "1. e4 -- 2. d4 Z0 *", "1.e4 -- 2.d4 Z0 *"},
		{"castling with noughts", "1. 0-0 0-0-0 2. 000+ *", "1.0-0 0-0-0 2.000+ *"},
		{"en passant", "5. exd6 e.p. Nf6 *", "5.exd6 Nf6 *"},
		{"conversions", "1. Bh3/Nf3+ Q:f1/Pf2?? *", "1.Bh3/Nf3+ Q:f1/Pf2$4 *"},
		{"figurines", "1. ♘f3 ♞f6 *", "1.♘f3 ♞f6 *"},
		{"annotations of one character", "1. e4‼ e5⁇ 2. Nf3⁉ Nc6⁈ 3. Bb5!□ a6 ‼ *",
			"1.e4$3 e5$4 2.Nf3$5 Nc6$6 3.Bb5$1$7 a6$3 *"},
		{"glyphs alone", "1. e4 ‼⁇ *", "1.e4 ‼?$4 *"},
		{"a result with a colon", "1. e4 0:1", "1.e4 0-1"},
		{"what Windows calls Latin-1", "1. e4 {the \x93best\x94 \x96 or} *",
			"1.e4 {the “best” – or} *"},
		{"a word that is nothing", "1. e4 foo e5 *", "1.e4 foo? e5 *"},
		{"en passant without dots", "5. exd6 ep Nf6 *", "5.exd6 Nf6 *"},
		{"a quote and a bracket within a value", "[Event \"a\"] b\"]\n\n*\n", "[Event a\"] b] *"},
		{"every sign", "1. a3! a6? 2. b3!! b6?? 3. c3!? c6?! *",
			"1.a3$1 a6$2 2.b3$3 b6$4 3.c3$5 c6$6 *"},
		{"Black resign, and no more", "1. e4 Black resign", "1.e4 1-0 resigned"},
		{"dots apart from the number", "1 . e4 1 ... e5 *", "1.e4 1...e5 *"},
		{"a variation glued to a word that is nothing", "1. e4 foo(1. d4)e5 *",
			"1.e4 foo? ( 1.d4 ) e5 *"},
		{"an escaped line among the tags", "[Event \"a\"]\n% [Site \"b\"]\n[White \"c\"]\n\n*\n",
			"[Event a][White c] *"},
		{"squares off the board", "1. a9 i5 a8 h1 *", "1.a9? i5? a8 h1 *"},
		{"a sign within a move", "1. e8!Q *", "1.e8Q$1 *"},
		{"a promotion in parentheses at the end", "1. e8(Q)", "1.e8(Q) !truncated"},
		{"cut off after a number and a side", "1. e4 e5 2.w", "1.e4 e5 !truncated"},
		{"White does something else", "1. e4 White moves e5 *", "1.e4 White? moves? e5 *"},
		{"White res", "1. e4 White res", "1.e4 White? !truncated"},
		{"words for a draw", "1. e4 e5 Remis", "1.e4 e5 1/2-1/2"},
		{"more words for a draw", "1. e4 e5 DRAWN! patta. draw", "1.e4 e5 1/2-1/2 1/2-1/2 1/2-1/2"},
		{"somebody resigned", "1. e4 e5 Blackwhite resigned.", "1.e4 e5 Blackwhite? * resigned"},
		{"longer than resigned", "1. e4 resignedly *", "1.e4 resignedly? *"},
		{"a byte order mark within", "1. e4 \ufeffe5 \ufeff*", "1.e4 e5 *"},
		{"half a mark", "1. e4 \xefx *", "1.e4 ïx? *"},
		{"a percent sign within a line", "1. e4 %x e5 *", "1.e4 %x? e5 *"},
		{"White resigns", "1. e4 e5 White resigns", "1.e4 e5 0-1 resigned"},
		{"a comment behind a tag", "[Event \"a\"] {b}\n\n*\n", "[Event a] {b} *"},
		{"a line comment behind a tag", "[Event \"a\"] ; b\n\n*\n", "[Event a] {b} *"},
		{"a tag at the end", "[Event \"a\"]", "[Event a] !truncated"},
		{"a tag and a bracket at the end", "[Event \"a\" ", "!truncated"},
		{"a result, and a variation not closed", "1. e4 1-0 (1. d4", "1.e4 ( 1.d4 ) 1-0 !syntax"},
		{"a bad annotation", "1. e4 $999 *", "1.e4 * !syntax"},
		{"a variation of nothing", "(1. e4) *", "* !syntax"},
		{"a parenthesis too much", "1. e4 ) e5 *", "1.e4 e5 * !syntax"},
		{"a variation not closed", "1. e4 (1. d4 *", "1.e4 ( 1.d4 ) !truncated"},
		{"a comment not closed", "1. e4 {best", "1.e4 !truncated"},
		{"a tag not closed", "[Event \"a", "!truncated"},
		{"a tag that is none", "[Event a]\n[Site \"b\"]\n\n*\n", "[Site b] * !syntax"},
		{"cut off after a number", "1. e4 e5 2.", "1.e4 e5 !truncated"},
		{"cut off in a number", "1. e4 e5 2", "1.e4 e5 !truncated"},
		{"cut off after long numbers", "1. e4 123456", "1.e4 !truncated"},
		{"cut off in a move", "1. e4 e5 2. N", "1.e4 e5 !truncated"},
		{"cut off after a move", "1. e4 e5 2. Nf3", "1.e4 e5 2.Nf3 !truncated"},
		{"Latin-1", "[White \"M\xfcller\"]\n\n1. e4 {sch\xf6n} *\n",
			"[White Müller] 1.e4 {schön} *"},
		{"UTF-8", "[White \"Müller\"]\n\n1. e4 {schön} *\n", "[White Müller] 1.e4 {schön} *"},
		{"CRLF", "[Event \"a\"]\r\n\r\n1. e4 {b\r\nc}\r\ne5 *\r\n", "[Event a] 1.e4 {b c} e5 *"},
		{"a byte order mark", "\ufeff[Event \"a\"]\n\n*\n", "[Event a] *"},
		{"an end-of-file sign", "1. e4 *\n\x1a", "1.e4 *"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := games(test.text); len(got) != 1 || got[0] != test.want {
				t.Errorf("%q\ngot  %q\nwant %q", test.text, got, test.want)
			}
		})
	}
}

// Where one game ends and the next begins, however they are put together.
func TestGlued(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string
	}{
		{"no empty line", "[Event \"a\"]\n\n1. e4 1-0\n[Event \"b\"]\n\n*\n",
			[]string{"[Event a] 1.e4 1-0",
				"[Event b] *"}},
		{"in one line", "[Event \"a\"] 1. e4 1-0[Event \"b\"]\n\n1. d4 *",
			[]string{"[Event a] 1.e4 1-0",
				"[Event b] 1.d4 *"}},
		{"without tags", "1. e4 1-0\n1. d4 0-1", []string{"1.e4 1-0", "1.d4 0-1"}},
		{"without tags, the dot apart", "1. e4 1-0\n1 . d4 0-1", []string{"1.e4 1-0", "1.d4 0-1"}},
		{"without tags, and cut off at once", "1. e4 1-0\n1.d", []string{"1.e4 1-0", "!truncated"}},
		{"a result missing between", "[Event \"a\"]\n\n1. e4\n\n[Event \"b\"]\n\n*\n",
			[]string{"[Event a] 1.e4 !missing-tag", "[Event b] *"}},
		{"cut off in the movetext", "[Event \"a\"]\n\n1. e4 Nf[Event \"b\"]\n[Site \"c\"]\n\n*\n",
			[]string{"[Event a] 1.e4 !truncated", "[Event b][Site c] *"}},
		{"cut off in a comment",
			"[Event \"a\"]\n\n1. e4 {best by[Event \"b\"]\n[Site \"c\"]\n\n*\n",
			[]string{"[Event a] 1.e4 !truncated", "[Event b][Site c] *"}},
		{"cut off in a comment, then a line end",
			"[Event \"a\"]\n\n1. e4 {best\n\n[Event \"b\"]\n\n*\n",
			[]string{"[Event a] 1.e4 !truncated", "[Event b] *"}},
		{"cut off in a tag", "[Event \"a\"]\n[Site \"x[Event \"b\"]\n\n*\n",
			[]string{"[Event a] !truncated",
				"[Event b] *"}},
		{"cut off in a tag's name", "[Event \"a\"]\n[Si[Event \"b\"]\n\n*\n",
			[]string{"[Event a] !truncated",
				"[Event b] *"}},
		{"cut off after a tag", "[Event \"a\"]\n[Site \"x\"]\n[Event \"b\"]\n\n*\n",
			[]string{"[Event a][Site x] !truncated", "[Event b] *"}},
		{"no moves, in vchess.club's form",
			"[Site \"a\"]\n[Fen \"b\"]\n\n\n\n\n[Variant \"c\"]\n\n*\n",
			[]string{"[Site a][Fen b]", "[Variant c] *"}},
		{"cut off in a variation", "[Event \"a\"]\n\n1. e4 (1. d4\n\n[Event \"b\"]\n\n*\n",
			[]string{"[Event a] 1.e4 ( 1.d4 ) !truncated", "[Event b] *"}},
		{"a command in a comment is no tag", "1. e4 {[%clk 0:01:00]} {\n[%eval 0.2]} 1-0",
			[]string{"1.e4 {[%clk 0:01:00]} {[%eval 0.2]} 1-0"}},
		{"an empty line in the tags", "[Event \"a\"]\n\n[Site \"b\"]\n\n1. e4 *",
			[]string{"[Event a][Site b] 1.e4 *"}},
		{"an empty line in the movetext", "[Event \"a\"]\n\n1. e4\n\ne5 *",
			[]string{"[Event a] 1.e4 e5 *"}},
		{"a line of spaces before the event", "[Site \"a\"]\n  \n[Event \"b\"]\n\n*\n",
			[]string{"[Site a] !truncated", "[Event b] *"}},
		{"the first tag again", "[White \"a\"]\n[Black \"b\"]\n[White \"c\"]\n\n*\n",
			[]string{"[White a][Black b] !truncated", "[White c] *"}},
		{"another tag again", "[White \"a\"]\n[Black \"b\"]\n[Black \"c\"]\n\n*\n",
			[]string{"[White a][Black b][Black c] *"}},
		{"nothing at all", " \n\r\n\t\n", nil},
		{"nothing but comments", "; exported\n{by hand}\n% and\n", nil},
		{"a comment above the tags", "; exported\n\n[Event \"a\"]\n\n1. e4 *\n",
			[]string{"[Event a] {exported} 1.e4 *"}},
		{"comments above two games", "{x}\n[Event \"a\"]\n\n{y} 1. e4 *\n\n[Event \"b\"]\n\n*\n",
			[]string{"[Event a] {x} {y} 1.e4 *", "[Event b] *"}},
		{"a comment above the tags that is not closed", "{x\n\n[Event \"a\"]\n\n*\n",
			[]string{"!truncated",
				"[Event a] *"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := games(test.text); fmt.Sprintf("%q", got) != fmt.Sprintf("%q", test.want) {
				t.Errorf("%q\ngot  %q\nwant %q", test.text, got, test.want)
			}
		})
	}
}

// However deep variations nest, reading ends.
func TestDeepNesting(t *testing.T) {
	text := strings.Repeat("1. e4 (", 100000) + strings.Repeat(")", 100000) + " *"
	g, end := pgn.Next([]byte(text), 0, true)
	if g == nil || end != len(text) || len(g.Faults) == 0 || g.Faults[0].Code != pgn.Syntax {
		t.Fatalf("read to %d of %d", end, len(text))
	}
}

const tooDeep = "variations nest deeper than 200"

// A variation that is too deep is passed over with the variations in it, up to the parenthesis that
// closes it.
func TestTooDeepVariation(t *testing.T) {
	text := "1. e4 " + strings.Repeat("(1. d4 ",
		200) + "(1. c4 (1. c3 (1. b3)) {)} 1... e5) " + strings.Repeat(")",
		200) + " 1... c5 1-0"
	g, end := pgn.Next([]byte(text), 0, true)
	if g == nil || end != len(text) || len(g.Faults) != 1 || g.Faults[0].Message != tooDeep ||
		len(g.Main.Moves) != 2 ||
		g.Main.Moves[1].Text != "c5" || len(g.Results) != 1 {
		t.Fatalf("read to %d of %d: %+v", end, len(text), g)
	}

	depth := 0
	for line := &g.Main; len(line.Moves) > 0 &&
		len(line.Moves[0].Variations) > 0; line = line.Moves[0].Variations[0] {
		depth++
	}
	if depth != 200 {
		t.Errorf("%d variations are kept, one in the other", depth)
	}
}

// Of a variation that is too deep and not closed the record's end is found all the same, and where
// the next record begins in a comment, as everywhere.
func TestTooDeepAndOpen(t *testing.T) {
	const open = "; the variation is not closed"
	head := "1. e4 " + strings.Repeat("(1. d4 ", 200)
	for text, want := range map[string]string{
		head + "(1. c4 {x": "0 " + tooDeep +
			"; the comment is not closed" + open,
		head + "(1. c4":                         "0 " + tooDeep + open,
		head + "(1. c4\n\n[Event \"b\"]\n\n*\n": "1 " + tooDeep + open,
		head + "(1. c4 {\n\n[Event \"b\"]} 1. c3 [y))": "1 " + tooDeep +
			"; the comment is not closed" + open,
	} {
		g, end := pgn.Next([]byte(text), 0, true)
		var reasons []string
		for _, f := range g.Faults {
			reasons = append(reasons, f.Message)
		}
		next, _ := pgn.Next([]byte(text), end, true)
		if got := fmt.Sprint(strings.Count(text[end:], "[Event"), " ", strings.Join(reasons,
			"; ")); got != want ||
			(next != nil) != strings.HasPrefix(want, "1") {
			t.Errorf("%q: %s, want %s", text[len(head):], got, want)
		}
	}
}
