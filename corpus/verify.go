package corpus

import (
	"fmt"

	"turncoat/protocol"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// Verify checks the outcome of a case and every field of its turns against the rules as package
// rules plays them. The error wraps ErrContent.
func Verify(c *Case) error {
	variant := rules.New(c.Rules)
	p, err := c.Seed().Position(variant)
	if err != nil {
		return &Error{Case: c.ID, Err: fmt.Errorf("%w: %w", ErrContent, err)}
	}
	if err := sameTurns(c.Turns, protocol.TurnsOf(variant, &p)); err != nil {
		return &Error{Case: c.ID, Err: err}
	}
	if o := variant.Outcome(&p); o.Result.String() != c.Outcome {
		return &Error{Case: c.ID, Err: fmt.Errorf("%w: the outcome is %s", ErrContent, o.Result)}
	}
	return nil
}

func sameTurns(have, want []protocol.Turn) error {
	for i := range max(len(have), len(want)) {
		switch {
		case i >= len(have):
			return fmt.Errorf("%w: the turn %s to %s is missing", ErrContent, want[i].UCI,
				want[i].FEN)
		case i >= len(want):
			return fmt.Errorf("%w: there is no turn %s to %s", ErrContent, have[i].UCI, have[i].FEN)
		case fmt.Sprint(have[i]) != fmt.Sprint(want[i]):
			return fmt.Errorf("%w: turn %d is %+v, not %+v", ErrContent, i+1, want[i], have[i])
		}
	}

	return nil
}

// Position returns the position that a case asks about.
func (c *Case) Position() (board.Position, error) {
	return c.Seed().Position(rules.New(c.Rules))
}

// AnswerByReference makes a case of a position, answered by the reference rules. It names no rules
// and no misreadings.
func AnswerByReference(set ruleset.Set, q Seed) (Case, error) {
	reference := rules.NewReference(set)
	p, err := q.Position(reference)
	if err != nil {
		return Case{}, &Error{Err: fmt.Errorf("%w: %w", ErrContent, err)}
	}
	if start, err := reference.ParseFEN(q.FEN); err == nil {
		q.FEN = reference.FEN(&start) // as the rules write it
	}
	return Case{
		ID:      ContentID(set, q.FEN, q.Moves),
		Rules:   set,
		FEN:     q.FEN,
		Moves:   q.Moves,
		Turns:   protocol.TurnsOf(reference, &p),
		Outcome: reference.Outcome(&p).Result.String(),
	}, nil
}

// NewCase makes a case of a position, with the answer of the reference rules and the misreadings
// that it detects. Cite names the rules that the case shows. Empty names are left out; if none is
// left, the case cites the family's rule of movement.
func NewCase(variant *rules.Variant, q Seed, cite ...string) (Case, error) {
	set := variant.Set()
	c, err := AnswerByReference(set, q)
	if err != nil {
		return c, err
	}
	for _, rule := range cite {
		if rule != "" {
			c.Cite = append(c.Cite, rule)
		}
	}

	if len(c.Cite) == 0 {
		c.Cite = []string{set.Rule(ruleset.MovementRule)}
	}
	c.Tells, err = Tells(&c)
	if err != nil {
		return Case{}, err
	}
	return c, nil
}
