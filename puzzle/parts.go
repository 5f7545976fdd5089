package puzzle

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// sources are what a position can come from.
var sources = []string{"self-play", "record", "composed", "tablebase", "given", "longer"}

// part reads a part of a puzzle strictly: no key unknown, none of the required ones missing.
func part(text []byte, into any, required ...string) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return err
	}
	var keys map[string]json.RawMessage
	if err := json.Unmarshal(text, &keys); err != nil {
		return err
	}
	missing := slices.DeleteFunc(required, func(key string) bool {
		return keys[key] != nil &&
			string(keys[key]) != "null"
	})
	if len(missing) > 0 {
		return fmt.Errorf("%w: it has no %s", ErrSyntax, strings.Join(missing, ", "))
	}
	return nil
}

// UnmarshalJSON reads claims, all of which must be there but a mistake that was none.
func (c *Claims) UnmarshalJSON(text []byte) error {
	type plain Claims
	if err := part(text, (*plain)(c), "firstTurns", "defences", "choice", "duals", "lineDuals"); err != nil {
		return fmt.Errorf("claims: %w", err)
	}
	return nil
}

// UnmarshalJSON reads a grade with all its measures.
func (g *Grade) UnmarshalJSON(text []byte) error {
	type plain Grade
	if err := part(text, (*plain)(g), "rating", "deviation", "level", "plausible", "lure", "quiet",
		"waves"); err != nil {
		return fmt.Errorf("grade: %w", err)
	}
	if g.Deviation < 0 || g.Plausible < 0 {
		return fmt.Errorf("grade: %w: deviation and plausible cannot be below 0", ErrSyntax)
	}
	return nil
}

// UnmarshalJSON reads where a position comes from.
func (s *Source) UnmarshalJSON(text []byte) error {
	type plain Source
	if err := part(text, (*plain)(s), "from", "unit"); err != nil {
		return fmt.Errorf("source: %w", err)
	}
	switch {
	case !slices.Contains(sources, s.From):
		return fmt.Errorf("source: %w: from is one of %s, not %q", ErrSyntax, strings.Join(sources, ", "), s.From)
	case s.Unit < 0, s.Ply < 0, s.Improved < 0:
		return fmt.Errorf("source: %w: unit, ply and improved cannot be below 0", ErrSyntax)
	}
	return nil
}
