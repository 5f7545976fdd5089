package mine

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"

	"turncoat/internal/puzzle/analysis"
	"turncoat/puzzle"
	"turncoat/rules"
	"turncoat/rules/board"
)

// improver changes a position piece by piece towards a sound and economical puzzle.
type improver struct {
	analyst *analysis.Analyst
	demands analysis.Demands
	random  *rand.Rand
	tried   map[string]bool
	themes  []string // that are asked for, with what is asked of the key and the last turn
	shape   analysis.Shape
	// keepsRights: castling rights are kept, and what they rest on stays where it is.
	keepsRights bool
	duplex      bool // a help-win must be as sound with the other side to begin
	// screened counts the positions that were solved.
	screened int
}

// faults are the weights by which an unsound position is judged: the less the better.
const (
	faultKey      = 40.0
	faultDual     = 25.0 // in the main line, or anywhere if none is allowed
	faultSideDual = 0.25 // outside the main line, where it is allowed
	faultChoice   = 60.0
	faultPiece    = 0.4
	meritReply    = 3.0 // of each different turn of the attacker's in the solution, up to maxReplies
	maxReplies    = 12
	faultTheme    = 50.0 // of each theme that is not shown
	// of each doubling of the solutions of a help-win beyond those wanted, and of each that is
	// missing
	faultLine = 20.0
	hopeless  = math.MaxFloat64
)

// A position that is still as faulty as that after so many changes were tried is given up: few
// become sound.
const (
	patience      = 100
	faultGivingUp = 100.0
)

// improverShare is the part of the limit of a search that an improver's searches have: a change
// that takes long to judge is passed over for others.
const improverShare = 10

// Where the making of a solution ends while a position is being improved.
const (
	maxDualsImproved = 400
	maxTurnsImproved = 20_000
)

// judge says how far a position is from a sound puzzle in n turns; hopeless when it has no such
// win.
func (v *improver) judge(ctx context.Context, p *board.Position, n int, limit float64) (float64, analysis.Analysis,
	error) {
	v.screened++
	in, keys, err := v.analyst.Shortest(ctx, p, n)
	help := v.demands.Lines > 0
	if analysis.Unanswered(err) {
		return hopeless, analysis.Analysis{}, nil
	}
	if err != nil || in < n || len(keys) > 4 && !help {
		return hopeless, analysis.Analysis{}, err
	}
	fault := faultPiece * float64(p.Occupied().Count())
	var bounds analysis.Bounds
	if !help {
		fault += faultKey * float64(len(keys)-1)
		if fault-meritReply*maxReplies > limit {
			return hopeless, analysis.Analysis{}, nil
		}
		bounds = v.bounds(limit - fault + meritReply*maxReplies)
	}

	found, err := v.analyst.Solution(ctx, p, in, keys, bounds)
	switch {
	case errors.Is(err, rules.ErrLimit):
		return hopeless, analysis.Analysis{}, nil
	case err != nil:
		return hopeless, analysis.Analysis{}, err
	case help:
		fault, err = v.withDuplex(ctx, p, n, fault+v.faultOfLines(&found))
	default:
		fault = v.withPlay(fault, &found)
	}

	if err != nil {
		return hopeless, found, err
	}
	fault, err = v.withThemes(ctx, p, &found, fault, limit)
	return fault, found, err
}

// withPlay adds to the fault of a position that of what follows the key.
func (v *improver) withPlay(fault float64, found *analysis.Analysis) float64 {
	fault += v.perDual() * float64(found.Claims.Duals)
	if !v.demands.Strict {
		fault += faultDual * float64(found.Claims.LineDuals)
	}
	if !found.Claims.Choice {
		fault += faultChoice
	}
	if found.Claims.FirstTurns < 2 {
		fault += faultKey
	}
	return fault - meritReply*float64(min(found.Key().Size(), maxReplies))
}

// bounds returns where the making of a solution ends if its duals may weigh so much: one with more
// will not be taken anyway.
func (v *improver) bounds(room float64) analysis.Bounds {
	b := analysis.Bounds{Duals: maxDualsImproved, Turns: maxTurnsImproved}
	if !v.demands.Strict {
		b.Duals *= 20 // a dual weighs less
	}
	if most := room / v.perDual(); most < float64(b.Duals) {
		b.Duals = int(most)
	}
	return b
}

// faultOfLines is the fault of the number of solutions of a help-win, and of its first turns.
func (v *improver) faultOfLines(found *analysis.Analysis) float64 {
	lines, wanted := float64(len(found.Tree.Keys)), float64(v.demands.Lines)
	fault := faultLine * max(math.Log2(lines/wanted), wanted-lines)
	if found.Claims.FirstTurns < 2 {
		fault += faultKey
	}
	return fault
}

// withThemes adds to the fault of a position the themes and turns that are asked for and missing,
// unless it is above the limit without them.
func (v *improver) withThemes(ctx context.Context, p *board.Position, found *analysis.Analysis, fault,
	limit float64) (float64, error) {
	if fault > limit || len(v.themes) == 0 && v.shape == (analysis.Shape{}) {
		return fault, nil
	}
	missing, err := v.missing(ctx, p, found)
	if err != nil {
		return hopeless, err
	}
	return fault + faultTheme*float64(missing), nil
}

