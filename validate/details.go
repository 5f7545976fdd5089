package validate

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"turncoat/diagram"
	"turncoat/internal/printable"
	"turncoat/internal/report"
	"turncoat/internal/story"
	"turncoat/pgn"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// item returns the record as package report takes it, with some of its findings.
func (v *Verdict) item(findings []pgn.Finding) *report.Item {
	item := &report.Item{Name: v.caseName(), Class: v.File, File: v.File}
	errors := 0
	for i := range findings {
		f := v.reported(i)
		item.Findings = append(item.Findings, f)
		if f.IsError() {
			errors++
		}
	}

	if !v.OK {
		item.Status = report.Failed
		if errors == 0 {
			item.Message = "it has errors that are not shown"
		}
	}

	return item
}

// caseName names a record within its file.
func (v *Verdict) caseName() string {
	name := fmt.Sprintf("%s %d", v.Kind, v.Index)
	if v.Name != "" {
		return name + ": " + printable.Line(v.Name)
	}
	if title := v.title.String(); title != "" {
		return name + ": " + title
	}
	return name
}

// reported returns a finding of the record, by its index, as package report takes it.
func (v *Verdict) reported(i int) report.Finding {
	f := &v.Findings[i]
	return report.Finding{Finding: *f, Title: v.about(f), Details: v.details(f, v.lessons[i]),
		File: v.File, Record: v.Index, Rules: v.Rules}
}

// about describes a finding in one line: what it is about, and what is wrong.
func (v *Verdict) about(f *pgn.Finding) string {
	text := fmt.Sprintf("%s (%s)", f.Message, f.Code)
	switch {
	case v.Kind == KindGame && f.Ply > 0 && f.Before != nil:
		text = fmt.Sprintf("game %d, %s%s: %s", v.Index, f.Before.MoveNumber(), f.Move, text)
	case v.Kind == KindGame:
		text = fmt.Sprintf("game %d: %s", v.Index, text)
	case v.Kind == KindScenario:
		text = fmt.Sprintf("scenario %d, %s: %s", v.Index, v.Name, text)
	}

	return printable.Line(text)
}

// details returns what explains a finding: the line with a caret under the move, the board, the
// rule.
func (v *Verdict) details(f *pgn.Finding, taught lesson) []report.Detail {
	var list []report.Detail
	if v.places != nil && f.Line > 0 {
		excerpt := excerptOf(v.places, f.At, f.End)
		list = append(list, report.Detail{Excerpt: &excerpt})
	}

	if f.FEN != "" {
		list = append(list, report.Detail{Board: v.board(f, taught.boards)})
	}

	if f.IsError() {
		list = append(list, report.Detail{Block: taught.text})
		for _, line := range v.disputed(f) {
			list = append(list, report.Detail{Line: line})
		}
		list = append(list, report.Detail{Statement: story.Statement(rules.New(v.set), f.Rule, f.Move)})
	}

	command := taught.command
	if command == "" {
		command = v.command(f)
	}
	return append(list, report.Detail{Command: command})
}

// board returns the board before the move.
func (v *Verdict) board(f *pgn.Finding, pageOnly bool) *report.Board {
	return &report.Board{
		Position: *f.Before,
		Marks:    v.marks(f),
		Title:    "the position before " + f.Move,
		Caption:  fmt.Sprintf("%s to move: %s", f.Before.Turn.Title(), f.FEN),
		PageOnly: pageOnly,
	}
}

// disputed explains each square on which the record and the rules differ: which pieces persuade it
// and which support it, at the moment when its piece converted or, if the piece does not convert,
// after the last conversion (PAC-5).
func (v *Verdict) disputed(f *pgn.Finding) []string {
	if f.Turn == nil || f.Code != pgn.ConversionMismatch || !v.set.Family.HasWeights() {
		return nil
	}
	variant := rules.New(v.set)
	var lines []string
	explanation := variant.Explain(f.Before, *f.Turn)
	for i, wave := range explanation.Waves {
		for _, s := range wave.Squares {
			if !slices.Contains(f.Got, s.Square.String()) {
				lines = append(lines,
					fmt.Sprintf("%v converts in wave %d: %v persuades with %s, %v supports with %s",
						s.Square, i+1, f.Before.Turn.Title(), weightText(s.Persuade),
						f.Before.Turn.Other().Title(),
						weightText(s.Support)))
			}
		}
	}

	for _, name := range f.Got {
		s, ok := board.ParseSquare(name)
		if !ok || slices.Contains(f.Expected, name) {
			continue
		}
		after := &f.Turn.After
		if piece := after.PieceAt(s); piece == board.NoPiece {
			lines = append(lines, fmt.Sprintf("%v does not convert: no piece stands on it", s))
		} else if piece.Colour == f.Before.Turn {
			lines = append(lines, fmt.Sprintf("%v does not convert: the %v on it is %s's already",
				s, piece.Kind,
				piece.Colour.Title()))
		} else {
			lines = append(lines,
				fmt.Sprintf("%v does not convert: %v persuades with %s, %v supports with %s", s,
					f.Before.Turn.Title(), weightText(variant.Weigh(after, s, f.Before.Turn)),
					piece.Colour.Title(),
					weightText(variant.Weigh(after, s, piece.Colour))))
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

// asked returns the move that the rules were asked about: the written one, unless the second
// section of an export says another.
func asked(f *pgn.Finding) string {
	if f.Meant != "" && plain(f.Move) != f.Meant {
		return f.Meant
	}
	return f.Move
}

// moveChars are the characters of moves, none of which a shell takes for anything else.
const moveChars = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789=+#/:-"

// command returns a command that explains the move, ready to be copied, or "" if there is none.
func (v *Verdict) command(f *pgn.Finding) string {
	move := asked(f)
	set, builtin := ruleset.IsBuiltin(v.set)
	known := builtin && v.Kind == KindGame && f.FEN != "" && move != ""
	if !known || strings.HasPrefix(move, "-") || strings.Trim(move, moveChars) != "" {
		return ""
	}

	switch f.Code {
	case pgn.IllegalMove, pgn.AmbiguousMove, pgn.MoveAfterEnd, pgn.ConversionMismatch,
		pgn.ReclaimMismatch:
		if f.Turn != nil {
			move = f.Turn.Move.UCI(f.Before)
		}
		return fmt.Sprintf("turncoat explain --rules %s '%s' '%s'", set.Name, f.FEN, move)
	}

	return ""
}

// marks points out the piece that moves, and the squares that a finding is about.
func (v *Verdict) marks(f *pgn.Finding) []diagram.Mark {
	pointed := squares(f.Expected) | squares(f.Got)
	switch {
	case v.Kind != KindGame:
	case f.Turn != nil:
		pointed |= f.Turn.Move.From.Bit()
	case f.IsError():
		pointed |= rules.PiecesMeant(f.Before, cmp.Or(f.Meant, f.Move))
	}

	var marks []diagram.Mark
	for s := range pointed.All {
		marks = append(marks, diagram.Mark{Square: s, Kind: diagram.Pointed})
	}
	return marks
}
