package parting

import (
	"fmt"
	"slices"

	"turncoat/internal/plural"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// Facts is a set of phrases that are true of a turn, with a bit for the number of each phrase.
type Facts [4]uint64

func (f *Facts) add(n int) { f[n>>6] |= 1 << (n & 63) }

func (f *Facts) has(g *Facts) bool {
	return f[0]&g[0] == g[0] && f[1]&g[1] == g[1] && f[2]&g[2] == g[2] && f[3]&g[3] == g[3]
}

// phrases can end the sentence "every missing turn is one …". They are numbered in the order of
// their first use.
type phrases struct {
	list   []string
	number map[string]int
}

// say adds a phrase to the facts if it is true. There are some 150 phrases; one beyond the last bit
// would be left out.
func (p *phrases) say(f *Facts, text string, is bool) {
	if !is {
		return
	}
	n, ok := p.number[text]
	if !ok {
		n = len(p.list)
		p.number[text], p.list = n, append(p.list, text)
	}

	if n < 64*len(f) {
		f.add(n)
	}
}

// way describes the direction of a move as White sees the board or, for a knight's move, its steps.
// It is empty for any other move.
func way(files, ranks int) string {
	up, side := "", ""
	if ranks != 0 {
		up = map[bool]string{true: "up", false: "down"}[ranks > 0]
	}
	if files != 0 {
		side = map[bool]string{true: "to the right", false: "to the left"}[files > 0]
	}
	switch n, m := abs(files), abs(ranks); {
	case n*m == 2:
		return fmt.Sprintf("that goes %d %s and %d %s", m, up, n, side)
	case n*m > 0 && n == m:
		return "that goes " + up + " and " + side
	case n*m == 0 && n+m > 0:
		return "that goes " + up + side
	}

	return ""
}

// A lister lists the facts of turns of one position.
type lister struct {
	*phrases
	variant  *rules.Variant
	p        board.Position
	common   Facts          // of all turns of the position
	had      board.Rights   // before any move
	attacked board.Bitboard // by the enemy of the mover, in games of the Pacifist family
	kinds    [64]board.Kind // after the turn
}

// newLister returns the lister of the position that moves lead to.
func newLister(
	words *phrases, variant *rules.Variant, fen string, moves []string,
) (*lister, error) {
	l := &lister{phrases: words, variant: variant}
	p, err := variant.ParseFEN(fen)
	if err != nil {
		return nil, err
	}
	f := &l.common
	l.had = p.Rights
	for i, text := range moves {
		t, err := variant.Parse(&p, text)
		if err != nil {
			return nil, err
		}
		_, castles := t.Move.Castles(&p)
		kind := p.KindAt(t.Move.From)
		l.say(f, "after a castling", castles)
		l.say(f, "after a promotion", t.Move.Promotion < board.NoKind)
		own := (len(moves)-i)%2 == 0
		l.say(f, "after a move of its king", own && !castles && kind == board.King)
		l.say(f, "after a move of its rook", own && kind == board.Rook)
		l.say(f, "after a two-step", kind == board.Pawn &&
			abs(t.Move.From.Rank()-t.Move.To.Rank()) == 2)
		l.say(f, "after a conversion", t.Converted != 0)
		l.say(f, "after moves", true)
		p = t.After
	}

	l.p = p
	side := p.Turn
	l.say(f, [...]string{"by White", "by Black"}[side], true)
	l.say(f, "by a mover without a king", p.Kingless(side))
	l.say(f, "by a mover with both kings", (p.Kings&p.Colours[side]).Count() > 1)
	l.say(f, "with two kings on one first rank", (p.Kings&0xff).Count() > 1 ||
		(p.Kings>>56).Count() > 1)
	l.say(f, "by a mover with a castling right",
		p.Rights[board.RightIndex(side, board.QueenSide)].Held() ||
			p.Rights[board.RightIndex(side, board.KingSide)].Held())
	l.say(f, "by a mover that is in check", variant.InCheck(&p))
	if variant.Set().Family.HasWeights() {
		for s := range board.NoSquare {
			if variant.Weigh(&p, s, side.Other()).Count > 0 {
				l.attacked |= s.Bit()
			}
		}
	}

	return l, nil
}

// legal lists the facts of a legal turn.
func (l *lister) legal(t *board.Played) Facts {
	f := l.move(t.Move)
	l.say(&f, "that converts nothing", t.Converted == 0)
	l.say(&f, "that converts a piece", t.Converted != 0)
	l.say(&f, "that converts more than one piece", t.Converted.Count() > 1)
	for kind := board.Pawn; kind <= board.King; kind++ {
		l.say(&f, "that converts a "+kind.String(), t.Converted&t.After.Pieces(kind) != 0)
	}
	for n := 1; n <= 8 && n < len(t.Waves); n++ {
		l.say(&f, "with more than "+plural.Count(n, "wave"), true)
	}
	for _, wave := range t.Waves {
		l.say(&f, "with a wave of one piece", wave.Count() == 1)
	}
	if l.variant.Set().Reclaim != ruleset.NoReclaim {
		l.say(&f, "with a reclaim", t.Reclaimed != 0)
		l.say(&f, "that takes back a king", t.Reclaimed&t.After.Kings != 0)
		l.say(&f, "without a reclaim", t.Reclaimed == 0)
	}

	if l.variant.Set().Family.HasWeights() {
		l.bearing(&f, t)
	}
	end := l.variant.Outcome(&t.After)
	l.say(&f, "that ends the game", end.Result != board.Ongoing)
	l.say(&f, "that draws", end.Result == board.Draw)
	return f
}

// bearing adds facts about the pieces that bear on any persuaded piece.
func (l *lister) bearing(f *Facts, t *board.Played) {
	safe := false
	for s := range board.NoSquare {
		l.kinds[s] = t.After.KindAt(s)
	}
	for s := range t.After.Occupied().All {
		mine, theirs := l.variant.Weigh(&t.After, s, l.p.Turn),
			l.variant.Weigh(&t.After, s, t.After.Turn)
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
		}
	}
}

