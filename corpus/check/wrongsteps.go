package check

import (
	"fmt"
	"slices"
	"sync"

	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// A stepSet is some of the steps of pieces, seen from the piece.
type stepSet struct {
	name string
	has  func(by board.Colour, files, ranks int) bool
}

// stepSets are steps that a program may lose together: single ones, and those that belong together.
var stepSets = sync.OnceValue(func() []stepSet {
	list := []stepSet{
		{"diagonal steps", func(_ board.Colour, files, ranks int) bool { return files*ranks != 0 }},
		{"straight steps", func(_ board.Colour, files, ranks int) bool { return files*ranks == 0 }},
		{"steps along ranks", func(_ board.Colour, _, ranks int) bool { return ranks == 0 }},
		{"steps along files", func(_ board.Colour, files, _ int) bool { return files == 0 }},
		{"backward steps", func(by board.Colour, _, ranks int) bool { return ranks*ahead(by) < 0 }},
		{"forward steps", func(by board.Colour, _, ranks int) bool { return ranks*ahead(by) > 0 }},
		{"steps down the board", func(_ board.Colour, _, ranks int) bool { return ranks < 0 }},
		{"steps up the board", func(_ board.Colour, _, ranks int) bool { return ranks > 0 }},
		{"steps towards the a-file", func(_ board.Colour, files, _ int) bool { return files < 0 }},
		{"steps towards the h-file", func(_ board.Colour, files, _ int) bool { return files > 0 }},
		{"rising diagonal steps", func(_ board.Colour, files, ranks int) bool { return files*ranks > 0 }},
		{"falling diagonal steps", func(_ board.Colour, files, ranks int) bool { return files*ranks < 0 }},
	}
	for _, st := range slices.Concat(around, leaps) {
		list = append(list, stepSet{fmt.Sprintf("steps %+d%+d", st[0], st[1]), func(_ board.Colour, files,
			ranks int) bool {
			return files == st[0] && ranks == st[1]
		}})
	}
	return list
})

// kindSets are kinds of pieces whose steps a program may keep in one list.
var kindSets = []struct {
	name  string
	kinds []board.Kind
}{
	{"knights", []board.Kind{board.Knight}},
	{"bishops", []board.Kind{board.Bishop}},
	{"rooks", []board.Kind{board.Rook}},
	{"queens", []board.Kind{board.Queen}},
	{"kings", []board.Kind{board.King}},
	{"queens and kings", []board.Kind{board.Queen, board.King}},
	{"bishops and queens", []board.Kind{board.Bishop, board.Queen}},
	{"rooks and queens", []board.Kind{board.Rook, board.Queen}},
	{"queens, rooks and bishops", []board.Kind{board.Queen, board.Rook, board.Bishop}},
	{"kings, queens, rooks and bishops", []board.Kind{board.King, board.Queen, board.Rook, board.Bishop}},
	{"knights and kings", []board.Kind{board.Knight, board.King}},
	{"all pieces but pawns", []board.Kind{board.King, board.Queen, board.Rook, board.Bishop, board.Knight}},
}

// ahead returns the direction in which a side's pawns go, by ranks.
func ahead(side board.Colour) int { return 1 - 2*int(side) }

// unitStep returns how a piece goes or bears from one square to another: one step of a line, or a leap.
func unitStep(from, to board.Square) (files, ranks int) {
	files, ranks = to.File()-from.File(), to.Rank()-from.Rank()
	if files == 0 || ranks == 0 || abs(files) == abs(ranks) {
		n := max(abs(files), abs(ranks), 1)
		return files / n, ranks / n
	}
	return files, ranks
}

// lostSteps lists the bugs by which some pieces neither go nor bear by some steps (PAC-1, PAC-4). Where a program looks
// from the square back to the piece, it bears by the opposite ones.
func lostSteps() []wrongWay {
	var list []wrongWay
	listed := map[string]bool{} // sets of kinds of which the same lose the same steps
	for _, pieces := range kindSets {
		for _, steps := range stepSets() {
			losers := slices.DeleteFunc(slices.Clone(pieces.kinds), func(k board.Kind) bool {
				return !losesSome(k,
					steps)
			})
			key := fmt.Sprint(steps.name, losers)
			if len(losers) == 0 || listed[key] {
				continue
			}
			listed[key] = true
			lost := func(by board.Piece, files, ranks int) bool {
				return slices.Contains(pieces.kinds, by.Kind) && steps.has(by.Colour, files, ranks)
			}
			missing := func(p *board.Position, m board.Move) bool {
				files, ranks := unitStep(m.From, m.To)
				_, castles := m.Castles(p)
				return !castles && lost(p.PieceAt(m.From), files, ranks)
			}
			for _, seen := range []int{1, -1} {
				weigh := counting(anyRole, func(b *board.Position, s board.Square, _ *rules.Weight,
					by *rules.Bearer) int {
					files, ranks := unitStep(by.Square, s)
					for _, at := range append([]board.Square{by.Square}, by.Through...) {
						if lost(b.PieceAt(at), seen*files, seen*ranks) {
							return 0
						}
					}
					return 1
				})
				name := fmt.Sprintf("the %s of %s are missing in moving and in bearing", steps.name, pieces.name)
				list = append(list, asAttacks(wrongWay{name: name, weigh: weigh, missing: missing})...)
				if seen == 1 {
					list = append(list, asAttacks(wrongWay{name: fmt.Sprintf("%s do not bear by their %s",
						pieces.name, steps.name), weigh: weigh})...)
				}
			}
		}
	}
	return list
}

// singleSteps returns the steps of a knight, or those of all other pieces but pawns.
func singleSteps(k board.Kind) [][2]int {
	if k == board.Knight {
		return leaps
	}
	return around
}

// losesSome reports whether a kind of piece has some of the steps, and others as well.
func losesSome(k board.Kind, steps stepSet) bool {
	var lost, left bool
	for _, st := range singleSteps(k) {
		if k == board.Knight || k == board.King || slidesAlong(k, st) {
			has := steps.has(board.White, st[0], st[1]) || steps.has(board.Black, st[0], st[1])
			lost, left = lost || has, left || !has
		}
	}
	return lost && left
}

// doubledSteps lists the bugs by which a list of steps has one of them twice and another not at all, for the pieces
// that go and bear by it.
func doubledSteps() []wrongWay {
	diagonal, straight := [][2]int{{1, 1}, {1, -1}, {-1, -1}, {-1, 1}}, [][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}
	bishops, rooks := []board.Kind{board.Bishop, board.Queen}, []board.Kind{board.Rook, board.Queen}
	var list []wrongWay
	for _, pieces := range []struct {
		whose string
		kinds []board.Kind
		steps [][2]int
	}{
		{"the knight's", []board.Kind{board.Knight}, leaps},
		{"the king's", []board.Kind{board.King}, around},
		{"the bishop's", []board.Kind{board.Bishop}, diagonal},
		{"the rook's", []board.Kind{board.Rook}, straight},
		{"the bishop's and the queen's", bishops, diagonal},
		{"the rook's and the queen's", rooks, straight},
		{"the king's, the queen's and the bishop's", append(bishops, board.King), diagonal},
		{"the king's, the queen's and the rook's", append(rooks, board.King), straight},
	} {
		for _, lost := range pieces.steps {
			for _, twice := range pieces.steps {
				if twice == lost {
					continue
				}
				for _, seen := range []int{1, -1} { // from the piece, or from the square back to it
					list = append(list, asAttacks(wrongWay{
						name: fmt.Sprintf("%s step %+d%+d missing, and %+d%+d there twice", pieces.whose, lost[0],
							lost[1], twice[0], twice[1]),
						weigh: counting(anyRole, func(b *board.Position, s board.Square, _ *rules.Weight,
							by *rules.Bearer) int {
							files, ranks := unitStep(by.Square, s)
							switch st := [2]int{seen * files, seen * ranks}; {
							case st == lost && slices.ContainsFunc(by.Through,
								func(at board.Square) bool { return slices.Contains(pieces.kinds, b.KindAt(at)) }):
								return 0
							case !slices.Contains(pieces.kinds, by.Piece.Kind):
								return 1
							case st == lost:
								return 0
							case st == twice:
								return 2
							}
							return 1
						}),
						missing: func(p *board.Position, m board.Move) bool {
							files, ranks := unitStep(m.From, m.To)
							_, castles := m.Castles(p)
							return !castles && slices.Contains(pieces.kinds, p.KindAt(m.From)) &&
								[2]int{files, ranks} == lost
						},
					})...)
				}
			}
		}
	}
	return list
}

// mistakenSteps lists the bugs by which a step of a knight or a king is another one.
func mistakenSteps() []wrongWay {
	var list []wrongWay
	for _, piece := range []struct {
		kind  board.Kind
		steps [][2]int
	}{{board.Knight, leaps}, {board.King, around}} {
		for _, right := range piece.steps {
			for files := right[0] - 1; files <= right[0]+1; files++ {
				for ranks := right[1] - 1; ranks <= right[1]+1; ranks++ {
					st := [2]int{files, ranks}
					if st == right || st == [2]int{} || slices.Contains(piece.steps, st) {
						continue
					}
					for _, seen := range []int{1, -1} {
						list = append(list, asAttacks(mistakenStep(piece.kind, right, st, seen))...)
					}
				}
			}
		}
	}
	return list
}

func mistakenStep(k board.Kind, right, wrong [2]int, seen int) wrongWay {
	return wrongWay{
		name: fmt.Sprintf("the %s's step %+d%+d is %+d%+d, in moving and in bearing", k, right[0], right[1], wrong[0],
			wrong[1]),
		weigh: func(set *ruleset.Set, b *board.Position, s board.Square, by board.Colour, _ string) rules.Weight {
			w := counting(anyRole, func(_ *board.Position, s board.Square, _ *rules.Weight,
				bearer *rules.Bearer) int {
				files, ranks := seen*(s.File()-bearer.Square.File()), seen*(s.Rank()-bearer.Square.Rank())
				return unless(bearer.Piece.Kind == k && files == right[0] && ranks == right[1])
			})(set, b, s, by, anyRole)
			for at := range found(b, by, s, [][2]int{{-seen * wrong[0], -seen * wrong[1]}}, k) {
				w = plus(w, set, b, at)
			}
			return w
		},
		missing: func(p *board.Position, m board.Move) bool {
			_, castles := m.Castles(p)
			return !castles && p.KindAt(m.From) == k && m.To.File()-m.From.File() == right[0] &&
				m.To.Rank()-m.From.Rank() == right[1]
		},
		more: func(p *board.Position) []board.Move {
			var moves []board.Move
			for from := range p.Colours[p.Turn].All {
				if to := offset(from, wrong[0], wrong[1]); p.KindAt(from) == k && to != board.NoSquare &&
					p.KindAt(to) == board.NoKind {
					moves = append(moves, board.Move{From: from, To: to, Promotion: board.NoKind})
				}
			}
			return moves
		},
	}
}

// mistakenKinds lists the bugs by which pieces of one kind go, bear, or both, as those of another.
func mistakenKinds() []wrongWay {
	var list []wrongWay
	kinds := []board.Kind{board.Knight, board.Bishop, board.Rook, board.Queen, board.King}
	for _, k := range kinds {
		for _, as := range kinds {
			if k == as {
				continue
			}
			list = append(list, mistakenKind(k, as, false)...)
			if k < as {
				list = append(list, mistakenKind(k, as, true)...)
			}
		}
	}
	return list
}

// mistakenKind returns the bugs by which pieces of a kind go or bear as those of another, and the other way round if
// they are exchanged.
func mistakenKind(k, as board.Kind, exchanged bool) []wrongWay {
	seen := func(kind board.Kind) board.Kind {
		switch {
		case kind == k:
			return as
		case kind == as && exchanged:
			return k
		}
		return kind
	}
	// disguised returns a board on which the pieces are of the other kind.
	disguised := func(b *board.Position) *board.Position {
		other := *b
		for s := range b.Occupied().All {
			if piece := b.PieceAt(s); seen(piece.Kind) != piece.Kind {
				other.Put(s, board.Piece{Kind: seen(piece.Kind), Colour: piece.Colour})
			}
		}
		return &other
	}
	weigh := func(set *ruleset.Set, b *board.Position, s board.Square, by board.Colour, _ string) rules.Weight {
		return rules.NewReference(*set).Weigh(disguised(b), s, by)
	}
	missing := func(p *board.Position, m board.Move) bool {
		_, castles := m.Castles(p)
		return !castles && seen(p.KindAt(m.From)) != p.KindAt(m.From)
	}
	more := func(p *board.Position) []board.Move {
		other := disguised(p)
		other.Rights = board.Rights{}
		return slices.DeleteFunc(rules.NewReference(anyMoves()).Moves(other),
			func(m board.Move) bool { return seen(p.KindAt(m.From)) == p.KindAt(m.From) })
	}
	who, how := k.String()+"s", " as "+as.String()+"s"
	if exchanged {
		who, how = who+" and "+as.String()+"s", " as each other"
	}
	list := asAttacks(wrongWay{name: who + " move and bear" + how, weigh: weigh, missing: missing, more: more})
	list = append(list, asAttacks(wrongWay{name: who + " bear" + how, weigh: weigh})...)
	return append(list, wrongWay{name: who + " move" + how, missing: missing, more: more})
}
