package corpus

import (
	"fmt"
	"io"
	"strings"

	"turncoat/internal/plural"
	"turncoat/internal/report"
)

// WriteText writes the score for people, and then, if matrix is set, a line for each single
// misreading.
func (s *Score) WriteText(w io.Writer, matrix bool) error {
	g := s.group()
	if matrix {
		g.Lines = append(s.counts(), g.Lines...)
	}
	out := report.Report{Groups: []report.Group{g}}
	return out.WriteText(w)
}

const pageIntro = "A row is a misreading of the rules, with the number of cases that tell it from the rules. " +
	"A column is a case. A filled field means that the case has another answer under the misreading. " +
	"Hover over a name to see what it means, over a field to see the case."

// WriteScoreHTML writes the matrix of misreadings against cases as one page that needs no other
// file.
func WriteScoreHTML(w io.Writer, scores []*Score) error {
	out := report.Report{Head: report.Head{Title: "corpus score", Intro: pageIntro}}
	for _, s := range scores {
		g := s.group()
		g.Tables = s.tables()
		out.Groups = append(out.Groups, g)
	}

	return out.WriteHTML(w)
}

// group returns the score as package report takes it, without tables.
func (s *Score) group() report.Group {
	g := report.Group{Name: s.Rules.String(), Summary: s.summary()}
	for _, a := range s.Alike {
		g.Lines = append(g.Lines, s.sentence(a))
	}
	return g
}

// counts says how many cases detect each single misreading.
func (s *Score) counts() []string {
	var lines []string
	cases := plural.Count(len(s.Cases), "case")
	for _, r := range s.Readings {
		if r.Single {
			lines = append(lines, fmt.Sprintf("%-34s %4d of %s", r.Name, r.Count, cases))
		}
	}

	return lines
}

// tables returns the matrix of single misreadings and that of pairs.
func (s *Score) tables() []report.Table {
	single := report.Table{}
	pairs := report.Table{Caption: "Every two misreadings together"}
	for _, c := range s.Cases {
		single.Columns = append(single.Columns, c.ID)
	}
	for _, r := range s.Readings {
		row := report.Row{Name: r.Name, Count: r.Count, Cells: r.Tells}
		if !r.Single {
			pairs.Rows = append(pairs.Rows, row)
			continue
		}

		row.Means = fmt.Sprintf("%s (%s)", r.Means(), strings.Join(r.Rules(), ", "))
		single.Rows = append(single.Rows, row)
	}

	return []report.Table{single, pairs}
}

// summary says in one line how many misreadings the cases detect.
func (s *Score) summary() string {
	told, possible := s.Told()
	parted, partable := s.Parted()
	return fmt.Sprintf("%s tell %d of %d misreadings from the rules, and %d of %d pairs from each other: %.2f %%",
		plural.Count(len(s.Cases), "case"), told, possible, parted, partable, s.Percent())
}

// sentence says what is known about misreadings that no case distinguishes.
func (s *Score) sentence(a AlikeScore) string {
	const shown = 4
	text := strings.Join(a.Misreadings[:min(shown, len(a.Misreadings))], ", ")
	if n := len(a.Misreadings) - shown; n > 0 {
		text += fmt.Sprintf(" and %d more", n)
	}
	if a.Rules {
		text += " answers every case as the rules do"
	} else {
		text += " answer every case alike"
	}

	switch {
	case a.Proof != "":
		return text + ", and must: " + a.Proof
	case a.Position != nil && len(a.Position.Moves) > 0:
		return text + fmt.Sprintf("; this would tell: %s after %s", a.Position.FEN,
			strings.Join(a.Position.Moves, " "))
	case a.Position != nil:
		return text + "; this would tell: " + a.Position.FEN
	case s.Searched > 0:
		return text + fmt.Sprintf("; never seen to differ in %s",
			plural.Count(s.Searched, "position"))
	}

	return text + "; whether they can differ was not searched"
}
