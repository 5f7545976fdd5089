package reference

import (
	"fmt"
	"slices"
	"strings"

	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// Breach is a rule that a move breaks.
type Breach struct {
	Rule   string // identifier, as in "PAC-10"
	Reason string // one plain sentence without the full stop: "no king of White would be safe"
}

// String returns the breach as messages say it: "no king of White would be safe (PAC-10)".
func (b Breach) String() string { return b.Reason + " (" + b.Rule + ")" }

// names lists squares in a sentence.
func names(squares board.Bitboard) string {
	list := squares.Names()
	if n := len(list); n > 1 {
		return strings.Join(list[:n-1], ", ") + " and " + list[n-1]
	}
	return strings.Join(list, "")
}

// Breaches lists every rule that the move breaks; none if it is legal. Any move may be asked
// about: from an empty square, past the edge of the board, promoting to a king.
//
// What becomes of the kings is judged only where it is clear what the move would do: not where a
// piece cannot go, nor where a promotion is missing or wrong.
func Breaches(set ruleset.Set, p board.Position, m board.Move) []Breach {
	t := newTable(set, p)
	if m.From >= board.NoSquare || m.To >= board.NoSquare {
		return []Breach{t.orthodox("the move leaves the board")}
	}
	if lostKing(&set, &p, t.mover) {
		return []Breach{{set.Rule(ruleset.ClaimRule), t.mover.Title() +
			" has no king and has lost"}}
	}

	list, clear := t.movementFaults(m)
	if clear {
		x := t.carry(m)
		list = append(list, x.faults()...)
	}

	return list
}

// orthodox returns the breach of the rule that pieces move as in orthodox chess (PAC-1, CON-1).
func (t *table) orthodox(format string, a ...any) Breach {
	return Breach{t.set.Rule(ruleset.MovementRule), fmt.Sprintf(format, a...)}
}

// movementFaults returns the rules on the movement of pieces that a move breaks, and whether it is
// clear all the same what the move would do.
func (t *table) movementFaults(m board.Move) (list []Breach, clear bool) {
	switch piece := t.grid.at(m.From); {
	case piece.Kind == board.NoKind:
		return []Breach{t.orthodox("no piece stands on %v", m.From)}, false
	case piece.Colour != t.mover:
		return []Breach{t.orthodox("the %v on %v is not %s's to move", piece.Kind, m.From,
			t.mover.Title())}, false
	}

	wing, castles := castling(&t.pos, m)
	if castles {
		list, clear = t.castlingFaults(m, wing)
	} else {
		list = t.goingFaults(m)
		clear = len(list) == 0
	}

	if promotion := t.promotionFault(m); promotion != "" {
		return append(list, Breach{t.set.Rule(ruleset.PromotionRule), promotion}), false
	}
	if clear && !castles && t.grid.at(m.From).Kind == board.Pawn && isTwoStep(m.From, m.To) {
		if barred := t.twoStepBarred(m.From, m.To); barred != 0 {
			list = append(list, Breach{"PAC-3",
				fmt.Sprintf("%s over-persuaded against %s, so that no pawn may make the two-step",
					isAre(barred), t.mover.Title())})
		}
	}

	return list, clear
}

func isAre(squares board.Bitboard) string {
	if squares.Count() == 1 {
		return names(squares) + " is"
	}
	return names(squares) + " are"
}

// promotionFault says what is wrong with a move's promotion (PAC-2, CON-1), nothing if it is right.
func (t *table) promotionFault(m board.Move) string {
	arrives := t.grid.at(m.From).Kind == board.Pawn && rankOf(m.To, t.mover) == 7
	switch {
	case !arrives && m.Promotion == board.NoKind:
		return ""
	case !arrives:
		return "only a pawn that reaches its last rank promotes"
	case m.Promotion == board.NoKind:
		return "a pawn that reaches its last rank promotes"
	}

	if slices.Contains(t.becomes(), m.Promotion) {
		return ""
	}
	if t.set.Promotion == ruleset.PromoteQueen {
		return "a pawn promotes to a queen and nothing else"
	}
	return "a pawn promotes to a queen, rook, bishop or knight"
}

// castlingFaults returns what forbids a castling: no right (PAC-15, CON-10), no room
// (PAC-13), an unsafe square (PAC-14, CON-9).
func (t *table) castlingFaults(m board.Move, wing board.CastlingSide) (list []Breach, clear bool) {
	if t.pos.Rights[board.RightIndex(t.mover, wing)] != (board.Right{King: m.From, Rook: m.To}) {
		return []Breach{t.noRight(fmt.Sprintf("%s has no right to castle with the rook on %v",
			t.mover.Title(), m.To))}, false
	}

	path := pathOf(t.mover, wing, m.From, m.To)
	if blocked := t.pos.Occupied() & path.clear; blocked != 0 {
		return []Breach{{"PAC-13", isAre(blocked) + " in the way of the castling"}}, false
	}
	if unsafe := t.castlingUnsafe(path); unsafe != 0 {
		why := "the king would castle from or over a square where it is in check: " + names(unsafe)
		if t.set.Family.HasWeights() {
			why = "the king may not castle from or over a square that is attacked: " + names(unsafe)
			if t.set.CastlingTest == ruleset.TestPersuaded {
				why = "the king may not castle from, over or to a square where it is over-persuaded: " + names(unsafe)
			}
		}

		list = append(list, Breach{t.set.Rule(ruleset.CastlingSafetyRule), why})
	}

	return list, true
}

func (t *table) noRight(why string) Breach {
	return Breach{t.set.Rule(ruleset.CastlingRightsRule), why}
}

// goingFaults returns what keeps the piece from going to the square: its kind, the way, what stands
// there (PAC-1, PAC-3, CON-1).
func (t *table) goingFaults(m board.Move) []Breach {
	if t.grid.at(m.From).Kind == board.Pawn {
		return t.pawnGoingFaults(m)
	}
	var list []Breach
	piece, target := t.grid.at(m.From), t.grid.at(m.To)
	if !Reaches(piece.Kind, m.From, m.To) {
		list = append(list, t.orthodox("a %v does not go from %v to %v", piece.Kind, m.From, m.To))
		list = append(list, t.castlingMeant(m)...)
	} else if blocked := t.pos.Occupied() & board.Between(m.From, m.To); blocked != 0 {
		list = append(list, t.orthodox("%s in the way", isAre(blocked)))
	}

	switch {
	case target.Kind == board.NoKind || m.To == m.From:
	case target.Colour == t.mover:
		own := t.orthodox("a piece of %s's own stands on %v", t.mover.Title(), m.To)
		list = append(list, own)
	case !t.captures(m.To):
		stands := t.orthodox("there are no captures, and a %v stands on %v", target, m.To)
		list = append(list, stands)
	}
	return list
}

// castlingMeant adds why it is no castling either, where a king's move looks like one: the right
// is lost, or its rook has changed colour (PAC-15, CON-10).
func (t *table) castlingMeant(m board.Move) []Breach {
	if t.grid.at(m.From).Kind != board.King || m.From.Rank() != m.To.Rank() || rankOf(m.From,
		t.mover) != 0 {
		return nil
	}

	for _, wing := range []board.CastlingSide{board.QueenSide, board.KingSide} {
		right := t.pos.Rights[board.RightIndex(t.mover, wing)]
		if right.Held() && right.King == m.From && right.Rook == m.To {
			return []Breach{t.noRight(fmt.Sprintf("the rook on %v is not %s's now", m.To,
				t.mover.Title()))}
		}

		end, _ := board.CastlingEnds(t.mover, wing)
		if m.From.File() == 4 && m.To == end && !right.Held() {
			return []Breach{t.noRight(fmt.Sprintf("%s has no right to castle to %v",
				t.mover.Title(), end))}
		}
	}

	return nil
}

// pawnGoingFaults is goingFaults for a pawn.
func (t *table) pawnGoingFaults(m board.Move) []Breach {
	files, ranks := m.To.File()-m.From.File(), (m.To.Rank()-m.From.Rank())*forward(t.mover)
	target := t.grid.at(m.To)
	switch {
	case files == 0 && ranks == 1:
		if target.Kind != board.NoKind {
			return []Breach{t.orthodox("%v is not empty", m.To)}
		}
	case files == 0 && ranks == 2:
		rule := t.set.Rule(ruleset.TwoStepRule)
		if rankOf(m.From, t.mover) != 1 {
			return []Breach{{rule, "only a pawn on its second rank makes the two-step"}}
		}
		if blocked := t.pos.Occupied() & (board.Between(m.From, m.To) | m.To.Bit()); blocked != 0 {
			return []Breach{{rule, isAre(blocked) + " not empty"}}
		}
	case t.set.Captures() && ranks == 1 && files*files == 1:
		if _, ok := takesEnPassant(&t.pos, m); !ok && !t.captures(m.To) {
			return []Breach{t.orthodox("the pawn has nothing to capture on %v", m.To)}
		}
	case !t.set.Captures() && files != 0:
		return []Breach{t.orthodox("pawns move straight ahead only")}
	default:
		return []Breach{t.orthodox("a pawn does not go from %v to %v", m.From, m.To)}
	}

	return nil
}

// Reaches reports whether a piece that is no pawn goes from one square to another on an empty
// board.
func Reaches(k board.Kind, from, to board.Square) bool {
	files, ranks := abs(to.File()-from.File()), abs(to.Rank()-from.Rank())
	line, diagonal := (files == 0) != (ranks == 0), files == ranks && files != 0
	switch k {
	case board.King:
		return max(files, ranks) == 1
	case board.Knight:
		return files*ranks == 2
	case board.Rook:
		return line
	case board.Bishop:
		return diagonal
	case board.Queen:
		return line || diagonal
	}

	return false
}

func abs(n int) int { return max(n, -n) }