// decided adds the pieces that decide whether a piece changes sides: without one of them, the
// result would be the opposite.
func (l *lister) decided(f *Facts, persuade, support rules.Weight) {
	set := l.variant.Set()
	changes := persuade.Outweighs(support, set)
	dependsOn := func(one string, is func(rules.Bearer) bool) {
		without := func(w rules.Weight) rules.Weight {
			for _, b := range w.By {
				if is(b) {
					w.Count, w.Sum = w.Count-1, w.Sum-int64(set.Values[b.Piece.Kind])
				}
			}

			return w
		}
		if without(persuade).Outweighs(support, set) != changes {
			l.say(f, "that hangs on what "+one+" persuades", true)
		}
		if persuade.Outweighs(without(support), set) != changes {
			l.say(f, "that hangs on what "+one+" supports", true)
		}
	}
	for kind := board.Pawn; kind <= board.King; kind++ {
		dependsOn("a "+kind.String(), func(b rules.Bearer) bool { return b.Piece.Kind == kind })
	}
	dependsOn("a piece behind another", func(b rules.Bearer) bool { return len(b.Through) > 0 })
	dependsOn("a piece behind one of another kind", func(b rules.Bearer) bool {
		return slices.ContainsFunc(b.Through,
			func(s board.Square) bool { return l.kinds[s] != b.Piece.Kind })
	})
}

// move lists the facts of a legal or illegal move.
func (l *lister) move(m board.Move) Facts {
	f := l.common
	if side, castles := m.Castles(&l.p); castles {
		l.castling(&f, m, side)
		return f
	}

	l.piece(&f, m)
	l.direction(&f, m)
	l.target(&f, m)
	return f
}

