package check

import (
	"fmt"
	"slices"
	"strings"

	"turncoat/corpus"
	"turncoat/internal/plural"
	"turncoat/internal/printable"
	"turncoat/internal/process"
)

// Headline sums up the report in one line: everything is right, or what is wrong with the first
// rule set that has failures.
func (r *Report) Headline() string {
	if r.OK() {
		return fmt.Sprintf("%s right.", plural.Count(r.Count(Right), "case"))
	}
	for i := range r.Corpora {
		c := &r.Corpora[i]
		if len(c.Failing()) == 0 {
			continue
		}
		text := fmt.Sprintf("%s: %d of %s wrong", c.Rules, len(c.Failing()),
			plural.Count(len(c.Results), "case"))
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
	}{{c.Wrong, "wrong"}, {c.Failed, "without an answer"}, {c.Unsupported,
		"not supported"}, {c.Unasked, "not asked"}} {
		if part.n > 0 {
			text += fmt.Sprintf(", %d %s", part.n, part.what)
		}
	}

	if c.Expected > 0 {
		text += fmt.Sprintf(" (%d of these expected)", c.Expected)
	}
	return text
}

// whySkipped says why a rule set was skipped, in the words of the program if it gave any.
func (c *CorpusResult) whySkipped() string {
	text := "the program does not know these rules"
	for i := range c.Results {
		if m := process.Quote([]byte(c.Results[i].Message)); m != `""` {
			return text + ": it says " + m
		}
	}

	return text
}

// maxTurns is how many turns of a kind a report shows.
const maxTurns = 10

// lines says what is wrong with an answer.
func (r *Result) lines() []string {
	d := &r.Difference
	switch {
	case r.Finding != nil:
		return []string{r.Finding.Code + ": " + r.Finding.Message}
	case r.Verdict == Unsupported:
		return []string{"not supported: " + r.Message}
	case d.Refused != "":
		return []string{fmt.Sprintf("refused: %s: %s", d.Refused, r.Message)}
	}

	var lines []string
	if d.Got != "" {
		line := fmt.Sprintf("the outcome is %s; the program says %s", r.Case.Outcome, d.Got)
		lines = append(lines, line)
	}

	lines = appendSome(lines, d.Missing, "missing", func(t corpus.AnswerTurn) string {
		return fmt.Sprintf("missing: %s (%s) to %s", t.UCI, r.Case.SAN(t), t.FEN)
	})
	lines = appendSome(lines, d.Extra, "too many", func(t corpus.AnswerTurn) string {
		return fmt.Sprintf("extra: %s to %s", t.UCI, t.FEN)
	})
	lines = appendSome(lines, d.Outcomes, "outcomes", func(t corpus.WrongOutcome) string {
		return fmt.Sprintf("after %s the outcome is %s; the program says %s", t.Turn.UCI, t.Want,
			t.Turn.Outcome)
	})
	lines = appendSome(lines, d.Rests, "FENs", func(t corpus.WrongOutcome) string {
		return fmt.Sprintf("after %s the FEN ends in %s; the program says %s", t.Turn.UCI, t.Want,
			t.Turn.Rest)
	})
	return appendSome(lines, d.Repeated, "turns", func(t corpus.AnswerTurn) string {
		return fmt.Sprintf("answered twice: %s to %s", t.UCI, t.FEN)
	})
}

// appendSome appends a line for each turn of a kind, as far as a report shows them.
func appendSome[T any](lines []string, turns []T, what string, line func(T) string) []string {
	for _, t := range turns[:min(len(turns), maxTurns)] {
		lines = append(lines, line(t))
	}
	if n := len(turns) - maxTurns; n > 0 {
		lines = append(lines, fmt.Sprintf("… and %d more %s", n, what))
	}
	return lines
}

// Summary says in a line what explains the wrong answers.
func (d *Diagnosis) Summary() string { return strings.Join(d.lines(), "; ") }

// lines says what explains the wrong answers, but for the witnesses.
func (d *Diagnosis) lines() []string {
	var lines []string
	if n := len(d.Repeating); n > 0 {
		lines = append(lines, fmt.Sprintf("turns listed twice, and nothing else wrong: %s; see case %s",
			plural.Count(n, "case"), d.Repeating[0]))
	}
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
	if d.Wrong > 0 && d.Unsteady == "" && len(d.Readings)+len(d.Sentences) == 0 {
		lines = append(lines, fmt.Sprintf("no misreading explains the %s",
			plural.Count(d.Wrong, "wrong answer")))
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

	return fmt.Sprintf("fits %d of %s, explains %d of %d wrong ones", d.Fit,
		plural.Count(d.Answers, "answer"), d.Explained, d.Wrong)
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
