package corpus

import (
	"bytes"
	_ "embed" // the pages
	"fmt"
	"html/template"
	"io"
	"strings"

	"turncoat/diagram"
	"turncoat/internal/plural"
	"turncoat/rules/board"
)

//go:embed report.gohtml
var reportPage string

//go:embed score.gohtml
var scorePage string

var pages = template.Must(template.Must(template.New("report").Parse(reportPage)).New("score").Parse(scorePage))

// A failurePage is a failing case as the page shows it.
type failurePage struct {
	ID, Cite, FEN, Moves string
	Expected             bool
	Lines                []string
	Stderr               string
	Board                template.HTML
}

// WriteHTML writes the report as one page that needs no other file. Boards are drawn for up to so
// many failing cases of each rule set; the others are listed without.
func (r *Report) WriteHTML(w io.Writer, boards int) error {
	type corpusPage struct {
		Name, Counts, Diagnosis string
		Skipped                 string // why; empty when it is not
		Unexplained             []string
		Failures                []failurePage
	}
	data := struct {
		Program  string
		OK       bool
		Corpora  []corpusPage
		Findings []Finding
		Passes   []string
		Unknown  []string
	}{Program: r.Program, OK: r.OK(), Findings: r.Findings, Passes: r.UnexpectedPasses, Unknown: r.UnknownExpected}
	for i := range r.Corpora {
		c := &r.Corpora[i]
		page := corpusPage{Name: c.Rules.Name, Counts: c.counts().String()}
		if c.Skipped() {
			page.Skipped = c.whySkipped()
		}
		if c.Diagnosis != nil {
			page.Diagnosis, page.Unexplained = c.Diagnosis.Summary(), c.Diagnosis.Unexplained
		}
		for n, f := range c.unright() {
			shown := failurePage{ID: f.Case.ID, Cite: strings.Join(f.Case.Cite, ", "), FEN: f.Case.FEN, Moves: strings.Join(f.Case.Moves, " "), Expected: f.Expected, Lines: f.lines()}
			if f.Finding != nil {
				shown.Stderr = f.Finding.Stderr
			}
			if n < boards {
				svg, err := drawn(f)
				if err != nil {
					return err
				}
				shown.Board = svg
			}
			page.Failures = append(page.Failures, shown)
		}
		data.Corpora = append(data.Corpora, page)
	}
	return pages.ExecuteTemplate(w, "report", data)
}

// drawn draws a failing case. Of the turns that are wrong, the squares that should have been
// reached are pointed out.
func drawn(r *Result) (template.HTML, error) {
	p, err := r.Case.Position()
	if err != nil {
		return "", err
	}
	var squares board.Bits
	for _, list := range [][]AnswerTurn{r.Difference.Missing, r.Difference.Extra} {
		for _, t := range list {
			if len(t.UCI) >= 4 {
				if s, ok := board.ParseSquare(t.UCI[2:4]); ok {
					squares |= s.Bit()
				}
			}
		}
	}
	var svg bytes.Buffer
	err = diagram.SVG(&svg, &p, r.Case.ID, diagram.Options{Marks: diagram.Marks(squares, diagram.Pointed, 0), ShowTurn: true})
	_, text, found := strings.Cut(svg.String(), "<svg ") // a page within a page has no prologue
	if !found {
		return "", err
	}
	return template.HTML("<svg " + text), err
}

// WriteScoreHTML writes the matrix of misreadings against cases as one page that needs no other file.
func WriteScoreHTML(w io.Writer, scores []*Score) error {
	type rowPage struct {
		Name, Means, Rules string
		Count              int
		Cells              []bool
	}
	type scorePage struct {
		Name, Summary string
		Cases         []Case
		Single, Pairs []rowPage
		Alike         []string
	}
	var data []scorePage
	for _, s := range scores {
		page := scorePage{Name: s.Rules.Name, Summary: strings.TrimPrefix(s.Summary(), s.Rules.Name+": "), Cases: s.Cases}
		for _, r := range s.Readings {
			row := rowPage{r.Name, r.Means(), strings.Join(r.Rules(), ", "), r.Count, r.Tells}
			if r.Single {
				page.Single = append(page.Single, row)
			} else {
				page.Pairs = append(page.Pairs, row)
			}
		}
		for _, a := range s.Alike {
			page.Alike = append(page.Alike, s.sentence(a))
		}
		data = append(data, page)
	}
	return pages.ExecuteTemplate(w, "score", data)
}

// Summary says in a line what the cases tell.
func (s *Score) Summary() string {
	told, possible := s.Told()
	parted, partable := s.Parted()
	return fmt.Sprintf("%s: %s tell %d of %d misreadings from the rules, and %d of %d pairs from each other: %.2f %%",
		s.Rules.Name, plural.Count(len(s.Cases), "case"), told, possible, parted, partable, s.Percent())
}

// sentence says what is known of misreadings that no case tells apart.
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
		return text + fmt.Sprintf("; this would tell: %s after %s", a.Position.FEN, strings.Join(a.Position.Moves, " "))
	case a.Position != nil:
		return text + "; this would tell: " + a.Position.FEN
	case s.Searched > 0:
		return text + fmt.Sprintf("; never seen to differ in %s", plural.Count(s.Searched, "position"))
	}
	return text + "; whether they can differ was not searched"
}

// WriteText writes the score for people. With matrix, a line follows for each single misreading.
func (s *Score) WriteText(w io.Writer, matrix bool) error {
	var b strings.Builder
	fmt.Fprintln(&b, s.Summary())
	if matrix {
		for _, r := range s.Readings {
			if r.Single {
				fmt.Fprintf(&b, "  %-34s %4d of %s\n", r.Name, r.Count, plural.Count(len(s.Cases), "case"))
			}
		}
	}
	for _, a := range s.Alike {
		fmt.Fprintf(&b, "  %s\n", s.sentence(a))
	}
	_, err := io.WriteString(w, b.String())
	return err
}
