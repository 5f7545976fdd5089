package fuzz

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"turncoat/corpus"
	"turncoat/internal/corpus/check"
	"turncoat/internal/jsonline"
	"turncoat/internal/plural"
	"turncoat/internal/report"
	"turncoat/rules"
)

// WriteText writes the report for people: each finding with its board, the step, both sides, and a
// scenario.
func (r *Report) WriteText(w io.Writer) error {
	out := r.reported()
	out.Headline = ""
	return out.WriteText(w)
}

// WriteHTML writes the report as one page: the findings with both boards side by side, and the
// rules by what came of them.
func (r *Report) WriteHTML(w io.Writer) error {
	out := r.reported()
	return out.WriteHTML(w)
}

// reported returns the report as package report takes it.
func (r *Report) reported() report.Report {
	head := report.Head{Title: "corpus fuzz", Subject: r.Program, OK: r.OK(),
		Headline: "No difference was found."}
	out := report.Report{Head: head}
	found := 0
	for i := range r.Sets {
		s := &r.Sets[i]
		g := report.Group{Name: s.Rules.String(), Summary: s.summary()}
		if s.Skipped == "" {
			out.Rules = append(out.Rules, s.coverage()...)
		}
		variant := rules.New(s.Rules)
		for j := range s.Findings {
			f := s.Findings[j].reported(variant)
			f.Title = fmt.Sprintf("%s %d: %s", s.Rules.Name, j+1, f.Title)
			g.Findings = append(g.Findings, f)
		}

		found += s.errors()
		out.Groups = append(out.Groups, g)
	}

	if found > 0 {
		out.Headline = plural.Count(found, "kind") + " of difference."
	}
	return out
}

// reported returns the finding as package report takes it: the witness, how often it was seen, how
// the program behaved, and a scenario.
func (f *Finding) reported(variant *rules.Variant) report.Finding {
	out := f.Witness.Finding(variant)
	if f.Warning { // only its title is shown
		out.Severity = "warning"
		out.Title += ", as in " + f.FEN
		if len(f.Moves) > 0 {
			out.Title += " after " + strings.Join(f.Moves, " ")
		}
		if f.Whole.Refused != "" {
			out.Title += " (" + f.Whole.Refused + ")"
		}
	}

	line := func(text string) { out.Details = append(out.Details, report.Detail{Line: text}) }
	line(fmt.Sprintf("seen in %s, first after %d", plural.Count(f.Count, "position"), f.After))
	if f.Unsteady != "" {
		line("not steady: " + f.Unsteady)
	}
	if f.Prior != nil {
		line(fmt.Sprintf("it does so after the question %s under %s",
			strings.Join(f.priorQuestion(), " "), f.Prior.Rules.Name))
	}
	if f.Unsteady != "" && len(f.cases(variant)) == 0 {
		line("no case can show it again, so that none is saved")
	}
	out.Details = append(out.Details, report.Detail{Quote: f.Stderr},
		report.Detail{Scenario: f.Scenario(variant)})
	return out
}

// summary says in one line what was asked and found.
func (s *SetReport) summary() string {
	if s.Skipped != "" {
		return "skipped, " + s.Skipped
	}
	rate := 0.0
	if s.Took > 0 {
		rate = float64(s.Positions) / s.Took.Seconds()
	}
	text := fmt.Sprintf("%s in %s (%.0f a second), ", plural.Count(s.Positions, "position"),
		s.Took.Round(100*time.Millisecond), rate)
	found := s.errors()
	switch {
	case s.Positions == 0:
		text += "no answer in that time"
	case found == 0:
		text += "no difference"
	case found > 2:
		text += plural.Count(found, "kind") + " of difference, some of which may be one bug"
	default:
		text += plural.Count(found, "kind") + " of difference"
	}

	if warnings := len(s.Findings) - found; warnings > 0 {
		text += ", " + plural.Count(warnings, "warning")
	}
	if s.GaveUp {
		text += "; given up, since three questions were not answered in time"
	}
	if s.Unheard {
		text += "; " + check.UnheardNote
	}
	if s.Held > 0 {
		text += fmt.Sprintf(" and %d more differences that may follow from them", s.Held)
	}
	return text
}

// priorQuestion returns the FEN and the moves of the question that leaves something behind.
func (f *Finding) priorQuestion() []string {
	return append([]string{f.Prior.FEN}, f.Prior.Moves...)
}

// ReportJSON is a report as `corpus fuzz --json` prints it: one object.
type ReportJSON struct {
	Program string    `json:"program"`
	OK      bool      `json:"ok"`
	Sets    []SetJSON `json:"sets"`
}

