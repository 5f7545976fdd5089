package proof_test

import (
	"context"
	"fmt"
	"strings"

	"turncoat/puzzle/proof"
)

// A proof is text, one statement a line; it is checked by the rules alone.
func ExampleVerify() {
	text := `{"format":"turncoat-proof","version":1,"rules":"chess","fen":"7k/8/5K2/8/8/8/8/R7 w - - 0 1","stipulation":"win","in":2,"keys":["f6g6"]}
{"at":"7k/8/5K2/8/8/8/8/R7 w - -","win":2,"play":["f6g6"]}
{"at":"6k1/8/6K1/8/8/8/8/R7 w - -","win":1,"play":["a1a8"]}
`
	report, err := proof.Verify(context.Background(), strings.NewReader(text), "", 1)
	fmt.Println(report.Stipulation, "in at most", report.In, "by", report.Keys, err)

	_, err = proof.Verify(context.Background(),
		strings.NewReader(strings.Replace(text, "a1a8", "a1a7", 1)), "", 1)
	fmt.Println(err)
	// Output:
	// win in at most 2 by [f6g6] <nil>
	// line 3: at 6k1/8/6K1/8/8/8/8/R7 w - -: after a1a7~-: wrong proof: g8h8 is not answered
}
