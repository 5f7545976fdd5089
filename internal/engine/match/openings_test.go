package match

import (
	"strings"
	"testing"

	"turncoat/pgn"
	"turncoat/rules/board"
)

// A file without an end, such as /dev/zero, is refused after as much as a position can take, and the
// error names the line.
func TestEndlessOpenings(t *testing.T) {
	text := endless{strings.NewReader("# positions\n4k3/8/8/8/8/8/P7/4K3 w - -\n")}
	_, err := ReadOpenings(mustVariant("chess"), text, pgn.FormNone)
	if err == nil || !strings.HasPrefix(err.Error(), "line 3 ") {
		t.Errorf("%v", err)
	}
}

// An endless is a text that zeros without an end follow.
type endless struct{ *strings.Reader }

func (e endless) Read(p []byte) (int, error) {
	if e.Len() > 0 {
		return e.Reader.Read(p)
	}
	clear(p)
	return len(p), nil
}

// After a random opening the side to move cannot win at once.
func TestRandomOpenings(t *testing.T) {
	for _, set := range []string{"pacifist1", "pacifist-value"} {
		variant := mustVariant(set)
		// Among these are 43 and 53, whose first random games leave a win in one.
		for index := uint64(40); index < 56; index++ {
			o := RandomOpening(variant, 6, 4, index)
			if len(o.Turns) != 6 {
				t.Fatalf("%s, opening %d: %d turns", set, index, len(o.Turns))
			}
			p := o.Turns[5].After
			for _, m := range variant.Moves(&p) {
				if after := variant.Play(&p,
					m).After; variant.Outcome(&after).Result == board.Win(p.Turn) {
					t.Errorf("%s, opening %d: %s wins", set, index, m)
				}
			}
		}
	}
}

// Whatever a file holds, an opening that is read of it can be gone on with: its game is not over.
func FuzzOpenings(f *testing.F) {
	f.Add("4k3/8/8/8/8/8/P7/4K3 w - - bm a4;\n# comment\n\n"+board.StartFEN+"\n", false)
	f.Add("[Variant \"chess\"]\n\n1. e4 e5 2. Nf3 *\n\n1. f3 e5 2. g4 Qh4# 0-1\n", true)
	variant := mustVariant("chess")
	f.Fuzz(func(t *testing.T, text string, isPGN bool) {
		form := pgn.FormNone
		if isPGN {
			form = pgn.FormPGN
		}
		list, err := ReadOpenings(variant, strings.NewReader(text), form)
		if err == nil && len(list) == 0 {
			t.Error("neither an opening nor an error")
		}
		for _, o := range list {
			p := o.Start
			for _, turn := range o.Turns {
				p = turn.After
			}
			if variant.Outcome(&p).Result != board.Ongoing {
				t.Errorf("the game is over in %s", variant.FEN(&p))
			}
		}
	})
}
