package proof

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"iter"
	"slices"
	"sync"
	"sync/atomic"

	"turncoat/internal/workers"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// Report says what a correct proof proves.
type Report struct {
	Header
	Wins, Holds, Lines int // steps checked
}

// Verify reads a proof and checks every step and every claim of the header, using only the
// reference rules. file names the text in errors and may be empty; jobs is how many steps are
// checked at once. The error joins an [*Error] for each of the first fifty faults, in the order of
// the lines, and says how many more there are; or it is the context's.
func Verify(ctx context.Context, in io.Reader, file string, jobs int) (report Report, err error) {
	var found faults
	h, steps, err := read(ctx, in, file, jobs, &found)
	report.Header = h
	if err != nil {
		return report, err
	}
	if h.Version == VersionSorted && found.count > 0 {
		return report, found.err() // with a wrong checksum or lost lines the rest means little
	}
	v := &verifier{ctx: ctx, file: file, header: h, variant: rules.NewReference(h.Rules),
		reclaims: h.Rules.Reclaim == ruleset.OptionalReclaim, implied: h.Version == VersionSorted,
		wins: map[board.Position]int{}, holds: map[board.Position]int{}}
	defer func() {
		if v.cut.Load() { // not all choices were examined, so the result means nothing
			err = cmp.Or(ctx.Err(), fmt.Errorf("%w: a move has more than %d reclaim choices", rules.ErrLimit, maxChoices))
		}
	}()
	v.root, err = v.position()
	if err != nil {
		return report, &Error{File: file, Line: 1, Err: err}
	}
	for i := range steps {
		switch s := &steps[i]; {
		case s.Win > 0:
			report.Wins++
			if n, ok := v.wins[same(s.at)]; !ok || s.Win < n {
				v.wins[same(s.at)] = s.Win
			}
		case s.Hold > 0:
			report.Holds++
			if len(s.Except) == 0 {
				v.holds[same(s.at)] = max(s.Hold, v.holds[same(s.at)])
			}
		default:
			report.Lines++
		}
	}

	if err := v.checkAll(ctx, steps, jobs, &found); err != nil {
		return report, err
	}
	if found.count == 0 {
		v.claims(steps, &found)
	}
	return report, found.err()
}

// same returns a position without its key, clock and move number, which have no influence on the
// play that can follow.
func same(p board.Position) board.Position {
	p.Key, p.Clock, p.Number = 0, 0, 0
	return p
}

type verifier struct {
	ctx      context.Context
	cut      atomic.Bool // some choices were not examined
	reclaims bool        // reclaims are optional, so that the enemy chooses them
	file     string
	header   Header
	variant  *rules.Variant
	root     board.Position
	wins     map[board.Position]int // fewest turns in which a step states a win
	holds    map[board.Position]int // most turns for which a step without exceptions states a hold
	implied  bool                   // wins in 1 need no step (version 2)
	atOnce   sync.Map               // by position: whether some turn reaches the goal
}

// position returns the position of the header.
func (v *verifier) position() (board.Position, error) {
	variant := v.variant
	if v.header.Stipulation == HelpWin {
		variant = variant.OneKing()
	}
	p, err := variant.ParseFEN(v.header.FEN)
	if err != nil {
		return p, fmt.Errorf("%w: %w", ErrSyntax, err)
	}
	if v.header.At == "" {
		return p, nil
	}
	exact, err := ParsePosition(v.header.At, variant)
	if err != nil {
		return p, err
	}
	if same(exact) != same(p) {
		return p, fmt.Errorf("%w: the position %q is not that of the FEN, %q", ErrSyntax, v.header.At, At(&p))
	}
	return p, nil
}

// turn plays a written turn.
func (v *verifier) turn(p board.Position, text string) (board.Played, error) {
	m, reclaimed, err := parseTurn(&p, text)
	if err != nil {
		return board.Played{}, err
	}
	return v.play(p, m, reclaimed)
}

func (v *verifier) play(p board.Position, m board.Move, reclaimed *board.Bitboard) (board.Played, error) {
	if reclaimed == nil && !slices.Contains(v.variant.Moves(&p), m) {
		return board.Played{}, fmt.Errorf("%w: %s is not legal", ErrWrong, m.UCI(&p))
	}
	return v.playLegal(p, m, reclaimed)
}

// playLegal plays a move. If reclaimed is nil, which means the full reclaim, the caller must know
// that the move is legal.
func (v *verifier) playLegal(p board.Position, m board.Move, reclaimed *board.Bitboard) (board.Played, error) {
	if reclaimed == nil {
		return v.variant.Play(&p, m), nil
	}
	legal := false
	for t := range v.turnsOf(&p, m) {
		legal = true
		if t.Reclaimed == *reclaimed {
			return t, nil
		}
	}

	if !legal {
		return board.Played{}, fmt.Errorf("%w: %s is not legal", ErrWrong, m.UCI(&p))
	}
	return board.Played{}, fmt.Errorf("%w: %s cannot be followed by the reclaim %s", ErrWrong, m.UCI(&p),
		reclaimText(*reclaimed))
}

// maxChoices limits how many reclaim choices of one move are examined, as in the searches.
const maxChoices = 1 << 12

// turnsOf yields the turns of a move. If it stops early, it sets v.cut, and the proof is neither
// accepted nor refused.
func (v *verifier) turnsOf(p *board.Position, m board.Move) iter.Seq[board.Played] {
	return func(yield func(board.Played) bool) {
		n := 0
		for t := range v.variant.TurnsOf(p, m) {
			n++
			if n > maxChoices || v.ctx.Err() != nil {
				v.cut.Store(true)
				return
			}

			if !yield(t) {
				return
			}
		}
	}
}

func (v *verifier) checkAll(ctx context.Context, steps []step, jobs int, found *faults) error {
	return workers.Each(ctx, jobs, len(steps), func(_, i int) {
		if fault := v.check(&steps[i]); fault != nil {
			found.add(fault)
		}
	})
}

func (v *verifier) check(s *step) *Error {
	var move string
	var err error
	switch {
	case s.Win > 0:
		move, err = v.win(s)
	case s.Hold > 0:
		move, err = v.hold(s)
	default:
		move, err = v.line(s)
	}

	if err != nil {
		return &Error{File: v.file, Line: s.line, At: s.At, Move: move, Err: err}
	}
	return nil
}
