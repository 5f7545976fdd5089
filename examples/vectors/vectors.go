// Command vectors reads test vectors in Go: turncoat corpus export -o vectors.json; go run
// ./examples/vectors vectors.json.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"

	"turncoat/protocol"
	"turncoat/rules"
)

func main() {
	text, _ := os.ReadFile(os.Args[1])
	var vectors []struct {
		Rules, FEN, Outcome string
		Moves, Turns, Why   []string
	}
	if err := json.Unmarshal(text, &vectors); err != nil {
		panic(err)
	}
	for _, v := range vectors {
		if turns, outcome := play(v.Rules, v.FEN, v.Moves); !slices.Equal(turns, v.Turns) || outcome != v.Outcome {
			panic(fmt.Sprint(v.FEN, turns, outcome, v.Why))
		}
	}
}

// play is where your own implementation comes in.
func play(name, fen string, moves []string) (turns []string, outcome string) {
	variant, err := rules.Named(name)
	if err != nil {
		panic(err)
	}
	p, err := variant.ParseFEN(fen)
	if err != nil {
		panic(err)
	}
	for _, text := range moves {
		t, err := variant.Parse(&p, text)
		if err != nil {
			panic(err)
		}
		p = t.After
	}

	for _, t := range protocol.TurnsOf(variant, &p) {
		turns = append(turns, t.UCI+" "+strings.Join(strings.Fields(t.FEN)[:2], " "))
	}
	return turns, variant.Outcome(&p).Result.String()
}
