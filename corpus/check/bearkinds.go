package check

import (
	"fmt"
	"slices"
	"sync"

	"turncoat/corpus/internal/bearing"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// affected lists the ways of bearing on squares (PAC-4, or of giving check) on which it depends what
// becomes of a move, legal or not: were they counted otherwise, some piece would be judged otherwise.
func affected(set ruleset.Set, p *board.Position, m board.Move) []kind {
	j := &bearJudge{set: set, found: map[kind]bool{}}
	j.moves(p, m)
	mover := p.Turn
	if set.Family != ruleset.Pacifist {
		after := rules.NewReference(set).Cascade(p, m).Board
		j.attacked(p, m)
		for s := range (after.Kings & after.Colours[mover]).All {
			j.attackedAt(&after, s, mover.Other())
		}
		return j.kinds
	}
	j.attacked(p, m)
	if p.KindAt(m.From) == board.Pawn && abs(m.To.Rank()-m.From.Rank()) == 2 { // PAC-3
		j.square(p, (m.From+m.To)/2, mover, 0)
	}
	c := rules.NewReference(set).Cascade(p, m)
	if p.KindAt(m.From) == board.King && set.KingSafety == ruleset.KingMoves {
		j.square(&c.Board, m.To, mover, 0)
	}
	if set.MovedPiece != ruleset.AlwaysCounts && c.Board.PieceAt(m.To).Colour == mover {
		j.square(&c.Board, m.To, mover, 0)
	}
	for {
		wave := c.Next()
		for s := range c.Board.Colours[mover.Other()].All {
			j.square(&c.Board, s, mover.Other(), c.Discounted)
		}
		if wave == 0 {
			break
		}
		c.Convert(wave)
	}
	last := c.Board.Kings & c.Board.Colours[mover]
	if set.Reclaim != ruleset.NoReclaim {
		last = c.Board.Colours[mover]
	}
	for s := range last.All {
		j.square(&c.Board, s, mover, 0)
	}
	return j.kinds
}

// decisive keeps, of the ways of bearing that some piece's judgement hangs on, those by which the
// turn of a move would come out otherwise, as far as that is easily told.
func decisive(set ruleset.Set, p *board.Position, m board.Move, ways []kind) []kind {
	plain := set.Family == ruleset.Pacifist && set.Reclaim == ruleset.NoReclaim &&
		set.MovedPiece == ruleset.AlwaysCounts && set.Candidates == ruleset.AllCandidates
	if !plain {
		return ways
	}
	var kept []kind
	for _, k := range ways {
		if k == "bearing through sliders of other lines" || k == "bearing through enemy sliders" ||
			!isWay(claim(k)) || outcomeBy(set, p, m, k) != outcomeBy(set, p, m, "") {
			kept = append(kept, k)
		}
	}
	return kept
}

// A bornOut is what becomes of a move: the board, and whether some king of the mover's is safe.
type bornOut struct {
	colours [2]board.Bitboard
	safe    bool
	tested  bool // what has to be tested before the move: the passed square, or the way of a castling
}

// outcomeBy carries a move through as if a way of bearing did not count.
func outcomeBy(set ruleset.Set, p *board.Position, m board.Move, k kind) bornOut {
	j := &bearJudge{set: set}
	j.moves(p, m)
	over := func(b *board.Position, s board.Square, owner board.Colour) bool {
		if otherwise, is := judgements[k]; is {
			return otherwise(set, b, s, owner, 0)
		}
		persuade := rules.NewReference(set).Weigh(b, s, owner.Other())
		support := rules.NewReference(set).Weigh(b, s, owner)
		return j.less(persuade, j.kindsOf(persuade, s, persuasion), k).Over(j.less(support,
			j.kindsOf(support, s, inSupport), k), set)
	}
	mover := p.Turn
	var out bornOut
	if p.KindAt(m.From) == board.Pawn && abs(m.To.Rank()-m.From.Rank()) == 2 {
		out.tested = over(p, (m.From+m.To)/2, mover)
	}
	if _, castles := m.Castles(p); castles {
		j := &bearJudge{set: set, found: map[kind]bool{}}
		j.attacked(p, m)
		out.tested = k != "" && j.found[k]
	}
	c := rules.NewReference(set).Cascade(p, m)
	for n := 0; n == 0 || set.Rounds == ruleset.AllRounds; n++ {
		wave := those(c.Board.Colours[mover.Other()], func(s board.Square) bool {
			return (set.KingConverts == ruleset.Yes || c.Board.KindAt(s) != board.King) &&
				over(&c.Board, s, mover.Other())
		})
		if wave == 0 {
			break
		}
		c.Convert(wave)
	}
	out.colours = c.Board.Colours
	kings := c.Board.Kings & c.Board.Colours[mover]
	hang := those(kings, func(s board.Square) bool { return over(&c.Board, s, mover) })
	switch set.KingSafety {
	case ruleset.AfterTurn:
		out.safe = kings != hang
	case ruleset.EveryKing:
		out.safe = hang == 0
	}
	return out
}

// A bearJudge gathers ways of bearing that decide.
type bearJudge struct {
	set   ruleset.Set
	kinds []kind
	found map[kind]bool

	moved    board.Square // where the moved piece stands after its move; NoSquare for a castling
	promoted bool
}

// moves notes what moves.
func (j *bearJudge) moves(p *board.Position, m board.Move) {
	j.moved, j.promoted = m.To, m.Promotion < board.NoKind
	if _, castles := m.Castles(p); castles {
		j.moved = board.NoSquare
	}
}

// Roles in which pieces bear on a square.
const (
	anyRole    = ""
	persuasion = "in persuasion"
	inSupport  = "in support"
)

func (j *bearJudge) add(k kind) {
	if !j.found[k] {
		j.found[k] = true
		j.kinds = append(j.kinds, k)
	}
}

// square judges whether a piece of a side on a square is over-persuaded (PAC-5), and by what.
func (j *bearJudge) square(p *board.Position, s board.Square, owner board.Colour, without board.Bitboard) {
	persuade := rules.NewReference(j.set).WeighWithout(p, s, owner.Other(), without)
	support := rules.NewReference(j.set).WeighWithout(p, s, owner, without)
	over := persuade.Over(support, j.set)
	seen := map[kind]bool{}
	sliders := false
	persuaders, supporters := j.kindsOf(persuade, s, persuasion), j.kindsOf(support, s, inSupport)
	for i, list := range [][]rules.Bearer{persuade.By, support.By} {
		for n, b := range list {
			sliders = sliders || slider(b.Piece.Kind)
			for _, k := range [...][][]kind{persuaders, supporters}[i][n] {
				if seen[k] || j.found[k] {
					continue
				}
				seen[k] = true
				if j.less(persuade, persuaders, k).Over(j.less(support, supporters, k), j.set) != over {
					j.add(k)
				}
			}
		}
	}
	j.judge(p, s, owner, without, over)
	if !sliders || without != 0 || j.set.Lines != ruleset.Batteries {
		return
	}
	for i, k := range [...]kind{1: "bearing through sliders of other lines", 2: "bearing through enemy sliders"} {
		if k == "" {
			continue
		}
		r := &bearing.Readings[i]
		if !j.found[k] && r.Weigh(j.set, p, s, owner.Other()).Over(r.Weigh(j.set, p, s, owner), j.set) != over {
			j.add(k)
		}
	}
}

// kindsOf lists the ways of bearing of all bearers of a weight on a square.
func (j *bearJudge) kindsOf(w rules.Weight, s board.Square, role string) [][]kind {
	list := make([][]kind, len(w.By))
	for i, b := range w.By {
		list[i] = j.bearKinds(s, b, w.By, role)
	}
	return list
}

// less returns a weight without the bearers of a kind and those that bear through them.
func (j *bearJudge) less(w rules.Weight, kinds [][]kind, k kind) rules.Weight {
	var out rules.Weight
	var gone board.Bitboard
	for i, b := range w.By {
		if slices.Contains(kinds[i], k) {
			gone |= b.Square.Bit()
		}
	}
	if gone == 0 {
		return w
	}
next:
	for _, b := range w.By {
		if gone.Has(b.Square) {
			continue
		}
		for _, through := range b.Through {
			if gone.Has(through) {
				continue next
			}
		}
		out.Sum += int64(j.set.Values[b.Piece.Kind])
		out.Count++
	}
	return out
}

// attacked judges the squares of a castling (PAC-14, CON-9).
func (j *bearJudge) attacked(p *board.Position, m board.Move) {
	wing, castles := m.Castles(p)
	if !castles {
		return
	}
	end, _ := board.CastlingEnds(p.Turn, wing)
	for s := range span(m.From, end).All {
		j.attackedAt(p, s, p.Turn.Other())
	}
}

// attackedAt judges whether a side attacks a square in the orthodox sense.
func (j *bearJudge) attackedAt(p *board.Position, s board.Square, by board.Colour) {
	plain := bearing.Plainly(j.set)
	plain.Lines = ruleset.Blocked
	w := rules.NewReference(plain).Weigh(p, s, by)
	if (backwardPawns(plain, p, s, by).Count > 0) != (len(w.By) > 0) {
		j.add(backwards)
		j.add(backwardsOf[by])
	}
	for _, k := range inCommon(j.kindsOf(w, s, anyRole)) {
		j.add(k)
	}
}

// inCommon returns the kinds that all lists have, in the order of the first.
func inCommon(lists [][]kind) []kind {
	if len(lists) == 0 {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(lists[0]), func(k kind) bool {
		return slices.ContainsFunc(lists[1:], func(other []kind) bool { return !slices.Contains(other, k) })
	})
}

// bearWay is all that the kinds of a bearer depend on, but for what has moved.
type bearWay struct {
	piece   board.Piece
	step    string
	slant   string
	far     int
	towards byte
	through int     // 2 for more
	by      [3]bool // bishops, rooks and queens that it bears through
	gap     bool    // empty squares lie between it and the next of them
	role    string
}

var bearWays sync.Map // of bearWay to []kind

// bearKinds lists the ways in which a piece bears on a square, the widest first. The list holds the
// pieces that it may bear through.
func (j *bearJudge) bearKinds(s board.Square, b rules.Bearer, list []rules.Bearer, role string) []kind {
	files, ranks := s.File()-b.Square.File(), s.Rank()-b.Square.Rank()
	way := bearWay{piece: b.Piece, step: stepNames()[files+7][ranks+7], slant: slant(s, b.Square),
		far: distance(s, b.Square), towards: 'a', through: min(len(b.Through), 2), role: role}
	if files > 0 {
		way.towards = 'h'
	}
	if len(b.Through) > 0 {
		way.gap = distance(b.Square, b.Through[0]) > 1
		for _, other := range list {
			if i := other.Piece.Kind - board.Bishop; other.Piece.Kind >= board.Bishop && int(i) < len(way.by) &&
				slices.Contains(b.Through, other.Square) {
				way.by[i] = true
			}
		}
	}
	var kinds []kind
	if known, ok := bearWays.Load(way); ok {
		kinds = known.([]kind)
	} else {
		kinds = slices.Clip(way.kinds())
		bearWays.Store(way, kinds)
	}
	if b.Square == j.moved && s != j.moved {
		if kinds = append(kinds, "bearing of the moved piece"); j.promoted {
			kinds = append(kinds, "bearing of the promoted piece")
		}
	}
	return kinds
}

func (w bearWay) kinds() []kind {
	name := w.piece.Kind.String()
	kinds := []kind{kind("bearing of the " + name)}
	if w.role != anyRole {
		kinds = append(kinds, kind("bearing of the "+name+" "+w.role))
	}
	if w.piece.Kind == board.Pawn {
		kinds = append(kinds, kind(sides[w.piece.Colour]+"'s bearing of the pawn"),
			kind(fmt.Sprintf("bearing of the pawn towards the %c-file", w.towards)))
	}
	kinds = append(kinds, kind(fmt.Sprintf("bearing of the %s by %s", name, w.step)))
	switch w.piece.Kind {
	case board.King, board.Queen:
		kinds = append(kinds, kind(w.slant+" bearing of the "+name))
	}
	if slider(w.piece.Kind) {
		kinds = append(kinds, kind("bearing along "+w.step))
		if w.far == 1 {
			kinds = append(kinds, "bearing of sliders from the next square")
		}
		if w.far > 1 {
			kinds = append(kinds, kind("bearing of the "+name+" from afar"))
			kinds = append(kinds, bearReach()[w.far]...)
		}
	}
	if w.through >= 1 {
		mixed := false
		kinds = append(kinds, "bearing through other sliders")
		for i, relay := range w.by {
			if relay {
				kinds = append(kinds, kind("bearing through "+(board.Bishop+board.Kind(i)).String()+"s"))
				mixed = mixed || board.Bishop+board.Kind(i) != w.piece.Kind
			}
		}
		if mixed {
			kinds = append(kinds, "bearing through sliders of another kind")
		}
		kinds = append(kinds, kind(w.slant+" bearing through other sliders"))
	}
	if w.gap {
		kinds = append(kinds, "bearing through other sliders at a distance")
	}
	if w.through >= 2 {
		kinds = append(kinds, "bearing of third sliders")
	}
	return kinds
}
