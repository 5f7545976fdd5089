package compose

import (
	"math/rand/v2"
	"strings"

	"turncoat/corpus"
	"turncoat/rules/board"
)

// Broken makes a text that is not a valid position, or a sequence of moves with an illegal one. It
// makes no text that the rules read but would write differently, such as a board alone, since other
// implementations need not read it.
func (c *Composer) Broken(r *rand.Rand) (corpus.Seed, bool) {
	q, ok := c.Scatter(r)
	if !ok {
		return q, false
	}
	fields := strings.Fields(q.FEN)
	switch text := []byte(q.FEN); r.IntN(9) {
	case 0:
		q.FEN = string(text[:r.IntN(len(text))])
	case 1:
		text[r.IntN(len(text))] = "KkQqpP/9x -"[r.IntN(11)]
		q.FEN = string(text)
	case 2:
		q.Moves = []string{[]string{"a1a1", "e2e9", "0000", "e1g1", "h7h8k", ""}[r.IntN(6)]}
	case 3:
		q.FEN += " 7"
	case 4:
		fields[2] = string("KQkqAHahZ"[r.IntN(9)])
		q.FEN = strings.Join(fields, " ")
	case 5:
		fields[3] = board.At(r.IntN(8), 2+3*r.IntN(2)).String()
		q.FEN = strings.Join(fields, " ")
	case 6:
		fields[1] = map[string]string{"w": "b", "b": "w"}[fields[1]]
		q.FEN = strings.Join(fields, " ")
	case 7:
		i := r.IntN(len(fields[0]))
		fields[0] = fields[0][:i] + string("KkPp"[r.IntN(4)]) + fields[0][i+1:]
		q.FEN = strings.Join(fields, " ")
	case 8:
		q.Moves = []string{board.Square(r.IntN(64)).String() + board.Square(r.IntN(64)).String()}
	}

	_, err := c.Variant.ParseFEN(q.FEN)
	return q, err != nil || c.Sound(q.FEN)
}
