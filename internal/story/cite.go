package story

import (
	"strings"

	"turncoat/internal/lazyregexp"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// Statement returns the text of a rule that a move breaks, as it is in a rule set, with its
// identifier; in orthodox games it is the article of the FIDE Laws of Chess. It is empty if there is
// no such rule.
func Statement(variant *rules.Variant, rule, move string) string {
	if variant.Set().Family == ruleset.Chess {
		if text := fide(rule, move); text != "" {
			return text
		}
	}

	if text := variant.Statement(rule); text != "" {
		return rule + ": " + text
	}
	return ""
}

// Cite replaces the identifiers of rules in a message about an orthodox game by the articles of the
// Laws of Chess.
func Cite(family ruleset.Family, message, move string) string {
	if family != ruleset.Chess {
		return message
	}
	return ruleID().ReplaceAllStringFunc(message, func(id string) string {
		if article, _, ok := strings.Cut(fide(id, move), ":"); ok {
			return article
		}
		return id
	})
}

var ruleID = lazyregexp.Compile(`\b[A-Z]{3}-\d+\b`)

const fideCastling = "FIDE 3.8.2: Castling needs a king and a rook that have not moved, no piece between " +
	"them, and no attack on the squares that the king leaves, crosses and comes to."

// fide returns the article that forbids a move of orthodox chess.
func fide(rule, move string) string {
	switch rule {
	case "CON-8":
		return "FIDE 3.9.2: No piece can be moved that will expose the king of its own colour to " +
			"check or leave it in check."
	case "CON-9", "CON-10", "PAC-13", "PAC-15":
		return fideCastling
	case "CON-11":
		return "FIDE 5.1, 5.2: The game is over when a king has been checkmated or the player to " +
			"move has no legal move and is not in check."
	case "CON-1":
	default:
		return ""
	}

	w, err := rules.ParseMove(move, rules.English)
	switch {
	case err != nil || w.UCI:
		return "FIDE 3.1: A piece moves as its kind does, and not to a square that a piece of its " +
			"own colour stands on."
	case w.Castling:
		return fideCastling
	}

	return pieceArticles[w.Kind]
}

// pieceArticles are the articles about the moves of the pieces.
var pieceArticles = map[board.Kind]string{
	board.Pawn: "FIDE 3.7: The pawn moves one square straight ahead, two from its first square, " +
		"and takes diagonally ahead, also en passant.",
	board.Knight: "FIDE 3.6: The knight moves to one of the nearest squares that are not on its rank, " +
		"file or diagonals.",
	board.Bishop: "FIDE 3.2, 3.5: The bishop moves along the diagonals, not over other pieces.",
	board.Rook:   "FIDE 3.3, 3.5: The rook moves along its file and rank, not over other pieces.",
	board.Queen:  "FIDE 3.4, 3.5: The queen moves along its file, rank and diagonals, not over other pieces.",
	board.King:   "FIDE 3.8.1: The king moves to a neighbouring square.",
}
