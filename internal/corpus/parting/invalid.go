package parting

import (
	"errors"
	"slices"
	"strings"

	"turncoat/corpus"
	"turncoat/protocol"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// The classes of invalid input that are not named after a field of a FEN.
const (
	noFEN       = "text"
	wrongKings  = "kings"
	wrongPawns  = "pawns"
	inCheck     = "check"
	illegalMove = "moves"
)

// invalid describes the classes of invalid input.
var invalid = map[string]string{
	noFEN:        "a text that is no FEN",
	"fields":     "a FEN of more than six fields",
	"castling":   "castling rights without king and rook, or two of one wing",
	"en passant": "an en passant square that no pawn has passed over",
	wrongKings:   "too many kings, or too few",
	wrongPawns:   "a pawn on the first or last rank",
	inCheck:      "a side in check that is not to move",
	illegalMove:  "an illegal move among those played first",
}

// lenient is the parting of a program that answers a question which the rules refuse for the given
// reason, or that refuses it with the wrong code. There is none if the program does what
// docs/INTERFACE.md asks for.
func lenient(variant *rules.Variant, q corpus.Seed, reason error, got *corpus.Answer) []Parting {
	set := variant.Set()
	out := Parting{Step: Position, Fault: Accepted, Rule: set.Rule(ruleset.PositionRule),
		Reason: "it is refused: " + reason.Error(), Program: "it is answered"}
	codes := []protocol.Code{protocol.InvalidFEN}
	out.Class = invalidFEN(q, reason)
	if out.Class == illegalMove {
		codes = []protocol.Code{protocol.IllegalMove}
		out.Rule = set.Rule(ruleset.MovementRule)
		if !errors.Is(reason, rules.ErrIllegal) { // the input cannot be read
			codes = append(codes, protocol.InvalidRequest)
		}
	}

	if got.Refused != "" {
		if slices.Contains(codes, protocol.Code(got.Refused)) {
			return nil
		}
		out.Fault = Other
		out.Reason = "it is refused with the code " + string(codes[0])
		out.Program = "it is refused with the code " + got.Refused
	}

	return []Parting{out}
}

// invalidFEN returns the class of a question that the rules refuse for a reason.
func invalidFEN(q corpus.Seed, reason error) string {
	var fault *board.FENError
	if !errors.As(reason, &fault) {
		return illegalMove
	}
	placement, _, _ := strings.Cut(q.FEN, " ")
	p, unreadable := board.ParseBoard(placement)
	const ends = board.Bitboard(0xff000000000000ff)
	switch fault.Field {
	case "fields", "castling", "en passant":
		return fault.Field
	case "position":
		if p.Kingless(board.White) || p.Kingless(board.Black) {
			return wrongKings
		}
		return inCheck
	case "board":
		if unreadable == nil && p.Pawns&ends != 0 {
			return wrongPawns
		}
		if unreadable == nil {
			return wrongKings
		}
	}

	return noFEN
}
