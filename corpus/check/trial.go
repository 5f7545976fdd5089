package check

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"turncoat/corpus"
	"turncoat/corpus/internal/probe"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// A claim is an ordinary bug that a program may have, in words: "castling missing".
type claim string

// A trial holds the answers of a program against a rule set, be it a misread one, turn by turn: what
// differs, and which claims would explain it.
type trial struct {
	misreading corpus.Misreading
	cases      []trialCase
	// refuted counts the turns that are as they should be, though they would not be if a claim were true.
	refuted map[claim]int
}

// A trialCase is one answer.
type trialCase struct {
	sample *sample
	items  []item
	// excuse lists the claims under which the position itself would have been another, since it shows
	// in the moves that are played first.
	excuse []claim
}

// An item is one thing in which an answer differs.
type item struct {
	status string // missing, extra, board, outcome, refused
	uci    string
	claims []claim
	part   string // of its kind, for the summary
	detail string // of another board
}

// A turnGroup is what one move leads to: several turns where there are several reclaims.
type turnGroup struct {
	sum   probe.Key
	turn  board.Played // the first of them
	turns []choice     // all of them, where the rules have a reclaim
}

// try compares all answers with those of a variant. Deep asks also what bearing on squares decides.
func (d *diagnoser) try(m corpus.Misreading, deep bool) *trial {
	t := &trial{misreading: m, refuted: map[claim]int{}}
	g := rules.New(m.Set)
	for _, list := range [][]sample{d.wrong, d.right} {
		for i := range list {
			if d.ctx.Err() != nil {
				return t
			}
			t.cases = append(t.cases, t.compare(g, &list[i], deep))
		}
	}
	return t
}

func (t *trial) compare(g *rules.Variant, s *sample, deep bool) trialCase {
	c := trialCase{sample: s}
	a, q := &s.result.answer, question(s.result.Case)
	if s.readOtherwise(g) {
		return c
	}
	path, err := t.path(g, q, &c, deep)
	if err != nil { // other programs may be more lenient than a misreading is
		if a.Refused == "" && t.misreading.Name == "" {
			c.items = append(c.items, item{status: "refused"})
		}
		return c
	}
	p := &path[len(path)-1].position
	if a.Refused != "" {
		claims := refusedClaims(s, path)
		c.items = append(c.items, item{status: "refused", claims: append(claims, c.excuse...)})
		return c
	}
	t.refute(refusedClaims(s, path))
	t.turns(g, path, a, &c, deep)
	t.outcome(g, p, a, &c)
	return c
}

// A stage is a position on the way to that of a case, and the move played there.
type stage struct {
	position board.Position
	move     board.Move
}

// path plays the moves of a case and notes the kinds of their turns.
func (t *trial) path(g *rules.Variant, q probe.Question, c *trialCase, deep bool) ([]stage, error) {
	p, err := g.ParseFEN(q.FEN)
	if err != nil {
		return nil, err
	}
	var path []stage
	for _, text := range q.Moves {
		turn, err := g.Parse(&p, text)
		if err != nil {
			return nil, err
		}
		kinds := append(moveKinds(&p, turn.Move), stateKinds(&p)...)
		kinds = append(kinds, aroundKinds(g.Set(), &p, &turn)...)
		ways := t.ways(&p, turn.Move, deep)
		c.excuse = append(append(c.excuse, claims(kinds, ways, "missing")...), claims(kinds, nil, "wrong")...)
		if g.Set().Reclaim != ruleset.NoReclaim {
			c.excuse = append(c.excuse, claims(reclaimKinds(&turn), nil, "missing")...)
		}
		c.excuse = append(c.excuse, unlike(&p, turn.Move)...)
		path = append(path, stage{p, turn.Move})
		p = turn.After
	}
	if len(q.Moves) > 0 {
		c.excuse = append(c.excuse, unturned)
	}
	return append(path, stage{position: p}), nil
}

// refute counts claims that an answer refutes.
func (t *trial) refute(list []claim) {
	for _, k := range list {
		t.refuted[k]++
	}
}

// groupTurns returns the turns of a position by their moves, and the moves in order.
func groupTurns(g *rules.Variant, p *board.Position) (want map[string]*turnGroup, order []string) {
	want = map[string]*turnGroup{}
	n := 0
	for turn := range g.Turns(p) {
		if n++; n > 2*probe.MostTurns {
			break
		}
		uci := turn.Move.UCI(p)
		group := want[uci]
		if group == nil {
			group = &turnGroup{turn: turn}
			want[uci] = group
			order = append(order, uci)
		}
		fen := fmt.Sprintf("%s %c", turn.After.Board(), "wb"[turn.After.Turn])
		group.sum += probe.Hash([]byte(fen))
		if g.Set().Reclaim != ruleset.NoReclaim {
			group.turns = append(group.turns, choice{fen, turn.Reclaimed.Count(), reclaimKinds(&turn)})
		}
	}
	return want, order
}

