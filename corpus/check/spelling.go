package check

import (
	"strings"

	"turncoat/corpus"
	"turncoat/corpus/internal/probe"
	"turncoat/rules/board"
)

// The ways of writing a move that the protocol does not have.
const (
	kingsMove  claim = "castling written as the king's move"
	asZeros    claim = "castling written as O-O"
	withSigns  claim = "moves written with signs"
	signed     claim = "promotions written with a sign"
	letterless claim = "promotions written without the letter of the new piece"
	capitals   claim = "promotions written with capital letters"
)

// A respelling holds the moves of an answer that are right but for how they are written.
type respelling struct {
	of    map[string]claim // by the move as it should be written
	with  map[string]bool  // moves that stand beside one that is written like them
	extra map[string]bool  // as the program writes them, where there is no such move
}

// respell looks for the moves that are wanted among those of an answer that are written otherwise: the
// boards tell.
func respell(p *board.Position, want map[string]*turnGroup, got map[string]probe.Key) respelling {
	r := respelling{map[string]claim{}, map[string]bool{}, map[string]bool{}}
	together := map[string]probe.Key{} // the sums of all promotions of a pawn to a square
	for uci, group := range want {
		if group.turn.Move.Promotion < board.NoKind {
			together[uci[:4]] += group.sum
		}
	}
	for uci, group := range want {
		if _, there := got[uci]; there {
			continue
		}
		if sum, there := got[uci[:4]]; there && group.turn.Move.Promotion < board.NoKind && sum == together[uci[:4]] {
			r.of[uci] = letterless
			r.extra[uci[:4]] = true
			continue
		}
		for text, way := range spellings(p, group.turn.Move, got) {
			sum, there := got[text]
			if other := want[text]; other != nil {
				sum -= other.sum
			}
			if !there || sum != group.sum {
				continue
			}
			r.of[uci] = way
			r.with[text], r.extra[text] = want[text] != nil, want[text] == nil
		}
	}
	return r
}

// spellings lists other ways to write a move.
func spellings(p *board.Position, m board.Move, got map[string]probe.Key) map[string]claim {
	list := map[string]claim{}
	if wing, castles := m.Castles(p); castles {
		end, _ := board.CastlingEnds(p.Turn, wing)
		list[m.From.String()+end.String()] = kingsMove
		zeros := [...]string{"0-0-0", "0-0"}[wing]
		list[zeros], list[strings.ReplaceAll(zeros, "0", "o")] = asZeros, asZeros
		return list
	}
	uci := m.UCI(p)
	for text := range got {
		if text != uci && strings.ToLower(text) == uci {
			list[text] = capitals
			continue
		}
		if text == uci {
			continue
		}
		lower := strings.ToLower(text)
		if m.Promotion < board.NoKind && strings.NewReplacer("=", "", "/", "", "(", "", ")", "").Replace(lower) == uci {
			list[text] = signed
		} else if strings.NewReplacer("-", "", "=", "", "x", "", "+", "", "#", "").Replace(text) == uci {
			list[text] = withSigns
		}
	}
	return list
}

// unlike lists the ways of writing in which a move that is written rightly might have been written.
func unlike(p *board.Position, m board.Move) []claim {
	wing, castles := m.Castles(p)
	switch {
	case !castles && m.Promotion < board.NoKind:
		return []claim{withSigns, signed, capitals, letterless}
	case !castles:
		return []claim{withSigns}
	}
	if writtenByKing(p, m, wing) {
		return []claim{asZeros}
	}
	return []claim{asZeros, kingsMove}
}

// writtenByKing reports whether a castling is written as the king's move.
func writtenByKing(p *board.Position, m board.Move, wing board.CastlingSide) bool {
	end, _ := board.CastlingEnds(p.Turn, wing)
	return m.UCI(p) == m.From.String()+end.String()
}

// unreadable says what is wrong with a move that cannot be read.
func unreadable(uci string) claim {
	if len(uci) < 4 || len(uci) > 5 {
		return "moves that cannot be read"
	}
	for _, c := range []byte{uci[0], uci[2]} {
		if c < 'a' || c > 'z' {
			return "moves that cannot be read"
		}
	}
	for _, text := range []string{uci[:2], uci[2:4]} {
		if _, ok := board.ParseSquare(text); !ok {
			return "moves from or to squares off the board"
		}
	}
	return "moves that cannot be read"
}

// turnedBoard says in what way the board of a turn is written round, so that it would be right otherwise; nothing if
// it is not.
func turnedBoard(want *board.Played, turns []corpus.AnswerTurn) claim {
	if len(turns) != 1 {
		return ""
	}
	placement, _, _ := strings.Cut(turns[0].FEN, " ")
	theirs, err := board.ParseBoard(placement)
	if err != nil {
		return ""
	}
	for _, w := range []struct {
		name claim
		at   func(s board.Square) board.Square
		swap bool
	}{
		{"boards written upside down", func(s board.Square) board.Square { return s ^ 56 }, false},
		{"boards written from the h-file to the a-file", func(s board.Square) board.Square { return s ^ 7 }, false},
		{"boards written from Black's side", func(s board.Square) board.Square { return s ^ 63 }, false},
		{"boards written with the letters of the other side", func(s board.Square) board.Square { return s }, true},
	} {
		same := true
		for s := range board.NoSquare {
			piece := theirs.PieceAt(w.at(s))
			if w.swap && piece.Kind != board.NoKind {
				piece.Colour = piece.Colour.Other()
			}
			same = same && piece == want.After.PieceAt(s)
		}
		if same {
			return w.name
		}
	}
	return ""
}

// writtenBoard says what is wrong with how the boards of turns are written; nothing if they can be read.
func writtenBoard(turns []corpus.AnswerTurn) claim {
	for _, t := range turns {
		placement, _, _ := strings.Cut(t.FEN, " ")
		if _, err := board.ParseBoard(placement); err == nil {
			continue
		}
		rows := strings.Split(placement, "/")
		if len(rows) != 8 {
			return "boards written with other than eight ranks"
		}
		for _, row := range rows {
			squares := 0
			for _, c := range []byte(row) {
				if c >= '1' && c <= '9' {
					squares += int(c - '0')
				} else {
					squares++
				}
			}
			switch {
			case squares > 8:
				return "boards written with ranks of more than eight squares"
			case squares < 8:
				return "boards written with ranks of fewer than eight squares"
			}
		}
		return "boards written with letters that are no pieces"
	}
	return ""
}
