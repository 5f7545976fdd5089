package check

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"turncoat/diagram"
	"turncoat/internal/plural"
	"turncoat/internal/printable"
)

// WriteText writes the report for people: what was right and wrong, the diagnosis, and the smallest
// failing cases, up to so many for each rule set, the first with a diagram.
func (r *Report) WriteText(w io.Writer, failures int) error {
	var b strings.Builder
	for i := range r.Corpora {
		r.Corpora[i].text(&b, failures)
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
		var total CountsJSON
		for i := range r.Corpora {
			total.add(r.Corpora[i].counts())
		}
		fmt.Fprintf(&b, "in all: %s\n", total)
	}
	if !r.anyChecked() {
		fmt.Fprintln(&b, "nothing was checked")
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
		case c.Diagnosis != nil && len(c.Diagnosis.Faults)+len(c.Diagnosis.Readings) > 0:
			return text + ": " + c.Diagnosis.short() + "."
		case len(c.Kinds) > 0:
			return text + "; most of all, " + c.Kinds[0].Name + "."
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

// short says what a diagnosis names in a few words.
func (d *Diagnosis) short() string {
	var list []string
	for _, f := range d.Faults {
		list = append(list, f.String())
	}
	if len(d.Readings) > 0 {
		list = append(list, d.Readings[0].Means())
	}
	return strings.Join(list, "; ")
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
	if c.Skipped() {
		fmt.Fprintf(b, "%s: skipped, %s\n", c.Rules, c.whySkipped())
		return
	}
	fmt.Fprintf(b, "%s: %s\n", c.Rules, c.counts())
	for _, k := range c.Kinds {
		fmt.Fprintf(b, "  %s\n", k)
	}
	if c.Diagnosis != nil {
		lines := c.Diagnosis.lines()
		fmt.Fprintf(b, "  diagnosis: %s\n", lines[0])
		for _, line := range lines[1:] {
			fmt.Fprintf(b, "    or, all the same, like %s\n", line)
		}
		if len(c.Diagnosis.Readings)+len(c.Diagnosis.Faults) > 0 {
			fmt.Fprintf(b, "    %s\n", c.Diagnosis.fitting())
		}
		if n := len(c.Diagnosis.Unexplained); n > 0 {
			fmt.Fprintf(b, "  left unexplained: %s\n", plural.Some(c.Diagnosis.Unexplained, 8))
		}
	}
	failing := c.Failing()
	for i, f := range failing {
		if i == failures {
			fmt.Fprintf(b, "  … and %d more\n", len(failing)-i)
			break
		}
		f.text(b, i == 0)
	}
}

// whySkipped says why no case of a rule set counts, in the program's own words where it has any.
func (c *CorpusResult) whySkipped() string {
	text := "the program does not know these rules"
	for i := range c.Results {
		if m := quote([]byte(c.Results[i].Message)); m != `""` {
			return text + ": it says " + m
		}
	}
	return text
}

// most is how many turns of a kind a report shows.
const most = 10

func (r *Result) text(b *strings.Builder, drawn bool) {
	fmt.Fprintf(b, "  %s (%s)\n    %s", r.Case.ID, strings.Join(r.Case.Cite, ", "), r.Case.FEN)
	if len(r.Case.Moves) > 0 {
		fmt.Fprintf(b, " after %s", strings.Join(r.Case.Moves, " "))
	}
	b.WriteByte('\n')
	if drawn {
		if p, err := r.Case.Position(); err == nil {
			indent(b, "    ", diagram.Text(&p, diagram.Options{}))
		}
	}
	for _, line := range r.lines() {
		fmt.Fprintf(b, "    %s\n", line)
	}
	said := map[string]bool{}
	for i, reason := range r.Reasons() {
		if said[reason.Rule] {
			fmt.Fprintf(b, "    %s: %s (%s)\n", printable.Line(reason.UCI), reason.Text, reason.Rule)
		} else {
			fmt.Fprintf(b, "    %s\n", reason)
			said[reason.Rule] = reason.Rule != ""
		}
		if i == 0 {
			fmt.Fprintf(b, "      $ %s\n", reason.Command)
		}
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

// Summary says in a line what the program has misread, and how well that fits.
func (d *Diagnosis) Summary() string {
	text := strings.Join(d.lines(), "; or, all the same, like ")
	if len(d.Readings)+len(d.Faults) > 0 {
		text += " (" + d.fitting() + ")"
	}
	return text
}

// lines says each reading.
func (d *Diagnosis) lines() []string {
	if len(d.Readings) == 0 && len(d.Faults) > 0 {
		return []string{d.faults()}
	}
	if len(d.Readings) == 0 {
		return []string{fmt.Sprintf("no misreading explains the %s", plural.Count(d.Wrong, "wrong answer"))}
	}
	var lines []string
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
		case i == 0 && len(d.Faults) > 0:
			text = d.faults() + "; the rest answers like " + text
		case i == 0:
			text = d.introduction() + text
		}
		lines = append(lines, text)
	}
	return lines
}

// faults says which ordinary bugs there are.
func (d *Diagnosis) faults() string {
	var list []string
	for _, f := range d.Faults {
		list = append(list, fmt.Sprintf("%s (%s in %s; see case %s)", f, plural.Count(f.Turns, "turn"),
			plural.Count(f.Cases, "case"), f.See))
	}
	return strings.Join(list, "; ")
}

// introduction says how far the first reading is to be believed: one that explains few of the wrong
// answers is only where to begin.
func (d *Diagnosis) introduction() string {
	switch {
	case d.Exact || 2*d.Explained >= d.Wrong:
		return "answers like "
	case d.Wrong == 1:
		return "no misreading explains the 1 wrong answer; the nearest is "
	}
	return fmt.Sprintf("no misreading explains most of the %d wrong answers; the nearest is ", d.Wrong)
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
