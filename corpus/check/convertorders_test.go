package check

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"turncoat/corpus"
	"turncoat/internal/rulestest"
	"turncoat/rules"
	"turncoat/rules/board"
)

// convertedWith returns what the last of some moves converts in a program with a bug, of pacifist1 with a
// setting misread or, where it is empty, as it is.
func convertedWith(t *testing.T, setting, bug, fen, moves string) []string {
	t.Helper()
	m := corpus.Misread(rulestest.Builtin(t, "pacifist1"))
	if setting != "" {
		var err error
		if m, err = corpus.ParseMisreading(m.Set, setting); err != nil {
			t.Fatal(err)
		}
	}
	ways := waysByName()[bug]
	if len(ways) == 0 {
		t.Fatalf("no bug is called %q", bug)
	}
	c := corpus.Case{Rules: m.Set, FEN: fen, Moves: strings.Fields(moves)}
	uci := c.Moves[len(c.Moves)-1]
	c.Moves = c.Moves[:len(c.Moves)-1]
	p, err := c.Position()
	if err != nil {
		t.Fatal(err)
	}
	got, _ := (&wrongJudge{set: m.Set, way: &ways[0]}).answer(rules.New(m.Set), &sample{result: &Result{Case: &c}},
		false)
	for _, turn := range got.Turns {
		if turn.UCI != uci {
			continue
		}
		after, err := board.ParseFEN(turn.FEN+" - - 0 1", m.Set)
		if err != nil {
			t.Fatal(err)
		}
		list := []string{}
		for s := range (p.Colours[p.Turn.Other()] & after.Colours[p.Turn]).All {
			list = append(list, s.String())
		}
		return list
	}
	t.Fatalf("%s: %s is not played in %s after %v", bug, uci, fen, c.Moves)
	return nil
}

// The queen that goes to d4 persuades five pieces, none of which is supported (PAC-4, PAC-5). Where there is one
// round, a program that changes some of them only changes the first in its order.
func TestFirstOfAWave(t *testing.T) {
	const fen, move = "k7/3b2p1/5Q2/8/1p5n/8/3r4/7K w - - 0 1", "f6d4"
	for order, all := range map[string]string{
		"from a1 on, rank by rank":                             "d2 b4 h4 d7 g7",
		"from h8 back, rank by rank":                           "g7 d7 h4 b4 d2",
		"from a8 on, as in a FEN":                              "d7 g7 b4 h4 d2",
		"from a1 on, file by file":                             "b4 d2 d7 g7 h4",
		"from a8 on, file by file":                             "b4 d7 d2 g7 h4",
		"as in a FEN, but what has moved comes last":           "d7 g7 b4 h4 d2",
		"from pawns to kings, each from a1 on, rank by rank":   "b4 g7 h4 d7 d2",
		"from pawns to kings, each from h8 back, rank by rank": "g7 b4 h4 d7 d2",
		"from pawns to kings, each from a8 on, as in a FEN":    "g7 b4 h4 d7 d2",
		"from kings to pawns, each from a1 on, rank by rank":   "d2 d7 h4 b4 g7",
		"from kings to pawns, each from h8 back, rank by rank": "d2 d7 h4 g7 b4",
		"from kings to pawns, each from a8 on, as in a FEN":    "d2 d7 h4 g7 b4",
	} {
		squares := strings.Fields(all)
		for n, many := range []string{"one piece", "two pieces", "three pieces"} {
			want := slices.Sorted(slices.Values(squares[:n+1]))
			for _, what := range []string{"wave", "turn"} {
				bug := fmt.Sprintf("a %s changes only %s, the first %s", what, many, order)
				got := convertedWith(t, "rounds=first", bug, fen, move)
				if slices.Sort(got); !slices.Equal(got, want) {
					t.Errorf("%s: %v, want %v", bug, got, want)
				}
			}
		}
	}
}

