package fast

import (
	"slices"
	"sync"

	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// Rules is one of the rule sets that are built in, in their order. Get one from [For]; the
// zero value is none.
type Rules uint8

const (
	pacifist1 Rules = iota + 1
	pacifist2
	pacifistNumber
	pacifistValue
	pacifistAverage
	conversion
	benedict
	benedictKing
	_ // Andernach Chess and its kin go by their traits
	_
	_
	_
	_
	_
	_
	_
	_
	chess
	firstCustom // from here on, rule sets of the Andernach family that are not built in
)

// For returns the rules of a set that plays as one of the built-in sets does, whatever its name, or
// of a set of the Andernach family, and whether there are any.
func For(set ruleset.Set) (Rules, bool) {
	built, ok := ruleset.IsBuiltin(set)
	if ok {
		makeTables()
		return numbered(built.Name), true
	}
	if traits, ok := traitsOf(&set); ok {
		makeTables()
		return custom(set, traits)
	}
	return 0, false
}

// numbered returns the rules of a built-in set: they are in the order of the sets.
func numbered(name string) Rules { return Rules(slices.Index(ruleset.BuiltinNames(), name) + 1) }

// sets has the rule sets, the built-in ones once [makeTables] has been called, and stepTraits the
// traits of those of the Andernach family.
var (
	sets       [1 << 8]ruleset.Set
	stepTraits [1 << 8]traits
)

// customs counts the rule sets that are not built in.
var customs struct {
	sync.Mutex
	count int
}

// custom returns the rules of a set of the Andernach family that is not built in. It reports false
// once there are too many sets.
func custom(set ruleset.Set, t traits) (Rules, bool) {
	customs.Lock()
	defer customs.Unlock()
	set.Name = ""
	known := sets[firstCustom:][:customs.count]
	i := slices.Index(known, set)
	if i >= 0 {
		return firstCustom + Rules(i), true
	}
	at := int(firstCustom) + customs.count
	if at >= len(sets) {
		return 0, false
	}
	sets[at], stepTraits[at] = set, t
	customs.count++
	return Rules(at), true
}

// family returns the family of the rule set.
func (r Rules) family() ruleset.Family { return sets[r].Family }

// isPacifist reports whether the rule set is of the Pacifist family.
func (r Rules) isPacifist() bool { return r <= pacifistAverage }

// isBenedict reports whether it is of Benedict Chess.
func (r Rules) isBenedict() bool { return r == benedict || r == benedictKing }

// converts reports whether the rule set is of the Andernach family.
func (r Rules) converts() bool { return r > benedictKing && r != chess }

// captures reports whether pieces capture others.
func (r Rules) captures() bool { return r == conversion || r >= chess || r.converts() }

// inventor reports whether the rule set is one of the inventor's forms of Pacifist Chess (PAC-7,
// PAC-8, PAC-11) rather than one of vchess.club's.
func (r Rules) inventor() bool { return r >= pacifistNumber && r <= pacifistAverage }

// Reclaims reports whether the rule set has a reclaim (PAC-8).
func (r Rules) Reclaims() bool { return r.inventor() }

// AppendMoves appends every move that has a legal turn, each once, in a fixed order.
func (r Rules) AppendMoves(moves []board.Move, p *board.Position) []board.Move {
	if r == chess {
		var a checkInfo
		a.start(p)
		return a.chessMoves(moves)
	}

	var buffer [96]board.Turn
	for _, t := range r.appendTurns(buffer[:0], p) {
		moves = append(moves, t.Move)
	}
	return moves
}

// AppendTurns appends the turn of every legal move, each move once, with the full reclaim where the
// rule set has a reclaim, in the order of [Rules.AppendMoves].
func (r Rules) AppendTurns(turns []board.Turn, p *board.Position) []board.Turn {
	first := len(turns)
	turns = r.appendTurns(turns, p)
	if r.inventor() {
		for i := range turns[first:] {
			t := &turns[first+i]
			t.Reclaimed = r.fullReclaim(p, t.Move, t.Converted, t.Reclaimed)
		}
	}

	return turns
}

// appendTurns appends the turn of every legal move, in the inventor's forms as node.appendTurns
// does.
func (r Rules) appendTurns(turns []board.Turn, p *pos) []board.Turn {
	switch r.family() {
	case ruleset.Pacifist:
		var n node
		n.start(r, p)
		return n.appendTurns(turns)
	case ruleset.Conversion:
		var a checkInfo
		a.start(p)
		return a.appendConversionTurns(turns)
	case ruleset.Benedict:
		return r.appendBenedictTurns(turns, p)
	case ruleset.Andernach:
		var a checkInfo
		a.start(p)
		return a.appendStepTurns(turns, &stepTraits[r])
	}

	var a checkInfo
	a.start(p)
	var buffer [128]board.Move
	for _, m := range a.chessMoves(buffer[:0]) {
		turns = append(turns, board.Turn{Move: m})
	}
	return turns
}

// Legal reports whether a move, any move, has a legal turn.
func (r Rules) Legal(p *board.Position, m board.Move) bool {
	if !r.possible(p, m) {
		return false
	}
	_, legal := r.resolve(p, m)
	return legal
}

// Play plays a legal move with all that it converts and, where the rule set has a reclaim, the
// full reclaim. It writes the position after it, its key included, and returns the turn. Of a move
// that is not legal the result is without meaning.
func (r Rules) Play(p *board.Position, m board.Move, after *board.Position) board.Turn {
	t, _ := r.try(p, m, after)
	return t
}

// try plays a possible move as Play does and reports whether the turn is legal.
func (r Rules) try(p *pos, m move, after *pos) (board.Turn, bool) {
	switch r.family() {
	case ruleset.Pacifist:
		var c cascade
		return c.play(r, p, m, after)
	case ruleset.Conversion:
		return conversionPlay(p, m, after)
	case ruleset.Benedict:
		return r.benedictPlay(p, m, after)
	case ruleset.Andernach:
		return r.stepPlay(p, m, after)
	}

	return chessPlay(p, m, after)
}

// resolve returns the turn of a possible move and reports whether it is legal. In the inventor's
// forms Reclaimed holds what the enemy can take back first.
func (r Rules) resolve(p *pos, m move) (board.Turn, bool) {
	switch r.family() {
	case ruleset.Pacifist:
		return r.plainTurn(p, m)
	case ruleset.Conversion:
		return conversionTurn(p, m)
	case ruleset.Benedict:
		return r.benedictTurn(p, m), !p.Kingless(p.Turn)
	case ruleset.Andernach:
		return stepTurn(&stepTraits[r], p, m)
	}

	return board.Turn{Move: m}, chessLegal(p, m)
}

// Apply writes the position after a turn that is legal in p, its key included: the move, then a
// change of colour of all that it converts and that is reclaimed.
func (r Rules) Apply(p *board.Position, t board.Turn, after *board.Position) {
	if p == after {
		before := *p
		p = &before
	} else {
		*after = *p
	}

	rights := rightsSquares(&p.Rights)
	r.advanceAny(after, &t, rights)
	rekey(p, after, &t)
}

// advanceAny makes a turn on the board, hands the move to the other side and leaves the key alone.
func (r Rules) advanceAny(p *pos, t *board.Turn, rights bits) {
	switch {
	case r.converts():
		r.stepAdvance(p, t, rights)
	case r.captures():
		orthodoxAdvance(p, t, rights)
	default:
		r.advance(p, t, rights)
	}
}

// AppendWaves appends the conversions of a legal move wave by wave.
func (r Rules) AppendWaves(list []board.Bitboard, p *board.Position, m board.Move) []board.Bitboard {
	if r.family() == ruleset.Pacifist {
		var c cascade
		c.begin(r, p, m)
		r.waves(&c.board, c.first, p.Turn^1, c.discount, &list)
		return list
	}

	if t, _ := r.resolve(p, m); t.Converted != 0 {
		list = append(list, t.Converted)
	}
	return list
}

// InCheck reports whether a side's king is in check (CON-7; in chess, orthodox check; in Benedict
// Chess never). In the
// Pacifist family it reports whether the side owns no king that is not over-persuaded.
func (r Rules) InCheck(p *board.Position, c board.Colour) bool {
	switch r.family() {
	case ruleset.Pacifist:
		return !r.safeKing(p, c)
	case ruleset.Conversion:
		return conversionCheck(p, c)
	case ruleset.Benedict:
		return false
	}

	return attacked(p, (p.Kings & p.Colours[c]).First(), c, p.Occupied())
}
