package check

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"turncoat/corpus"
	"turncoat/diagram"
	"turncoat/internal/jsonline"
	"turncoat/internal/plural"
	"turncoat/internal/printable"
	"turncoat/internal/report"
	"turncoat/rules"
	"turncoat/rules/board"
)

// WriteVerdict writes what was right and wrong: a line for each rule set, and the findings that
// belong to no case.
func (r *Report) WriteVerdict(w io.Writer) error {
	out := report.Report{Notes: r.notes()}
	for i := range r.Corpora {
		c := &r.Corpora[i]
		out.Groups = append(out.Groups, report.Group{Name: c.Rules.String(), Summary: c.summary()})
	}

	if len(r.Corpora) > 1 {
		total := report.Group{Name: "in all", Summary: counts(r.Corpora...).String()}
		out.Groups = append(out.Groups, total)
	}

	if !r.anyChecked() {
		out.Notes = append(out.Notes, "nothing was checked")
	}
	return out.WriteText(w)
}

// WriteDiagnosis writes what explains the wrong answers, and the smallest failing cases, up to so
// many for each rule set.
func (r *Report) WriteDiagnosis(w io.Writer, failures int) error {
	var out report.Report
	for i := range r.Corpora {
		c := &r.Corpora[i]
		failing := c.Failing()
		if len(failing) == 0 {
			continue
		}

		var g report.Group
		if c.Diagnosis != nil {
			lines := c.Diagnosis.lines()
			g.Name, g.Summary, g.Lines = c.Rules.String()+", diagnosis", lines[0], lines[1:]
			for j := range c.Diagnosis.Witnesses {
				witness := &c.Diagnosis.Witnesses[j]
				g.Findings = append(g.Findings, witness.Finding(rules.New(c.Rules)))
			}
		}

		for _, f := range failing[:min(failures, len(failing))] {
			g.Findings = append(g.Findings, f.reported())
		}
		if n := len(failing) - failures; n > 0 {
			g.More = plural.Count(n, "failing case") + " more"
		}
		out.Groups = append(out.Groups, g)
	}

	return out.WriteText(w)
}

// WriteHTML writes the report as one page with at most so many failing cases of each rule set.
func (r *Report) WriteHTML(w io.Writer, failures int) error {
	out := report.Report{Notes: r.notes()}
	out.Head = report.Head{Title: "corpus check", Subject: r.Program, Headline: r.Headline(),
		OK: r.OK()}
	cited := map[string]bool{}
	for i := range r.Corpora {
		c := &r.Corpora[i]
		g := report.Group{Name: c.Rules.String(), Summary: c.summary()}
		if c.Diagnosis != nil {
			g.Lines = c.Diagnosis.lines()
			for j := range c.Diagnosis.Witnesses {
				witness := &c.Diagnosis.Witnesses[j]
				v := rules.New(c.Rules)
				f := witness.Finding(v)
				f.Details = append(f.Details, report.Detail{Scenario: witness.Scenario(v)})
				g.Findings = append(g.Findings, f)
				cited[witness.Rule] = true
			}
		}

		wrong := c.unright()
		for _, f := range wrong[:min(failures, len(wrong))] {
			g.Findings = append(g.Findings, f.reported())
			for _, rule := range f.Case.Cite {
				cited[rule] = true
			}
		}

		out.Groups = append(out.Groups, g)
	}

	for _, rule := range rules.RuleList() {
		if cited[rule.ID] {
			out.Rules = append(out.Rules, report.RuleState{Rule: rule})
		}
	}

	return out.WriteHTML(w)
}

// WriteJUnit writes the report as JUnit XML: a suite for each rule set, a test for each case, and a
// suite for what belongs to no case.
func (r *Report) WriteJUnit(w io.Writer) error {
	out := report.Report{Head: report.Head{Title: "corpus check", Subject: r.Program}}
	for i := range r.Corpora {
		out.Groups = append(out.Groups, r.Corpora[i].suite())
	}

	run := report.Group{Name: "the run"}
	for _, f := range r.Findings {
		stderr := report.Finding{Title: f.Code, Details: []report.Detail{{Quote: f.Stderr}}}
		run.Items = append(run.Items, report.Item{Class: "run", Name: f.Code, Status: report.Broken,
			Message: f.Message, Findings: []report.Finding{stderr}})
	}

	for _, id := range r.UnexpectedPasses {
		run.Items = append(run.Items, report.Item{Class: "expected", Name: id,
			Status: report.Failed, Message: "expected to fail and right"})
	}

	for _, id := range r.UnknownExpected {
		run.Items = append(run.Items, report.Item{Class: "expected", Name: id,
			Status: report.Failed, Message: "expected to fail and not a case"})
	}

	out.Groups = append(out.Groups, run)
	return out.WriteJUnit(w)
}

// notes lists what belongs to no rule set.
func (r *Report) notes() []string {
	var list []string
	if r.Unheard {
		list = append(list, UnheardNote)
	}
	for _, f := range r.Findings {
		note := f.Code + ": " + printable.Line(f.Message)
		for line := range strings.Lines(f.Stderr) {
			note += "\n  | " + strings.TrimRight(line, "\n")
		}
		list = append(list, note)
	}

	for _, id := range r.UnexpectedPasses {
		list = append(list, id+" was expected to fail and is right")
	}
	for _, id := range r.UnknownExpected {
		list = append(list, id+" was expected to fail and is no case of these corpora")
	}
	return list
}

// summary says how many cases of the rule set are right.
func (c *CorpusResult) summary() string {
	if c.Skipped() {
		return "skipped, " + c.whySkipped()
	}
	return counts(*c).String()
}