// missing counts the themes and turns that are asked for and not shown.
func (v *improver) missing(ctx context.Context, p *board.Position, found *analysis.Analysis) (int, error) {
	count := v.shape.Missing(p, found)
	for _, theme := range v.themes {
		shown, err := v.analyst.Shows(ctx, p, found, theme)
		if err != nil {
			return 0, err
		}
		if !shown {
			count++
		}
	}

	return count, nil
}

// sound reports whether a position that was judged lacks nothing of what is asked for, the other
// half of a duplex among it.
func (v *improver) sound(ctx context.Context, p *board.Position, found *analysis.Analysis) (bool, error) {
	promoted := v.demands.NoPromoted && analysis.HasPromoted(v.analyst.Variant(), p)
	if promoted || v.demands.Meets(found) != "" {
		return false, nil
	}
	missing, err := v.missing(ctx, p, found)
	if err != nil || missing > 0 {
		return false, err
	}
	lacks, err := v.lacksDuplex(ctx, p, found.In)
	return !lacks, err
}

// perDual is how much a dual weighs wherever it is.
func (v *improver) perDual() float64 {
	if v.demands.Strict {
		return faultDual
	}
	return faultSideDual
}

// improve looks for a sound puzzle in n turns near a position, trying at most so many changes. It
// returns the best position found, how many changes were made, and whether it meets the demands.
func (v *improver) improve(ctx context.Context, p board.Position, n, steps int) (board.Position, int, bool, error) {
	at := p
	at.EnPassant, at.Clock, at.Number = board.NoSquare, 0, 1
	if !v.keepsRights {
		at.Rights = board.Rights{}
	}
	at.Rekey()
	fault, found, err := v.judge(ctx, &at, n, hopeless)
	if err != nil || fault == hopeless {
		return p, 0, false, err
	}
	v.tried = map[string]bool{puzzle.Canonical(v.analyst.Variant().Set(), &at): true}
	changes := 0
	sound, err := v.sound(ctx, &at, &found)
	if err != nil {
		return p, 0, false, err
	}
	for step := range steps {
		if step == patience && fault > faultGivingUp {
			break
		}
		heat := 12 * (1 - float64(step)/float64(steps))
		if sound {
			heat = 0 // from here on it can only become better
		}
		next, ok := change(&at, v.random)
		if !ok || v.keepsRights && !keepsRights(&at, &next) {
			continue
		}
		text := puzzle.Canonical(v.analyst.Variant().Set(), &next)
		if v.tried[text] {
			continue
		}
		v.tried[text] = true
		limit := fault + heat*v.random.ExpFloat64()
		if !natural(v.analyst.Variant(), &next) {
			continue
		}
		f, a, err := v.judge(ctx, &next, n, limit)
		if err != nil {
			return at, changes, sound, err
		}
		if f == hopeless || f > limit {
			continue
		}
		good, err := v.sound(ctx, &next, &a)
		if err != nil {
			return at, changes, sound, err
		}
		if sound && !good {
			continue
		}
		at, fault, sound = next, f, good
		changes++
	}

	return at, changes, sound, nil
}

// change returns a neighbour of a position: a piece taken away, added, moved, or exchanged for
// another.
func change(p *board.Position, random *rand.Rand) (board.Position, bool) {
	q := *p
	squares := p.Occupied().Squares()
	s := squares[random.IntN(len(squares))]
	piece := p.PieceAt(s)
	kind := random.IntN(10)
	switch {
	case kind < 3: // take away
		if piece.Kind == board.King {
			return q, false
		}
		q.Put(s, board.NoPiece)
	case kind < 7: // move, near by or anywhere
		to := freeSquare(p, piece.Kind, random)
		if random.IntN(2) == 0 {
			file, rank := s.File()+random.IntN(3)-1, s.Rank()+random.IntN(3)-1
			if file < 0 || file > 7 || rank < 0 || rank > 7 {
				return q, false
			}
			to = board.At(file, rank)
			lastRank := piece.Kind == board.Pawn && (rank == 0 || rank == 7)
			if p.Occupied().Has(to) || lastRank {
				return q, false
			}
		}

		q.Put(s, board.NoPiece)
		q.Put(to, piece)
	case kind < 9: // add
		added := board.Piece{Kind: drawn[random.IntN(len(drawn))], Colour: board.Colour(random.IntN(2))}
		q.Put(freeSquare(p, added.Kind, random), added)
	default: // exchange
		if piece.Kind == board.King {
			return q, false
		}
		other := board.Piece{Kind: drawn[random.IntN(len(drawn))], Colour: board.Colour(random.IntN(2))}
		if other == piece || other.Kind == board.Pawn && (s.Rank() == 0 || s.Rank() == 7) {
			return q, false
		}
		q.Put(s, other)
	}

	q.Rekey()
	return q, true
}