func (l *lister) castling(f *Facts, m board.Move, side board.CastlingSide) {
	king, rook := board.CastlingEnds(l.p.Turn, side)
	usual := m.From.File() == 4 && m.To.File()%7 == 0
	l.say(f, "by castling", true)
	l.say(f, "by castling on the king's side", side == board.KingSide)
	l.say(f, "by castling on the queen's side", side == board.QueenSide)
	l.say(f, "by castling from a shuffled start", !usual)
	l.say(f, "by castling from the usual squares", usual)
	l.say(f, "from an attacked square", l.attacked.Has(m.From))
	l.say(f, "to an attacked square", l.attacked.Has(king))
	l.say(f, "by castling with a king that is on its end square", m.From == king)
	l.say(f, "by castling with a rook that is on its end square", m.To == rook)
}

// piece adds facts about the piece that moves and about the piece that it captures.
func (l *lister) piece(f *Facts, m board.Move) {
	p := &l.p
	kind, forward := p.KindAt(m.From), pawnStep(p.Turn)
	files, ranks := steps(m)
	l.say(f, "from an attacked square", l.attacked.Has(m.From))
	l.say(f, "to an attacked square", l.attacked.Has(m.To))
	l.say(f, "by promotion", m.Promotion < board.NoKind)
	if kind < board.NoKind {
		l.say(f, "with a "+kind.String(), true)
		slider := kind == board.Queen || kind == board.Rook || kind == board.Bishop
		l.say(f, "with a queen, rook or bishop", slider)
	}

	if kind == board.Pawn && abs(ranks) == 2 {
		crossed := (m.From + m.To) / 2
		l.say(f, "by a two-step", true)
		l.say(f, "over an attacked square", l.attacked.Has(crossed))
		if l.attacked.Has(crossed) {
			v := l.variant
			persuade, support := v.Weigh(p, crossed, p.Turn.Other()), v.Weigh(p, crossed, p.Turn)
			l.say(f, "over an over-persuaded square", persuade.Outweighs(support, v.Set()))
		}
	}

	captures := p.Colours[p.Turn.Other()].Has(m.To) &&
		(kind != board.Pawn || abs(files) == 1 && ranks == forward)
	l.say(f, "by a capture", captures)
	if captures {
		l.say(f, "by capturing a "+p.KindAt(m.To).String(), true)
		l.say(f, "by capturing a piece of its own kind", p.KindAt(m.To) == kind)
	}
	l.say(f, "by capturing en passant", kind == board.Pawn && m.To == p.EnPassant && abs(files) == 1)
	if m.Promotion < board.NoKind && m.Promotion != board.Pawn && m.Promotion != board.King {
		l.say(f, "that promotes to a "+m.Promotion.String(), true)
	}
}

// direction adds where a move goes, and how far.
func (l *lister) direction(f *Facts, m board.Move) {
	kind, forward := l.p.KindAt(m.From), pawnStep(l.p.Turn)
	files, ranks := steps(m)
	l.say(f, "along a rank", ranks == 0)
	l.say(f, "along a file", files == 0)
	l.say(f, "along a diagonal", abs(files) == abs(ranks))
	l.say(f, "forwards", ranks*forward > 0)
	l.say(f, "backwards", ranks*forward < 0)
	l.say(f, "to a higher file", files > 0)
	l.say(f, "to a lower file", files < 0)
	far := max(abs(files), abs(ranks))
	l.say(f, "to a neighbouring square", far == 1)
	towards := way(files, ranks)
	if kind != board.Knight {
		towards = way(sign(files), sign(ranks))
	}
	l.say(f, towards, towards != "" && (kind == board.Knight || straight(files, ranks)))
	if kind != board.Knight {
		for n := 1; n <= 6 && n < far; n++ {
			l.say(f, "over more than "+plural.Count(n, "square"), true)
		}
	}
}