// sumTurns returns the sums of the boards of an answer by their moves, and the moves that are not wanted.
func sumTurns(a *corpus.Answer, want map[string]*turnGroup) (got map[string]probe.Key, extra []string) {
	got = map[string]probe.Key{}
	for i, turn := range a.Turns {
		if i > 0 && turn.UCI == a.Turns[i-1].UCI && turn.FEN == a.Turns[i-1].FEN {
			continue
		}
		if _, known := got[turn.UCI]; !known && want[turn.UCI] == nil {
			extra = append(extra, turn.UCI)
		}
		got[turn.UCI] += probe.Hash([]byte(turn.FEN))
	}
	return got, extra
}

// turns compares the turns of a case, move by move.
func (t *trial) turns(g *rules.Variant, path []stage, a *corpus.Answer, c *trialCase, deep bool) {
	p := &path[len(path)-1].position
	want, order := groupTurns(g, p)
	got, extra := sumTurns(a, want)
	written := respell(p, want, got)
	extra = slices.DeleteFunc(extra, func(uci string) bool { return written.extra[uci] })
	for _, uci := range order {
		group := want[uci]
		kinds := append(moveKinds(p, group.turn.Move), stateKinds(p)...)
		kinds = append(kinds, historyKinds(path, group.turn.Move)...)
		kinds = append(kinds, aroundKinds(g.Set(), p, &group.turn)...)
		if byFile(c.sample.result.Case.FEN, p, group.turn.Move) {
			kinds = append(kinds, "castling by rights written by files")
		}
		markParts(group.turns)
		if way := written.of[uci]; way != "" {
			c.items = append(c.items, item{status: "written", uci: uci, claims: append([]claim{way},
				claims(kinds, nil, "missing")...), part: partOf(p, group.turn.Move)})
			continue
		}
		if written.with[uci] { // beside it stands another turn that is written so
			continue
		}
		ways := t.ways(p, group.turn.Move, deep)
		switch sum, there := got[uci]; {
		case !there:
			// what comes of a wrong board may be illegal
			list := append(claims(kinds, ways, "missing"), claims(kinds, nil, "wrong")...)
			c.items = append(c.items, item{status: "missing", uci: uci, claims: list, part: partOf(p, group.turn.Move)})
		case sum != group.sum:
			theirs := turnsOf(a, uci)
			if fault := cmp.Or(writtenBoard(theirs), turnedBoard(&group.turn, theirs)); fault != "" {
				c.items = append(c.items, item{status: "board", uci: uci, claims: []claim{fault},
					part: partOf(p, group.turn.Move), detail: string(fault)})
				continue
			}
			if sidesOnly(group, theirs, p.Turn) {
				c.items = append(c.items, item{status: "board", uci: uci, claims: []claim{unturned},
					part: partOf(p, group.turn.Move), detail: string(unturned)})
				continue
			}
			c.items = append(c.items, item{status: "board", uci: uci, claims: append(claims(kinds, ways, "wrong"),
				t.choiceClaims(group.turns, theirs)...), part: partOf(p, group.turn.Move),
				detail: boardDetail(&group.turn, theirs)})
			t.refute(claims(kinds, nil, "missing"))
		default:
			t.refuted[unturned]++
			t.refute(unlike(p, group.turn.Move))
			for _, turn := range group.turns {
				t.refute(claims(turn.kinds, nil, "missing"))
			}
			ways = decisive(t.misreading.Set, p, group.turn.Move, ways)
			t.refute(claims(kinds, ways, "missing"))
			t.refute(claims(kinds, nil, "wrong"))
		}
	}
	for _, uci := range extra {
		c.items = append(c.items, item{status: "extra", uci: uci, claims: t.extraClaims(path, uci, deep)})
	}
}

// unturned says that the side to move stays the same.
const unturned claim = "the side to move after a turn is wrong"

// sidesOnly reports whether the turns of a move are right but for the side to move after them.
func sidesOnly(group *turnGroup, theirs []corpus.AnswerTurn, mover board.Colour) bool {
	var sum probe.Key
	for i, turn := range theirs {
		placement, side, _ := strings.Cut(turn.FEN, " ")
		if side != string("wb"[mover]) || i > 0 && turn.FEN == theirs[i-1].FEN {
			return false
		}
		sum += probe.Hash([]byte(placement + " " + string("wb"[mover.Other()])))
	}
	return sum == group.sum
}

// turnsOf returns the turns of an answer with a move.
func turnsOf(a *corpus.Answer, uci string) []corpus.AnswerTurn {
	return slices.DeleteFunc(slices.Clone(a.Turns), func(t corpus.AnswerTurn) bool { return t.UCI != uci })
}

