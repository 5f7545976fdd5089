package specs_test

import (
	"context"
	"fmt"

	"turncoat/specs"
)

// A scenario is read and held to the rules; what fails says what was expected and what came.
func Example() {
	suite, _ := specs.Read(context.Background(), []byte(`
rules: pacifist1
scenarios:
  - name: a queen behind her own pawn does not support through it
    fen: k7/8/8/8/8/8/3P4/K1Q5 w - - 0 1
    expect: {weights: {e3: {white: 2}}}
`), "argument.yaml")
	for i := range suite.Scenarios {
		result, _ := specs.Run(context.Background(), &suite.Scenarios[i], specs.Options{})
		for _, failure := range result.Failures {
			fmt.Println(failure.Key, failure.Message, failure.Expected, failure.Got)
		}
	}
	// Output: weights the weight of white on e3 is 1 (pawn d2), not 2 [2] [1]
}
