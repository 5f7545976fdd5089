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

// A Finding is something that is wrong or worth knowing.
type Finding struct {
	Title    string // what is wrong, in one line
	Code     pgn.Code
	Severity string // "warning" or "note"; anything else is an error
	Place    Place
	Rule     string   // the rule of the game that is broken; may be empty
	Cite     []string // rules to read, shown after the title
	Details  []Detail
	// Properties are for SARIF.
	Properties []Property
}

// A Place is a region of a file, counted from 1. Line and columns are 0 if it is the whole file.
type Place struct {
	File, URI         string
	Line              int
	Column, EndColumn int
}

// A Property is a fact about a finding, named as in JSON.
type Property struct {
	Name  string
	Value any
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

// IsError reports whether the finding is an error, not a warning or a note.
func (f *Finding) IsError() bool { return f.Severity != "warning" && f.Severity != "note" }

// heading returns the first line of a finding: its place, its severity unless it is an error, and
// the title.
func (f *Finding) heading() string {
	text := f.label()
	if place := f.Place.String(); place != "" {
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

// String returns FILE:LINE:COLUMN, or only FILE for the whole file.
func (p Place) String() string {
	name := printable.Line(p.File)
	if p.Line == 0 {
		return name
	}
	return fmt.Sprintf("%s:%d:%d", name, p.Line, p.Column)
}