// SetJSON is the part of a report about one rule set.
type SetJSON struct {
	SetReport
	Seconds  float64       `json:"seconds"`
	Findings []FindingJSON `json:"findings"`
	Coverage []RuleJSON    `json:"coverage"`
}

// FindingJSON is one kind of difference.
type FindingJSON struct {
	check.WitnessJSON
	Finding
	Seconds float64 `json:"seconds"` // until the first
	// FEN and moves of the question that leaves something behind, and the name of its rule set
	Prior      []string `json:"prior,omitempty"`
	PriorRules string   `json:"priorRules,omitempty"`
	Scenario   string   `json:"scenario,omitempty"` // in YAML; empty for what is no position
}

// RuleJSON says what came of a rule.
type RuleJSON struct {
	Rule  string `json:"rule"`
	State string `json:"state"` // "passed", "failed" or "never met"
}

// JSON returns the report as it is printed.
func (r *Report) JSON() ReportJSON {
	out := ReportJSON{Program: r.Program, OK: r.OK(), Sets: []SetJSON{}}
	for i := range r.Sets {
		s := &r.Sets[i]
		set := SetJSON{SetReport: *s, Seconds: s.Took.Seconds(), Findings: []FindingJSON{},
			Coverage: []RuleJSON{}}
		variant := rules.New(s.Rules)
		for j := range s.Findings {
			f := &s.Findings[j]
			found := FindingJSON{WitnessJSON: f.Witness.JSON(s.Rules.Name), Finding: *f,
				Seconds: f.Elapsed.Seconds(), Scenario: f.Scenario(variant)}
			if f.Prior != nil {
				found.Prior, found.PriorRules = f.priorQuestion(), f.Prior.Rules.Name
			}
			set.Findings = append(set.Findings, found)
		}

		for _, row := range s.coverage() {
			set.Coverage = append(set.Coverage, RuleJSON{row.ID, row.State})
		}
		out.Sets = append(out.Sets, set)
	}

	return out
}

// WriteJSON writes the report as one line of JSON.
func (r *Report) WriteJSON(w io.Writer) error {
	return jsonline.Write(w, r.JSON())
}

// coverage lists the rules of the family with what came of each.
func (s *SetReport) coverage() []report.RuleState {
	var list []report.RuleState
	variant := rules.New(s.Rules)
	for _, rule := range rules.RuleList() {
		if !s.Rules.Family.HasRule(rule.ID) {
			continue
		}
		rule.Sentence = variant.Statement(rule.ID)
		row := report.RuleState{Rule: rule, State: "never met"}
		if s.Met[rule.ID] {
			row.State = "passed"
		}
		if slices.ContainsFunc(s.Findings, func(f Finding) bool {
			return f.Unsteady == "" && !f.Warning && f.Rule == rule.ID
		}) {
			row.State = "failed"
		}

		list = append(list, row)
	}

	return list
}

// Cases returns the findings as cases that `corpus check` reads: first those of programs that
// contradict themselves, each behind the question after which it fails, then the others, smallest
// first.
func (r *Report) Cases() []corpus.Case {
	var ordered, single []corpus.Case
	for i := range r.Sets {
		s := &r.Sets[i]
		variant := rules.New(s.Rules)
		for j := range s.Findings {
			if f := &s.Findings[j]; f.Unsteady != "" {
				ordered = append(ordered, f.cases(variant)...)
			} else {
				single = append(single, f.cases(variant)...)
			}
		}
	}

	slices.SortStableFunc(single, func(a, b corpus.Case) int { return a.Size() - b.Size() })
	var list []corpus.Case
	for _, c := range slices.Concat(ordered, single) {
		if !slices.ContainsFunc(list, func(o corpus.Case) bool { return o.ID == c.ID }) {
			list = append(list, c)
		}
	}

	return list
}

// cases returns the case of a finding, or the two of a program that answers the second wrongly
// after the first. There is none where a case would not fail again, and of invalid input.
func (f *Finding) cases(variant *rules.Variant) []corpus.Case {
	if f.Unsteady == "" {
		c, err := corpus.NewCase(variant, f.Seed, f.Rule)
		if err != nil {
			return nil
		}
		return []corpus.Case{c}
	}

	if f.Prior == nil {
		return nil
	}

	// No rule is cited, since it is not what is wrong.
	prior, err := corpus.NewCase(rules.New(f.Prior.Rules), f.Prior.Seed)
	if err != nil {
		return nil
	}
	c, err := corpus.NewCase(variant, f.Seed)
	if err != nil || c.ID == prior.ID { // a file has each case once
		return nil
	}
	return []corpus.Case{prior, c}
}
