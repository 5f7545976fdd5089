package check

import (
	"iter"
	"slices"

	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// A wrongWay is an ordinary bug of a program for Pacifist that can be played out, so that what it answers can be held
// against all of a program's answers. What is nil is as the rules have it.
type wrongWay struct {
	name string
	// weigh returns the weight of a side on a square, in persuasion or in support (PAC-4).
	weigh weigher
	// exceeds compares persuasion with support (PAC-5).
	exceeds func(set *ruleset.Set, persuade, support rules.Weight) bool
	// attacked reports whether a side attacks a square that a king castles from or over (PAC-14).
	attacked func(b *board.Position, s board.Square, by board.Colour) bool
	// first changes the position before a move is made.
	first func(j *wrongJudge, p *board.Position)
	// read changes a position as it is read from a FEN (PAC-15).
	read func(p *board.Position)
	// replay returns the position after a turn that is played first.
	replay func(j *wrongJudge, t *wrongTurn) board.Position
	// more lists moves that the rules do not have.
	more func(p *board.Position) []board.Move
	// takes reports whether those are moves onto other pieces.
	takes bool
	// convert makes all conversions of a side (PAC-6).
	convert func(j *wrongJudge, b *board.Position, mover board.Colour)
	// land changes what stands where right after a move.
	land func(b, before *board.Position, m board.Move)
	// settle changes it again after the conversions.
	settle func(b, before *board.Position, m board.Move)
	// safe reports whether the mover's kings allow a turn (PAC-10).
	safe func(j *wrongJudge, t *wrongTurn) bool
	// passes reports whether a two-step is allowed (PAC-3).
	passes func(j *wrongJudge, p *board.Position, m board.Move) bool
	// castles reports whether a castling is allowed whose ways are free (PAC-14).
	castles func(j *wrongJudge, p *board.Position, m board.Move) bool
	// spelt changes how a move is written in an answer, though it is read rightly.
	spelt func(p *board.Position, uci string) string
	// written returns how a move is written and read, where it is not as it should be.
	written func(p *board.Position, m board.Move) string
	// shown returns the board that is written after a turn.
	shown func(j *wrongJudge, t *wrongTurn) board.Position
	// missing reports whether the program knows no such move.
	missing func(p *board.Position, m board.Move) bool
	// outcome returns the result of a position in which there is a turn, or is none.
	outcome func(j *wrongJudge, p *board.Position, turns bool) board.Result
}

// A weigher returns the weight of a side on a square in a role, [persuasion] or [inSupport].
type weigher func(set *ruleset.Set, b *board.Position, s board.Square, by board.Colour, role string) rules.Weight

// plays reports whether the bug can be played out beside the settings of a rule set.
func (w *wrongWay) plays(set ruleset.Set) bool {
	return set.Family == ruleset.Pacifist && set.Friendly == ruleset.FriendsStay &&
		(set.Reclaim != ruleset.OptionalReclaim || set.Weigh != ruleset.ByAverage)
}

// weighs reports whether it is about what is over-persuaded.
func (w *wrongWay) weighs() bool { return w.weigh != nil || w.exceeds != nil }

// A wrongJudge plays turns as a program with a bug does.
type wrongJudge struct {
	set ruleset.Set
	way *wrongWay
	// Of the move whose conversions are made: the squares on which its pieces ended and those that they left, which
	// piece it was, and whether it promotes.
	moved, left board.Bitboard
	kind        board.Kind
	promotes    bool
	written     board.Square // the second square of the move as UCI writes it
	// discounted are those of the moved pieces that do not count (PAC-7).
	discounted board.Bitboard
	// kept lists the squares of the pieces as a program has them that keeps them by square in the order of the
	// FEN: what moves goes to the end.
	kept []board.Square
}

// keptAfter returns the order of the pieces after a move.
func keptAfter(kept []board.Square, p *board.Position, m board.Move) []board.Square {
	from, to := []board.Square{m.From}, []board.Square{m.To}
	if wing, castles := m.Castles(p); castles {
		king, rook := board.CastlingEnds(p.Turn, wing)
		from, to = append(from, m.To), []board.Square{king, rook}
	}
	return append(slices.DeleteFunc(slices.Clone(kept), func(s board.Square) bool {
		return slices.Contains(from,
			s)
	}), to...)
}

// A wrongTurn is a turn of such a program.
type wrongTurn struct {
	before, landed, after board.Position // landed is the board right after the move
	move                  board.Move
}

func (t *wrongTurn) mover() board.Colour { return t.before.Turn }

// to returns the square to which the piece goes, of a castling the king.
func (t *wrongTurn) to() board.Square {
	if wing, castles := t.move.Castles(&t.before); castles {
		king, _ := board.CastlingEnds(t.mover(), wing)
		return king
	}
	return t.move.To
}

// over reports whether what stands on a square is over-persuaded against a side (PAC-5).
func (j *wrongJudge) over(b *board.Position, s board.Square, owner board.Colour) bool {
	if j.way.exceeds != nil {
		return j.way.exceeds(&j.set, weight(j, b, s, owner.Other()), weight(j, b, s, owner))
	}
	return j.weigh(b, s, owner.Other(), persuasion).Over(j.weigh(b, s, owner, inSupport), j.set)
}

// weigh returns the weight of a side on a square in a role, without the moved pieces that do not count.
func (j *wrongJudge) weigh(b *board.Position, s board.Square, by board.Colour, role string) rules.Weight {
	if j.way.weigh == nil {
		return weight(j, b, s, by)
	}
	w := j.way.weigh(&j.set, b, s, by, role)
	for _, x := range w.By {
		if j.discounted.Has(x.Square) {
			w.Count--
			w.Sum -= int64(j.set.Values[x.Piece.Kind])
		}
	}
	return w
}

// wave returns the enemy pieces that are over-persuaded and can be converted.
func (j *wrongJudge) wave(b *board.Position, mover board.Colour) board.Bitboard {
	return j.waveOf(b, mover, func(s board.Square) bool { return j.over(b, s, mover.Other()) })
}

// waveOf returns the enemy pieces that a test takes for over-persuaded and that can be converted.
func (j *wrongJudge) waveOf(b *board.Position, mover board.Colour, over func(s board.Square) bool) board.Bitboard {
	return those(b.Colours[mover.Other()], func(s board.Square) bool {
		return (j.set.KingConverts == ruleset.Yes || b.KindAt(s) != board.King) && over(s)
	})
}

// those returns the squares for which something is so.
func those(squares board.Bitboard, so func(s board.Square) bool) (list board.Bitboard) {
	for s := range squares.All {
		if so(s) {
			list |= s.Bit()
		}
	}
	return list
}

// flip changes the colour of the pieces on the squares.
func flip(b *board.Position, squares board.Bitboard) {
	for s := range squares.All {
		piece := b.PieceAt(s)
		piece.Colour = piece.Colour.Other()
		b.Put(s, piece)
	}
}

// allWaves is more than there can be: each converts a piece that was the enemy's.
const allWaves = 64

// waves converts up to so many waves, each as change leaves it.
func (j *wrongJudge) waves(b *board.Position, mover board.Colour, n int, change func(wave board.Bitboard,
	n int) board.Bitboard) {
	j.repeat(b, n, func(i int) board.Bitboard {
		wave := j.wave(b, mover)
		if change != nil {
			wave = change(wave, i)
		}
		return wave
	})
}

// afterFirstWave returns the board of a turn after its first wave.
func (j *wrongJudge) afterFirstWave(t *wrongTurn) board.Position {
	b := t.landed
	j.waves(&b, t.mover(), 1, nil)
	return b
}

// repeat converts up to so many waves, until one is empty.
func (j *wrongJudge) repeat(b *board.Position, n int, next func(i int) board.Bitboard) {
	if j.set.Rounds == ruleset.FirstRound {
		n = min(n, 1)
	}
	for i := range n {
		if j.set.MovedPiece == ruleset.EachRound {
			j.discount(b)
		}
		if j.set.MovedPiece == ruleset.NoneConvert && j.discounted != 0 {
			return
		}
		wave := next(i)
		if j.set.Candidates == ruleset.TouchedCandidates && i == 0 {
			wave = j.touched(b, wave)
		}
		if wave == 0 {
			return
		}
		flip(b, wave)
	}
}

// discount judges the moved pieces: those that are over-persuaded do not count (PAC-7). Every piece counts in
// judging that.
func (j *wrongJudge) discount(b *board.Position) {
	j.discounted = 0
	j.discounted = those(j.moved&b.Occupied(), func(s board.Square) bool { return j.over(b, s, b.PieceAt(s).Colour) })
}

// touched returns the pieces of a wave on which a moved piece bears (PAC-6).
func (j *wrongJudge) touched(b *board.Position, wave board.Bitboard) board.Bitboard {
	return those(wave, func(s board.Square) bool {
		by := j.weigh(b, s, b.PieceAt(s).Colour.Other(), persuasion).By
		return slices.ContainsFunc(by, func(x rules.Bearer) bool { return j.moved.Has(x.Square) })
	})
}

// turns lists the turns of a position.
func (j *wrongJudge) turns(p *board.Position) []wrongTurn { return slices.Collect(j.each(p)) }

// anyTurn reports whether there is a turn in a position.
func (j *wrongJudge) anyTurn(p *board.Position) bool {
	for range j.each(p) {
		return true
	}
	return false
}

// each yields the turns of a position.
func (j *wrongJudge) each(p *board.Position) iter.Seq[wrongTurn] {
	w, loose := j.way, j.set
	if w.first != nil {
		changed := *p
		w.first(j, &changed)
		p = &changed
	}
	loose.KingSafety, loose.Kingless = ruleset.NoKingSafety, ruleset.FreeToMove
	if w.passes != nil || w.weighs() {
		loose.TwoStep = ruleset.TestNothing
	}
	if w.castles != nil || w.attacked != nil || w.weighs() && j.set.CastlingTest == ruleset.TestPersuaded {
		loose.CastlingTest = ruleset.NoCastlingTest
	}
	return func(yield func(wrongTurn) bool) {
		moves := rules.NewReference(loose).Moves(p)
		if w.missing != nil {
			moves = slices.DeleteFunc(moves, func(m board.Move) bool { return w.missing(p, m) })
		}
		given := len(moves)
		if w.more != nil {
			moves = append(moves, w.more(p)...)
		}
		for i, m := range moves {
			p := p
			if w.takes && i >= given {
				p = withoutTaken(p, m)
			}
			if !j.mayPass(p, m) || !j.mayCastle(p, m) {
				continue
			}
			if t := j.turn(p, m); j.allowed(&t) && !j.reclaims(&t, yield) {
				return
			}
		}
	}
}

// turn carries a move through to the end of the mover's conversions.
func (j *wrongJudge) turn(p *board.Position, m board.Move) wrongTurn {
	settled := j.set
	settled.Reclaim = ruleset.NoReclaim
	c := rules.NewReference(settled).Cascade(p, m)
	if j.way.land != nil {
		j.way.land(&c.Board, p, m)
	}
	t := wrongTurn{before: *p, landed: c.Board, move: m, after: rules.NewReference(settled).Full(p, m).After}
	j.moved, j.left, j.kind, j.promotes = movedTo(p, m), m.From.Bit(), p.KindAt(m.From), m.Promotion < board.NoKind
	j.written = m.To
	if wing, castles := m.Castles(p); castles {
		j.left |= m.To.Bit()
		if m.From.File() == 4 && m.To.File()%7 == 0 {
			j.written, _ = board.CastlingEnds(p.Turn, wing)
		}
	}
	if j.set.MovedPiece != ruleset.AlwaysCounts {
		j.discount(&c.Board)
		defer func() { j.discounted = 0 }()
	}
	switch {
	case j.way.convert != nil:
		j.way.convert(j, &c.Board, p.Turn)
	case j.way.weighs() || j.way.land != nil:
		j.waves(&c.Board, p.Turn, allWaves, nil)
	default:
		return t
	}
	if j.way.settle != nil {
		j.way.settle(&c.Board, p, m)
	}
	t.end(&j.set, &c.Board, 0)
	return t
}

// end makes the position after a turn of the board at its end, when the enemy has reclaimed some pieces.
func (t *wrongTurn) end(set *ruleset.Set, b *board.Position, reclaimed board.Bitboard) {
	for s := range board.NoSquare {
		t.after.Put(s, b.PieceAt(s))
	}
	t.after.Rights = t.before.Rights
	rules.EndRights(set, &t.after, &t.before, t.move,
		reclaimed|t.landed.Colours[t.mover().Other()]&t.after.Colours[t.mover()])
	t.after.Rekey()
}

// movedTo returns the squares on which the pieces of a move end.
func movedTo(p *board.Position, m board.Move) board.Bitboard {
	if wing, castles := m.Castles(p); castles {
		king, rook := board.CastlingEnds(p.Turn, wing)
		return king.Bit() | rook.Bit()
	}
	return m.To.Bit()
}
