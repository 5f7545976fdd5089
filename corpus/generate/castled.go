package generate

import (
	"math/rand/v2"
	"slices"

	"turncoat/corpus/internal/probe"
	"turncoat/rules"
	"turncoat/rules/board"
)

// castled is the exhibition of [castledFirst].
func (m *maker) castled() exhibition {
	return exhibition{
		shows:    func(c *candidate) []string { return castledFirst(c.Question, m.Variant) },
		question: m.composer.castledFirst,
		stream:   3 << 32,
	}
}

// castledFirst names the castlings that are played before a position is asked about, by how they are written: a
// program must read both ways.
func castledFirst(q probe.Question, g *rules.Variant) []string {
	path, turns := replayed(q, g)
	if len(turns) == 0 || g.Outcome(&path[len(path)-1]).Result != board.Ongoing {
		return nil
	}
	var shown []string
	for i, t := range turns {
		wing, castles := t.Move.Castles(&path[i])
		end, _ := board.CastlingEnds(path[i].Turn, wing)
		if !castles || t.Move.To == end { // or it is the same in both ways
			continue
		}
		how := ", written as king takes rook"
		if t.Move.UCI(&path[i]) == t.Move.From.String()+end.String() {
			how = ", written as the king's move"
		}
		if name := castlingNames[wing] + " played first" + how; !slices.Contains(shown, name) {
			shown = append(shown, name)
		}
	}
	return shown
}

// castledFirst composes a position to which a castling has led.
func (c *composer) castledFirst(r *rand.Rand, i int) (probe.Question, bool) {
	compose := c.castling
	if i%2 == 0 {
		compose = c.inward
	}
	q, p, ok := c.placed(compose(r))
	if !ok {
		return q, false
	}
	_, ok = c.pick(r, &p, &q, func(t *board.Played) bool {
		_, castles := t.Move.Castles(&p)
		return castles
	})
	return q, ok
}
