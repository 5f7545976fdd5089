package check

import (
	"bytes"
	_ "embed" // the page
	"html/template"
	"io"
	"strings"

	"turncoat/corpus"
	"turncoat/diagram"
	"turncoat/rules/board"
)

//go:embed report.gohtml
var reportPage string

var page = template.Must(template.New("report").Parse(reportPage))

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
	return page.Execute(w, data)
}

// drawn draws a failing case. Of the turns that are wrong, the squares that should have been
// reached are pointed out.
func drawn(r *Result) (template.HTML, error) {
	p, err := r.Case.Position()
	if err != nil {
		return "", err
	}
	var squares board.Bits
	for _, list := range [][]corpus.AnswerTurn{r.Difference.Missing, r.Difference.Extra} {
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
	return template.HTML(svg.String()), err
}
