package parting

import (
	"fmt"
	"slices"

	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// Facts are things that are true of a turn: bits by the numbers of [phrases].
type Facts [2]uint64

func (f *Facts) add(n int) { f[n>>6] |= 1 << (n & 63) }

func (f Facts) has(g Facts) bool { return f[0]&g[0] == g[0] && f[1]&g[1] == g[1] }

// phrases says each fact, as in "every missing turn is one …", the simplest first.
var phrases []string

// number numbers the facts by their phrases, in the order in which they are first asked for.
var number = map[string]int{}

func define(list ...string) {
	for _, text := range list {
		number[text] = len(phrases)
		phrases = append(phrases, text)
	}
}

func init() {
	define("by castling", "by castling on the king's side", "by castling on the queen's side",
		"by castling from a shuffled start", "by castling with a king that is on its end square",
		"by castling with a rook that is on its end square", "by promotion")
	for kind := board.Pawn; kind <= board.King; kind++ {
		define("with a " + kind.String())
	}
	define("with a queen, rook or bishop")
	define("by a two-step", "by a capture", "by capturing en passant", "by White", "by Black")
	for _, kind := range []board.Kind{board.Knight, board.Bishop, board.Rook, board.Queen} {
		define("that promotes to a " + kind.String())
	}
	define("along a rank", "along a file", "along a diagonal", "forwards", "backwards", "to a higher file",
		"to a lower file", "to a neighbouring square")
	for n := 1; n <= 6; n++ {
		define(fmt.Sprintf("over more than %d squares", n))
	}
	define(
		"to the edge of the board",
		"from its first rank",
		"from its second rank",
		"to its last rank",
		"next to a king",
		"by a mover without a king",
		"by a mover with both kings",
		"with two kings on one first rank",
		"by a mover with a castling right",
		"after a castling",
		"after a promotion",
		"after a king's move",
		"after a rook's move",
		"after a two-step",
		"after a conversion",
		"after moves",
		"that converts nothing",
		"that converts a piece",
		"that converts a king",
		"that converts more than one piece",
	)
	for kind := board.Pawn; kind <= board.Queen; kind++ {
		define("that converts a " + kind.String())
	}
	for n := 1; n <= 8; n++ {
		define(fmt.Sprintf("with more than %d %s", n, map[bool]string{true: "wave", false: "waves"}[n == 1]))
	}
	for kind := board.Pawn; kind <= board.King; kind++ {
		define("that hangs on the weight of a " + kind.String())
	}
	define("that leaves every king attacked", "without a legal turn", "with a reclaim", "without a reclaim",
		"whose moved piece is over-persuaded", "in check",
		"that ends the game", "that draws", "in which a piece bears through another",
		"over an own piece", "over an enemy piece", "onto an own piece", "onto an enemy piece",
		"round the edge of the board", "that leaves a king over-persuaded", "without a right",
		"with something in the way", "over an attacked square")
	if len(phrases) > 128 {
		panic("too many facts")
	}
}

// A lister lists the facts of turns of one position.
type lister struct {
	variant *rules.Variant
	p       board.Position
	common  Facts // of all turns of the position
}

func (l *lister) say(f *Facts, text string, is bool) {
	if is {
		n, ok := number[text]
		if !ok {
			panic("no such fact: " + text)
		}
		f.add(n)
	}
}

// newLister returns the lister of the position that moves lead to.
func newLister(v *rules.Variant, fen string, moves []string) (*lister, error) {
	l := &lister{variant: v}
	p, err := v.ParseFEN(fen)
	if err != nil {
		return nil, err
	}
	f := &l.common
	for _, text := range moves {
		t, err := v.Parse(&p, text)
		if err != nil {
			return nil, err
		}
		_, castles := t.Move.Castles(&p)
		kind := p.KindAt(t.Move.From)
		l.say(f, "after a castling", castles)
		l.say(f, "after a promotion", t.Move.Promotion < board.NoKind)
		l.say(f, "after a king's move", !castles && kind == board.King)
		l.say(f, "after a rook's move", kind == board.Rook)
		l.say(f, "after a two-step", kind == board.Pawn && abs(t.Move.From.Rank()-t.Move.To.Rank()) == 2)
		l.say(f, "after a conversion", t.Converted != 0)
		l.say(f, "after moves", true)
		p = t.After
	}
	l.p = p
	side := p.Turn
	l.say(f, [...]string{"by White", "by Black"}[side], true)
	l.say(f, "by a mover without a king", p.Kingless(side))
	l.say(f, "by a mover with both kings", (p.Kings&p.Colours[side]).Count() > 1)
	l.say(f, "with two kings on one first rank", (p.Kings&0xff).Count() > 1 || (p.Kings>>56).Count() > 1)
	l.say(f, "by a mover with a castling right", p.Rights[board.RightIndex(side, board.QueenSide)].Held() ||
		p.Rights[board.RightIndex(side, board.KingSide)].Held())
	l.say(f, "in check", v.InCheck(&p))
	return l, nil
}

// legal lists the facts of a legal turn.
func (l *lister) legal(t *board.Played) Facts {
	f := l.move(t.Move)
	l.say(&f, "that converts nothing", t.Converted == 0)
	l.say(&f, "that converts a piece", t.Converted != 0)
	l.say(&f, "that converts more than one piece", t.Converted.Count() > 1)
	for kind := board.Pawn; kind <= board.King; kind++ {
		l.say(&f, "that converts a "+kind.String(), t.Converted&t.After.Of(kind) != 0)
	}
	for n := 1; n <= 8 && n < len(t.Waves); n++ {
		f.add(number["with more than 1 wave"] + n - 1)
	}
	if l.variant.Set().Reclaim != ruleset.NoReclaim {
		l.say(&f, "with a reclaim", t.Reclaimed != 0)
		l.say(&f, "without a reclaim", t.Reclaimed == 0)
	}
	if l.variant.Set().Family == ruleset.Pacifist {
		l.bearing(&f, t)
	}
	end := l.variant.Outcome(&t.After)
	l.say(&f, "that ends the game", end.Result != board.Ongoing)
	l.say(&f, "that draws", end.Result == board.Draw)
	return f
}

// bearing adds what is true of the pieces that bear on those that are persuaded at all.
func (l *lister) bearing(f *Facts, t *board.Played) {
	safe := false
	for s := range t.After.Occupied().All {
		mine, theirs := l.variant.Weigh(&t.After, s, l.p.Turn), l.variant.Weigh(&t.After, s, t.After.Turn)
		if p := t.After.PieceAt(s); p.Colour == t.After.Turn {
			l.decided(f, mine, theirs)
		} else if p.Kind == board.King {
			safe = safe || theirs.Count == 0
		}
	}
	l.say(f, "that leaves every king attacked", !safe)
	e := l.variant.Explain(&l.p, *t)
	l.say(f, "whose moved piece is over-persuaded", e.Discounted != 0)
	for _, w := range e.Waves {
		for _, s := range w.Squares {
			l.decided(f, s.Persuade, s.Support)
			for _, b := range slices.Concat(s.Persuade.By, s.Support.By) {
				l.say(f, "in which a piece bears through another", len(b.Through) > 0)
			}
		}
	}
}

// decided adds of which kinds the pieces decide whether a piece changes sides.
func (l *lister) decided(f *Facts, persuade, support rules.Weight) {
	set := l.variant.Set()
	over := persuade.Over(support, set)
	for kind := board.Pawn; kind <= board.King; kind++ {
		without := func(w rules.Weight) rules.Weight {
			for _, b := range w.By {
				if b.Piece.Kind == kind {
					w.Count, w.Sum = w.Count-1, w.Sum-int64(set.Values[kind])
				}
			}
			return w
		}
		less := without(persuade).Over(without(support), set)
		l.say(f, "that hangs on the weight of a "+kind.String(), less != over)
	}
}

// move lists the facts of a move, be it legal or not.
func (l *lister) move(m board.Move) Facts {
	f, p := l.common, &l.p
	files, ranks := m.To.File()-m.From.File(), m.To.Rank()-m.From.Rank()
	if side, castles := m.Castles(p); castles {
		king, rook := board.CastlingEnds(p.Turn, side)
		l.say(&f, "by castling", true)
		l.say(&f, "by castling on the king's side", side == board.KingSide)
		l.say(&f, "by castling on the queen's side", side == board.QueenSide)
		l.say(&f, "by castling from a shuffled start", m.From.File() != 4 || m.To.File() != 0 && m.To.File() != 7)
		l.say(&f, "by castling with a king that is on its end square", m.From == king)
		l.say(&f, "by castling with a rook that is on its end square", m.To == rook)
		return f
	}
	kind, forward := p.KindAt(m.From), 1-2*int(p.Turn)
	l.say(&f, "by promotion", m.Promotion < board.NoKind)
	if kind < board.NoKind {
		l.say(&f, "with a "+kind.String(), true)
		slider := kind == board.Queen || kind == board.Rook || kind == board.Bishop
		l.say(&f, "with a queen, rook or bishop", slider)
	}
	l.say(&f, "by a two-step", kind == board.Pawn && abs(ranks) == 2)
	l.say(&f, "by a capture", p.Colours[p.Turn.Other()].Has(m.To) &&
		(kind != board.Pawn || abs(files) == 1 && ranks == forward))
	l.say(&f, "by capturing en passant", kind == board.Pawn && m.To == p.EnPassant)
	if m.Promotion < board.NoKind && m.Promotion != board.Pawn && m.Promotion != board.King {
		l.say(&f, "that promotes to a "+m.Promotion.String(), true)
	}
	l.say(&f, "along a rank", ranks == 0)
	l.say(&f, "along a file", files == 0)
	l.say(&f, "along a diagonal", abs(files) == abs(ranks))
	l.say(&f, "forwards", ranks*forward > 0)
	l.say(&f, "backwards", ranks*forward < 0)
	l.say(&f, "to a higher file", files > 0)
	l.say(&f, "to a lower file", files < 0)
	far := max(abs(files), abs(ranks))
	l.say(&f, "to a neighbouring square", far == 1)
	if kind != board.Knight {
		for n := 1; n <= 6 && n < far; n++ {
			f.add(number["over more than 1 squares"] + n - 1)
		}
	}
	first := p.Turn.FirstRank()
	l.say(&f, "to the edge of the board", m.To.File()%7 == 0 || m.To.Rank()%7 == 0)
	l.say(&f, "from its first rank", m.From.Rank() == first)
	l.say(&f, "from its second rank", m.From.Rank() == first+forward)
	l.say(&f, "to its last rank", m.To.Rank() == 7-first)
	for s := range (p.Kings &^ m.From.Bit()).All {
		l.say(&f, "next to a king", max(abs(s.File()-m.To.File()), abs(s.Rank()-m.To.Rank())) == 1)
	}
	return f
}

// illegal lists the facts of a move that the rules do not have.
func (l *lister) illegal(m board.Move) Facts {
	p := &l.p
	m = castlingMeant(p, m)
	f := l.move(m)
	own, enemy := p.Colours[p.Turn], p.Colours[p.Turn.Other()]
	l.say(&f, "onto an own piece", own.Has(m.To))
	l.say(&f, "onto an enemy piece", enemy.Has(m.To))
	files, ranks := m.To.File()-m.From.File(), m.To.Rank()-m.From.Rank()
	far := max(abs(files), abs(ranks))
	leap := abs(int(m.To) - int(m.From))
	l.say(&f, "round the edge of the board",
		abs(files) > 2 && slices.Contains([]int{1, 6, 7, 8, 9, 10, 15, 17}, leap))
	if files == 0 || ranks == 0 || abs(files) == abs(ranks) {
		for n := 1; n < far; n++ {
			s := board.At(m.From.File()+n*files/far, m.From.Rank()+n*ranks/far)
			l.say(&f, "over an own piece", own.Has(s))
			l.say(&f, "over an enemy piece", enemy.Has(s))
		}
	}
	for _, b := range l.variant.Breaches(p, m) {
		switch b.Rule {
		case "PAC-10", "PAC-11", "CON-7", "CON-8":
			pacifist := l.variant.Set().Family == ruleset.Pacifist
			l.say(&f, "that leaves a king over-persuaded", pacifist && !p.Kingless(p.Turn))
		case "PAC-13":
			l.say(&f, "with something in the way", true)
		case "PAC-14", "CON-9":
			l.say(&f, "over an attacked square", true)
		case "PAC-15", "CON-10":
			l.say(&f, "without a right", true)
		}
	}
	return f
}
