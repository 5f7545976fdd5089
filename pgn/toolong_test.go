package pgn_test

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"turncoat/pgn"
)

// A record that is too long is skipped and named by the line that it begins in; the games before it
// and after it are read, at their places.
func TestTooLongRecords(t *testing.T) {
	game := func(name string) string { return "[Event \"" + name + "\"]\n\n1. e4 *\n\n" }
	long := func(n int) string {
		return "[Event \"long\"]\n\n{" + strings.Repeat("words and words\n", n/16) + "} *\n\n"
	}
	const over = pgn.MaxRecord
	a, b, c := game("a"), game("b"), game("c")
	for _, test := range []struct {
		name, text string
		games      string // number and name of those that are read
		skipped    int    // where the last record that is too long begins; -1 if there is none
		step       int    // bytes that are read at a time
	}{
		{"in the middle, read in small pieces", a + long(over+50_000) + b + c, "1 a, 3 b, 4 c",
			len(a), 10_000},
		{"last", a + b + long(over+150_000), "1 a, 2 b", len(a + b), over},
		{"two", a + long(over) + long(over+350_000) + b, "1 a, 4 b", len(a + long(over)), over},
		{"in one line", a + "[Event \"long\"]\n\n{" + strings.Repeat("words ",
			over/6) + "} *\n\n" + b, "1 a, 3 b",
			len(a), over},
	} {
		var want []string
		// the moves stand in the third line of each
		for _, game := range strings.Split(test.games, ", ") {
			name := game[len(game)-1:]
			line := 3 + strings.Count(test.text[:strings.Index(test.text, "[Event \""+name+"\"]")],
				"\n")
			want = append(want, fmt.Sprint(game, " ", line))
		}

		message := "<nil>"
		if test.skipped >= 0 {
			message = fmt.Sprintf("too long: the record in line %d is longer than 4 MiB and has "+
				"been skipped",
				1+strings.Count(test.text[:test.skipped], "\n"))
		}

		var got []string
		err := pgn.Each(&steps{strings.NewReader(test.text), test.step}, pgn.FormPGN,
			func(i pgn.Item) error {
				if len(i.Game.Main.Moves) > 0 {
					name, _ := i.Game.Tag("Event")
					line, _ := i.Place(i.Game.Main.Moves[0].At)
					got = append(got, fmt.Sprint(i.Index, " ", name, " ", line))
				}

				return nil
			})
		if strings.Join(got, ", ") != strings.Join(want, ", ") || fmt.Sprint(err) != message {
			t.Errorf("%s: %q, %v, want %q, %s", test.name, got, err, want, message)
		}
	}
}

// steps reads so many bytes at a time.
type steps struct {
	r io.Reader
	n int
}

func (s *steps) Read(b []byte) (int, error) { return s.r.Read(b[:min(len(b), s.n)]) }

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
