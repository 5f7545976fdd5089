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
	"turncoat/internal/printable"
	"turncoat/rules"
)

// WriteText writes the report for people: each finding with its board, the step, both sides, and a scenario.
func (r *Report) WriteText(w io.Writer) error {
	var b strings.Builder
	for i := range r.Sets {
		s := &r.Sets[i]
		if s.Skipped != "" {
			fmt.Fprintf(&b, "%s: skipped, %s\n", s.Rules, printable.Line(s.Skipped))
			continue
		}
		fmt.Fprintf(&b, "%s: %s\n", s.Rules, s.summary())
		v := rules.New(s.Rules)
		for j := range s.Findings {
			f := &s.Findings[j]
			fmt.Fprintf(&b, "\n%s %d: ", s.Rules.Name, j+1)
			f.WriteText(&b, s.Rules.Name)
			f.more(&b, "    ")
			if text := f.Scenario(v); text != "" {
				b.WriteString("    as a scenario:\n")
				for line := range strings.Lines(text) {
					b.WriteString("      " + line)
				}
			}
		}
		if len(s.Findings) > 2 {
			b.WriteString("\nsome of these may be one bug\n")
		}
	}
	_, err := io.WriteString(w, printable.Block(b.String()))
	return err
}

// summary says in a line what was asked and found.
func (s *SetReport) summary() string {
	rate := 0.0
	if s.Took > 0 {
		rate = float64(s.Positions) / s.Took.Seconds()
	}
	text := fmt.Sprintf("%s in %s (%.0f a second), ", plural.Count(s.Positions, "position"),
		s.Took.Round(100*time.Millisecond), rate)
	if len(s.Findings) == 0 {
		return text + "no difference"
	}
	text += plural.Count(len(s.Findings), "kind") + " of difference"
	if s.GaveUp {
		text += "; given up, since three questions were not answered in time"
	}
	if s.Held > 0 {
		text += fmt.Sprintf(" and %d more differences that may follow from them", s.Held)
	}
	return text
}

// more says how often a finding was seen, and how the program behaved.
func (f *Finding) more(b *strings.Builder, prefix string) {
	fmt.Fprintf(b, "%sseen in %s, first after %d\n", prefix, plural.Count(f.Count, "position"), f.After)
	if f.Unsteady != "" {
		fmt.Fprintf(b, "%snot steady: %s\n", prefix, f.Unsteady)
	}
	if f.Prior != nil {
		fmt.Fprintf(
			b,
			"%sit does so after the question %s\n",
			prefix,
			strings.Join(append([]string{f.Prior.FEN}, f.Prior.Moves...), " "),
		)
	}
	for line := range strings.Lines(f.Stderr) {
		fmt.Fprintf(b, "%s| %s\n", prefix, strings.TrimRight(line, "\n"))
	}
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
	Seconds  float64  `json:"seconds"`         // until the first
	Prior    []string `json:"prior,omitempty"` // FEN and moves of the question that leaves something behind
	Scenario string   `json:"scenario"`        // in YAML
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
		set := SetJSON{SetReport: *s, Seconds: s.Took.Seconds(), Findings: []FindingJSON{}, Coverage: []RuleJSON{}}
		v := rules.New(s.Rules)
		for j := range s.Findings {
			f := &s.Findings[j]
			found := FindingJSON{WitnessJSON: f.Witness.JSON(s.Rules.Name), Finding: *f, Seconds: f.Elapsed.Seconds(),
				Scenario: f.Scenario(v)}
			if f.Prior != nil {
				found.Prior = append([]string{f.Prior.FEN}, f.Prior.Moves...)
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
func (s *SetReport) coverage() []check.RuleRow {
	var list []check.RuleRow
	for _, rule := range rules.RuleList() {
		if !s.Rules.Family.HasRule(rule.ID) {
			continue
		}
		row := check.RuleRow{Rule: rule, State: "never met"}
		if s.Met[rule.ID] {
			row.State = "passed"
		}
		if slices.ContainsFunc(s.Findings, func(f Finding) bool { return f.Rule == rule.ID }) {
			row.State = "failed"
		}
		list = append(list, row)
	}
	return list
}

// WriteHTML writes the report as one page: the findings with both boards side by side, and the rules by what came of
// them.
func (r *Report) WriteHTML(w io.Writer) error {
	p := check.Page{Title: "corpus fuzz", Program: r.Program, OK: r.OK(), Headline: "No difference was found."}
	found := 0
	for i := range r.Sets {
		s := &r.Sets[i]
		section := check.Section{Name: s.Rules.String(), Counts: s.summary()}
		if s.Skipped != "" {
			section.Counts = "skipped, " + s.Skipped
		} else {
			p.Rules = append(p.Rules, s.coverage()...)
		}
		v := rules.New(s.Rules)
		for j := range s.Findings {
			f := &s.Findings[j]
			section.Witnesses = append(section.Witnesses, f.Page(v))
			var b strings.Builder
			f.more(&b, fmt.Sprintf("%d: ", j+1))
			section.Diagnosis = append(section.Diagnosis, b.String())
		}
		found += len(s.Findings)
		p.Sections = append(p.Sections, section)
	}
	if found > 0 {
		p.Headline = plural.Count(found, "kind") + " of difference."
	}
	return p.Write(w)
}

// Cases returns the findings as cases that `corpus check` reads, smallest first.
func (r *Report) Cases() []corpus.Case {
	var list []corpus.Case
	for i := range r.Sets {
		s := &r.Sets[i]
		v := rules.New(s.Rules)
		for j := range s.Findings {
			f := &s.Findings[j]
			if c, err := corpus.NewCase(v, f.Seed, f.Rule); err == nil &&
				!slices.ContainsFunc(list, func(o corpus.Case) bool { return o.ID == c.ID }) {
				list = append(list, c)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b corpus.Case) int { return a.Size() - b.Size() })
	return list
}
