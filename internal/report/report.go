// Package report writes the results of commands, for people and for programs that read reports.
//
// A command describes its result once: as a [Report] of groups, items and findings, or item by item
// to a [Stream] if the result is too long for memory. The package writes it as text, JUnit XML,
// SARIF, GitHub annotations or an HTML page. JSON output is up to each command.
package report

import (
	"fmt"

	"turncoat/diagram"
	"turncoat/internal/printable"
	"turncoat/pgn"
	"turncoat/rules"
	"turncoat/rules/board"
)

// A Report is the whole result of a command.
type Report struct {
	Head
	Notes  []string // text that belongs to no group; each note may have several lines
	Groups []Group
	Rules  []RuleState // explained at the end of a page
}

// A Head introduces a report.
type Head struct {
	Title    string // the name of the report
	Subject  string // the examined program; may be empty
	Version  string // of turncoat itself; may be empty
	Headline string // the result in one line; may be empty
	Intro    string // an explanation for readers of a page; may be empty
	OK       bool   // whether the result is good
}

// A Group is the part of a report about one rule set, one file, or one question.
type Group struct {
	Name    string
	Summary string
	// Lines are details after the summary.
	Lines []string
	// Findings are about the group as a whole, or about the items that deserve a look.
	Findings []Finding
	// More describes the findings that were left out; may be empty.
	More string
	// Items are the tests of a JUnit report.
	Items []Item
	// Tables are for pages only.
	Tables []Table
}

// An Item is one thing that was examined: a record, or a case of a corpus.
type Item struct {
	Name     string
	Class    string // the class of a JUnit test
	File     string // may be empty
	Status   Status
	Message  string // why it did not pass; if empty, the first error tells
	Findings []Finding
}

// Status is the result of an item.
type Status int

// The results of items.
const (
	Passed  Status = iota
	Failed         // it shows a fault
	Broken         // it could not be examined
	Skipped        // it was not examined
)

// A Finding is something that is wrong or worth knowing, as it is shown to people. Of a finding
// that is not about a record, only the severity is set, which may be empty for an error.
type Finding struct {
	pgn.Finding
	Title   string   // what is wrong, in one line
	Cite    []string // rules to read, shown after the title
	Details []Detail

	File   string // where it is; empty for nowhere
	Record int    // the record that it is about, from 1 in its file
	Rules  string // the rule set of the record; may be empty
}

// A Detail is a part of the explanation of a finding. One of its fields is set.
type Detail struct {
	Line      string
	Excerpt   *Excerpt
	Board     *Board
	Block     string // several lines
	Scenario  string // a scenario in YAML
	Quote     string // output of another program
	Statement string // the text of the rule
	Command   string // a command that shows more, ready to be copied into a shell
}

// An Excerpt is a line of a file with some of its characters pointed out.
type Excerpt struct {
	Text  string
	Caret int // index of the first of these characters
	Width int // how many they are
}

// A Board is a position to be drawn.
type Board struct {
	Position board.Position
	Marks    []diagram.Mark
	Title    string // a description for readers who do not see the picture
	Caption  string
	PageOnly bool // whether the board is left out of text
}

// A Table shows which columns apply to which rows.
type Table struct {
	// Caption names a table that is shown on demand; empty for one that is always shown.
	Caption string
	Columns []string
	Rows    []Row
}

// A Row is one row of a table.
type Row struct {
	Name, Means string
	Count       int // of the cells that are set
	Cells       []bool
}

// A RuleState is a rule and, if it was tested, the result: "passed", "failed" or "never met".
type RuleState struct {
	rules.Rule
	State string
}

// heading returns the first line of a finding: its place, its severity unless it is an error, and
// the title.
func (f *Finding) heading() string {
	text := f.label()
	if place := f.Place(); place != "" {
		text = place + ": " + text
	}
	return text
}

// label returns the title, preceded by the severity unless the finding is an error.
func (f *Finding) label() string {
	if f.IsError() {
		return printable.Line(f.Title)
	}
	return f.Severity + ": " + printable.Line(f.Title)
}

// Place returns FILE:LINE:COLUMN, or only FILE for the whole file.
func (f *Finding) Place() string {
	name := printable.Line(f.File)
	if f.Line == 0 {
		return name
	}
	return fmt.Sprintf("%s:%d:%d", name, f.Line, f.Column)
}

// EndColumn returns the column after what the finding is about.
func (f *Finding) EndColumn() int {
	for _, d := range f.Details {
		if d.Excerpt != nil {
			return f.Column + max(d.Excerpt.Width, 1)
		}
	}

	return f.Column + 1
}
