package proof

import (
	"strings"
	"testing"
)

// King and rook against king, White to move, a mate in a turn and a half with Black's help: worked
// out by hand.
func TestHalfATurn(t *testing.T) {
	const (
		header  = `{"format":"turncoat-proof","version":1,"rules":"chess","fen":"7k/8/5K2/8/8/8/8/R7 w - - 0 1","stipulation":"help-win","in":1,"half":true,"keys":["f6f7","f6g6"]}`
		seventh = `{"line":["f6f7","h8h7","a1h1"]}`
		sixth   = `{"line":["f6g6","h8g8","a1a8"]}`
	)
	report, err := verify(header, seventh, sixth)
	if err != nil || report.Lines != 2 || !report.Half {
		t.Errorf("%+v, %v", report, err)
	}
	// White to move mates with its first turn, which leaves nothing for the others.
	const mates = `{"format":"turncoat-proof","version":1,"rules":"chess","fen":"6k1/8/6K1/8/8/8/8/R7 w - - 0 1","stipulation":"help-win","in":1,"half":true,"keys":["a1a8"]}`
	for _, c := range []struct {
		header, line, want string
	}{
		{strings.Replace(header, `,"half":true`, "", 1), seventh, "more than 2 turns"},
		{strings.Replace(header, `"in":1,"half":true`, `"in":2`, 1), seventh, "black has not won"},
		{strings.Replace(header, "help-win", "win", 1), seventh, "only a help-win has half a turn"},
		{strings.Replace(header, `"half":true,"keys":["f6f7","f6g6"]`, `"none":true`, 1), seventh,
			"only be proved by a line"},
		{strings.Replace(header, `"half":true`, `"half":true,"shortest":true`, 1), seventh,
			"only be proved by a line"},
		{strings.Replace(header, `"half":true`, `"half":true,"complete":true`, 1), seventh,
			"only be proved by a line"},
		{mates, `{"line":["a1a8"]}`, "fewer than 3 turns"},
		{header, `{"line":["f6f7","h8h7"]}`, "white has not won"},
		{header, `{"line":["f6f7","h8h7","a1a8"]}`, "white has not won"},
		{header, `{"line":["f6g6","h8g8","g6f6","g8h8","f6f7"]}`, "more than 3 turns"},
	} {
		if _, err := verify(c.header, c.line); err == nil ||
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.line, err, c.want)
		}
	}
}
