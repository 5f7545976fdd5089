package pgn_test

import (
	"fmt"
	"strings"
	"testing"

	"turncoat/pgn"
)

// Places of a game count in the stream, in whichever form it is.
func TestPlacesInAStream(t *testing.T) {
	for _, c := range []struct {
		form pgn.Form
		text string
		want string
	}{
		{pgn.FormPGN, "[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. e4 e5 *\n",
			"1 a 3:4, 2 b 7:4"},
		{pgn.FormText, "[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. e4 e5 *\n",
			"1 a 3:4, 2 b 7:4"},
		{pgn.FormText, "Anna – Bruno, a: 1. d4 *\n\nAnna – Bruno, b:\n1. d4 d5 *\n",
			"1 a 1:21, 2 b 4:4"},
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
