package pgn_test

import (
	"fmt"
	"strings"
	"testing"

	"turncoat/pgn"
	"turncoat/rules/board"
)

// Games in JSON, each with the piece of text that it was read from and what is wrong with it; only
// what is no JSON ends the reading.
func TestReadingJSON(t *testing.T) {
	const good = `{"rules":"chess","tags":[],"start":"start","result":"*","turns":[]}`
	for _, test := range []struct{ text, want string }{
		{"", ""}, {" \n", ""}, {"\ufeff", ""}, {good, good + "|"},
		{"\ufeff  " + good + "\n\n" + good + "\n",
			good + "|\n" + good + "|"},
		{`{"rules":7}` + "\n" + good, `{"rules":7}|syntax` + "\n" + good + "|"}, {`{"x":1} ` + good,
			`{"x":1}|syntax` + "\n" + good + "|"}, {`[1] ` + good, "[1]|syntax\n" + good + "|"},
		{good + "\n" + `{"rules":`, good + "|\n|truncated"}, {good + " x " + good,
			good + "|\n|syntax"},
		{`{"result":"2-0"}`, `{"result":"2-0"}|syntax`}, {"{}", `{}|syntax`},
	} {
		var got []string
		for _, g := range pgn.ParseJSON([]byte(test.text)) {
			line := test.text[g.At:g.End] + "|"
			for _, f := range g.Faults {
				if f.At != g.At || f.End != g.At {
					t.Errorf("%q: a fault at %d to %d", test.text, f.At, f.End)
				}
				line += string(f.Code)
			}

			got = append(got, line)
		}

		if all := strings.Join(got, "\n"); all != test.want {
			t.Errorf("%q:\n%s, want\n%s", test.text, all, test.want)
		}
	}
}

// Turns in JSON are read as moves with the commands that say what converts and what is reclaimed.
func TestTurnsOfJSON(t *testing.T) {
	text := `{"rules":"pacifist1","tags":[],"start":"start","result":"1-0","comments":["a  b",""," "],"turns":[
		{"uci":"e2e4","san":"e4","waves":[],"reclaimed":[],"nags":[0,255],"comments":["c"]},
		{"uci":"","san":"e5","waves":[["e7","g7"],["f8"]],"reclaimed":["d4","e5"],"nags":[-1,256,7],
		 "variations":[{"comments":["v"],"turns":[{"uci":"d7d5","san":"","waves":null,"reclaimed":null,"nags":[300]}]},{"turns":[]}]},
		{"uci":"","san":"","waves":[],"reclaimed":[]}]}`
	g := pgn.ParseJSON([]byte(text))[0]
	const want = "[Variant pacifist1] {a b} e2e4$0$255 {[%conv -] [%reclaim -]} {c} e5$7 {[%conv " +
		"e7,g7;f8] [%reclaim d4,e5]} ( {v} d7d5 {[%conv -] [%reclaim -]} ) ( ) ?? {[%conv -] " +
		"[%reclaim -]} 1-0 !syntax !syntax !syntax"
	if got := outline(g); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if g.Dialect != pgn.JSON || g.Main.Moves[0].Number != -1 {
		t.Errorf("%d, number %d", g.Dialect, g.Main.Moves[0].Number)
	}
}

// What a game in JSON says of its rules and its start stands in tags; in orthodox chess Variant is
// what it was.
func TestTagsOfJSON(t *testing.T) {
	const endgame, game = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
		`{"rules":%q,"tags":[%s],"start":%q,"result":"*","turns":[]}`
	standard := `["Variant","Standard"]`
	for _, test := range []struct{ rules, tags, start, variant, fen string }{
		{"chess", "", "start", "", ""}, {"chess", "", board.StartFEN, "", ""}, {"chess", "",
			endgame, "", endgame},
		{"chess", standard, endgame, "Standard", endgame}, {"conversion", "", endgame, "conversion",
			endgame},
	} {
		text := fmt.Appendf(nil, game, test.rules, test.tags, test.start)
		record, _ := pgn.Replay(pgn.ParseJSON(text)[0], pgn.Options{})
		var variant, fen string
		for _, tag := range record.CanonicalTags() {
			switch tag.Name {
			case "Variant":
				variant = tag.Value
			case "FEN":
				fen = tag.Value
			}
		}

		if variant != test.variant || fen != test.fen {
			t.Errorf("%s from %q: Variant %q, FEN %q", test.rules, test.start, variant, fen)
		}
	}
}

// A game of which nothing could be read.
func TestNothing(t *testing.T) {
	for text, want := range map[string]bool{
		")": true, "foo": true, "foo bar )": true, "foo e4": false, "e4": false, "*": false,
		"[A \"1\"]": false,
		"foo *":     false, "1.w x": false, "[x": true,
	} {
		g, _ := pgn.Next([]byte(text), 0, true)
		if g == nil || g.Empty() != want {
			t.Errorf("%q: %+v", text, g)
		}
	}

	if g := pgn.ParseText([]byte("A – B: x\n"))[0]; g.Empty() {
		t.Error("a game with a title is nothing")
	}
}