// extraClaims lists what would allow a move that is none.
func (t *trial) extraClaims(path []stage, uci string, deep bool) []claim {
	p := &path[len(path)-1].position
	m, err := board.ParseUCI(p, uci)
	if err != nil {
		return []claim{unreadable(uci)}
	}
	m = castlingMeant(path, m)
	kinds := append(lostKinds(path, m), passedKinds(t.misreading.Set, path, m)...)
	kinds = append(kinds, reversed(extraKinds(t.misreading.Set, p, m))...)
	list := claims(kinds, nil, "allowed")
	ways := t.ways(p, m, deep)
	if t.misreading.Set.Family == ruleset.Conversion && deep && p.PieceAt(m.From).Colour == p.Turn {
		after := rules.NewReference(t.misreading.Set).Full(p, m).After
		ways = append(ways, threatKinds(&after, p.Turn)...)
		ways = append(ways, passingKinds(p, m)...)
	}
	if kings := rules.NewReference(t.misreading.Set).KingBreaches(p, m); len(kings) > 0 &&
		len(rules.NewReference(t.misreading.Set).Breaches(p, m)) == len(kings) {
		list = append(list, claims(moveKinds(p, m), nil, "wrong")...) // what comes of a wrong board may be legal
	}
	return append(list, claims(nil, ways, "wrong")...)
}

// castlingMeant returns the castling that a king's move of two squares stands for where the king has
// no right to it, as king takes rook.
func castlingMeant(path []stage, m board.Move) board.Move {
	p := &path[len(path)-1].position
	if p.KindAt(m.From) != board.King || m.From.Rank() != p.Turn.FirstRank() || m.From.Rank() != m.To.Rank() ||
		abs(m.From.File()-m.To.File()) != 2 {
		return m
	}
	wing, corner := board.QueenSide, 0
	if m.To > m.From {
		wing, corner = board.KingSide, 7
	}
	m.To = board.At(corner, m.From.Rank())
	if right := path[0].position.Rights[board.RightIndex(p.Turn, wing)]; right.Held() {
		m.To = right.Rook
	}
	return m
}

// ways lists what decides what becomes of a move: what it converts and, with deep, how pieces bear
// on squares.
func (t *trial) ways(p *board.Position, m board.Move, deep bool) []kind {
	kinds := waveKinds(t.misreading.Set, p, m)
	if deep {
		kinds = append(kinds, affected(t.misreading.Set, p, m)...)
	}
	return kinds
}

func reversed(list []kind) []kind {
	out := slices.Clone(list)
	slices.Reverse(out)
	return out
}

// lostKinds says of a castling whose right was lost on the way what has ended it (PAC-15, CON-10).
func lostKinds(path []stage, m board.Move) []kind {
	last := &path[len(path)-1].position
	wing, castles := m.Castles(last)
	if !castles {
		return nil
	}
	i := board.RightIndex(last.Turn, wing)
	right := path[0].position.Rights[i]
	for n := range len(path) - 1 {
		before, after := &path[n], &path[n+1].position
		if !before.position.Rights[i].Held() || after.Rights[i].Held() {
			continue
		}
		switch {
		case before.move.From == right.King:
			return []kind{"castling after its king has moved", "castling after the move of a king"}
		case before.move.From == right.Rook:
			return []kind{"castling after its rook has moved"}
		case before.position.Turn == last.Turn && before.position.KindAt(before.move.From) == board.King:
			return []kind{"castling after another king has moved", "castling after the move of a king"}
		}
		return []kind{"castling after its king or rook was converted or taken"}
	}
	return nil
}

// outcome compares the outcome of the position where its turns are the same.
func (t *trial) outcome(g *rules.Variant, p *board.Position, a *corpus.Answer, c *trialCase) {
	if len(c.items) > 0 {
		return // what else it differs in is reason enough
	}
	o := g.Outcome(p)
	what := cmp.Or(o.Reason, "undecided")
	list := []claim{claim("outcome of " + what + " positions wrong"),
		claim(fmt.Sprintf("outcome of %s positions wrong with %s to move", what, sides[p.Turn]))}
	if p.Occupied() == p.Kings {
		list = append(list, "outcome of positions with kings alone wrong")
	}
	if !slices.ContainsFunc([]board.Result{board.Ongoing, board.WhiteWins, board.BlackWins, board.Draw},
		func(r board.Result) bool { return r.String() == a.Outcome }) {
		list = append([]claim{claim("outcome " + o.Result.String() + " written otherwise")}, list...)
	}
	if o.Result.String() != a.Outcome {
		c.items = append(c.items, item{status: "outcome", claims: list})
		return
	}
	t.refute(list)
}
