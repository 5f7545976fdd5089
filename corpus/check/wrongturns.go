package check

import (
	"slices"

	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// orders are the ways in which programs go through the board, one square after another.
var orders = []struct {
	name string
	list []board.Square
}{
	{"from a1 on, rank by rank", order(func(i int) board.Square { return board.At(i%8, i/8) })},
	{"from h8 back, rank by rank", order(func(i int) board.Square { return board.At(7-i%8, 7-i/8) })},
	{"from a8 on, as in a FEN", order(func(i int) board.Square { return board.At(i%8, 7-i/8) })},
	{"from a1 on, file by file", order(func(i int) board.Square { return board.At(i/8, i%8) })},
	{"from a8 on, file by file", order(func(i int) board.Square { return board.At(i/8, 7-i%8) })},
	{"as in a FEN, but what has moved comes last", nil},
}

// fenOrder is the place of the order of a FEN.
const fenOrder = 2

// ordered returns the squares in the order of a list, or in that in which the program keeps them.
func (j *wrongJudge) ordered(list []board.Square) []board.Square {
	if list == nil {
		return slices.Clone(j.kept)
	}
	return list
}

func order(at func(i int) board.Square) []board.Square {
	list := make([]board.Square, 64)
	for i := range list {
		list[i] = at(i)
	}
	return list
}

// waveWays lists the bugs in how conversions follow each other (PAC-6).
func waveWays() []wrongWay {
	var list []wrongWay
	add := func(name string, convert func(j *wrongJudge, b *board.Position, mover board.Colour)) {
		list = append(list, wrongWay{name: name, convert: convert})
	}
	add("converted pieces are taken off the board", func(j *wrongJudge, b *board.Position, mover board.Colour) {
		for wave := j.wave(b, mover); wave != 0; wave = j.wave(b, mover) {
			for s := range wave.All {
				b.Put(s, board.NoPiece)
			}
			if j.set.Rounds == ruleset.FirstRound {
				return
			}
		}
	})
	nothing := func(*wrongJudge, *board.Position, board.Colour) {}
	list = append(list, wrongWay{name: "conversions are made before the move, not after it", convert: nothing,
		first: func(j *wrongJudge, p *board.Position) { j.waves(p, p.Turn, allWaves, nil) }},
		wrongWay{name: "conversions are made before the move as well as after it", first: func(j *wrongJudge,
			p *board.Position) {
			j.waves(p, p.Turn, allWaves, nil)
		}},
		wrongWay{name: "nothing is ever converted", convert: nothing})
	change := func(name string, f func(b *board.Position, wave board.Bitboard, n int) board.Bitboard) {
		add(name, func(j *wrongJudge, b *board.Position, mover board.Colour) {
			j.waves(b, mover, allWaves, func(wave board.Bitboard, n int) board.Bitboard { return f(b, wave, n) })
		})
	}
	change("waves of a single piece are not carried out", func(_ *board.Position, wave board.Bitboard,
		_ int) board.Bitboard {
		return carriedOut(wave, wave.Count() > 1)
	})
	change("waves of more than one piece are not carried out", func(_ *board.Position, wave board.Bitboard,
		_ int) board.Bitboard {
		return carriedOut(wave, wave.Count() == 1)
	})
	change("waves with a king are not carried out", func(b *board.Position, wave board.Bitboard, _ int) board.Bitboard {
		return carriedOut(wave, wave&b.Kings == 0)
	})
	change("a wave with a king changes nothing but the king", func(b *board.Position, wave board.Bitboard,
		_ int) board.Bitboard {
		if wave&b.Kings != 0 {
			return wave & b.Kings
		}
		return wave
	})
	change("kings change sides only after the first wave", func(b *board.Position, wave board.Bitboard,
		n int) board.Bitboard {
		if n > 0 {
			return wave
		}
		return wave &^ b.Kings
	})
	change("the last king of a side does not change sides", func(b *board.Position, wave board.Bitboard,
		_ int) board.Bitboard {
		if kings := b.Kings & wave; kings.Count() == 1 {
			if owner := b.PieceAt(kings.First()).Colour; (b.Kings & b.Colours[owner]).Count() == 1 {
				return wave &^ kings
			}
		}
		return wave
	})
	add("conversions stop with the wave that changes a king", func(j *wrongJudge, b *board.Position,
		mover board.Colour) {
		claimed := false
		j.waves(b, mover, allWaves, func(wave board.Bitboard, _ int) board.Bitboard {
			wave = carriedOut(wave, !claimed)
			claimed = claimed || wave&b.Kings != 0
			return wave
		})
	})
	add("support is counted once, before the first wave", func(j *wrongJudge, b *board.Position, mover board.Colour) {
		first := *b
		j.mixed(b, mover, func(s board.Square) bool {
			return weight(j, b, s, mover).Over(weight(j, &first, s, mover.Other()), j.set)
		})
	})
	add("persuasion is counted once, before the first wave", func(j *wrongJudge, b *board.Position,
		mover board.Colour) {
		first := *b
		j.mixed(b, mover, func(s board.Square) bool {
			return weight(j, &first, s, mover).Over(weight(j, b, s, mover.Other()), j.set)
		})
	})
	add("pieces that have changed sides do not persuade in the waves that follow",
		func(j *wrongJudge, b *board.Position, mover board.Colour) {
			first := *b
			j.mixed(b, mover, func(s board.Square) bool {
				without := b.Colours[mover] &^ first.Colours[mover]
				return rules.NewReference(j.set).WeighWithout(b, s, mover, without).Over(weight(j, b, s, mover.Other()), j.set)
			})
		})
	add("later waves reach only what the pieces of the wave before bear on", func(j *wrongJudge, b *board.Position,
		mover board.Colour) {
		var last board.Bitboard
		j.waves(b, mover, allWaves, func(wave board.Bitboard, n int) board.Bitboard {
			if n > 0 {
				wave = j.borne(b, wave, mover, last)
			}
			last = wave
			return wave
		})
	})
	for _, waves := range []struct {
		name string
		n    int
	}{{"in every wave", allWaves}, {"in the first wave", 1}} {
		add("the mover's own over-persuaded pieces change sides as well, "+waves.name,
			func(j *wrongJudge, b *board.Position, mover board.Colour) {
				j.repeat(b, allWaves, func(i int) board.Bitboard {
					return j.wave(b, mover) | carriedOut(j.wave(b, mover.Other()), i < waves.n)
				})
			})
	}
	list = append(list, wrongWay{name: "the mover's own over-persuaded pieces change sides, not the enemy's",
		convert: func(j *wrongJudge, b *board.Position, mover board.Colour) {
			j.waves(b, mover.Other(), allWaves, nil)
		}})
	return list
}

// thresholdWays lists the bugs in how persuasion and support are compared (PAC-5).
func thresholdWays() []wrongWay {
	return []wrongWay{
		{name: "as much persuasion as support is enough, even none against none", exceeds: func(set *ruleset.Set,
			persuade, support rules.Weight) bool {
			return !support.Over(persuade, *set)
		}},
		{name: "persuasion and support are compared the wrong way round", exceeds: func(set *ruleset.Set, persuade,
			support rules.Weight) bool {
			return support.Over(persuade, *set)
		}},
		{name: "persuasion must be at least twice the support", exceeds: func(set *ruleset.Set, persuade,
			support rules.Weight) bool {
			return persuade.Count > 0 && amount(set, persuade) >= 2*amount(set, support)
		}},
		{name: "persuasion must exceed support by two", exceeds: func(set *ruleset.Set, persuade,
			support rules.Weight) bool {
			return amount(set, persuade) >= amount(set, support)+2
		}},
		{name: "a piece that has any support is never converted", exceeds: func(_ *ruleset.Set, persuade,
			support rules.Weight) bool {
			return persuade.Count > 0 && support.Count == 0
		}},
		{name: "two persuaders are enough, whatever the support", exceeds: func(_ *ruleset.Set, persuade,
			_ rules.Weight) bool {
			return persuade.Count >= 2
		}},
	}
}

// amount returns what a rule set compares of a weight (PAC-4).
func amount(set *ruleset.Set, w rules.Weight) float64 {
	switch {
	case set.Weigh == ruleset.ByNumber:
		return float64(w.Count)
	case set.Weigh == ruleset.ByAverage && w.Count > 0:
		return float64(w.Sum) / float64(w.Count)
	}
	return float64(w.Sum)
}

// mixed converts wave after wave what a test says of the enemy's pieces.
func (j *wrongJudge) mixed(b *board.Position, mover board.Colour, over func(s board.Square) bool) {
	j.repeat(b, allWaves, func(int) board.Bitboard { return j.waveOf(b, mover, over) })
}

func weight(j *wrongJudge, b *board.Position, s board.Square, by board.Colour) rules.Weight {
	return rules.NewReference(j.set).WeighWithout(b, s, by, j.discounted)
}

// firstOf returns the first of the squares that are in a wave.
func firstOf(wave board.Bitboard, list []board.Square) board.Bitboard {
	if i := slices.IndexFunc(list, wave.Has); i >= 0 {
		return list[i].Bit()
	}
	return 0
}

// carriedOut returns a wave if something is so, otherwise none.
func carriedOut(wave board.Bitboard, so bool) board.Bitboard {
	if so {
		return wave
	}
	return 0
}

// safetyWays lists the bugs in what kings allow (PAC-10, PAC-11).
func safetyWays() []wrongWay {
	var list []wrongWay
	always := func(name string, f func(j *wrongJudge, t *wrongTurn) bool) {
		list = append(list, wrongWay{name: name, safe: f})
	}
	safe := func(name string, f func(j *wrongJudge, t *wrongTurn) bool) {
		always(name, func(j *wrongJudge, t *wrongTurn) bool { return j.free(t) || f(j, t) })
	}
	own := func(t *wrongTurn, b *board.Position) board.Bitboard { return b.Kings & b.Colours[t.mover()] }
	tie := func(j *wrongJudge, b *board.Position, s board.Square, side board.Colour) bool {
		persuade := weight(j, b, s, side.Other())
		return persuade.Count > 0 && !weight(j, b, s, side).Over(persuade, j.set)
	}
	for _, every := range []bool{false, true} {
		which := map[bool]string{false: "the mover's kings may not all be ",
			true: "none of the mover's kings may be "}[every]
		allowed := func(kings board.Bitboard, bad func(s board.Square) bool) bool {
			n := those(kings, bad).Count()
			return n == 0 && kings != 0 || !every && n < kings.Count()
		}
		safe(which+"attacked after the turn, however well supported", func(j *wrongJudge, t *wrongTurn) bool {
			kings := own(t, &t.after)
			return j.claims(t) && allowed(kings, func(s board.Square) bool {
				return attacked(&t.after, s,
					t.mover().Other())
			})
		})
		safe(which+"attacked right after the move, before the conversions", func(j *wrongJudge, t *wrongTurn) bool {
			kings := own(t, &t.landed)
			return j.claims(t) && (kings == 0 || allowed(kings, func(s board.Square) bool {
				return attacked(&t.landed,
					s, t.mover().Other())
			}))
		})
		safe(which+"persuaded as much as it is supported (a tie is taken for over-persuaded)",
			func(j *wrongJudge, t *wrongTurn) bool {
				kings := own(t, &t.after)
				return j.claims(t) && allowed(kings, func(s board.Square) bool {
					return tie(j, &t.after, s,
						t.mover())
				})
			})
	}
	safe("king safety is judged after the first wave", func(j *wrongJudge, t *wrongTurn) bool {
		b := j.afterFirstWave(t)
		return j.claims(t) && (own(t, &b) == 0 || j.someSafe(&b, t.mover()))
	})
	safe("king safety is judged after the first wave, and no turn is allowed in which no king is owned then",
		func(j *wrongJudge, t *wrongTurn) bool {
			b := j.afterFirstWave(t)
			return j.claims(t) && j.someSafe(&b, t.mover())
		})
	safe("king safety is judged before the conversions as well as after them", func(j *wrongJudge, t *wrongTurn) bool {
		return j.claims(t) && j.someSafe(&t.after, t.mover()) && (t.before.Kingless(t.mover()) ||
			j.someSafe(&t.landed, t.mover()))
	})
	safe("king safety is judged before the move", func(j *wrongJudge, t *wrongTurn) bool {
		return j.claims(t) && (t.before.Kingless(t.mover()) || j.someSafe(&t.before, t.mover()))
	})
	safe("king safety is judged before the move as well as after the turn", func(j *wrongJudge, t *wrongTurn) bool {
		return j.claims(t) && j.someSafe(&t.after, t.mover()) && (t.before.Kingless(t.mover()) ||
			j.someSafe(&t.before, t.mover()))
	})
	safe("while the mover's king is over-persuaded only kings may move", func(j *wrongJudge, t *wrongTurn) bool {
		hangs := !t.before.Kingless(t.mover()) && j.hanging(&t.before, t.mover()) != 0
		return j.claims(t) && j.someSafe(&t.after, t.mover()) && (!hangs || t.before.KindAt(t.move.From) == board.King)
	})
	safe("a king that moves must itself be safe after the turn", func(j *wrongJudge, t *wrongTurn) bool {
		for s := range (movedTo(&t.before, t.move) & t.after.Kings & t.after.Colours[t.mover()]).All {
			if j.over(&t.after, s, t.mover()) {
				return false
			}
		}
		return j.allowedRightly(t)
	})
	safe("a move of another piece may not open the mover's king to an attack", func(j *wrongJudge, t *wrongTurn) bool {
		opened := anyAttacked(&t.landed, t.landed.Kings&t.landed.Colours[t.mover()], t.mover()) &&
			!anyAttacked(&t.before, own(t, &t.before), t.mover())
		return j.allowedRightly(t) && (t.before.KindAt(t.move.From) == board.King || !opened)
	})
	safe("only moves of kings are tested for king safety", func(j *wrongJudge, t *wrongTurn) bool {
		return j.claims(t) && (t.before.KindAt(t.move.From) != board.King || j.someSafe(&t.after, t.mover()))
	})
	safe("moves of kings are not tested for king safety", func(j *wrongJudge, t *wrongTurn) bool {
		return j.claims(t) && (t.before.KindAt(t.move.From) == board.King || j.someSafe(&t.after, t.mover()))
	})
	safe("a side with two kings is not tested for king safety", func(j *wrongJudge, t *wrongTurn) bool {
		return j.claims(t) && (own(t, &t.after).Count() > 1 || j.someSafe(&t.after, t.mover()))
	})
	safe("a side that had two kings is not tested for king safety", func(j *wrongJudge, t *wrongTurn) bool {
		return j.claims(t) && (own(t, &t.before).Count() > 1 || j.someSafe(&t.after, t.mover()))
	})
	safe("a turn that claims a king is not tested for king safety", func(j *wrongJudge, t *wrongTurn) bool {
		return j.claims(t) && (own(t, &t.after).Count() > own(t, &t.before).Count() || j.someSafe(&t.after, t.mover()))
	})
	safe("kings that the turn has claimed do not count for king safety", func(j *wrongJudge, t *wrongTurn) bool {
		claimed := t.before.Kings & t.before.Colours[t.mover().Other()]
		return j.claims(t) && (t.before.Kingless(t.mover()) && j.someSafe(&t.after, t.mover()) ||
			own(t, &t.after)&^claimed&^j.hanging(&t.after, t.mover()) != 0)
	})
	safe("castling is not tested for king safety", func(j *wrongJudge, t *wrongTurn) bool {
		_, castles := t.move.Castles(&t.before)
		return j.claims(t) && (castles || j.someSafe(&t.after, t.mover()))
	})
	safe("turns that leave the enemy without a king are missing", func(j *wrongJudge, t *wrongTurn) bool {
		return j.allowedRightly(t) && !t.after.Kingless(t.mover().Other())
	})
	safe("turns that change a king's side are missing", func(j *wrongJudge, t *wrongTurn) bool {
		return j.allowedRightly(t) && own(t, &t.after).Count() == own(t, &t.before).Count()
	})
	always("a claim is asked of the side whose enemy has no king", func(j *wrongJudge, t *wrongTurn) bool {
		return (!t.before.Kingless(t.mover().Other()) || !t.after.Kingless(t.mover().Other())) &&
			(t.after.Kingless(t.mover()) || j.kingsSafe(t))
	})
	always("a side without a king has no turn", func(j *wrongJudge, t *wrongTurn) bool {
		return !t.before.Kingless(t.mover()) && j.kingsSafe(t)
	})
	safe("a side without a king may make any turn that it likes", func(j *wrongJudge, t *wrongTurn) bool {
		return t.before.Kingless(t.mover()) || j.kingsSafe(t)
	})
	always("a side without a king must claim all kings", func(j *wrongJudge, t *wrongTurn) bool {
		return j.allowedRightly(t) && (!t.before.Kingless(t.mover()) || t.after.Kingless(t.mover().Other()))
	})
	safe("a king may not step onto an attacked square, however well supported", func(j *wrongJudge, t *wrongTurn) bool {
		return j.allowedRightly(t) && !(stepOfKing(t) && attacked(&t.before, t.move.To, t.mover().Other()))
	})
	safe("a king may not step to where it is attacked then, however well supported",
		func(j *wrongJudge, t *wrongTurn) bool {
			return j.allowedRightly(t) && !(stepOfKing(t) && attacked(&t.landed, t.move.To, t.mover().Other()))
		})
	safe("a king may not move next to the enemy's king", func(j *wrongJudge, t *wrongTurn) bool {
		return j.allowedRightly(t) && !(stepOfKing(t) && nextTo(t.before.Kings&t.before.Colours[t.mover().Other()],
			t.move.To))
	})
	safe("a king may not move next to another king", func(j *wrongJudge, t *wrongTurn) bool {
		return j.allowedRightly(t) && !(stepOfKing(t) && nextToKing(&t.before, t.move))
	})
	safe("the enemy's kings are tested for king safety, not the mover's", func(j *wrongJudge, t *wrongTurn) bool {
		return j.claims(t) && (t.after.Kingless(t.mover().Other()) || j.someSafe(&t.after, t.mover().Other()))
	})
	for side, name := range sides {
		safe(name+"'s turns are not tested for king safety", func(j *wrongJudge, t *wrongTurn) bool {
			return j.claims(t) && (int(t.mover()) == side || j.someSafe(&t.after, t.mover()))
		})
	}
	for _, o := range orders {
		for _, which := range []string{"first", "last"} {
			if which == "last" && (o.name == orders[0].name || o.name == orders[1].name) {
				continue // each of these is the other from behind
			}
			safe("of two kings only the "+which+" is tested, "+o.name, func(j *wrongJudge, t *wrongTurn) bool {
				list := slices.Clone(o.list)
				if list == nil {
					list = keptAfter(j.kept, &t.before, t.move)
				}
				if which == "last" {
					slices.Reverse(list)
				}
				king := firstOf(own(t, &t.after), list)
				return j.claims(t) && (king == 0 || !j.over(&t.after, king.First(), t.mover()))
			})
		}
	}
	return list
}

// allowedRightly reports whether kings allow a turn as the rules have it.
func (j *wrongJudge) allowedRightly(t *wrongTurn) bool { return j.claims(t) && j.kingsSafe(t) }

// stepOfKing reports whether a king moves, other than to castle.
func stepOfKing(t *wrongTurn) bool {
	_, castles := t.move.Castles(&t.before)
	return !castles && t.before.KindAt(t.move.From) == board.King
}