// What a title says becomes tags; what follows the moves is a comment, and moves may break off.
func TestPlainText(t *testing.T) {
	const variant = "[Variant conversion chess]"
	text := "Games of Conversion Chess\n\n 3. Anna – Bruno, Vienna 1999, 1-0: `1.e4 e5` end\n\n" +
		"- Carl vs Dora, 0-1, 1-0 round 2: 1.d4 d5 2.\n\n1.c4 N\n\nEve – Fred, 2:1\n"
	want := []string{
		"[Event Vienna 1999][Date 1999.??.??][White Anna][Black Bruno][Result 1-0]" + variant +
			" 1.e4 e5 {end}",
		"[Event 1-0 round 2][White Carl][Black Dora][Result 0-1]" + variant + " 1.d4 d5 !truncated",
		variant + " 1.c4 N? !truncated",
	}
	for i, g := range pgn.ParseText([]byte(text)) {
		if got := outline(g); i >= len(want) || got != want[i] {
			t.Errorf("%s, want %q", got, want[min(i, len(want)-1)])
		}
	}
}

// A title may stand on a line of its own, with a colon or without, and with an empty line after it;
// prose in front of a game is none.
func TestTitleLines(t *testing.T) {
	const title, moves = "1. Piero Pugnali – Alessandro Castelli, Grand Prix 1993, 0-1",
		"1.Nf3 d5 2.d4 Bh3/Nf3+\n"
	for text, want := range map[string]string{
		title + ": " + moves:                 "Piero Pugnali",
		title + ":\n" + moves:                "Piero Pugnali",
		title + "\n" + moves:                 "Piero Pugnali",
		title + "\n\n" + moves:               "Piero Pugnali",
		title + ":\n\n" + moves:              "Piero Pugnali",
		"A great game\n\n" + moves:           "",
		title + "\n\nx\n\n" + moves:          "",
		"Games - all of them\nx\n\n" + moves: "",
	} {
		games := pgn.ParseText([]byte(text))
		if len(games) != 1 || len(games[0].Main.Moves) != 4 {
			t.Errorf("%q: %+v", text, games)
			continue
		}
		if white, _ := games[0].Tag("White"); white != want {
			t.Errorf("%q: White is %q, want %q", text, white, want)
		}
	}
}

// Records that follow each other in the second section without a line end, and empty lines of
// Windows.
func TestGluedSections(t *testing.T) {
	const head = "[Fen \"x\"]\n\n1.e4\n\n"
	for _, test := range []struct{ text, want string }{
		{head + "1.w e2.e4 wpe4/wpe2[Site \"b\"]\n[Fen \"y\"]\n\n*\n", "1.w e2.e4 wpe4/wpe2 true"},
		{head + "1.w e2.e4 wpe4[Site \"b\"]\n[Fen \"y\"]\n\n*\n", "1.w e2.e4 wpe4 syntax true"},
		{head + "1.w e2.e4 wpe4/wpe2\rx\n2.w d2.d4 wpd4/wpd2\n",
			"1.w e2.e4 wpe4/wpe2 false, x syntax false, 2.w d2.d4 wpd4/wpd2 false"},
		{head + "1.w e2.e4 wpe4/wpe2 \t\r\n", "1.w e2.e4 wpe4/wpe2 false"},
		{head + "1.w e2.e4 wpe4/wpe2", "1.w e2.e4 wpe4/wpe2 true"},
	} {
		g, _ := pgn.Next([]byte(test.text), 0, true)
		var got []string
		for _, m := range g.Machine {
			line := m.Text
			if m.Code != "" {
				line += " " + string(m.Code)
			}
			got = append(got, fmt.Sprint(line, " ", m.Incomplete))
		}

		if all := strings.Join(got, ", "); all != test.want {
			t.Errorf("%q: %q, want %q", test.text, all, test.want)
		}
	}

	// no result, but the tags have ended
	for _, text := range []string{"[A \"1\"]\r\n\r\n[B \"2\"]\r\n", "[A \"1\"]\n\n[B \"2\"]\n"} {
		g, _ := pgn.Next([]byte(text), 0, true)
		if len(g.Faults) != 1 || g.Faults[0].Code != pgn.MissingTag {
			t.Errorf("%q: %+v", text, g.Faults)
		}
	}

	for _, text := range []string{"[A \"1\"]\r\n[B \"2\"]\r\n", "[A \"1\"]\n[B \"2\"]\n",
		"[A \"1\"]\r\r[B \"2\"]\n"} {
		g, _ := pgn.Next([]byte(text), 0, true)
		if len(g.Faults) != 1 || g.Faults[0].Code != pgn.Truncated {
			t.Errorf("%q: %+v", text, g.Faults)
		}
	}
}