// suite returns the rule set as a group of tests, one for each case.
func (c *CorpusResult) suite() report.Group {
	g := report.Group{Name: c.Rules.String()}
	if c.Diagnosis != nil {
		g.Lines = []string{"diagnosis: " + c.Diagnosis.Summary()}
	}
	skipped := c.Skipped()
	for i := range c.Results {
		r := &c.Results[i]
		item := report.Item{Class: c.Rules.Name, Name: r.Case.ID}
		switch {
		case r.Verdict == Right:
		case r.Verdict == Unasked:
			item.Status, item.Message = report.Skipped, "not asked"
		case skipped:
			item.Status, item.Message = report.Skipped, c.whySkipped()
		case r.Expected:
			item.Status, item.Message = report.Skipped, "expected to fail"
		default:
			item.Status, item.Message = report.Failed, r.lines()[0]
			item.Findings = []report.Finding{r.reported()}
			if r.Verdict == Failed {
				item.Status = report.Broken
			}
		}

		g.Items = append(g.Items, item)
	}

	return g
}

// reported returns a case that is not right as package report takes it.
func (r *Result) reported() report.Finding {
	f := report.Finding{Title: r.Case.ID, Cite: r.Case.Cite}
	if r.Expected {
		f.Title += ", expected to fail"
	}
	f.Details = []report.Detail{{Line: placeOf(r.Case.Seed())}}
	for _, line := range r.lines() {
		f.Details = append(f.Details, report.Detail{Line: line})
	}
	if r.Finding != nil {
		f.Details = append(f.Details, report.Detail{Quote: r.Finding.Stderr})
	}
	return f
}

// placeOf says where something is: the position, and the moves that are played first.
func placeOf(q corpus.Seed) string {
	if len(q.Moves) == 0 {
		return q.FEN
	}
	return q.FEN + " after " + strings.Join(q.Moves, " ")
}

// Finding returns the witness as package report takes it: the position, the step, what the rules
// and the program make of it, and the command that explains it. Pages have the boards after the
// move, too.
func (w *Witness) Finding(variant *rules.Variant) report.Finding {
	f := report.Finding{Title: w.Parting.String()}
	if w.Cases > 0 {
		f.Title += fmt.Sprintf(" (%s, as %s)", plural.Count(w.Cases, "case"), w.See)
	}

	line := func(text string) { f.Details = append(f.Details, report.Detail{Line: text}) }
	line(placeOf(w.Seed))
	for _, b := range w.boards(variant) {
		f.Details = append(f.Details, report.Detail{Board: b})
	}
	step := string(w.Step)
	if w.Move != "" {
		step = w.Move + ", " + step
	} else if w.After != "" {
		step = w.After + ", " + step
	}

	rule := ""
	if w.Rule != "" {
		rule = fmt.Sprintf(" (%s: %s)", w.Rule, strings.TrimSuffix(variant.Statement(w.Rule), "."))
	}
	line(step)
	line("the rules: " + w.Reason + rule)
	line("the program: " + w.Program)
	f.Details = append(f.Details, report.Detail{Command: w.Command(variant.Set().Name)})
	return f
}

// boards returns the board before the move. If the program has exactly one board after the move, it
// is returned too, as is that of the rules, with the squares marked on which the two differ.
func (w *Witness) boards(variant *rules.Variant) []*report.Board {
	before, err := w.Position(variant)
	if err != nil {
		return nil
	}
	first := &report.Board{Position: before}
	m, err := board.ParseUCI(&before, w.Move)
	if err == nil {
		first.Marks = diagram.Marks(m.To.Bit(), diagram.Pointed, 0)
	}
	theirs, known := w.Board()
	if !known {
		return []*report.Board{first}
	}

	ours := before
	if err == nil && variant.Legal(&before, m) {
		ours = variant.Play(&before, m).After
	}
	differ := board.Bitboard(0)
	for s := range board.NoSquare {
		if ours.PieceAt(s) != theirs.PieceAt(s) {
			differ |= s.Bit()
		}
	}

	marks := diagram.Marks(differ, diagram.Pointed, 0)
	return []*report.Board{
		first,
		{Position: ours, Marks: marks, Caption: "as the rules have it", PageOnly: true},
		{Position: theirs, Marks: marks, Caption: "as the program has it", PageOnly: true},
	}
}

// turnsOf lists the turns of a move in an answer.
func turnsOf(a *corpus.Answer, uci string) []corpus.AnswerTurn {
	var list []corpus.AnswerTurn
	for _, t := range a.Turns {
		if t.UCI == uci {
			list = append(list, t)
		}
	}

	return list
}

// WriteBadge writes one line of JSON that badge services draw (the endpoint format of shields.io).
func (r *Report) WriteBadge(w io.Writer) error {
	badge := struct {
		Version int    `json:"schemaVersion"`
		Label   string `json:"label"`
		Message string `json:"message"`
		Color   string `json:"color"`
	}{Version: 1, Label: "turncoat", Color: "red"}
	asked := slices.DeleteFunc(slices.Clone(r.Corpora),
		func(c CorpusResult) bool { return c.Skipped() })
	switch len(asked) {
	case 0:
	case 1:
		badge.Label += " " + asked[0].Rules.Name
	default:
		badge.Label += fmt.Sprintf(" %d rule sets", len(asked))
	}

	total := counts(asked...)
	badge.Message = fmt.Sprintf("%d/%d", total.Right, total.Cases)
	switch {
	case r.OK():
		badge.Color = "brightgreen"
	case total.Cases > 0 && 10*total.Right >= 9*total.Cases:
		badge.Color = "yellow"
	}

	return jsonline.Write(w, badge)
}
