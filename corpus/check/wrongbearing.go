package check

import (
	"fmt"
	"iter"

	"turncoat/corpus/internal/bearing"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

var (
	pieceKinds = []board.Kind{board.Pawn, board.Knight, board.Bishop, board.Rook, board.Queen, board.King}
	leaps      = [][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}
	around     = [][2]int{{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}
)

// A bearingBug counts one bearer otherwise: so many times, 1 being right.
type bearingBug func(b *board.Position, s board.Square, w *rules.Weight, bearer *rules.Bearer) int

// weighingIn returns the weigher that makes another weight of the right one, in one role or in both.
func weighingIn(role string, wrong func(set *ruleset.Set, b *board.Position, s board.Square, by board.Colour,
	right rules.Weight) rules.Weight) weigher {
	return func(set *ruleset.Set, b *board.Position, s board.Square, by board.Colour, in string) rules.Weight {
		right := rules.NewReference(*set).Weigh(b, s, by)
		if role != anyRole && role != in {
			return right
		}
		return wrong(set, b, s, by, right)
	}
}

// counting returns the weigher that counts bearers so, in one role or in both.
func counting(role string, times bearingBug) weigher {
	return weighingIn(role, func(set *ruleset.Set, b *board.Position, s board.Square, _ board.Colour,
		right rules.Weight) rules.Weight {
		var w rules.Weight
		for i := range right.By {
			n := int64(times(b, s, &right, &right.By[i]))
			w.Count += n
			w.Sum += n * int64(set.Values[right.By[i].Piece.Kind])
			for range n {
				w.By = append(w.By, right.By[i])
			}
		}
		return w
	})
}

// adding returns the weigher that counts further pieces of a side, found on these squares.
func adding(role string, more func(b *board.Position, s board.Square, by board.Colour) iter.Seq[board.Square]) weigher {
	return weighingIn(role, func(set *ruleset.Set, b *board.Position, s board.Square, by board.Colour,
		w rules.Weight) rules.Weight {
		for at := range more(b, s, by) {
			w = plus(w, set, b, at)
		}
		return w
	})
}

// bearingWays lists the bugs in what bears on a square (PAC-4).
func bearingWays() []wrongWay {
	var list []wrongWay
	count := func(name, role string, times bearingBug) {
		list = append(list, wrongWay{name: name, weigh: counting(role, times)})
	}
	for _, role := range []struct{ role, verb string }{{anyRole, "bear on"}, {persuasion, "persuade"},
		{inSupport, "support"}} {
		for _, k := range pieceKinds {
			for _, on := range pieceKinds {
				count(fmt.Sprintf("%ss do not %s %ss", k, role.verb, on), role.role, func(b *board.Position,
					s board.Square, _ *rules.Weight, by *rules.Bearer) int {
					return unless(by.Piece.Kind == k && b.KindAt(s) == on)
				})
			}
			for side, of := range sides {
				count(fmt.Sprintf("%s's %ss do not %s anything", of, k, role.verb), role.role, func(_ *board.Position,
					_ board.Square, _ *rules.Weight, by *rules.Bearer) int {
					return unless(by.Piece == (board.Piece{Kind: k, Colour: board.Colour(side)}))
				})
			}
		}
	}
	for _, k := range pieceKinds {
		count(fmt.Sprintf("%ss count twice", k), anyRole, func(_ *board.Position, _ board.Square, _ *rules.Weight,
			by *rules.Bearer) int {
			return 1 + 1 - unless(by.Piece.Kind == k)
		})
		count(fmt.Sprintf("several %ss that bear on a square count as one", k), anyRole, func(_ *board.Position,
			_ board.Square, w *rules.Weight, by *rules.Bearer) int {
			for i := range w.By {
				if other := &w.By[i]; other.Piece.Kind == k && by.Piece.Kind == k {
					return 1 - unless(other.Square == by.Square)
				}
			}
			return 1
		})
	}
	for _, behind := range []bool{false, true} {
		name := map[bool]string{false: "the first slider of a line counts twice",
			true: "sliders behind others count twice"}[behind]
		count(name, anyRole, func(_ *board.Position, _ board.Square, _ *rules.Weight, by *rules.Bearer) int {
			return 1 + 1 - unless(slider(by.Piece.Kind) && (len(by.Through) > 0) == behind)
		})
	}
	count("sliders do not bear through each other in support", inSupport, func(_ *board.Position, _ board.Square,
		_ *rules.Weight, by *rules.Bearer) int {
		return unless(len(by.Through) > 0)
	})
	count("sliders do not bear through each other in persuasion", persuasion, func(_ *board.Position, _ board.Square,
		_ *rules.Weight, by *rules.Bearer) int {
		return unless(len(by.Through) > 0)
	})
	count("sliders bear through another only when they stand right behind it", anyRole, func(_ *board.Position,
		_ board.Square, _ *rules.Weight, by *rules.Bearer) int {
		return unless(len(by.Through) > 0 && distance(by.Square, by.Through[0]) > 1)
	})
	count("support is not counted: one persuader is enough", inSupport, func(*board.Position, board.Square,
		*rules.Weight, *rules.Bearer) int {
		return 0
	})
	for _, enemy := range []bool{false, true} {
		name := map[bool]string{false: "sliders bear over all pieces in their way",
			true: "sliders bear over the pieces of the enemy in their way"}[enemy]
		list = append(list, wrongWay{name: name, weigh: func(set *ruleset.Set, b *board.Position, s board.Square,
			by board.Colour, _ string) rules.Weight {
			return overPieces(set, b, s, by, enemy)
		}})
	}
	add := func(name, role string, more func(*board.Position, board.Square, board.Colour) iter.Seq[board.Square]) {
		list = append(list, wrongWay{name: name, weigh: adding(role, more)})
	}
	add("pieces support themselves", inSupport, func(b *board.Position, s board.Square,
		by board.Colour) iter.Seq[board.Square] {
		return found(b, by, s, nil, board.NoKind)
	})
	for _, edge := range []struct {
		kind  board.Kind
		steps func(by board.Colour) [][2]int
	}{
		{board.Pawn, func(by board.Colour) [][2]int {
			ahead := 1 - 2*int(by)
			return [][2]int{{1, -ahead},
				{-1, -ahead}}
		}},
		{board.Knight, func(board.Colour) [][2]int { return leaps }},
		{board.King, func(board.Colour) [][2]int { return around }},
	} {
		add(edge.kind.String()+"s bear round the edge of the board", anyRole, func(b *board.Position, s board.Square,
			by board.Colour) iter.Seq[board.Square] {
			return func(yield func(board.Square) bool) {
				for _, st := range edge.steps(by) {
					at := int(s) + st[0] + 8*st[1]
					file := s.File() + st[0]
					if at >= 0 && at < 64 && (file < 0 || file > 7) &&
						b.PieceAt(board.Square(at)) == (board.Piece{Kind: edge.kind, Colour: by}) &&
						!yield(board.Square(at)) {
						return
					}
				}
			}
		})
	}
	for _, pawn := range []struct {
		name  string
		steps [][2]int
	}{{"pawns bear straight ahead as well", [][2]int{{0, 1}}}, {"pawns bear backwards as well",
		[][2]int{{1, -1}, {-1, -1}}}, {"pawns bear sideways as well", [][2]int{{1, 0}, {-1, 0}}}} {
		add(pawn.name, anyRole, func(b *board.Position, s board.Square, by board.Colour) iter.Seq[board.Square] {
			var back [][2]int
			for _, st := range pawn.steps {
				back = append(back, [2]int{-st[0], -st[1] * (1 - 2*int(by))})
			}
			return found(b, by, s, back, board.Pawn)
		})
	}
	for i := range bearing.Readings[1:] {
		r := &bearing.Readings[1:][i]
		list = append(list, wrongWay{
			name: [...]string{"behind a slider all sliders of its side count, of other lines too",
				"behind a slider those of the enemy count, too"}[i],
			weigh: func(set *ruleset.Set, b *board.Position, s board.Square, by board.Colour,
				_ string) rules.Weight {
				return r.Weigh(*set, b, s, by)
			}})
	}
	return list
}

// overPieces returns a weight as if sliders bore over all pieces, or over those of the enemy.
func overPieces(set *ruleset.Set, b *board.Position, s board.Square, by board.Colour, enemy bool) rules.Weight {
	bare := *b
	for at := range b.Occupied().All {
		piece := b.PieceAt(at)
		if at != s && slider(piece.Kind) && piece.Colour == by {
			continue
		}
		if at != s && (!enemy || piece.Colour != by) {
			bare.Put(at, board.NoPiece)
		}
	}
	if enemy {
		return rules.NewReference(*set).Weigh(&bare, s, by)
	}
	through := *set
	through.Lines = ruleset.AnyFriend // sliders of its own that are in the way do not hinder either
	w := rules.NewReference(through).Weigh(&bare, s, by)
	for _, bearer := range rules.NewReference(*set).Weigh(b, s, by).By {
		if !slider(bearer.Piece.Kind) {
			w.Count++
			w.Sum += int64(set.Values[bearer.Piece.Kind])
		}
	}
	return w
}

// asAttacks returns a bug in what bears, and the same in a program that takes what bears on a square for what
// attacks it, in castling.
func asAttacks(w wrongWay) []wrongWay {
	as := w
	as.attacked = func(b *board.Position, s board.Square, by board.Colour) bool {
		set := ruleset.First(ruleset.Pacifist)
		return w.weigh(&set, b, s, by, persuasion).Count > 0
	}
	return []wrongWay{w, as}
}

// found yields the pieces of a side, and of a kind unless it is none, on the steps from a square, or on the square
// itself where there are no steps.
func found(b *board.Position, by board.Colour, s board.Square, steps [][2]int, k board.Kind) iter.Seq[board.Square] {
	if steps == nil {
		steps = [][2]int{{}}
	}
	return func(yield func(board.Square) bool) {
		for _, st := range steps {
			at := offset(s, st[0], st[1])
			if at == board.NoSquare {
				continue
			}
			piece := b.PieceAt(at)
			if piece.Kind != board.NoKind && piece.Colour == by && (k == board.NoKind || piece.Kind == k) &&
				!yield(at) {
				return
			}
		}
	}
}

// unless returns 0 if something is so, otherwise 1.
func unless(so bool) int {
	if so {
		return 0
	}
	return 1
}
