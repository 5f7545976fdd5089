// Package validate checks records against the rules: games in every form that package pgn reads,
// scenarios, and rule-set files. Every finding names its place, its ply and its rule, and an error
// in one record never hides the next.
//
// [Run] goes through files and directories of any size, with the work shared out and the results
// in the order of the files; [Judge] judges one record that has been read.
package validate

import (
	"turncoat/internal/lines"
	"turncoat/internal/plural"
	"turncoat/pgn"
	"turncoat/rules/ruleset"
)

// Kind says what a record is.
type Kind string

// The kinds of records.
const (
	KindGame     Kind = "game"
	KindScenario Kind = "scenario"
	KindRules    Kind = "rules" // a rule-set file
	KindFile     Kind = "file"  // a file, in what concerns no single record of it
)

// Verdict is the verdict on one record.
type Verdict struct {
	File   string
	Index  int // from 1 in its file
	Kind   Kind
	Name   string // of a scenario or a rule set
	Rules  string // the rule set it was checked against
	OK     bool   // no finding is an error
	Plies  int    // of a game's main line, as recorded
	Result string // of a game, as recorded
	// Converted counts the pieces that changed sides in a game's main line, each time it did.
	Converted int
	Findings  []pgn.Finding

	title   title // of a game
	nothing bool  // nothing in it could be read as part of a game
	junk    bool  // hardly anything in it could be read

	reviewed bool // another implementation has replayed it

	// What reports show of findings:
	set     ruleset.Set    // of Rules
	places  *lines.Places  // of the text that was judged; nil if it is not shown
	lessons map[int]lesson // of findings in a scenario, by index
}

// A lesson is what a report teaches about a failed expectation of a scenario.
type lesson struct {
	text    string // expected and got, and how the last move really went
	boards  bool   // the text shows boards
	command string // that shows more
}

// Summary counts what was done.
type Summary struct {
	Files     int `json:"files"`
	Games     int `json:"games"`
	Scenarios int `json:"scenarios"`
	RuleSets  int `json:"-"`
	OK        int `json:"ok"`     // records without an error
	Failed    int `json:"failed"` // records with one
	Findings  int `json:"findings"`
	Skipped   int `json:"skipped,omitempty"` // files without records, skipped in directories
	// Reviewed counts the games that had a second opinion.
	Reviewed  int   `json:"second_opinions,omitempty"`
	Plies     int64 `json:"-"` // of games, as recorded
	Converted int64 `json:"-"` // pieces that changed sides
	Bytes     int64 `json:"-"` // read, after decompression

	skipped kinds
}

// skip counts skipped files.
func (s *Summary) skip(files kinds) {
	for kind, n := range files {
		if s.skipped == nil {
			s.skipped = kinds{}
		}
		s.skipped[kind] += n
		s.Skipped += n
	}
}

// add counts a record.
func (s *Summary) add(r *Verdict) {
	switch r.Kind {
	case KindGame:
		s.Games++
		s.Plies += int64(r.Plies)
		s.Converted += int64(r.Converted)
		if r.reviewed {
			s.Reviewed++
		}
	case KindScenario:
		s.Scenarios++
	case KindRules:
		s.RuleSets++
	}

	if r.OK {
		s.OK++
	} else {
		s.Failed++
	}

	s.Findings += len(r.Findings)
}

// maxFindings is how many findings are listed for one record, or for one file as a whole. If there
// are more, a last finding says how many.
const maxFindings = pgn.MaxFindings

// settle sets OK from the findings, and then shortens the list.
func (r *Verdict) settle() {
	r.OK = true
	var gravest *pgn.Finding // of those that are not listed
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.IsError() {
			r.OK = false
		}
		if i >= maxFindings && (gravest == nil || f.IsError() && !gravest.IsError()) {
			gravest = f
		}
	}

	if more := len(r.Findings) - maxFindings; more > 1 {
		last := pgn.NewFinding(gravest.Code, gravest.At, gravest.End, "%s in this record",
			plural.Count(more, "more finding"))
		last.Severity, last.Line, last.Column = gravest.Severity, gravest.Line, gravest.Column
		r.Findings = append(r.Findings[:maxFindings:maxFindings], last)
	}
}
