package validate

import (
	"fmt"
	"net/url"
	"path/filepath"

	"turncoat/internal/printable"
	"turncoat/internal/report"
	"turncoat/rules/board"
)

// item returns the record as package report takes it, with some of its findings.
func (v *Verdict) item(findings []Finding) *report.Item {
	item := &report.Item{Name: v.caseName(), Class: v.File, File: v.File}
	errors := 0
	for i := range findings {
		f := v.reported(&findings[i])
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

// reported returns a finding of the record as package report takes it.
func (v *Verdict) reported(f *Finding) report.Finding {
	out := report.Finding{
		Title:    v.about(f),
		Code:     f.Code,
		Severity: f.Severity,
		Rule:     f.Rule,
		Place: report.Place{File: v.File, URI: uri(v.File), Line: f.Line, Column: f.Column,
			EndColumn: f.Column + max(f.width, 1)},
		Details:    f.details(),
		Properties: v.properties(f),
	}
	return out
}

// about describes a finding in one line: what it is about, and what is wrong.
func (v *Verdict) about(f *Finding) string {
	text := fmt.Sprintf("%s (%s)", f.Message, f.Code)
	switch {
	case v.Kind == KindGame && f.Move != "" && f.FEN != "":
		dots := "."
		if f.position.Turn == board.Black {
			dots = "..."
		}
		text = fmt.Sprintf("game %d, %d%s%s: %s", v.Index, f.position.Number, dots, f.Move, text)
	case v.Kind == KindGame:
		text = fmt.Sprintf("game %d: %s", v.Index, text)
	case v.Kind == KindScenario:
		text = fmt.Sprintf("scenario %d, %s: %s", v.Index, v.Name, text)
	}

	return printable.Line(text)
}

// details returns what explains a finding: the line with a caret under the move, the board, the
// rule.
func (f *Finding) details() []report.Detail {
	var list []report.Detail
	if f.excerpt != "" {
		excerpt := report.Excerpt{Text: f.excerpt, Caret: f.caret, Width: f.width}
		list = append(list, report.Detail{Excerpt: &excerpt})
	}

	if f.FEN != "" {
		list = append(list, report.Detail{Board: f.board()})
	}

	if f.Severity == "error" {
		list = append(list, report.Detail{Block: f.lesson})
		for _, line := range f.disputed() {
			list = append(list, report.Detail{Line: line})
		}
		list = append(list, report.Detail{Statement: f.statement()})
	}

	return append(list, report.Detail{Command: f.command()})
}

// board returns the board before the move.
func (f *Finding) board() *report.Board {
	return &report.Board{
		Position: f.position,
		Marks:    f.marks(),
		Title:    "the position before " + f.Move,
		Caption:  fmt.Sprintf("%s to move: %s", f.position.Turn.Title(), f.FEN),
		PageOnly: f.boards,
	}
}

// properties returns what SARIF shows of a finding in addition to its message and its place.
func (v *Verdict) properties(f *Finding) []report.Property {
	list := []report.Property{{Name: "record", Value: v.Index}}
	add := func(name string, value any, given bool) {
		if given {
			list = append(list, report.Property{Name: name, Value: value})
		}
	}
	add("rules", v.Rules, v.Rules != "")
	add("rule", f.Rule, f.Rule != "")
	add("ply", f.Ply, f.Ply != 0)
	add("move", f.Move, f.Move != "")
	add("fen", f.FEN, f.FEN != "")
	add("expected", f.Expected, len(f.Expected) > 0)
	add("got", f.Got, len(f.Got) > 0)
	return list
}

// uri returns the path of a file as a reference: relative as it is, absolute as a file URI.
func uri(file string) string {
	if file == Stdin {
		return "stdin"
	}
	u := url.URL{Path: filepath.ToSlash(file)}
	if filepath.IsAbs(file) {
		u.Scheme = "file"
	}
	return u.String()
}
