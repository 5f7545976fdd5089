package cluster

import (
	"encoding/json"
	"fmt"
)

// outcome is what a worker sends back of a span: of each unit its result, or why it failed.
type outcome struct {
	Worker string        `json:"worker"`
	Units  []unitOutcome `json:"units"`
}

type unitOutcome struct {
	Result []byte `json:"result,omitempty"`
	Failed string `json:"failed,omitempty"`
}

// decodeOutcome reads an outcome, and holds it to the number of units of its span.
func decodeOutcome(text []byte, units int) ([]unitOutcome, error) {
	var o outcome
	if err := json.Unmarshal(text, &o); err != nil {
		return nil, fmt.Errorf("a result that cannot be read: %w", err)
	}
	if len(o.Units) != units {
		return nil, fmt.Errorf("a result for %d units where there are %d", len(o.Units), units)
	}
	return o.Units, nil
}
