package validate

import (
	"fmt"
	"slices"
	"strings"

	"turncoat/diagram"
	"turncoat/internal/story"
	"turncoat/pgn"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// This file makes what a report for people adds to the message of a finding.

// statement returns the text of the rule that a finding is about, empty if there is none. For
// orthodox games it is the article of the FIDE Laws of Chess.
func (f *Finding) statement() string { return story.Statement(f.set.Family, f.Rule, f.Move) }

// disputed explains each square on which the record and the rules differ: which pieces persuade it
// and which support it, at the moment when its piece converted or, if the piece does not convert,
// after the last conversion (PAC-5).
func (f *Finding) disputed() []string {
	if f.turn == nil || f.Code != pgn.ConversionMismatch || !f.set.Family.HasWeights() {
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

// command returns a command that explains the move, ready to be copied, or "" if there is none.
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
	case pgn.IllegalMove,
		pgn.AmbiguousMove,
		pgn.MoveAfterEnd,
		pgn.ConversionMismatch,
		pgn.ReclaimMismatch:
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
