package validate

import (
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

// setVariant settles the rule set.
func (q *fastPath) setVariant(value []byte) bool {
	if len(value) > maxValue {
		return false
	}
	if q.rules.Override != nil {
		q.variant = q.override
		if value == nil {
			return true
		}
		set, err := rules.SetForTag(string(value))
		return err == nil && set == q.rules.Override.Set()
	}
	variant, ok := q.variants[string(value)]
	if !ok {
		if set, err := rules.SetForTag(string(value)); err == nil {
			variant = newFastVariant(set)
		}
		if len(q.variants) < maxStarts {
			q.variants[string(value)] = variant
		}
	}
	q.variant = variant
	return variant != nil
}

// start settles the starting position.
func (q *fastPath) start() bool {
	if len(q.fen) > maxValue {
		return false
	}
	start := &q.variant.start
	if q.fen != nil {
		known, ok := q.variant.starts[string(q.fen)]
		if !ok {
			p, err := q.variant.rules.ParseFEN(string(q.fen))
			if err != nil {
				return false
			}
			if len(q.variant.starts) == maxStarts {
				clear(q.variant.starts)
			}
			known = &fastStart{position: p}
			q.variant.starts[string(q.fen)] = known
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
