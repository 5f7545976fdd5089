package puzzle

import (
	"fmt"

	"turncoat/rules"
	"turncoat/rules/board"
)

// OnlyMoves is how composers look at a study: the line in which the attacker has to find as many
// turns as possible that alone keep the win, in whatever number of turns. A turn after which the
// quickest win leads through the same position once more is a waste of time and does not count
// against that. Tablebases prove it.
type OnlyMoves struct {
	// Line has the turns of both sides, as [LineWords] writes them. It ends with the last turn that
	// has no alternative.
	Line []string `json:"line"`
	// Asides branch off from the line, in the order of their places.
	Asides []Aside `json:"asides,omitempty"`
}

// An Aside is, at a turn of the attacker's, a try: a turn that does not win, and the only answer
// that shows it. At a turn of the enemy's it is another defence, with the only turn that wins
// against it.
type Aside struct {
	Ply  int      `json:"ply"` // of the line, from 0, in whose place the aside begins
	Line []string `json:"line"`
}

// IsTry reports whether an aside begins with a turn of the attacker's.
func (a *Aside) IsTry() bool { return a.Ply%2 == 0 }

// Play plays the line from the position of the puzzle.
func (o *OnlyMoves) Play(variant *rules.Variant, at *board.Position) ([]board.Played, error) {
	line, err := PlayLine(variant, at, Win, o.Line)
	if err != nil {
		return nil, fmt.Errorf("%w: the only moves: %w", ErrUnsound, err)
	}
	return line, nil
}

// PlayAside plays an aside of a line that has been played. It returns the position in which it
// begins, too.
func (o *OnlyMoves) PlayAside(variant *rules.Variant, at *board.Position, line []board.Played,
	aside *Aside) (*board.Position, []board.Played, error) {
	if aside.Ply < 0 || aside.Ply >= len(line) {
		return nil, nil, fmt.Errorf("%w: an aside at ply %d of the only moves", ErrUnsound, aside.Ply)
	}
	if aside.Ply > 0 {
		at = &line[aside.Ply-1].After
	}
	played, err := PlayLine(variant, at, Win, aside.Line)
	if err != nil {
		return nil, nil, fmt.Errorf("%w: the only moves: %w", ErrUnsound, err)
	}
	return at, played, nil
}
