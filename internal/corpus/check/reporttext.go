package check

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"turncoat/diagram"
	"turncoat/internal/plural"
	"turncoat/internal/printable"
	"turncoat/internal/process"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// WriteText writes the report for people: the verdict and then what explains it, with so many failing cases of each
// rule set.
func (r *Report) WriteText(w io.Writer, failures int) error {
	if err := r.WriteVerdict(w); err != nil {
		return err
	}
	return r.WriteDiagnosis(w, failures)
}

// WriteVerdict writes what was right and wrong: a line for each rule set, and what belongs to no case.
func (r *Report) WriteVerdict(w io.Writer) error {
	var b strings.Builder
	for i := range r.Corpora {
		if c := &r.Corpora[i]; c.Skipped() {
			fmt.Fprintf(&b, "%s: skipped, %s\n", c.Rules, c.whySkipped())
		} else {
			fmt.Fprintf(&b, "%s: %s\n", c.Rules, counts(*c))
		}
	}
	for _, f := range r.Findings {
		fmt.Fprintf(&b, "%s: %s\n", f.Code, printable.Line(f.Message))
		indent(&b, "  | ", f.Stderr)
	}
	for _, id := range r.UnexpectedPasses {
		fmt.Fprintf(&b, "%s was expected to fail and is right\n", id)
	}
	for _, id := range r.UnknownExpected {
		fmt.Fprintf(&b, "%s was expected to fail and is no case of these corpora\n", id)
	}
	if len(r.Corpora) > 1 {
		fmt.Fprintf(&b, "in all: %s\n", counts(r.Corpora...))
	}
	if !r.anyChecked() {
		fmt.Fprintln(&b, "nothing was checked")
	}
	_, err := io.WriteString(w, printable.Block(b.String()))
	return err
}

// WriteDiagnosis writes what explains the wrong answers, and the smallest failing cases, up to so many for each rule
// set.
func (r *Report) WriteDiagnosis(w io.Writer, failures int) error {
	var b strings.Builder
	for i := range r.Corpora {
		r.Corpora[i].text(&b, failures)
	}
	_, err := io.WriteString(w, printable.Block(b.String()))
	return err
}

// Headline says in a line what came out: that all is right, or what is wrong with the first rule set
// that is not.
func (r *Report) Headline() string {
	if r.OK() {
		return fmt.Sprintf("%s right.", plural.Count(r.Count(Right), "case"))
	}
	for i := range r.Corpora {
		c := &r.Corpora[i]
		if len(c.Failing()) == 0 {
			continue
		}
		text := fmt.Sprintf("%s: %d of %s wrong", c.Rules, len(c.Failing()), plural.Count(len(c.Results), "case"))
		switch {
		case c.Diagnosis != nil && len(c.Diagnosis.Readings) > 0:
			return text + ": " + c.Diagnosis.Readings[0].Means() + "."
		case c.Diagnosis != nil && len(c.Diagnosis.Witnesses) > 0:
			return text + "; most of all, " + c.Diagnosis.Witnesses[0].Parting.String() + "."
		}
		return text + "."
	}
	if len(r.Findings) > 0 {
		return "The run: " + r.Findings[0].Code + ", " + printable.Line(r.Findings[0].Message)
	}
	if !r.anyChecked() {
		return "Nothing was checked."
	}
	return "The list of expected failures does not fit."
}

// anyChecked reports whether the program knows any of the rule sets asked.
func (r *Report) anyChecked() bool {
	return slices.ContainsFunc(r.Corpora, func(c CorpusResult) bool { return !c.Skipped() })
}

// String says the counts in words.
func (c CountsJSON) String() string {
	text := fmt.Sprintf("%d of %s right", c.Right, plural.Count(c.Cases, "case"))
	for _, part := range []struct {
		n    int
		what string
	}{{c.Wrong, "wrong"}, {c.Failed, "without an answer"}, {c.Unsupported, "not supported"}, {c.Unasked, "not asked"}} {
		if part.n > 0 {
			text += fmt.Sprintf(", %d %s", part.n, part.what)
		}
	}
	if c.Expected > 0 {
		text += fmt.Sprintf(" (%d of these expected)", c.Expected)
	}
	return text
}

