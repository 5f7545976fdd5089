package pgn_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"turncoat/pgn"
)

// A record that is too long is skipped, and the error names the line that it begins in; the games
// before it and after it are read, at their places.
func TestTooLongRecords(t *testing.T) {
	game := "[Event \"a\"]\n\n1. e4 *\n\n"
	long := "[Event \"long\"]\n\n{" + strings.Repeat("words\n", pgn.MaxRecord/6) + "} *\n\n"
	var got []int
	err := pgn.Each(strings.NewReader(game+long+game), pgn.FormPGN, func(i pgn.Item) error {
		line, _ := i.Place(i.Game.At)
		got = append(got, i.Index, line)
		return nil
	})
	after := 5 + strings.Count(long, "\n")
	if !errors.Is(err, pgn.ErrTooLong) || !strings.Contains(err.Error(), "line 5 ") ||
		!slices.Equal(got, []int{1, 1, 3, after}) {
		t.Errorf("indices and lines %d, %v", got, err)
	}
}

// Records whose lines end with carriage returns alone are read like any others: comments up to the
// end of their line, lines that are escaped, places, and what begins where.
func TestCarriageReturns(t *testing.T) {
	const text = "[Event \"a\"]\n\n1. e4 ; to here {\n% escaped\ne5 *\n\n[Event \"b\"]\n\n1. d4 " +
		"{a\nb} d5\n2. xyz *\n"
	for _, form := range []pgn.Form{pgn.FormPGN, pgn.FormText} {
		var told []string
		for _, end := range []string{"\n", "\r\n", "\r"} {
			var tell []string
			err := pgn.Each(strings.NewReader(strings.ReplaceAll(text, "\n", end)), form,
				func(item pgn.Item) error {
					for _, m := range item.Game.Main.Moves {
						line, column := item.Place(m.At)
						tell = append(tell, fmt.Sprint(item.Index, " ", m.Text, " ", line, ":",
							column))
					}

					return nil
				})
			if err != nil {
				t.Error(err)
			}
			told = append(told, strings.Join(tell, ", "))
		}

		if want := "1 e4 3:4, 1 e5 5:1, 2 d4 9:4, 2 d5 10:4, 2 xyz 11:4"; told[0] != want ||
			told[1] != want ||
			told[2] != want {
			t.Errorf("%v: %q, want three times %q", form, told, want)
		}
	}
}
