package check

import (
	"fmt"

	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// countWays lists the bugs in how those that bear on a square are counted (PAC-4).
func countWays() []wrongWay {
	var list []wrongWay
	for _, r := range []struct{ role, verb string }{{anyRole, "bear on"}, {persuasion, "persuade"},
		{inSupport, "support"}} {
		count := func(name string, times bearingBug) {
			list = append(list, wrongWay{name: name, weigh: counting(r.role, times)})
		}
		for _, k := range pieceKinds {
			none := wrongWay{name: fmt.Sprintf("%ss do not %s anything", k, r.verb), weigh: counting(r.role,
				func(_ *board.Position, _ board.Square, _ *rules.Weight, by *rules.Bearer) int {
					return unless(by.Piece.Kind == k)
				})}
			if list = append(list, none); r.role == anyRole {
				list = append(list, asAttacks(none)[1])
			}
			count(fmt.Sprintf("only %ss %s anything", k, r.verb), func(_ *board.Position, _ board.Square,
				_ *rules.Weight, by *rules.Bearer) int {
				return 1 - unless(by.Piece.Kind == k)
			})
			count(fmt.Sprintf("nothing %ss %ss", map[string]string{anyRole: "bear", persuasion: "persuade",
				inSupport: "support"}[r.role], onWhat(r.role, k)), func(b *board.Position, s board.Square,
				_ *rules.Weight, _ *rules.Bearer) int {
				return unless(b.KindAt(s) == k)
			})
		}
		count("pieces of one kind that "+r.verb+" a square count as one", func(_ *board.Position, _ board.Square,
			w *rules.Weight, by *rules.Bearer) int {
			for i := range w.By {
				if other := &w.By[i]; other.Piece.Kind == by.Piece.Kind {
					return 1 - unless(other.Square == by.Square)
				}
			}
			return 1
		})
		count("kings do not "+r.verb+" what the other side bears on", func(b *board.Position, s board.Square,
			_ *rules.Weight, by *rules.Bearer) int {
			return unless(by.Piece.Kind == board.King && attacked(b, s, by.Piece.Colour.Other()))
		})
		count("pieces that are pinned to their king do not "+r.verb+" anything off the line of the pin",
			func(b *board.Position, s board.Square, _ *rules.Weight, by *rules.Bearer) int {
				return unless(by.Piece.Kind != board.King && exposes(b, by.Square, s))
			})
		count("pieces whose capture would leave their king attacked do not "+r.verb+" anything",
			func(b *board.Position, s board.Square, _ *rules.Weight, by *rules.Bearer) int {
				return unless(hangsAfter(b, by.Square, s))
			})
		count("pieces that are pinned to their king do not "+r.verb+" anything", func(b *board.Position,
			_ board.Square, _ *rules.Weight, by *rules.Bearer) int {
			return unless(by.Piece.Kind != board.King && pinned(b, by.Square))
		})
		count("attacked pieces do not "+r.verb+" anything", func(b *board.Position, _ board.Square,
			_ *rules.Weight, by *rules.Bearer) int {
			return unless(attacked(b, by.Square, by.Piece.Colour.Other()))
		})
		count("only pieces next to a square "+r.verb+" it", func(_ *board.Position, s board.Square,
			_ *rules.Weight, by *rules.Bearer) int {
			return 1 - unless(distance(s, by.Square) == 1)
		})
		for side, of := range sides {
			count(fmt.Sprintf("%s's pieces do not %s anything", of, r.verb), func(_ *board.Position, _ board.Square,
				_ *rules.Weight, by *rules.Bearer) int {
				return unless(int(by.Piece.Colour) == side)
			})
		}
		for most := int64(1); most <= 3; most++ {
			list = append(list, wrongWay{name: fmt.Sprintf("of all that %s a square no more than %d count", r.verb,
				most), weigh: weighingIn(r.role, func(_ *ruleset.Set, _ *board.Position, _ board.Square,
				_ board.Colour, w rules.Weight) rules.Weight {
				w.Count = min(w.Count, most)
				return w
			})})
		}
	}
	list = append(list, wrongWay{name: "persuasion counts one piece too many where there is any",
		weigh: weighingIn(persuasion, func(_ *ruleset.Set, _ *board.Position, _ board.Square, _ board.Colour,
			w rules.Weight) rules.Weight {
			w.Count += min(w.Count, 1)
			return w
		})})
	return list
}

// onWhat names what is borne on, after a verb.
func onWhat(role string, k board.Kind) string {
	if role == anyRole {
		return "on " + k.String()
	}
	return k.String()
}

// hangsAfter reports whether a side that has a single king would have it attacked if a piece of it went to a square.
func hangsAfter(b *board.Position, from, to board.Square) bool {
	piece := b.PieceAt(from)
	if (b.Kings & b.Colours[piece.Colour]).Count() != 1 {
		return false
	}
	after := *b
	after.Put(from, board.NoPiece)
	after.Put(to, piece)
	return attacked(&after, (after.Kings & after.Colours[piece.Colour]).First(), piece.Colour.Other())
}

// pinned reports whether the only king of a piece's side would be attacked if it were not there, and is not now.
func pinned(b *board.Position, at board.Square) bool {
	side := b.PieceAt(at).Colour
	king := b.Kings & b.Colours[side]
	if king.Count() != 1 || attacked(b, king.First(), side.Other()) {
		return false
	}
	without := *b
	without.Put(at, board.NoPiece)
	return attacked(&without, king.First(), side.Other())
}

// exposes reports whether a piece that went to a square would expose its king to a line that it blocks now.
func exposes(b *board.Position, from, to board.Square) bool {
	king := b.Kings & b.Colours[b.PieceAt(from).Colour]
	return king.Count() == 1 && hangsAfter(b, from, to) && !attacked(b, king.First(), b.PieceAt(from).Colour.Other())
}
