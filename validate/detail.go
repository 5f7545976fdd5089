package validate

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"turncoat/diagram"
	"turncoat/internal/finding"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// What a report for people shows of a finding beside its message.

// statement returns what the rule says that a finding is about, empty if there is none: of orthodox games the
// article of the FIDE Laws of Chess.
func (f *Finding) statement() string { return Statement(f.set.Family, f.Rule, f.Move) }

// Statement returns what a rule says that a move breaks, with its identifier: of orthodox games the article of the
// FIDE Laws of Chess. It is empty if there is no such rule.
func Statement(family ruleset.Family, rule, move string) string {
	if family == ruleset.Chess {
		if text := fide(rule, move); text != "" {
			return text
		}
	}
	if text := rules.StatementOf(rule); text != "" {
		return rule + ": " + text
	}
	return ""
}

// Cite returns a message with the articles of the Laws of Chess in place of our identifiers, in orthodox games.
func Cite(family ruleset.Family, message, move string) string {
	if family != ruleset.Chess {
		return message
	}
	return ruleID.ReplaceAllStringFunc(message, func(id string) string {
		if article, _, ok := strings.Cut(fide(id, move), ":"); ok {
			return article
		}
		return id
	})
}

var ruleID = regexp.MustCompile(`\b(?:PAC|CON)-\d+\b`)

const fideCastling = "FIDE 3.8.2: Castling needs a king and a rook that have not moved, no piece between them, " +
	"and no attack on the squares that the king leaves, crosses and comes to."

// fide returns the article that forbids a move of orthodox chess.
func fide(rule, move string) string {
	switch rule {
	case "CON-8":
		return "FIDE 3.9.2: No piece can be moved that will expose the king of its own colour to check or leave it in check."
	case "CON-9", "CON-10", "PAC-13", "PAC-15":
		return fideCastling
	case "CON-11":
		return "FIDE 5.1, 5.2: The game is over when a king has been checkmated or the player to move has no legal move " +
			"and is not in check."
	case "CON-1":
	default:
		return ""
	}
	w, err := rules.ParseMove(move, rules.English)
	switch {
	case err != nil || w.UCI:
		return "FIDE 3.1: A piece moves as its kind does, and not to a square that a piece of its own colour stands on."
	case w.Castling:
		return fideCastling
	}
	return map[board.Kind]string{
		board.Pawn:   "FIDE 3.7: The pawn moves one square straight ahead, two from its first square, and takes diagonally ahead, also en passant.",
		board.Knight: "FIDE 3.6: The knight moves to one of the nearest squares that are not on its rank, file or diagonals.",
		board.Bishop: "FIDE 3.2, 3.5: The bishop moves along the diagonals, not over other pieces.",
		board.Rook:   "FIDE 3.3, 3.5: The rook moves along its file and rank, not over other pieces.",
		board.Queen:  "FIDE 3.4, 3.5: The queen moves along its file, rank and diagonals, not over other pieces.",
		board.King:   "FIDE 3.8.1: The king moves to a neighbouring square.",
	}[w.Kind]
}

// disputed says of each square on which the record and the rules part who persuades and who supports whom, on
// the board as it was when the piece converted or, if it does not, when the conversions were over (PAC-5).
func (f *Finding) disputed() []string {
	if f.turn == nil || f.Code != finding.ConversionMismatch || !f.set.Family.HasWeights() {
		return nil
	}
	g := rules.New(f.set)
	var lines []string
	explanation := g.Explain(&f.position, *f.turn)
	for i, wave := range explanation.Waves {
		for _, s := range wave.Squares {
			if !slices.Contains(f.Got, s.Square.String()) {
				lines = append(lines, fmt.Sprintf("%v converts in wave %d: %v persuades with %s, %v supports with %s",
					s.Square, i+1, f.position.Turn.Title(), weightText(s.Persuade), f.position.Turn.Other().Title(),
					weightText(s.Support)))
			}
		}
	}
	for _, name := range f.Got {
		s, ok := board.ParseSquare(name)
		if !ok || slices.Contains(f.Expected, name) {
			continue
		}
		after := &f.turn.After
		if piece := after.PieceAt(s); piece == board.NoPiece {
			lines = append(lines, fmt.Sprintf("%v does not convert: no piece stands on it", s))
		} else if piece.Colour == f.position.Turn {
			lines = append(lines, fmt.Sprintf("%v does not convert: the %v on it is %s's already", s, piece.Kind,
				piece.Colour.Title()))
		} else {
			lines = append(lines, fmt.Sprintf("%v does not convert: %v persuades with %s, %v supports with %s", s,
				f.position.Turn.Title(), weightText(g.Weigh(after, s, f.position.Turn)), piece.Colour.Title(),
				weightText(g.Weigh(after, s, piece.Colour))))
		}
	}
	return lines
}

// weightText writes a weight with the pieces that make it: "2 (knight f5, bishop g7)".
func weightText(w rules.Weight) string {
	if len(w.By) == 0 {
		return "nothing"
	}
	by := make([]string, len(w.By))
	for i, b := range w.By {
		by[i] = fmt.Sprintf("%v %v", b.Piece.Kind, b.Square)
	}
	return fmt.Sprintf("%s (%s)", w, strings.Join(by, ", "))
}

// command returns a command that explains the move, ready to be copied; empty where there is none.
func (f *Finding) command() string {
	if f.see != "" || f.FEN == "" || f.asked == "" {
		return f.see
	}
	set, builtin := ruleset.IsBuiltin(f.set)
	if !builtin || strings.Trim(f.asked,
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789=+#/:-") != "" || strings.HasPrefix(f.asked,
		"-") {
		return ""
	}
	switch f.Code {
	case finding.IllegalMove,
		finding.AmbiguousMove,
		finding.MoveAfterEnd,
		finding.ConversionMismatch,
		finding.ReclaimMismatch:
		move := f.asked
		if f.turn != nil {
			move = f.turn.Move.UCI(&f.position)
		}
		return fmt.Sprintf("turncoat explain --rules %s '%s' '%s'", set.Name, f.FEN, move)
	}
	return ""
}

// marks points out the piece that moves, and the squares that a finding is about.
func (f *Finding) marks() []diagram.Mark {
	pointed := f.pieces
	for _, list := range [][]string{f.Expected, f.Got} {
		for _, name := range list {
			if s, ok := board.ParseSquare(name); ok {
				pointed |= s.Bit()
			}
		}
	}
	var marks []diagram.Mark
	for s := range pointed.All {
		marks = append(marks, diagram.Mark{Square: s, Kind: diagram.Pointed})
	}
	return marks
}
