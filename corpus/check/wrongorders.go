package check

import (
	"fmt"
	"slices"

	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// kindOrders are the ways in which programs go through the pieces, one kind after another.
var kindOrders = []struct {
	name string
	list []board.Kind
}{
	{"from pawns to kings", []board.Kind{board.Pawn, board.Knight, board.Bishop, board.Rook, board.Queen, board.King}},
	{"from kings to pawns", []board.Kind{board.King, board.Queen, board.Rook, board.Bishop, board.Knight, board.Pawn}},
}

// inOrders yields the squares of a board in each order that programs have for them, with its name.
func inOrders(yield func(name string, order func(j *wrongJudge, b *board.Position) []board.Square)) {
	for _, o := range orders {
		yield(o.name, func(j *wrongJudge, _ *board.Position) []board.Square { return j.ordered(o.list) })
	}
	for _, k := range kindOrders {
		for _, o := range orders[:fenOrder+1] {
			yield(k.name+", each "+o.name, func(_ *wrongJudge, b *board.Position) []board.Square {
				list := slices.Clone(o.list)
				slices.SortStableFunc(list, func(x, y board.Square) int {
					return slices.Index(k.list, b.KindAt(x)) - slices.Index(k.list, b.KindAt(y))
				})
				return list
			})
		}
	}
}

// orderWays lists the bugs in which it matters in what order a program goes through the pieces (PAC-6).
func orderWays() []wrongWay {
	var list []wrongWay
	add := func(name string, convert func(j *wrongJudge, b *board.Position, mover board.Colour)) {
		list = append(list, wrongWay{name: name, convert: convert})
	}
	inOrders(func(name string, order func(j *wrongJudge, b *board.Position) []board.Square) {
		oneByOne := func(rounds int) func(j *wrongJudge, b *board.Position, mover board.Colour) {
			return func(j *wrongJudge, b *board.Position, mover board.Colour) {
				most := rounds
				if j.set.Rounds == ruleset.FirstRound {
					most = 1
				}
				for n, changed := 0, true; changed && n < most; n++ {
					changed = false
					for _, s := range order(j, b) {
						if b.Colours[mover.Other()].Has(s) && j.wave(b, mover).Has(s) {
							flip(b, s.Bit())
							changed = true
						}
					}
				}
			}
		}
		add("the pieces of a wave change sides one after another, "+name, oneByOne(allWaves))
		add("the pieces are gone through once, and change sides one after another, "+name, oneByOne(1))
		for most := 1; most <= 3; most++ {
			some := func(j *wrongJudge, b *board.Position, wave board.Bitboard, most int) board.Bitboard {
				var few board.Bitboard
				for _, s := range order(j, b) {
					if wave.Has(s) && few.Count() < most {
						few |= s.Bit()
					}
				}
				return few
			}
			what := map[int]string{1: "only one piece, the first ", 2: "only two pieces, the first ",
				3: "only three pieces, the first "}[most]
			add("a wave changes "+what+name, func(j *wrongJudge, b *board.Position, mover board.Colour) {
				j.waves(b, mover, allWaves, func(wave board.Bitboard, _ int) board.Bitboard {
					return some(j, b, wave,
						most)
				})
			})
			add("a turn changes "+what+name, func(j *wrongJudge, b *board.Position, mover board.Colour) {
				left := most
				j.waves(b, mover, allWaves, func(wave board.Bitboard, _ int) board.Bitboard {
					wave = some(j, b, wave, left)
					left -= wave.Count()
					return wave
				})
			})
		}
	})
	return list
}

// chosenWays lists the bugs by which some pieces are not converted, or do not count, in some waves (PAC-6, PAC-7).
func chosenWays() []wrongWay {
	var list []wrongWay
	change := func(name string, f func(j *wrongJudge, b *board.Position, mover board.Colour, wave board.Bitboard,
		n int) board.Bitboard) {
		list = append(list, wrongWay{name: name, convert: func(j *wrongJudge, b *board.Position, mover board.Colour) {
			j.waves(b, mover, allWaves, func(wave board.Bitboard, n int) board.Bitboard {
				return f(j, b, mover, wave,
					n)
			})
		}})
	}
	ofKind := func(b *board.Position, wave board.Bitboard, k board.Kind) board.Bitboard {
		return those(wave, func(s board.Square) bool { return b.KindAt(s) == k })
	}
	for _, k := range pieceKinds {
		change(fmt.Sprintf("%ss are never converted", k), func(_ *wrongJudge, b *board.Position, _ board.Colour,
			wave board.Bitboard, _ int) board.Bitboard {
			return wave &^ ofKind(b, wave, k)
		})
		change(fmt.Sprintf("only %ss are converted", k), func(_ *wrongJudge, b *board.Position, _ board.Colour,
			wave board.Bitboard, _ int) board.Bitboard {
			return ofKind(b, wave, k)
		})
		change(fmt.Sprintf("%ss are converted in the first wave only", k), func(_ *wrongJudge, b *board.Position,
			_ board.Colour, wave board.Bitboard, n int) board.Bitboard {
			return wave &^ carriedOut(ofKind(b, wave, k), n > 0)
		})
	}
	for most := 1; most <= 4; most++ {
		change(map[int]string{1: "second waves are missing", 2: "third waves are missing",
			3: "fourth waves are missing", 4: "fifth waves are missing"}[most], func(_ *wrongJudge, _ *board.Position,
			_ board.Colour, wave board.Bitboard, n int) board.Bitboard {
			return carriedOut(wave, n < most)
		})
	}
	for side, name := range sides {
		change(name+"'s turns convert nothing", func(_ *wrongJudge, _ *board.Position, mover board.Colour,
			wave board.Bitboard, _ int) board.Bitboard {
			return carriedOut(wave, int(mover) != side)
		})
	}
	list = append(list, wrongWay{name: "after the first wave only the pieces of the wave before persuade",
		convert: func(j *wrongJudge, b *board.Position, mover board.Colour) {
			before := *b
			j.repeat(b, allWaves, func(n int) board.Bitboard {
				last := b.Colours[mover] &^ before.Colours[mover]
				before = *b
				return j.waveOf(b, mover, func(s board.Square) bool {
					without := carriedOut(b.Colours[mover]&^last, n > 0)
					return rules.NewReference(j.set).WeighWithout(b, s, mover, without).Over(weight(j, b, s, mover.Other()), j.set)
				})
			})
		}})
	change("the enemy's king is converted only by a side that has no king", func(_ *wrongJudge, b *board.Position,
		mover board.Colour, wave board.Bitboard, _ int) board.Bitboard {
		return wave &^ carriedOut(b.Kings, !b.Kingless(mover))
	})
	change("the enemy's last king is never converted", func(_ *wrongJudge, b *board.Position, mover board.Colour,
		wave board.Bitboard, _ int) board.Bitboard {
		return wave &^ carriedOut(b.Kings, (b.Kings&b.Colours[mover.Other()]).Count() == 1)
	})
	change("only what the moved piece bears on is converted in the first wave", func(j *wrongJudge, b *board.Position,
		mover board.Colour, wave board.Bitboard, n int) board.Bitboard {
		return wave &^ carriedOut(wave&^j.borne(b, wave, mover, j.moved), n == 0)
	})
	change("only what the moved piece bears on is converted", func(j *wrongJudge, b *board.Position,
		mover board.Colour, wave board.Bitboard, _ int) board.Bitboard {
		return j.borne(b, wave, mover, j.moved)
	})
	change("only pieces next to the moved piece are converted in the first wave",
		func(j *wrongJudge, _ *board.Position, _ board.Colour, wave board.Bitboard, n int) board.Bitboard {
			return those(wave, func(s board.Square) bool { return n > 0 || distance(s, j.moved.First()) <= 1 })
		})
	for _, direct := range []bool{false, true} {
		for _, first := range []bool{true, false} {
			name := "only what the moved piece attacks is converted"
			if !direct {
				name = "the moved piece counts twice when it persuades"
			}
			if first {
				name += ", in the first wave"
			}
			list = append(list, wrongWay{name: name, convert: func(j *wrongJudge, b *board.Position,
				mover board.Colour) {
				n := 0
				j.repeat(b, allWaves, func(i int) board.Bitboard {
					n = i
					return j.waveOf(b, mover, func(s board.Square) bool {
						w := weight(j, b, s, mover)
						attacks := slices.ContainsFunc(w.By,
							func(x rules.Bearer) bool {
								return j.moved.Has(x.Square) &&
									(!direct || len(x.Through) == 0)
							})
						if attacks && !direct && (n == 0 || !first) {
							w.Count++
						}
						return w.Over(weight(j, b, s, mover.Other()), j.set) && (attacks || !direct || n > 0 && first)
					})
				})
			}})
		}
	}
	without := func(name string, squares func(j *wrongJudge, b, first *board.Position) board.Bitboard) {
		list = append(list, wrongWay{name: name, convert: func(j *wrongJudge, b *board.Position, mover board.Colour) {
			first := *b
			j.mixed(b, mover, func(s board.Square) bool {
				return rules.NewReference(j.set).WeighWithout(b, s, mover, squares(j, b, &first)).Over(weight(j, b, s,
					mover.Other()), j.set)
			})
		}})
	}
	without("a castling rook does not persuade in its turn", func(j *wrongJudge, b, _ *board.Position) board.Bitboard {
		return carriedOut(j.moved&^b.Kings, j.moved.Count() == 2)
	})
	without("a castling king does not persuade in its turn", func(j *wrongJudge, b, _ *board.Position) board.Bitboard {
		return carriedOut(j.moved&b.Kings, j.moved.Count() == 2)
	})
	without("king and rook do not persuade when they castle", func(j *wrongJudge, _, _ *board.Position) board.Bitboard {
		return carriedOut(j.moved, j.moved.Count() == 2)
	})
	without("the moved piece does not persuade in its turn", func(j *wrongJudge, _,
		_ *board.Position) board.Bitboard {
		return j.moved
	})
	without("the moved piece does not persuade in its turn, but castling king and rook do", func(j *wrongJudge, _,
		_ *board.Position) board.Bitboard {
		return carriedOut(j.moved, j.moved.Count() == 1)
	})
	without("the moved piece does not persuade in its turn, but castling rooks do", func(j *wrongJudge, b,
		_ *board.Position) board.Bitboard {
		return j.moved &^ carriedOut(^b.Kings, j.moved.Count() == 2)
	})
	without("what stands on the square to which the move is written does not persuade in its turn",
		func(j *wrongJudge, _, _ *board.Position) board.Bitboard {
			return j.written.Bit()
		})
	without("a king that moves does not persuade in its turn", func(j *wrongJudge, b,
		_ *board.Position) board.Bitboard {
		return j.moved & b.Kings
	})
	without("the moved piece does not persuade in the first wave", func(j *wrongJudge, b,
		first *board.Position) board.Bitboard {
		return carriedOut(j.moved, b.Colours == first.Colours)
	})
	without("the moved piece does not persuade after the first wave", func(j *wrongJudge, b,
		first *board.Position) board.Bitboard {
		return carriedOut(j.moved, b.Colours != first.Colours)
	})
	for _, k := range pieceKinds {
		without(fmt.Sprintf("a %s that moves does not persuade in its turn", k), func(j *wrongJudge, b,
			_ *board.Position) board.Bitboard {
			return carriedOut(j.moved, j.moved.Count() == 1 && b.KindAt(j.moved.First()) == k)
		})
	}
	return list
}

// borne returns the pieces of a wave on which one of some pieces bears.
func (j *wrongJudge) borne(b *board.Position, wave board.Bitboard, mover board.Colour,
	by board.Bitboard) board.Bitboard {
	return those(wave, func(s board.Square) bool {
		return slices.ContainsFunc(rules.NewReference(j.set).Weigh(b, s, mover).By,
			func(x rules.Bearer) bool { return by.Has(x.Square) })
	})
}
