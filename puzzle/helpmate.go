package puzzle

import (
	"fmt"
	"slices"

	"turncoat/rules"
	"turncoat/rules/board"
)

// Plies returns how many turns both sides make at most until the goal is reached.
func (p *Puzzle) Plies() int { return p.Goal().Plies(p.In, p.Half) }

// checkLines checks that lines have the right length, are sorted, and begin with the keys.
func (p *Puzzle) checkLines() error {
	var keys []string
	for i, line := range p.Lines {
		winsInstead := p.Goal()&Reciprocal != 0 && len(line) == p.Plies()-1
		if len(line) != p.Plies() && !winsInstead {
			return fmt.Errorf("%w: a line has %d turns, not %d", ErrSyntax, len(line), p.Plies())
		}
		if i > 0 && slices.Compare(p.Lines[i-1], line) >= 0 {
			return fmt.Errorf("%w: the lines are not sorted, or one is listed twice", ErrSyntax)
		}
		move, _, err := CutReclaim(line[0])
		if err != nil {
			return fmt.Errorf("%w: %w", ErrSyntax, err)
		}
		keys = append(keys, move)
	}

	slices.Sort(keys)
	keys = slices.Compact(keys)
	if !slices.Equal(keys, p.Keys) {
		return fmt.Errorf("%w: the lines begin with %v, the keys are %v", ErrSyntax, keys, p.Keys)
	}
	return nil
}

// helpTree plays the lines. Each is a key of the tree with the turns that follow it.
func (p *Puzzle) helpTree(variant *rules.Variant, at *board.Position) (*Tree, error) {
	lines, err := p.play(variant, at, p.Lines)
	if err != nil {
		return nil, err
	}
	tree := HelpTree(at, p.Goal(), p.In, p.Half, lines)
	if p.Phases != nil {
		enemy := NullMove(at)
		tree.SetLines, err = p.play(variant, &enemy, p.Phases.Lines)
	}

	return tree, err
}

func (p *Puzzle) play(variant *rules.Variant, at *board.Position,
	words [][]string) ([][]board.Played, error) {
	lines := make([][]board.Played, len(words))
	for i, line := range words {
		var err error
		lines[i], err = PlayLine(variant, at, p.Goal(), line)
		if err != nil {
			return nil, fmt.Errorf("%w: the lines: %w", ErrUnsound, err)
		}
	}

	return lines, nil
}