// target adds facts about the squares that a move leaves and reaches.
func (l *lister) target(f *Facts, m board.Move) {
	p := &l.p
	first, forward := p.Turn.FirstRank(), pawnStep(p.Turn)
	if set := l.variant.Set(); set.ConvertsWhen == ruleset.OnSquare {
		magic := board.Bitboard(set.Squares)
		l.say(f, "to a square of the rule set", magic.Has(m.To))
		l.say(f, "from a square of the rule set", magic.Has(m.From))
	}
	l.say(f, "to the edge of the board", m.To.File()%7 == 0 || m.To.Rank()%7 == 0)
	l.say(f, "from its first rank", m.From.Rank() == first)
	l.say(f, "from its second rank", m.From.Rank() == first+forward)
	l.say(f, "to its last rank", m.To.Rank() == 7-first)
	for s := range (p.Kings &^ m.From.Bit()).All {
		l.say(f, "next to a king", max(abs(s.File()-m.To.File()), abs(s.Rank()-m.To.Rank())) == 1)
	}
}

// pawnStep returns how many ranks a pawn of a colour advances, as White sees the board.
func pawnStep(c board.Colour) int {
	if c == board.Black {
		return -1
	}
	return 1
}

// steps returns how many files and ranks a move goes, as White sees the board.
func steps(m board.Move) (files, ranks int) {
	return m.To.File() - m.From.File(), m.To.Rank() - m.From.Rank()
}

// illegal lists the facts of an illegal move.
func (l *lister) illegal(m board.Move) Facts {
	p := &l.p
	m = castlingMeant(p, m)
	f := l.move(m)
	own, enemy := p.Colours[p.Turn], p.Colours[p.Turn.Other()]
	l.say(&f, "onto an own piece", own.Has(m.To))
	l.say(&f, "onto an enemy piece", enemy.Has(m.To))
	files, ranks := steps(m)
	leap := abs(int(m.To) - int(m.From))
	l.say(&f, "round the edge of the board",
		abs(files) > 2 && slices.Contains([]int{1, 6, 7, 8, 9, 10, 15, 17}, leap))
	between := board.Between(m.From, m.To)
	l.say(&f, "over a piece", between&p.Occupied() != 0)
	l.say(&f, "over an own piece", between&own != 0)
	l.say(&f, "over an enemy piece", between&enemy != 0)

	breaches := l.variant.Breaches(p, m)
	if len(breaches) != 1 {
		return f
	}
	side, castles := m.Castles(p)
	var path board.Bitboard // of the king that castles
	if castles {
		king, _ := board.CastlingEnds(p.Turn, side)
		path = board.Between(m.From, king)
	}

	free := (between|m.To.Bit())&p.Occupied() == 0
	set := l.variant.Set()
	switch breaches[0].Rule {
	case set.Rule(ruleset.MovementRule), set.Rule(ruleset.PromotionRule):
		l.say(&f, "that only a queen could make", free && straight(files, ranks))
		l.say(&f, "that only a knight could make", free && abs(files*ranks) == 2)
	case set.Rule(ruleset.TwoStepRule):
		home := m.From.Rank() == p.Turn.FirstRank()+pawnStep(p.Turn)
		l.say(&f, "that only has something in the way", home && !free)
		l.say(&f, "that only an over-persuaded square forbids", home && free)
	case set.Rule(ruleset.KingSafetyRule):
		weights := set.Family.HasWeights()
		l.say(&f, "that only leaves a king over-persuaded", weights && !p.Kingless(p.Turn))
	case set.Rule(ruleset.CastlingSafetyRule):
		l.say(&f, "that only an attack on its way forbids", !l.attacked.Has(m.From))
		l.say(&f, "that only the attack on the king forbids", path&l.attacked == 0)
	case set.Rule(ruleset.CastlingWayRule):
		l.say(&f, "that only has something in the way", true)
		l.say(&f, "that only has something in the rook's way", path&(p.Occupied()&^m.To.Bit()) == 0)
	case set.Rule(ruleset.CastlingRightsRule):
		l.say(&f, "that only lacks a right", true)
		had := castles && l.had[board.RightIndex(p.Turn, side)].Held()
		l.say(&f, "that only lacks a right that it had", had)
		l.say(&f, "that only lacks a right that it never had", !had)
	}

	return f
}

func straight(files, ranks int) bool { return files == 0 || ranks == 0 || abs(files) == abs(ranks) }

func sign(n int) int { return min(1, max(-1, n)) }