// The same, when the bishop has just come to d7.
func TestWhatHasMovedComesLast(t *testing.T) {
	const fen, moves = "1kb5/6p1/8/8/1p5n/8/3r4/Q6K b - - 0 1", "c8d7 a1d4"
	for bug, want := range map[string]string{
		"a wave changes only one piece, the first as in a FEN, but what has moved comes last":    "g7",
		"a wave changes only three pieces, the first as in a FEN, but what has moved comes last": "b4 h4 g7",
		"a turn changes only two pieces, the first as in a FEN, but what has moved comes last":   "b4 g7",
		"a wave changes only two pieces, the first from a8 on, as in a FEN":                      "d7 g7",
	} {
		if got := strings.Join(convertedWith(t, "rounds=first", bug, fen, moves), " "); got != want {
			t.Errorf("%s: %s, want %s", bug, got, want)
		}
	}
}

// The bishop persuades the rook on d5, which, converted, persuades the knight on d1. A program that goes through
// the pieces from a1 on has to do so twice, unless it knows of one round only; and what it does under one
// reading is no matter under another.
func TestOneAfterAnother(t *testing.T) {
	const fen, uci = "6B1/k7/8/3r4/8/8/8/3n3K w - - 0 1", "h1h2"
	for _, test := range []struct{ setting, bug, want string }{
		{"", "the pieces of a wave change sides one after another, from a1 on, rank by rank", "d1 d5"},
		{"rounds=first", "the pieces of a wave change sides one after another, from a1 on, rank by rank", "d5"},
		{"", "the pieces of a wave change sides one after another, from a1 on, rank by rank", "d1 d5"},
		{"rounds=first", "the pieces of a wave change sides one after another, from h8 back, rank by rank", "d1 d5"},
		{"", "the pieces are gone through once, and change sides one after another, from a1 on, rank by rank", "d5"},
		{"", "the pieces are gone through once, and change sides one after another, from h8 back, rank by rank",
			"d1 d5"},
	} {
		if got := strings.Join(convertedWith(t, test.setting, test.bug, fen, uci), " "); got != test.want {
			t.Errorf("%s %s: %s, want %s", test.setting, test.bug, got, test.want)
		}
	}
}

// Bugs that show in no position of pacifist1 as it is, or only where many pieces bear on a square.
func TestConversionsThatDifferSeldom(t *testing.T) {
	const (
		king = "8/3b2p1/1k3Q2/8/1p5n/8/3r4/7K w - - 0 1" // from d4 the queen persuades the king as well
		// the bishop persuades the rook that moves, until the knight has persuaded it
		later = "1k6/6b1/8/7N/n7/8/8/3RK3 w - - 0 1"
		four  = "b2r4/3r4/1k6/3p2RR/8/8/3R4/K2R4 w - - 0 1"
		eight = "b2r4/3r4/1k6/3p2RR/8/1b6/3R4/K2R4 w - - 0 1"
	)
	for _, test := range []struct{ setting, bug, fen, move, want string }{
		{"rounds=first", "a wave with a king changes nothing but the king", king, "f6d4", "b6"},
		{"moved-piece=each-round", "later waves reach only what the pieces of the wave before bear on", later, "d1d4",
			"g7"},
		{"moved-piece=each-round", "a wave changes only three pieces, the first from a1 on, rank by rank", later,
			"d1d4", "a4 g7"},
		// On d5 four rooks persuade, and three pieces support; or four each.
		{"", "of all that bear on a square no more than 3 count", four, "a1b1", ""},
		{"", "of all that persuade a square no more than 3 count", four, "a1b1", ""},
		{"", "of all that support a square no more than 3 count", four, "a1b1", "d5"},
		{"", "of all that bear on a square no more than 3 count", eight, "a1b1", ""},
		{"", "of all that persuade a square no more than 3 count", eight, "a1b1", ""},
		{"", "of all that support a square no more than 3 count", eight, "a1b1", "d5"},
	} {
		if got := strings.Join(convertedWith(t, test.setting, test.bug, test.fen, test.move), " "); got != test.want {
			t.Errorf("%s %s: %s converts %q, want %q", test.setting, test.bug, test.move, got, test.want)
		}
	}
}
