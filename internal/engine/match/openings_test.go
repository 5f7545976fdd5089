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