func (c *CorpusResult) text(b *strings.Builder, failures int) {
	failing := c.Failing()
	if len(failing) == 0 {
		return
	}
	if d := c.Diagnosis; d != nil {
		fmt.Fprintf(b, "%s, diagnosis: %s\n", c.Rules, strings.Join(d.lines(), "\n  "))
		for i := range d.Witnesses {
			b.WriteString("  ")
			d.Witnesses[i].WriteText(b, c.Rules.Name)
		}
	}
	for i, f := range failing {
		if i == failures {
			fmt.Fprintf(b, "  … and %s more\n", plural.Count(len(failing)-i, "failing case"))
			break
		}
		f.text(b)
	}
}

// WriteText writes a witness: the position, the step, both sides, and the command that explains it. The first line
// goes on with what is written already.
func (w *Witness) WriteText(b *strings.Builder, set string) {
	b.WriteString(w.Parting.String())
	if w.Cases > 0 {
		fmt.Fprintf(b, " (%s, as %s)", plural.Count(w.Cases, "case"), w.See)
	}
	fmt.Fprintf(b, "\n    %s\n", w.place())
	if p, err := board.ParseFEN(w.FEN, ruleset.Set{}); err == nil {
		indent(b, "    ", diagram.Text(&p, diagram.Options{}))
	}
	w.story(b)
	fmt.Fprintf(b, "      $ %s\n", w.Command(set))
}

// place says where a witness is: position, moves that are played first, the move.
func (w *Witness) place() string {
	text := w.FEN
	if len(w.Moves) > 0 {
		text += " after " + strings.Join(w.Moves, " ")
	}
	return text
}

// story says what the rules and the program make of the move.
func (w *Witness) story(b *strings.Builder) {
	rule := ""
	if w.Rule != "" {
		rule = fmt.Sprintf(" (%s: %s)", w.Rule, strings.TrimSuffix(rules.StatementOf(w.Rule), "."))
	}
	about := string(w.Step)
	if w.Move != "" {
		about = w.Move + ", " + about
	}
	fmt.Fprintf(b, "    %s\n    the rules: %s%s\n    the program: %s\n", printable.Line(about), w.Reason, rule,
		printable.Line(w.Program))
}

// whySkipped says why no case of a rule set counts, in the program's own words where it has any.
func (c *CorpusResult) whySkipped() string {
	text := "the program does not know these rules"
	for i := range c.Results {
		if m := process.Quote([]byte(c.Results[i].Message)); m != `""` {
			return text + ": it says " + m
		}
	}
	return text
}

// most is how many turns of a kind a report shows.
const most = 10

func (r *Result) text(b *strings.Builder) {
	fmt.Fprintf(b, "  %s (%s)\n    %s", r.Case.ID, strings.Join(r.Case.Cite, ", "), r.Case.FEN)
	if len(r.Case.Moves) > 0 {
		fmt.Fprintf(b, " after %s", strings.Join(r.Case.Moves, " "))
	}
	b.WriteByte('\n')
	for _, line := range r.lines() {
		fmt.Fprintf(b, "    %s\n", line)
	}
	if r.Finding != nil {
		indent(b, "    | ", r.Finding.Stderr)
	}
}

// lines says what is wrong with an answer.
func (r *Result) lines() []string {
	lines := r.rawLines()
	for i, line := range lines {
		lines[i] = printable.Line(line)
	}
	return lines
}

