package corpus

import (
	"bytes"
	_ "embed" // the inputs
	"encoding/json"
	"fmt"
	"slices"

	"turncoat/rules/ruleset"
)

// Invalid is a question that every implementation must refuse: a text that is not a valid position,
// or a sequence of moves with an illegal one.
type Invalid struct {
	Rules []string `json:"rules"` // the names of the rule sets that refuse it; empty for all
	FEN   string   `json:"fen"`
	Moves []string `json:"moves"`
	Code  string   `json:"code"` // of the error: "invalid-fen" or "illegal-move"
	Why   string   `json:"why"`
}

// One question a line, as schema/invalid.json describes it.
//
//go:embed invalid.jsonl
var invalidLines []byte

// InvalidInput lists the questions that a rule set refuses.
func InvalidInput(set ruleset.Set) []Invalid {
	var list []Invalid
	for line := range bytes.Lines(invalidLines) {
		var q Invalid
		if err := json.Unmarshal(line, &q); err != nil {
			panic(fmt.Sprintf("invalid.jsonl: %v", err))
		}
		if len(q.Rules) == 0 || slices.Contains(q.Rules, set.Name) {
			list = append(list, q)
		}
	}

	return list
}
