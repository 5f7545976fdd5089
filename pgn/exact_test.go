package pgn_test

import (
	"fmt"
	"strings"
	"testing"

	"turncoat/pgn"
	"turncoat/pgn/token"
)

// Places of a game count in the stream, in whichever form it is.
func TestPlacesInAStream(t *testing.T) {
	for _, c := range []struct {
		form token.Form
		text string
		want string
	}{
		{token.FormPGN, "[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. e4 e5 *\n", "1 a 3:4, 2 b 7:4"},
		{token.FormText, "[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. e4 e5 *\n", "1 a 3:4, 2 b 7:4"},
		{token.FormText, "Anna – Bruno, a: 1. d4 *\n\nAnna – Bruno, b:\n1. d4 d5 *\n", "1 a 1:21, 2 b 4:4"},
	} {
		var got []string
		err := pgn.Each(strings.NewReader(c.text), c.form, func(i pgn.Item) error {
			line, column := i.Place(i.Game.Main.Moves[0].At)
			event, _ := i.Game.Tag("Event")
			got = append(got, fmt.Sprintf("%d %s %d:%d", i.Index, event, line, column))
			return nil
		})
		if all := strings.Join(got, ", "); err != nil || all != c.want {
			t.Errorf("%s: %s, %v, want %s", c.text, all, err, c.want)
		}
	}
}

// A title names the players, and after commas the result and the event.
func TestTitles(t *testing.T) {
	for title, want := range map[string]string{
		"Anna – Bruno":                      "[White Anna][Black Bruno]",
		"3. Anna - Bruno, Vienna":           "[Event Vienna][White Anna][Black Bruno]",
		"Anna vs. Bruno, 1-0, Vienna, 1999": "[Event Vienna, 1999][White Anna][Black Bruno][Result 1-0]",
	} {
		list := pgn.ParseText([]byte(title + ": 1. e4 e5\n"))
		if len(list) != 1 {
			t.Fatalf("%s: %d games", title, len(list))
		}
		for _, tag := range []string{"White", "Black", "Event", "Result"} {
			value, ok := list[0].Tag(tag)
			if has := strings.Contains(want, "["+tag+" "); has != ok || ok && !strings.Contains(want, "["+tag+" "+
				value+"]") {
				t.Errorf("%s: %s is %q, want %s", title, tag, value, want)
			}
		}
	}
}

// Where a plain text names no rules, a conversion that is written names them.
func TestConversionNamesTheRules(t *testing.T) {
	text := "Anna – Bruno: 1. e4 d5 2. c4/d5 *\n"
	g := pgn.ParseText([]byte(text))[0]
	if value, _ := g.Tag("Variant"); value != "conversion" {
		t.Errorf("the rules are %q", value)
	}
	for _, tag := range g.Tags {
		if tag.Name == "Variant" && tag.At != strings.Index(text, "c4/d5") {
			t.Errorf("they are said to be named at %d", tag.At)
		}
	}
}

// After a comment and a variation the number of a Black move is written again (8.2.2.2 of the PGN standard).
func TestNumbersAfterComments(t *testing.T) {
	for _, text := range []string{"1. e4 {a} 1... e5 2. Nf3 Nc6 *", "1. e4 (1. d4) 1... e5 2. Nf3 Nc6 *",
		"1. e4 e5 {a} 2. Nf3 Nc6 *"} {
		g, _ := pgn.Next([]byte(text), 0, true)
		record, problems := pgn.Replay(g, pgn.Options{})
		if err := pgn.Err(problems); err != nil {
			t.Fatal(err)
		}
		out, err := pgn.AppendPGN(nil, record, false)
		if _, moves, _ := strings.Cut(string(out), "\n\n"); err != nil || strings.TrimSpace(moves) != text {
			t.Errorf("%s is written %s, %v", text, moves, err)
		}
	}
}

// The site writes dates with dashes; one that is not known in full stays as it is.
func TestVChessDates(t *testing.T) {
	for date, want := range map[string]string{"2024.05.06": "2024-05-06", "2024.??.??": "2024.??.??", "May": "May"} {
		g, _ := pgn.Next([]byte("[Date \""+date+"\"]\n[Variant \"pacifist1\"]\n\n1. e4 *\n"), 0, true)
		record, problems := pgn.Replay(g, pgn.Options{})
		if err := pgn.Err(problems); err != nil {
			t.Fatal(err)
		}
		if out, err := pgn.AppendVChess(nil, record); err != nil || !strings.Contains(string(out), `[Date "`+want+`"]`) || !strings.Contains(string(out), "]\n\n1.e4\n\n") {
			t.Errorf("%s is written\n%s, %v", date, out, err)
		}
	}
}

// The rules and the start of a game in JSON become tags, unless it has these already.
func TestTagsOfJSON(t *testing.T) {
	const fen = "7k/8/8/8/8/8/4P3/K7 w - - 0 1"
	for text, want := range map[string]string{
		`{"rules":"pacifist1","tags":[["Event","a"]],"start":"` + fen + `","result":"*","turns":[]}`:                             "Event a, Variant pacifist1, FEN " + fen,
		`{"rules":"pacifist1","tags":[["Variant","Pacifist Chess"]],"start":"start","result":"*","turns":[]}`:                    "Variant Pacifist Chess",
		`{"rules":"chess","tags":[],"start":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","result":"*","turns":[]}`: "",
	} {
		list := pgn.ParseJSON([]byte(text))
		if len(list) != 1 {
			t.Fatalf("%d games in %s", len(list), text)
		}
		var tags []string
		for _, tag := range list[0].Tags {
			tags = append(tags, tag.Name+" "+tag.Value)
		}
		if got := strings.Join(tags, ", "); got != want {
			t.Errorf("%s has %s, want %s", text, got, want)
		}
	}
}
