package mine

import (
	"context"
	"maps"
	"math/rand/v2"
	"slices"

	"turncoat/internal/play"
	"turncoat/internal/puzzle/analysis"
	"turncoat/puzzle"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// A skeleton is what a theme is made of: a few pieces, and what is to happen between them. A
// position for the theme is composed around it: pieces are added, moved and taken away, on any
// squares but those that are held, until little is missing. Such a position still need not be
// sound; that is for the improver.
type skeleton struct {
	at   board.Position
	held board.Bitboard // squares that keep their pieces
	// fault says how far a position is from the theme; 0 is close enough.
	fault   func(o *outliner, p *board.Position) float64
	replies bool // Black is to move, and the key is taken back at the end
	// keyTo is the square to which the key goes; NoSquare for any but those that are held.
	keyTo board.Square
}

// skeletons has the themes that are composed from skeletons, in orthodox chess and as wins in two.
// A source returns false if the pieces that it drew do not fit together.
var skeletons = map[string]func(random *rand.Rand) (skeleton, bool){
	"interference": func(random *rand.Rand) (skeleton, bool) { return crossing(random, 1, false) },
	"grimshaw":     func(random *rand.Rand) (skeleton, bool) { return crossing(random, 2, false) },
	"novotny":      func(random *rand.Rand) (skeleton, bool) { return crossing(random, 2, true) },
	"zagoruiko":    twoFlights,
}

// ThemesWithSkeletons returns the names of the themes that are composed from skeletons, sorted.
func ThemesWithSkeletons() []string { return slices.Sorted(maps.Keys(skeletons)) }

// A variation is a defence and the mate that it allows.
type variation struct{ defence, mate board.Move }

// attempts is how many squares and pieces are drawn before a skeleton is begun anew.
const attempts = 60

// crossing places a black rook and a black bishop whose lines cross on a square. Beyond the crossing
// each guards a square on which a white piece could otherwise mate, so that the other allows that
// mate when it moves to the crossing. The skeleton asks for one or both of these mates. With a
// sacrifice there is a white piece on the crossing, which is captured.
func crossing(random *rand.Rand, mates int, sacrifice bool) (skeleton, bool) {
	s := skeleton{at: board.Position{EnPassant: board.NoSquare, Number: 1, Turn: board.Black},
		replies: true, keyTo: board.NoSquare}
	cross := board.At(1+random.IntN(6), 1+random.IntN(6))
	lines := [2][][2]int{{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}, {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}}
	kinds := [2]board.Kind{board.Rook, board.Bishop}
	var guards, targets [2]board.Square
	ways := cross.Bit()
	for i := range 2 {
		way := lines[i][random.IntN(4)]
		guard, ok1 := step(cross, way, -1-random.IntN(4))
		target, ok2 := step(cross, way, 1+random.IntN(3))
		if !ok1 || !ok2 {
			return s, false
		}
		guards[i], targets[i] = guard, target
		ways |= board.Between(guard, target) | target.Bit()
		s.at.Put(guard, board.Piece{Kind: kinds[i], Colour: board.Black})
	}

	king := board.Square(random.IntN(64))
	if guards[0] == guards[1] || s.at.Occupied()&ways != 0 || ways.Has(king) || s.at.Occupied().Has(king) {
		return s, false
	}
	s.at.Put(king, board.Piece{Kind: board.King, Colour: board.Black})
	if sacrifice {
		kind := [...]board.Kind{board.Pawn, board.Knight, board.Bishop, board.Rook}[random.IntN(4)]
		s.at.Put(cross, board.Piece{Kind: kind, Colour: board.White})
		s.keyTo = cross
	}

	var wanted []variation
	for i := range mates {
		from, ok := attacker(&s.at, targets[i], king, ways, random)
		if !ok {
			return s, false
		}
		// the other piece moves to the crossing and shuts this one off
		wanted = append(wanted, variation{board.NewMove(guards[1-i], cross), board.NewMove(from, targets[i])})
	}

	s.held = s.at.Occupied()
	white := freeSquare(&s.at, board.King, random)
	for ways.Has(white) {
		white = freeSquare(&s.at, board.King, random)
	}
	s.at.Put(white, board.Piece{Kind: board.King, Colour: board.White})
	s.at.Rekey()
	s.fault = func(o *outliner, p *board.Position) float64 { return o.faultOfReplies(p, wanted) }
	return s, true
}

// attacker returns the square of a white piece that can go to a square and give check to a king
// from there, and places one if there is none.
func attacker(p *board.Position, to, king board.Square, ways board.Bitboard, random *rand.Rand) (board.Square, bool) {
	occupied := p.Occupied()
	for range attempts {
		kind := [...]board.Kind{board.Knight, board.Bishop, board.Rook, board.Queen, board.Queen}[random.IntN(5)]
		piece := board.Piece{Kind: kind, Colour: board.White}
		from := board.Square(random.IntN(64))
		old := p.PieceAt(from)
		if old != piece && (occupied.Has(from) || ways.Has(from)) {
			continue
		}
		q := *p
		q.Put(from, piece)
		reaches := analysis.Bears(&q, from, to)
		q.Put(from, board.NoPiece)
		q.Put(to, piece)
		if !reaches || !analysis.Bears(&q, to, king) {
			continue
		}
		p.Put(from, piece)
		return from, true
	}

	return 0, false
}

// step returns the square so many steps from another.
func step(s board.Square, way [2]int, steps int) (board.Square, bool) {
	file, rank := s.File()+steps*way[0], s.Rank()+steps*way[1]
	if file < 0 || file > 7 || rank < 0 || rank > 7 {
		return s, false
	}
	return board.At(file, rank), true
}

// twoFlights places a black king without other pieces against a queen and a few more. Black has so
// few moves that different white moves are likely to allow them different answers.
func twoFlights(random *rand.Rand) (skeleton, bool) {
	s := skeleton{at: board.Position{EnPassant: board.NoSquare, Number: 1}, keyTo: board.NoSquare,
		fault: (*outliner).faultOfPhases}
	for _, piece := range []board.Piece{
		{Kind: board.King, Colour: board.Black}, {Kind: board.King, Colour: board.White},
		{Kind: board.Queen, Colour: board.White},
	} {
		s.at.Put(freeSquare(&s.at, piece.Kind, random), piece)
	}

	for range 2 + random.IntN(3) {
		kind := drawn[random.IntN(len(drawn))]
		s.at.Put(freeSquare(&s.at, kind, random), board.Piece{Kind: kind, Colour: board.White})
	}

	s.at.Rekey()
	return s, true
}

// leastAround is how many pieces must be allowed for a skeleton and what makes a problem of it.
const leastAround = 8

// skeletonFor returns the source of skeletons for what a mine looks for; nil for none.
func (m *Mine) skeletonFor() func(random *rand.Rand) (skeleton, bool) {
	twoMover := m.Goal == puzzle.Win && m.Least <= 2 && m.Most >= 2
	roomy := m.material.Pieces == nil && m.material.To >= leastAround
	steered := steeringFor(m.Themes) != steering{}
	if !twoMover || m.Rules.Family != ruleset.Chess || !roomy || steered {
		return nil
	}
	for _, theme := range m.Themes {
		if source := skeletons[theme]; source != nil {
			return source
		}
	}

	return nil
}

const (
	// climbSteps is how many changes are tried around one skeleton.
	climbSteps = 2500
	// climbPatience is how many changes may fail one after the other.
	climbPatience = 500
	// climbHeat is how much worse a change may be at first, on average.
	climbHeat = 1.2
)

// aroundSkeleton yields the positions of one unit that are composed around skeletons.
func (m *Mine) aroundSkeleton(ctx context.Context, variant *rules.Variant, from func(*rand.Rand) (skeleton, bool),
	random *rand.Rand, yield func(board.Position, board.Bitboard) error) error {
	o := outliner{variant: variant, turns: play.For(variant)}
	for range placements {
		s, ok := from(random)
		for !ok || m.Demands.NoPromoted && analysis.HasPromoted(variant, &s.at) {
			s, ok = from(random)
		}
		p, ok := m.fill(ctx, &o, &s, random)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if ok && s.replies {
			p, ok = o.keyBack(&p, &s, random)
		}
		if !ok {
			continue
		}
		if err := yield(p, s.held&p.Occupied()); err != nil {
			return err
		}
	}

	return nil
}

// fill changes the position around a skeleton until it is close enough to the theme, and reports
// whether it has come so far. Early on it also takes changes for the worse.
func (m *Mine) fill(ctx context.Context, o *outliner, s *skeleton, random *rand.Rand) (board.Position, bool) {
	at := s.at
	fault := s.fault(o, &at)
	failed := 0
	for step := 0; step < climbSteps && failed < climbPatience && ctx.Err() == nil; step++ {
		if fault <= 0 && at.Occupied().Count() >= m.material.From {
			return at, natural(o.variant, &at)
		}
		failed++
		next, ok := change(&at, random)
		if !ok || !holds(&at, &next, s.held) || next.Occupied().Count() > m.material.To ||
			m.Demands.NoPromoted && analysis.HasPromoted(o.variant, &next) {
			continue
		}

		next.Rekey()
		f := s.fault(o, &next)
		heat := climbHeat * (1 - float64(step)/climbSteps)
		if f > fault+heat*max(0, random.ExpFloat64()-0.5) {
			continue
		}
		if f < fault {
			failed = 0
		}
		at, fault = next, f
	}

	return at, false
}

// holds reports whether a change leaves the pieces on some squares as they are.
func holds(p, changed *board.Position, squares board.Bitboard) bool {
	for s := range squares.All {
		if p.PieceAt(s) != changed.PieceAt(s) {
			return false
		}
	}

	return true
}

// keyBack returns a position without other keys from which a key can have led to the one around a
// skeleton.
func (o *outliner) keyBack(p *board.Position, s *skeleton, random *rand.Rand) (board.Position, bool) {
	var all []board.Position
	for before, t := range analysis.LastTurns(o.variant, p) {
		if before.Occupied().Has(t.To) {
			break // captures come last, and make bad keys
		}
		wrong := s.held.Has(t.To)
		if s.keyTo != board.NoSquare {
			wrong = t.To != s.keyTo
		}
		if !wrong && !o.variant.InCheck(&before) {
			all = append(all, before)
		}
	}

	random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	for i := range all {
		if o.soleKey(&all[i]) {
			return all[i], true
		}
	}

	return board.Position{}, false
}
