package check

import (
	"fmt"
	"slices"

	"turncoat/rules"
	"turncoat/rules/board"
)

// shownMoves are the moves of a position that a program makes, by what it writes, and those that the rules know.
type shownMoves struct {
	position board.Position
	got      map[string]string
	known    map[string]bool
}

// oddMoves notes of each move of a piece to any square that the rules do not have whether the program makes it.
// Moves after which the mover's kings would be wrong say nothing.
func (o *observation) oddMoves(b *shownMoves) {
	p, right := &b.position, &wrongJudge{set: o.set, way: &wrongWay{}}
	for from := range p.Colours[p.Turn].All {
		for to := range board.NoSquare {
			m := board.NewMove(from, to)
			uci := m.UCI(p)
			if from == to || b.known[uci] || p.Kings.Has(to) {
				continue
			}
			if _, made := b.got[uci]; made {
				o.made = append(o.made, o.words.set(moveExample(p, m)))
			} else if t := right.turn(p, m); right.allowed(&t) {
				o.unmade = append(o.unmade, o.words.set(moveExample(p, m)))
			}
		}
	}
}

// moveExample returns what is true of a move of a piece to any square.
func moveExample(p *board.Position, m board.Move) example {
	e := example{}
	add := e.add
	k := p.KindAt(m.From)
	files, ranks := m.To.File()-m.From.File(), (m.To.Rank()-m.From.Rank())*ahead(p.Turn)
	far := distance(m.From, m.To)
	line := files == 0 || ranks == 0 || abs(files) == abs(ranks)
	add("moves of the "+k.String(), true)
	for _, set := range kindSets {
		add("moves of "+set.name, len(set.kinds) > 1 && slices.Contains(set.kinds, k))
	}
	add(sides[p.Turn]+"'s moves", true)
	add("moves onto own pieces", p.Colours[p.Turn].Has(m.To))
	add("moves onto enemy pieces", p.Colours[p.Turn.Other()].Has(m.To))
	add("moves onto a "+p.KindAt(m.To).String(), p.KindAt(m.To) != board.NoKind)
	add("moves onto empty squares", p.KindAt(m.To) == board.NoKind)
	add("moves along a rank", ranks == 0)
	add("moves along a file", files == 0)
	add("moves along a diagonal", abs(files) == abs(ranks))
	add("leaps of the knight", abs(files*ranks) == 2 && far == 2)
	add("moves along no line", !line)
	add(fmt.Sprintf("moves by %d", far), true)
	add("moves forward", ranks > 0)
	add("moves backward", ranks < 0)
	add(fmt.Sprintf("moves by %+d%+d", files, ranks), true)
	add("moves of a pawn from its first square", k == board.Pawn && m.From.Rank() == [...]int{1, 6}[p.Turn])
	add("moves of a pawn from rank 4 or 5 of its side", k == board.Pawn && (m.From.Rank() == 3 || m.From.Rank() == 4))
	add("moves to the last rank", m.To.Rank() == p.Turn.Other().FirstRank())
	add("moves that pass round the edge", passesEdge(k, m))
	if line {
		own, enemy := 0, 0
		df, dr := unitStep(m.From, m.To)
		for s := offset(m.From, df, dr); s != m.To; s = offset(s, df, dr) {
			if p.Colours[p.Turn].Has(s) {
				own++
			}
			if p.Colours[p.Turn.Other()].Has(s) {
				enemy++
			}
		}
		add("moves over no piece", own+enemy == 0)
		add("moves over a single piece", own+enemy == 1)
		add("moves over own pieces alone", own > 0 && enemy == 0)
		add("moves over enemy pieces alone", enemy > 0 && own == 0)
	}
	for _, kinds := range [][]kind{squareKinds("moves from", m.From), squareKinds("moves to", m.To)} {
		for _, name := range kinds {
			e[string(name)] = true
		}
	}
	return e
}

// passesEdge reports whether the squares, numbered from a1 to h8, lie as if the piece went past one edge of the
// board and came in at the other.
func passesEdge(k board.Kind, m board.Move) bool {
	for _, st := range singleSteps(k) {
		if int(m.To)-int(m.From) == st[0]+8*st[1] && (m.To.File()-m.From.File() != st[0]) {
			return true
		}
	}
	return false
}

// moveWays lists the bugs by which pieces make moves of a pattern that the rules do not have.
func (o *observation) moveWays() []wrongWay {
	if !o.strange {
		return nil
	}
	for i := range o.boards {
		o.oddMoves(&o.boards[i])
	}
	var list []wrongWay
	for _, made := range o.words.learn(o.made, o.unmade) {
		list = append(list, wrongWay{name: "moves of the pieces that are " + made.String() + " are made, too",
			more: func(p *board.Position) []board.Move {
				legal := map[board.Move]bool{}
				for _, m := range rules.NewReference(anyMoves()).Moves(p) {
					m.Promotion = board.NoKind
					legal[m] = true
				}
				var moves []board.Move
				for from := range p.Colours[p.Turn].All {
					for to := range board.NoSquare {
						m := board.NewMove(from, to)
						if from != to && !p.Kings.Has(to) && !legal[m] && made.fits(moveExample(p, m)) {
							moves = append(moves, m)
						}
					}
				}
				return moves
			}})
	}
	return list
}
