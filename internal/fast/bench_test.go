package fast

import (
	"testing"

	notnil "github.com/notnil/chess"

	"turncoat/rules/board"
)

// notnilPerft counts orthodox moves with github.com/notnil/chess: every leaf played, or the last
// ply counted by the length of its list of moves.
func notnilPerft(p *notnil.Position, depth int, counted bool) (nodes uint64) {
	moves := p.ValidMoves()
	if depth == 1 && counted {
		return uint64(len(moves))
	}
	for _, m := range moves {
		next := p.Update(m)
		if depth == 1 {
			nodes++
		} else {
			nodes += notnilPerft(next, depth-1, counted)
		}
	}

	return nodes
}

// middleGames returns the mid-game positions of a rule set and the depth to walk them to: those of
// the deep facts to depth 4, where there are none those of the others to depth 2.
func middleGames(b *testing.B, name string) (middle []board.Position, depth int) {
	b.Helper()
	for _, facts := range []struct {
		file  string
		depth int
	}{{"perft-deep.jsonl", 4}, {"perft.jsonl", 2}} {
		for _, row := range perftRows(b, facts.file) {
			if row.Rules == name && row.FEN != board.StartFEN {
				_, _, p := parse(b, name, row.FEN)
				middle = append(middle, p)
			}
		}

		if middle != nil {
			return middle, facts.depth
		}
	}

	b.Fatalf("no mid-game positions of %s", name)
	return nil, 0
}
