package validate

import (
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/fast"
	"turncoat/rules/ruleset"
)

// A quickGame is a built-in rule set with what the quick way needs of it.
type quickGame struct {
	rules  *rules.Variant
	fast   fast.Rules
	name   string
	family ruleset.Family
	start  quickStart
	starts map[string]*quickStart // by FEN, of those read last
}

// A quickStart is where games begin. In the Pacifist family a replay stands ready from the second of them on.
type quickStart struct {
	position board.Position
	again    bool
	replay   *fast.Replay
}

// What is remembered is bounded, whatever a file may hold: by how many FENs, of which Chess960 has 960, and by how long a FEN
// or the name of a variant is that the quick way reads.
const (
	maxStarts = 1000
	maxValue  = 200
)

func newQuickGame(set ruleset.Set) *quickGame {
	f, ok := fast.For(set)
	if !ok {
		return nil
	}
	g := rules.New(set)
	return &quickGame{rules: g, fast: f, name: set.Name, family: set.Family, start: quickStart{position: g.Start()}, starts: map[string]*quickStart{}}
}

// begin settles the starting position.
func (q *quick) begin() bool {
	if q.setup != (q.fen != nil) || len(q.fen) > maxValue {
		return false
	}
	start := &q.game.start
	if q.fen != nil {
		known, ok := q.game.starts[string(q.fen)]
		if !ok {
			p, err := q.game.rules.ParseFEN(string(q.fen))
			if err != nil {
				return false
			}
			if len(q.game.starts) == maxStarts {
				clear(q.game.starts)
			}
			known = &quickStart{position: p}
			q.game.starts[string(q.fen)] = known
		}
		start = known
	}
	switch {
	case q.game.family != ruleset.Pacifist || !start.again:
		start.again = true
		q.stand(&start.position)
		return true
	case start.replay == nil:
		start.replay = new(fast.Replay)
		start.replay.Start(q.game.fast, &start.position)
	}
	q.replay = *start.replay
	q.now, q.follows = q.replay.Position(), true
	return true
}

// stand has the line stand at a position. The replay follows with the next move.
func (q *quick) stand(p *board.Position) {
	q.position = *p
	q.now, q.follows = &q.position, false
}
