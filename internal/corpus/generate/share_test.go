package generate

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"turncoat/internal/fingerprint"
	"turncoat/internal/testing/rulestest"
)

// What another machine sends of a candidate is taken only if it can be asked about; the error of
// what is not is the caller's.
func TestCandidatesFromElsewhere(t *testing.T) {
	p := newPool(rulestest.Builtin(t, "chess"), 1, nil)
	const good = "7k/8/8/8/8/8/8/K5R1 w - - 0 1"
	for _, test := range []struct {
		fen   string
		moves []string
		keys  int // beside as many as there are misreadings
		turns int
		want  string
	}{
		{good, nil, 0, 3, ""},
		{good, []string{"g1g2"}, 0, 0, ""},
		{good, nil, 1, 3, "a candidate with the answers of"},
		{"8/8/8/8/8/8/8/8 w", nil, 0, 3, "a candidate that cannot be asked about: "},
		{good, []string{"g1h2"}, 0, 3, "a candidate that cannot be asked about: "},
		{good, nil, 0, -1, "a candidate of -1 turns"},
	} {
		text, err := json.Marshal(shareCandidate{Question: fingerprint.Question{FEN: test.fen,
			Moves: test.moves}, Keys: make([]fingerprint.Key, len(p.readings)+test.keys),
			Turns: test.turns})
		if err != nil {
			t.Fatal(err)
		}
		p.share = func(_ context.Context, _ []byte, units int, _ func(int) ([]byte, error),
			keep func(int, []byte) error) error {
			for unit, result := range []string{"null", string(text)} {
				if err := keep(unit, []byte(result)); err != nil {
					return err
				}
			}

			return nil
		}
		found := make([]*candidate, 2)
		done, err := p.shared(t.Context(), shareArgs{}, found, nil)
		if !done || (err == nil) != (test.want == "") || err != nil &&
			!strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%+v: %t, %v", test, done, err)
		}

		if found[0] != nil || (found[1] != nil) != (test.want == "") || found[1] != nil &&
			fmt.Sprint(found[1].Question) != fmt.Sprint(fingerprint.Question{FEN: test.fen,
				Moves: test.moves}) {
			t.Errorf("%+v: taken is %+v", test, found)
		}
	}
}
