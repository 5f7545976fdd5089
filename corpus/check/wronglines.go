package check

import (
	"fmt"
	"iter"
	"slices"

	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// A lineView is what a program sees that looks from a square along a line: a piece, and those nearer to the square.
type lineView struct {
	set    *ruleset.Set
	by     board.Colour // whose weight is asked for
	step   [2]int
	piece  board.Piece
	nearer []board.Piece
	slides bool // the piece is that side's and moves along the line
	bears  bool // the piece is the nearest and bears on the square, by a single step perhaps
}

// A lineRule says whether what is seen counts and whether what stands behind it may.
type lineRule func(v *lineView) (counts, on bool)

// alongLines returns the weigher that asks a rule of what bears along lines, in one role or in both.
func alongLines(role string, rule lineRule) weigher {
	return weighingIn(role, func(set *ruleset.Set, b *board.Position, s board.Square, by board.Colour,
		right rules.Weight) rules.Weight {
		var w rules.Weight
		var bear board.Bitboard
		for i := range right.By {
			bearer := &right.By[i]
			bear |= bearer.Square.Bit()
			if !slider(bearer.Piece.Kind) {
				w = plus(w, set, b, bearer.Square)
			}
		}
		for _, st := range around {
			v := lineView{set: set, by: by, step: st}
			for at := range lineFrom(s, st) {
				v.piece = b.PieceAt(at)
				if v.piece.Kind == board.NoKind {
					continue
				}
				v.slides = v.piece.Colour == by && slidesAlong(v.piece.Kind, st)
				v.bears = len(v.nearer) == 0 && bear.Has(at)
				counts, on := rule(&v)
				if counts {
					w = plus(w, set, b, at)
				}
				if !on {
					break
				}
				v.nearer = append(v.nearer, v.piece)
			}
		}
		return w
	})
}

// plus returns a weight with the piece of a square more.
func plus(w rules.Weight, set *ruleset.Set, b *board.Position, at board.Square) rules.Weight {
	piece := b.PieceAt(at)
	w.Count++
	w.Sum += int64(set.Values[piece.Kind])
	w.By = append(slices.Clip(w.By), rules.Bearer{Square: at, Piece: piece})
	return w
}

// lineFrom yields the squares from a square in a direction, the nearest first.
func lineFrom(s board.Square, st [2]int) iter.Seq[board.Square] {
	return func(yield func(board.Square) bool) {
		for at := offset(s, st[0], st[1]); at != board.NoSquare; at = offset(at, st[0], st[1]) {
			if !yield(at) {
				return
			}
		}
	}
}

// slidesAlong reports whether pieces of a kind slide in a direction.
func slidesAlong(k board.Kind, st [2]int) bool {
	straight := st[0] == 0 || st[1] == 0
	return k == board.Queen || k == board.Rook && straight || k == board.Bishop && !straight
}

// slider reports whether pieces of a kind move along lines.
func slider(k board.Kind) bool { return k == board.Bishop || k == board.Rook || k == board.Queen }

// inRole says of a bug in bearing in which role it shows.
var inRole = map[string]string{anyRole: "", persuasion: ", in persuasion", inSupport: ", in support"}

// throughEnemies reports whether a side attacks a square in the orthodox sense, or would but for enemy pieces.
func throughEnemies(b *board.Position, s board.Square, by board.Colour) bool {
	own := *b
	for at := range b.Colours[by.Other()].All {
		own.Put(at, board.NoPiece)
	}
	return attacked(&own, s, by)
}

// lineWays lists the bugs in what sliders bear through (PAC-4).
func lineWays() []wrongWay {
	var list []wrongWay
	for _, role := range []string{anyRole, persuasion, inSupport} {
		rule := func(name string, rule lineRule) {
			list = append(list, wrongWay{name: name + inRole[role], weigh: alongLines(role, rule)})
		}
		// through is a bug in what is borne through alone.
		through := func(name string, on func(v *lineView) bool) {
			rule("sliders bear through "+name, func(v *lineView) (bool, bool) { return v.slides, on(v) })
		}
		through("a pawn that bears on the square as well", func(v *lineView) bool {
			return v.slides || v.bears &&
				v.piece.Kind == board.Pawn
		})
		through("a king that bears on the square as well", func(v *lineView) bool {
			return v.slides || v.bears &&
				v.piece.Kind == board.King
		})
		through("a pawn or a king that bears on the square as well", func(v *lineView) bool {
			return v.slides ||
				v.bears
		})
		through("pawns of their side as well", func(v *lineView) bool {
			return v.slides ||
				v.piece == board.Piece{Kind: board.Pawn, Colour: v.by}
		})
		through("one piece of their side, whatever it is", func(v *lineView) bool {
			return v.slides ||
				v.piece.Colour == v.by && len(v.nearer) == 0
		})
		through("one piece of either side, whatever it is", func(v *lineView) bool {
			return v.slides ||
				len(v.nearer) == 0
		})
		through("one piece of the enemy, whatever it is", func(v *lineView) bool {
			return v.slides ||
				v.piece.Colour != v.by && len(v.nearer) == 0
		})
		enemies := func(nearest bool) func(v *lineView) bool {
			return func(v *lineView) bool {
				own := slices.ContainsFunc(v.nearer, func(n board.Piece) bool { return n.Colour == v.by })
				return v.slides || v.piece.Colour != v.by && !(nearest && own)
			}
		}
		// what stands before the nearest own piece alone, or behind it, too
		for _, nearest := range []bool{false, true} {
			through("whatever is the enemy's", enemies(nearest))
			if role == anyRole { // and attack through it, where a castling is tested
				all := list[len(list)-1]
				all.attacked = throughEnemies
				list = append(list, all)
			}
		}
		through("all sliders of their side, of other lines too",
			func(v *lineView) bool { return v.piece.Colour == v.by && slider(v.piece.Kind) })
		through("sliders of the enemy that move along the line as well",
			func(v *lineView) bool { return slidesAlong(v.piece.Kind, v.step) })
		through("enemy kings as well", func(v *lineView) bool {
			return v.slides || v.piece == board.Piece{Kind: board.King, Colour: v.by.Other()}
		})
		through("their own king as well", func(v *lineView) bool {
			return v.slides ||
				v.piece == board.Piece{Kind: board.King, Colour: v.by}
		})
		through("one other slider at most", func(v *lineView) bool { return v.slides && len(v.nearer) == 0 })
		through("each other on diagonals only", func(v *lineView) bool { return v.slides && v.step[0]*v.step[1] != 0 })
		through("each other on files and ranks only", func(v *lineView) bool {
			return v.slides &&
				v.step[0]*v.step[1] == 0
		})
		rule("sliders bear through those of their own kind only", func(v *lineView) (bool, bool) {
			same := v.slides && (len(v.nearer) == 0 || v.nearer[len(v.nearer)-1].Kind == v.piece.Kind)
			return same, same
		})
		for side, name := range sides {
			through(fmt.Sprintf("each other only where they are %s's", name),
				func(v *lineView) bool { return v.slides && int(v.by) == side })
		}
		for _, k := range []board.Kind{board.Bishop, board.Rook, board.Queen} {
			through(fmt.Sprintf("%ss only", k), func(v *lineView) bool { return v.slides && v.piece.Kind == k })
			through(fmt.Sprintf("each other, but not through %ss", k), func(v *lineView) bool {
				return v.slides &&
					v.piece.Kind != k
			})
			rule(fmt.Sprintf("%ss do not bear through other sliders", k), func(v *lineView) (bool, bool) {
				return v.slides && (len(v.nearer) == 0 || v.piece.Kind != k), v.slides
			})
		}
	}
	return list
}
