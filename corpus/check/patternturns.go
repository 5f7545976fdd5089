package check

import (
	"fmt"
	"slices"
	"strings"

	"turncoat/corpus"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// An observation is what answers show of single turns and of single pieces.
type observation struct {
	set   ruleset.Set
	words vocabulary
	// Turns that are legal and missing, and those that are there; turns that are refused by the rules and allowed,
	// and those that are refused.
	missing, there, allowed, refused []factSet
	// what each piece did in each wave can be told from the board after a turn
	plain        bool
	strange      bool      // there are moves that no piece makes, or boards that are not understood
	made, unmade []factSet // such moves, and others that are not made
	boards       []shownMoves
	// Pieces that are not converted in a wave, and those that are; pieces that are converted and should not be, and
	// those that rightly stay.
	kept, converted, taken, stayed []factSet
}

// observe compares the answers with those of a variant that can be played out, turn by turn.
func (d *diagnoser) observe(m corpus.Misreading, g *rules.Variant) *observation {
	o := &observation{set: m.Set}
	if m.Set.Family != ruleset.Pacifist || m.Set.Reclaim == ruleset.OptionalReclaim ||
		m.Set.Friendly != ruleset.FriendsStay {
		return o
	}
	o.plain = m.Set.Reclaim == ruleset.NoReclaim && m.Set.MovedPiece == ruleset.AlwaysCounts &&
		m.Set.Candidates == ruleset.AllCandidates
	for _, list := range [][]sample{d.wrong, d.right} {
		for i := range list {
			if d.ctx.Err() != nil {
				return o
			}
			if s := &list[i]; s.result.answer.Refused == "" && !s.readOtherwise(g) {
				o.look(g, s)
			}
		}
	}
	return o
}

// look compares one answer.
func (o *observation) look(g *rules.Variant, s *sample) {
	p, err := question(s.result.Case).Position(g)
	if err != nil {
		return
	}
	got := map[string]string{}
	for _, t := range s.result.answer.Turns {
		got[t.UCI] = t.FEN
	}
	var way wrongWay
	right := &wrongJudge{set: o.set, way: &way}
	legal := map[string]bool{}
	for t := range right.each(&p) {
		uci := t.move.UCI(&p)
		legal[uci] = true
		fen, there := got[uci]
		switch {
		case !there:
			o.missing = append(o.missing, o.words.set(right.turnExample(&t)))
		case fen != fmt.Sprintf("%s %c", t.after.Board(), "wb"[t.after.Turn]):
			o.pieces(right, &t, fen)
		default:
			o.there = append(o.there, o.words.set(right.turnExample(&t)))
			o.pieces(right, &t, "")
		}
	}
	way = anyTurnWay
	for t := range right.each(&p) {
		uci := t.move.UCI(&p)
		if legal[uci] {
			continue
		}
		legal[uci] = true
		if _, there := got[uci]; there {
			o.allowed = append(o.allowed, o.words.set(right.turnExample(&t)))
		} else {
			o.refused = append(o.refused, o.words.set(right.turnExample(&t)))
		}
	}
	for uci := range got {
		o.strange = o.strange || !legal[uci]
	}
	o.boards = append(o.boards, shownMoves{p, got, legal})
}

// anyTurnWay allows whatever the pieces can do.
var anyTurnWay = wrongWay{
	safe:    func(*wrongJudge, *wrongTurn) bool { return true },
	passes:  func(*wrongJudge, *board.Position, board.Move) bool { return true },
	castles: func(*wrongJudge, *board.Position, board.Move) bool { return true },
}

// turnExample returns what is true of a turn, legal or not.
func (j *wrongJudge) turnExample(t *wrongTurn) example {
	p, m := &t.before, t.move
	played := board.Played{Turn: board.Turn{Move: m,
		Converted: t.landed.Colours[p.Turn.Other()] & t.after.Colours[p.Turn]}, After: t.after}
	e := example{}
	for _, set := range kindSets {
		e.add("moves of "+set.name, len(set.kinds) > 1 && slices.Contains(set.kinds, p.KindAt(m.From)))
	}
	for _, k := range slices.Concat(moveKinds(p, m), stateKinds(p), aroundKinds(j.set, p, &played),
		waveKinds(j.set, p, m)) {
		e[string(k)] = true
	}
	add := e.add
	_, castles := m.Castles(p)
	add("turns that convert nothing", played.Converted == 0)
	if castles {
		return e
	}
	files, ranks := abs(m.To.File()-m.From.File()), abs(m.To.Rank()-m.From.Rank())
	add("moves of one file", files == 1)
	add("moves of one rank", ranks == 1)
	add("moves along a rank", ranks == 0)
	add("moves along a file", files == 0)
	add("moves forward", (m.To.Rank()-m.From.Rank())*ahead(p.Turn) > 0)
	add("moves backward", (m.To.Rank()-m.From.Rank())*ahead(p.Turn) < 0)
	add("moves of one square", distance(m.From, m.To) == 1)
	add("moves from an attacked square", attacked(p, m.From, p.Turn.Other()))
	add("moves to an attacked square", attacked(p, m.To, p.Turn.Other()))
	add("moves to a supported square", attacked(&t.landed, m.To, p.Turn))
	add("moves beside an enemy piece", nextTo(p.Colours[p.Turn.Other()], m.To))
	add("moves beside an own piece", nextTo(p.Colours[p.Turn]&^m.From.Bit(), m.To))
	add("moves beside an enemy king", nextTo(p.Kings&p.Colours[p.Turn.Other()], m.To))
	add("moves of an over-persuaded piece", j.over(p, m.From, p.Turn))
	add("moves to where the piece is over-persuaded", j.over(&t.landed, m.To, p.Turn))
	add("moves that open a line to an own king", opens(p, &t.landed, p.Turn))
	add("moves that open a line to the enemy's king", opens(p, &t.landed, p.Turn.Other()))
	if p.KindAt(m.From) != board.Pawn {
		df, dr := unitStep(m.From, m.To)
		far := offset(m.To, df, dr)
		add("moves to the last square of a line", far == board.NoSquare)
		add("moves up to a piece", far != board.NoSquare && p.KindAt(far) != board.NoKind)
		add("moves up to an enemy piece", far != board.NoSquare && p.Colours[p.Turn.Other()].Has(far))
		add("moves up to an own piece", far != board.NoSquare && p.Colours[p.Turn].Has(far))
	}
	if far := distance(m.From, m.To); p.KindAt(m.From) == board.Pawn && far == 1 {
		next := offset(m.To, 0, ahead(p.Turn))
		add("moves up to a piece", next != board.NoSquare && p.KindAt(next) != board.NoKind)
		add("moves of a pawn from its first square", m.From.Rank() == [...]int{1, 6}[p.Turn])
	}
	return e
}

// offset returns the square so many files and ranks away, or [board.NoSquare].
func offset(s board.Square, files, ranks int) board.Square {
	file, rank := s.File()+files, s.Rank()+ranks
	if file < 0 || file > 7 || rank < 0 || rank > 7 {
		return board.NoSquare
	}
	return board.At(file, rank)
}

// opens reports whether a move lets more enemy pieces attack a side's king that has not moved.
func opens(before, landed *board.Position, side board.Colour) bool {
	for s := range (before.Kings & landed.Kings & before.Colours[side]).All {
		if len(rules.NewReference(ruleset.First(ruleset.Pacifist)).Weigh(landed, s, side.Other()).By) > len(rules.NewReference(ruleset.First(ruleset.Pacifist)).Weigh(before, s, side.Other()).By) {
			return true
		}
	}
	return false
}

// turnWays lists the bugs by which turns of a pattern are missing, or allowed, or both.
func (o *observation) turnWays() []wrongWay {
	if len(o.kept) > 0 || len(o.taken) > 0 || o.strange || len(o.missing)+len(o.allowed) == 0 {
		return nil
	}
	var list []wrongWay
	lost, more := o.words.learnAny(o.missing, o.there), o.words.learnAny(o.allowed, o.refused)
	for _, l := range lost {
		for _, a := range more {
			list = append(list, turnWay(l, a))
		}
	}
	return list
}

// turnWay returns the bug by which turns of one pattern are missing, and those of another allowed; an empty
// pattern is none.
func turnWay(lost, more pattern) wrongWay {
	var w wrongWay
	var names []string
	if lost.size() > 0 {
		names = append(names, "turns that are "+lost.String()+" are missing")
	}
	if more.size() > 0 {
		names = append(names, "turns that are "+more.String()+" are allowed")
		w.passes, w.castles = anyTurnWay.passes, anyTurnWay.castles
	}
	w.name = strings.Join(names, ", and ")
	w.safe = func(j *wrongJudge, t *wrongTurn) bool {
		if len(rules.NewReference(j.set).Breaches(&t.before, t.move)) == 0 {
			return lost.size() == 0 || !lost.fits(j.turnExample(t))
		}
		return more.size() > 0 && more.fits(j.turnExample(t))
	}
	return w
}
