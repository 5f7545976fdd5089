package rules

import (
	"errors"

	"turncoat/rules/board"
)

// Game is a starting position with the turns played from there. Unlike a position, it knows
// repetitions, the draws that may be claimed, and when each piece last changed sides.
type Game struct {
	variant *Variant
	start   board.Position
	turns   []board.Played
}

// NewGame returns the game that begins in a position.
func NewGame(v *Variant, start *board.Position) *Game { return &Game{variant: v, start: *start} }

// Variant returns the variant that is played.
func (g *Game) Variant() *Variant { return g.variant }

// Start returns the position that the game began in.
func (g *Game) Start() board.Position { return g.start }

// Turns lists the turns played. The caller must not change them.
func (g *Game) Turns() []board.Played { return g.turns }

// Position returns the position after the turns played. The caller must not change it.
func (g *Game) Position() *board.Position { return g.before(len(g.turns)) }

// before returns the position before turn i.
func (g *Game) before(i int) *board.Position {
	if i == 0 {
		return &g.start
	}
	return &g.turns[i-1].After
}

// Add adds a turn that is legal in the present position.
func (g *Game) Add(t board.Played) { g.turns = append(g.turns, t) }

// Undo takes the last turn back. There must be one.
func (g *Game) Undo() { g.turns = g.turns[:len(g.turns)-1] }

// Play parses a move, plays it and adds it. The error is that of [Variant.Parse]. An
// [*IllegalError] has a note if it can be explained by a piece that is on the other side; see
// [Game.Note].
func (g *Game) Play(text string) (board.Played, error) {
	t, err := g.variant.Parse(g.Position(), text)
	if err == nil {
		g.Add(t)
		return t, nil
	}

	var illegal *IllegalError
	if errors.As(err, &illegal) {
		if w, unreadable := ParseMove(text, English); unreadable == nil {
			illegal.Note = g.Note(w)
		}
	}

	return t, err
}

// Repetitions returns how often the present position has come about, this time included (PAC-16).
func (g *Game) Repetitions() int { return g.occurrences(g.Position().Key) }

func (g *Game) occurrences(key uint64) int {
	n := 0
	for i := range len(g.turns) + 1 {
		if g.before(i).Key == key {
			n++
		}
	}

	return n
}

// ThreefoldRepetition reports whether a draw may be claimed because the present position has come
// about three times, or because the next move can bring such a position about (PAC-16).
func (g *Game) ThreefoldRepetition() bool {
	third := func(p *board.Position) bool { return g.occurrences(p.Key) >= 2 }
	return g.Repetitions() >= 3 || g.next(third)
}

// FiftyMoves reports whether a draw may be claimed because the half-move clock has reached 100, or
// can reach it with the next move (PAC-16).
func (g *Game) FiftyMoves() bool {
	const most = 100
	clock := g.Position().Clock
	return clock >= most || clock == most-1 &&
		g.next(func(p *board.Position) bool { return p.Clock >= most })
}

// next reports whether one of the next moves leads to a position.
func (g *Game) next(wanted func(*board.Position) bool) bool {
	p := g.Position()
	for _, m := range g.variant.Moves(p) {
		t := g.variant.Play(p, m)
		if wanted(&t.After) {
			return true
		}
	}

	return false
}
