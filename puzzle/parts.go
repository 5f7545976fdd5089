package puzzle

import (
	"fmt"
	"slices"
	"strings"
)

// sources are the possible origins of a position.
var sources = []string{"self-play", "record", "composed", "tablebase", "given", "longer"}

// checkParts checks the values of grade and source.
func (p *Puzzle) checkParts() error {
	s := p.Source
	switch {
	case p.Grade != nil && (p.Grade.Deviation < 0 || p.Grade.Plausible < 0):
		return fmt.Errorf("%w: grade: negative deviation or plausible", ErrSyntax)
	case !slices.Contains(sources, s.From):
		return fmt.Errorf("%w: source: from %q; want one of %s", ErrSyntax, s.From,
			strings.Join(sources, ", "))
	case s.Unit < 0, s.Ply < 0, s.Improved < 0:
		return fmt.Errorf("%w: source: negative unit, ply or improved", ErrSyntax)
	}

	return nil
}
