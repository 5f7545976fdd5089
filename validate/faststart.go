package validate

import (
	"strings"

	"turncoat/pgn"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// A fastVariant is a built-in rule set with what the fast path needs of it.
type fastVariant struct {
	rules  *rules.Variant
	fast   rules.Fast
	name   string
	family ruleset.Family
	start  fastStart
	starts map[string]*fastStart // by FEN, of those read last
}

// A fastStart is where games begin. In the Pacifist family a replay stands ready from the second of them on.
type fastStart struct {
	position board.Position
	again    bool
	replay   *rules.Replay
}

// What is remembered is bounded, whatever a file may hold: by how many FENs, of which Chess960 has 960, and by
// how long a FEN or the name of a variant is that the fast path reads.
const (
	maxStarts = 1000
	maxValue  = 200
)

func newFastVariant(set ruleset.Set) *fastVariant {
	f, ok := rules.FastFor(set)
	if !ok {
		return nil
	}
	g := rules.New(set)
	return &fastVariant{rules: g, fast: f, name: set.String(), family: set.Family, start: fastStart{position: g.Start()},
		starts: map[string]*fastStart{}}
}

// setVariant settles the rule set by the Variant tag, nil if there is none.
func (q *fastPath) setVariant(tag *pgn.Tag) bool {
	value := ""
	if tag != nil {
		value = tag.Value
	}
	if len(value) > maxValue {
		return false
	}
	if q.override != nil {
		q.variant = q.override
		if tag == nil {
			return true
		}
		set, err := rules.SetForTag(value)
		return err == nil && set == q.rules.Override.Set()
	}
	variant, ok := q.variants[value]
	if !ok {
		if set, err := rules.SetForTag(value); err == nil {
			variant = newFastVariant(set)
		}
		if len(q.variants) < maxStarts {
			q.variants[strings.Clone(value)] = variant
		}
	}
	q.variant = variant
	return variant != nil
}

// start settles the starting position by the FEN tag, nil if there is none.
func (q *fastPath) start(fen *pgn.Tag) bool {
	start := &q.variant.start
	if fen != nil {
		if len(fen.Value) > maxValue {
			return false
		}
		known, ok := q.variant.starts[fen.Value]
		if !ok {
			p, err := q.variant.rules.ParseFEN(fen.Value)
			if err != nil {
				return false
			}
			if len(q.variant.starts) == maxStarts {
				clear(q.variant.starts)
			}
			known = &fastStart{position: p}
			q.variant.starts[strings.Clone(fen.Value)] = known
		}
		start = known
	}
	switch {
	case q.variant.family != ruleset.Pacifist || !start.again:
		start.again = true
		q.stand(&start.position)
		return true
	case start.replay == nil:
		start.replay = new(rules.Replay)
		start.replay.Start(q.variant.fast, &start.position)
	}
	q.replay = *start.replay
	q.now, q.follows = q.replay.Position(), true
	return true
}

// stand has the line stand at a position. The replay follows with the next move.
func (q *fastPath) stand(p *board.Position) {
	q.position = *p
	q.now, q.follows = &q.position, false
}
