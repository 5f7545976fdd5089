package engine

import (
	"turncoat/internal/fast"
	"turncoat/internal/play"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// The features of a position that the evaluation adds up, each with a weight. Most count what the
// side to move has minus what the enemy has; those of falls and rings count each side by itself,
// the side to move first.
const (
	featMaterial = 0                 // pieces, by kind
	featSquare   = featMaterial + 6  // pieces, by kind and square, with the files mirrored
	featFalls    = featSquare + 6*32 // pieces of a side, by kind and by how close they are to falling
	featMobility = featFalls + 2*6*4 // squares that pieces bear on, by kind
	featControl  = featMobility + 6  // squares where a side outweighs the other
	featCentre   = featControl + 1   // the same for the four central squares
	featRing     = featCentre + 1    // squares around a side's kings where the other outweighs it
	featPassed   = featRing + 2      // pawns without an enemy pawn ahead, by rank
	featDoubled  = featPassed + 8    // pawns behind one of their own
	featIsolated = featDoubled + 1   // pawns without one of their own on a neighbouring file
	featBishops  = featIsolated + 1  // a pair of bishops
	featCheck    = featBishops + 1   // 1 if all kings of the mover are attacked or over-persuaded
	featTempo    = featCheck + 1     // always 1
	features     = featTempo + 1     // the number of features
)

// Weights are the factors of the features, in hundredths of a pawn: a pair for each, for a full and
// for an empty board.
type Weights [features][2]float32

// packed holds the same as integers, in units of 1/16 of a hundredth. Both weights of a pair are in
// one word, so that one addition adds both.
type packed [features]int64

const fine = 16

func (w *Weights) pack() *packed {
	var p packed
	for i, pair := range w {
		p[i] = int64(round(pair[0]*fine)) + int64(round(pair[1]*fine))<<32
	}
	return &p
}

func round(x float32) int32 {
	if x < 0 {
		return int32(x - 0.5)
	}
	return int32(x + 0.5)
}

// An evaluator evaluates positions of one rule set. It belongs to one goroutine.
type evaluator struct {
	rules   fast.Rules // rules that weigh pieces as the rule set does
	weights *packed
	survey  fast.Survey
	total   int64
	trace   *[features]int16 // if not nil, also collects the features
}

// surveyor returns the fast rules that survey positions of a rule set: its own, or those of the
// built-in set that weighs pieces the same way.
func surveyor(variant *rules.Variant) fast.Rules {
	turns := play.For(variant)
	if r, ok := turns.Fast(); ok {
		return r
	}
	name := "pacifist1"
	if set := variant.Set(); set.Family.HasWeights() {
		switch set.Weigh {
		case ruleset.ByValue:
			name = "pacifist2"
		case ruleset.ByAverage:
			name = "pacifist-average"
		}
	}

	set, err := ruleset.Builtin(name)
	if err != nil {
		panic(err) // all these names are built in
	}
	r, _ := fast.For(set)
	return r
}

func (e *evaluator) add(feature, n int) {
	e.total += int64(n) * e.weights[feature]
	if e.trace != nil {
		e.trace[feature] += int16(n)
	}
}

const (
	fileA  board.Bitboard = 0x0101010101010101
	fileH                 = fileA << 7
	centre board.Bitboard = 0x0000001818000000

	fullBoard = 24 // the phase of a board with all pieces
)

// evaluate returns the value of a position for the side to move, in hundredths of a pawn.
func (e *evaluator) evaluate(p *board.Position) int {
	e.total = 0
	s := &e.survey
	s.Start(e.rules, p)
	us := p.Turn & 1
	men := [2]board.Bitboard{p.Colours[us], p.Colours[us^1]}
	kinds := [6]board.Bitboard{p.Pawns, p.Knights, p.Bishops &^ p.Rooks, p.Rooks &^ p.Bishops, p.Rooks & p.Bishops, p.Kings}
	for kind, all := range kinds {
		e.add(featMaterial+kind, (all&men[0]).Count()-(all&men[1]).Count())
		e.places(kind, all&men[0], us, 1)
		e.places(kind, all&men[1], us^1, -1)
		for level := range 4 {
			for side := range 2 {
				e.add(featFalls+(side*6+kind)*4+level, (s.Falls[side][level] & all).Count())
			}
		}

		e.add(featMobility+kind, s.Mobility[0][kind]-s.Mobility[1][kind])
	}

	e.add(featControl, s.Controls[0].Count()-s.Controls[1].Count())
	e.add(featCentre, (s.Controls[0]&centre).Count()-(s.Controls[1]&centre).Count())
	for side := range 2 {
		kings := p.Kings & men[side]
		e.add(featRing+side, (ring(kings) & s.Controls[side^1]).Count())
		if pair := (p.Bishops &^ p.Rooks & men[side]).Count(); pair > 1 {
			e.add(featBishops, 1-2*side)
		}
		e.pawns(p.Pawns&men[side], p.Pawns&men[side^1], us^board.Colour(side), 1-2*side)
	}

	if kings := p.Kings & men[0]; kings&^s.Falls[0][0] == 0 {
		e.add(featCheck, 1)
	}
	e.add(featTempo, 1)
	return e.blend(phase(p))
}

// blend returns the sum of the features, interpolated by how full the board is.
func (e *evaluator) blend(phase int) int {
	full := int(int32(e.total))
	empty := int((e.total - int64(full)) >> 32)
	return (full*phase + empty*(fullBoard-phase)) / (fullBoard * fine)
}

// phase returns how full the board is, from 0 to fullBoard.
func phase(p *board.Position) int {
	n := (p.Knights | p.Bishops | p.Rooks).Count() + p.Rooks.Count() + (p.Rooks & p.Bishops).Count()
	return min(n, fullBoard)
}

func (e *evaluator) places(kind int, on board.Bitboard, side board.Colour, sign int) {
	for ; on != 0; on &= on - 1 {
		e.add(featSquare+kind*32+place(on.First(), side), sign)
	}
}

// place returns a square from its owner's point of view, from 0 to 31, with the king's side
// mirrored.
func place(s board.Square, side board.Colour) int {
	file, rank := int(s&7), int(s>>3)^7*int(side)
	return rank*4 + min(file, 7-file)
}

// ring returns the squares of some kings and those around them.
func ring(kings board.Bitboard) board.Bitboard {
	row := kings | kings&^fileA>>1 | kings&^fileH<<1
	return row | row<<8 | row>>8
}

func (e *evaluator) pawns(own, enemy board.Bitboard, side board.Colour, sign int) {
	for on := own; on != 0; on &= on - 1 {
		s := on.First()
		file := fileA << (s & 7)
		neighbours := file&^fileA>>1 | file&^fileH<<1
		ahead := ^board.Bitboard(0) << (s&56 + 8)
		rank := int(s >> 3)
		if side == board.Black {
			ahead = 1<<(s&56) - 1
			rank = 7 - rank
		}

		if (file|neighbours)&ahead&enemy == 0 {
			e.add(featPassed+rank, sign)
		}
		if file&ahead&own != 0 {
			e.add(featDoubled, sign)
		}
		if neighbours&own == 0 {
			e.add(featIsolated, sign)
		}
	}
}
