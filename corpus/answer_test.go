package corpus

import (
	"strings"
	"testing"

	"turncoat/internal/fingerprint"
	"turncoat/internal/testing/rulestest"
	"turncoat/rules"
	"turncoat/rules/board"
)

func goodCase(t testing.TB) *Case {
	t.Helper()
	cases, err := Read(strings.NewReader(good), "")
	if err != nil {
		t.Fatal(err)
	}
	return &cases[0]
}

// The first two fields of a FEN as FEN wants them: empty squares side by side are one number.
func TestBoardAndSide(t *testing.T) {
	for text, want := range map[string]string{
		"4k3/8/8/8/8/8/8/4K2R w K - 0 1":                "4k3/8/8/8/8/8/8/4K2R w",
		"1111k111/8/8/44/8/8/8/31K2R b":                 "4k3/8/8/8/8/8/8/4K2R b",
		" 4k3/8/8/8/8/8/8/4K2R  b - - 0 1":              "4k3/8/8/8/8/8/8/4K2R b",
		"11k/8 w":                                       "11k/8 w", // no board
		"99k3/8 w":                                      "99k3/8 w",
		"4k3/8/8/8/8/8/8/4K12 w":                        "4k3/8/8/8/8/8/8/4K3 w",
		"4k21/8/8/8/8/8/8/4K3 w":                        "4k3/8/8/8/8/8/8/4K3 w",
		"44p/8/8/8/8/8/8/8 w":                           "44p/8/8/8/8/8/8/8 w",
		"p6P/8/8/8/8/8/8/22p11p w - - 0 1":              "p6P/8/8/8/8/8/8/4p2p w",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w",
	} {
		if got := boardAndSide(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

// The key of a game's answer is the key of the same answer as a program would write it.
func TestKeys(t *testing.T) {
	for _, name := range []string{"pacifist1", "pacifist-number", "conversion"} {
		variant := rules.New(rulestest.Builtin(t, name))
		for _, fen := range []string{board.StartFEN, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
			"k7/8/KQ6/8/8/8/8/8 b - - 0 1"} {
			c := &Case{Rules: variant.Set(), FEN: fen}
			fingerprint, n, err := fingerprint.KeyTo(c.Seed(), variant, 1000)
			key, a := uint64(fingerprint), AnswerOf(variant, c)
			if err != nil || key != a.Key() || n != len(a.Turns) {
				t.Errorf("%s, %s: key %x with %d turns, the answer's is %x with %d (%v)", name, fen,
					key, n, a.Key(), len(a.Turns), err)
			}

			a.Turns = append(a.Turns[:0:0], a.Turns...)
			for i := range a.Turns {
				a.Turns[i].FEN += "x"
				if a.Key() == key {
					t.Errorf("%s, %s: another board does not show in the key", name, fen)
				}
				a.Turns[i].FEN = strings.TrimSuffix(a.Turns[i].FEN, "x")
			}

			a.Outcome = "0-1"
			if a.Key() == key && len(a.Turns) > 0 {
				t.Errorf("%s, %s: another outcome does not show in the key", name, fen)
			}
		}
	}
}
