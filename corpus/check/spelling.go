package check

import (
	"strings"

	"turncoat/corpus/internal/probe"
	"turncoat/rules/board"
)

// The ways of writing a move that the protocol does not have.
const (
	kingsMove claim = "castling written as the king's move"
	asZeros   claim = "castling written as O-O"
	withSigns claim = "moves written with signs"
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
	for uci, group := range want {
		if _, there := got[uci]; there {
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
		if text != uci && strings.NewReplacer("-", "", "=", "", "x", "", "+", "", "#", "").Replace(text) == uci {
			list[text] = withSigns
		}
	}
	return list
}

// unlike lists the ways of writing in which a move that is written rightly might have been written.
func unlike(p *board.Position, m board.Move) []claim {
	wing, castles := m.Castles(p)
	if !castles {
		return []claim{withSigns}
	}
	if end, _ := board.CastlingEnds(p.Turn, wing); m.UCI(p) != m.From.String()+end.String() {
		return []claim{asZeros, kingsMove}
	}
	return []claim{asZeros}
}
