package corpus_test

import (
	"fmt"
	"strings"

	"turncoat/corpus"
	"turncoat/rules/ruleset"
)

// Hold an implementation in Go to the committed corpora: here one that forgets underpromotions.
func Example() {
	cases, err := corpus.Golden(corpus.Smoke, "chess")
	if err != nil {
		panic(err)
	}
	for _, c := range cases {
		want, got := c.Answer(), c.Answer()
		got.Turns = nil
		for _, t := range want.Turns {
			if len(t.UCI) == 4 || strings.HasSuffix(t.UCI, "q") {
				got.Turns = append(got.Turns, t)
			}
		}
		if d := corpus.Compare(&want, &got); !d.None() {
			fmt.Println(c.ID, "lacks", d.Missing[0].UCI)
			break
		}
	}
	// Output: chess-2a56e008 lacks c7c8b
}

func ExampleParseMisreading() {
	set, err := ruleset.Builtin("pacifist1")
	if err != nil {
		panic(err)
	}
	m, err := corpus.ParseMisreading(set, "threshold=equals+rounds=first")
	if err != nil {
		panic(err)
	}
	fmt.Println(m.Name, m.Rules())
	// Output: threshold=equals+rounds=first [PAC-5 PAC-6]
}