func (r *Result) rawLines() []string {
	var lines []string
	d := &r.Difference
	switch {
	case r.Finding != nil:
		return []string{r.Finding.Code + ": " + r.Finding.Message}
	case r.Verdict == Unsupported:
		return []string{"not supported: " + r.Message}
	case d.Refused != "":
		return []string{fmt.Sprintf("refused: %s: %s", d.Refused, r.Message)}
	}
	if d.Got != "" {
		lines = append(lines, fmt.Sprintf("the outcome is %s; the program says %s", r.Case.Outcome, d.Got))
	}
	some := func(n int, what string, line func(i int) string) {
		for i := range min(n, most) {
			lines = append(lines, line(i))
		}
		if n > most {
			lines = append(lines, fmt.Sprintf("… and %d more %s", n-most, what))
		}
	}
	some(len(d.Missing), "missing", func(i int) string {
		t := d.Missing[i]
		return fmt.Sprintf("missing: %s (%s) to %s", t.UCI, r.Case.SAN(t), t.FEN)
	})
	some(len(d.Extra), "too many", func(i int) string {
		return fmt.Sprintf("extra: %s to %s", d.Extra[i].UCI,
			d.Extra[i].FEN)
	})
	some(len(d.Outcomes), "outcomes", func(i int) string {
		o := d.Outcomes[i]
		return fmt.Sprintf("after %s the outcome is %s; the program says %s", o.Turn.UCI, o.Want, o.Turn.Outcome)
	})
	some(len(d.Rests), "FENs", func(i int) string {
		return fmt.Sprintf("after %s the FEN ends in %s; the program says %s", d.Rests[i].Turn.UCI, d.Rests[i].Want,
			d.Rests[i].Turn.Rest)
	})
	some(
		len(d.Twice),
		"turns",
		func(i int) string { return fmt.Sprintf("answered twice: %s to %s", d.Twice[i].UCI, d.Twice[i].FEN) },
	)
	return lines
}

func indent(b *strings.Builder, prefix, text string) {
	if text == "" {
		return
	}
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		b.WriteString(strings.TrimRight(prefix+line, " ") + "\n")
	}
}

// Summary says in a line what explains the wrong answers.
func (d *Diagnosis) Summary() string { return strings.Join(d.lines(), "; ") }

// lines says what explains the wrong answers, but for the witnesses.
func (d *Diagnosis) lines() []string {
	var lines []string
	if d.Unsteady != "" {
		lines = append(lines, d.Unsteady)
	}
	for i, r := range d.Readings {
		text := r.Name
		if r.Known != "" {
			text += " (which is " + r.Known + ")"
		}
		text += ": " + r.Means() + "; " + strings.Join(r.Rules(), ", ")
		if r.See != "" {
			text += "; see case " + r.See
		}
		switch {
		case i > 0:
			text = "or, all the same, like " + text
		case d.Exact || 2*d.Explained >= d.Wrong:
			text = "answers like " + text
		default:
			text = "the nearest misreading is " + text
		}
		lines = append(lines, text)
	}
	if len(d.Readings) > 0 {
		lines = append(lines, d.fitting())
	}
	lines = append(lines, d.Sentences...)
	if len(lines) == 0 {
		lines = append(lines, fmt.Sprintf("no misreading explains the %s", plural.Count(d.Wrong, "wrong answer")))
	}
	if d.Cut {
		lines = append(lines, "the time was over before everything was tried")
	}
	return lines
}

// fitting says how well the first reading fits.
func (d *Diagnosis) fitting() string {
	switch {
	case d.Exact && d.Answers == 1:
		return "fits the 1 answer"
	case d.Exact:
		return fmt.Sprintf("fits all %d answers", d.Answers)
	}
	return fmt.Sprintf("fits %d of %s, explains %d of %d wrong ones", d.Fit, plural.Count(d.Answers, "answer"),
		d.Explained, d.Wrong)
}

// unright lists the cases that were asked and are not right, smallest first, expected failures
// among them.
func (c *CorpusResult) unright() []*Result {
	var out []*Result
	for i := range c.Results {
		if r := &c.Results[i]; r.Verdict != Right && r.Verdict != Unasked && !c.Skipped() {
			out = append(out, r)
		}
	}
	bySize(out)
	return out
}
