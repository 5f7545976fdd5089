package pgn

import (
	"strings"

	"turncoat/rules"
	"turncoat/rules/board"
)

// A [Replayer] remembers a bounded number of values of bounded length, whatever a file contains.
// Chess960 has 960 starting positions.
const (
	maxKnown = 1000
	maxValue = 200
)

// known remembers the variants and starting positions that records have named.
type known struct {
	variants map[string]*rules.Variant
	starts   map[startKey]board.Position
}

type startKey struct {
	variant *rules.Variant
	fen     string
}

// variant returns the variant that the value of a Variant tag names: a built-in one, or a rule-set
// file in dir or below it. The error wraps [ruleset.ErrUnknown].
func (k *known) variant(value, dir string) (*rules.Variant, error) {
	if found, ok := k.variants[value]; ok {
		return found, nil
	}
	if rules.NamesFile(value) {
		set, err := rules.SetIn(dir, value)
		if err != nil {
			return nil, err
		}
		return rules.New(set), nil
	}

	set, err := rules.SetForTag(value)
	if err != nil {
		return nil, err
	}
	found := rules.New(set)
	remember(&k.variants, value, strings.Clone(value), found)
	return found, nil
}

// start returns the position of a FEN under a variant.
func (k *known) start(v *rules.Variant, fen string) (board.Position, error) {
	if p, ok := k.starts[startKey{v, fen}]; ok {
		return p, nil
	}
	p, err := v.ParseFEN(fen)
	if err == nil {
		remember(&k.starts, fen, startKey{v, strings.Clone(fen)}, p)
	}
	return p, err
}

// remember stores the value of a text. When the map is full, it starts with an empty one.
func remember[K comparable, V any](values *map[K]V, text string, key K, value V) {
	if len(text) > maxValue {
		return
	}
	if *values == nil || len(*values) == maxKnown {
		*values = map[K]V{}
	}
	(*values)[key] = value
}
