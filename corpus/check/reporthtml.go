package check

import (
	"bytes"
	_ "embed" // the page
	"html/template"
	"io"
	"slices"
	"strings"
	"sync"

	"turncoat/diagram"
	"turncoat/rules"
	"turncoat/rules/board"
)

//go:embed report.gohtml
var reportPage string

// Parsed when a page is first written, not at the start of every command.
var page = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("report").Parse(reportPage))
})

// A failurePage is a failing case as the page shows it.
type failurePage struct {
	ID, Cite, FEN, Moves string
	Expected             bool
	Lines                []string
	Stderr               string
	Rules                []string // those it shows
	Reasons              []Reason
	Board                template.HTML
	// Of the first wrong turn: the board after it, as the rules have it and as the program does.
	Turn         string
	Ours, Theirs template.HTML
}

// WriteHTML writes the report as one page that needs no other file. Boards are drawn for up to so
// many failing cases of each rule set; the others are listed without.
func (r *Report) WriteHTML(w io.Writer, boards int) error {
	type corpusPage struct {
		Name, Counts, Diagnosis string
		Skipped                 string // why; empty when it is not
		Kinds                   []Kind
		Unexplained             []string
		Failures                []failurePage
	}
	data := struct {
		Program  string
		Headline string
		Rules    []rules.Rule // those that the page names
		OK       bool
		Corpora  []corpusPage
		Findings []Finding
		Passes   []string
		Unknown  []string
	}{Program: r.Program, Headline: r.Headline(), OK: r.OK(), Findings: r.Findings, Passes: r.UnexpectedPasses,
		Unknown: r.UnknownExpected}
	var cite []string
	for i := range r.Corpora {
		c := &r.Corpora[i]
		page := corpusPage{Name: c.Rules.String(), Counts: c.counts().String(), Kinds: c.Kinds}
		if c.Skipped() {
			page.Skipped = c.whySkipped()
		}
		if c.Diagnosis != nil {
			page.Diagnosis, page.Unexplained = c.Diagnosis.Summary(), c.Diagnosis.Unexplained
		}
		for n, f := range c.unright() {
			shown := failurePage{ID: f.Case.ID, Cite: strings.Join(f.Case.Cite, ", "), FEN: f.Case.FEN,
				Moves: strings.Join(f.Case.Moves, " "), Expected: f.Expected, Lines: f.lines(), Rules: f.Case.Cite,
				Reasons: f.Reasons()}
			cite = append(cite, f.Case.Cite...)
			if f.Finding != nil {
				shown.Stderr = f.Finding.Stderr
			}
			if n < boards {
				svg, err := drawn(f)
				if err != nil {
					return err
				}
				shown.Board = svg
				if err := shown.compare(f); err != nil {
					return err
				}
			}
			page.Failures = append(page.Failures, shown)
		}
		data.Corpora = append(data.Corpora, page)
	}
	for _, st := range rules.RuleList() {
		if slices.Contains(cite, st.ID) {
			data.Rules = append(data.Rules, st)
		}
	}
	return page().Execute(w, data)
}

// drawn draws a failing case. Of the turns that are wrong, the squares that should have been
// reached are pointed out.
func drawn(r *Result) (template.HTML, error) {
	p, err := r.Case.Position()
	if err != nil {
		return "", err
	}
	var squares board.Bitboard
	for _, t := range slices.Concat(r.Difference.Missing, r.Difference.Extra) {
		if len(t.UCI) >= 4 {
			if s, ok := board.ParseSquare(t.UCI[2:4]); ok {
				squares |= s.Bit()
			}
		}
	}
	var svg bytes.Buffer
	err = diagram.SVG(&svg, &p, r.Case.ID, diagram.Options{Marks: diagram.Marks(squares, diagram.Pointed, 0),
		ShowTurn: true})
	return template.HTML(svg.String()), err
}

// compare draws the board after the first wrong turn that both sides have, as the rules have it and
// as the program does, with the squares marked on which they differ.
func (f *failurePage) compare(r *Result) error {
	p, err := r.Case.Position()
	if err != nil {
		return err
	}
	g := rules.New(r.Case.Rules)
	for _, reason := range f.Reasons {
		m, err := board.ParseUCI(&p, reason.UCI)
		placement, _, _ := strings.Cut(r.theirs(reason.UCI), " ")
		read, fault := board.ParseBoard(placement)
		if err != nil || fault != nil || !g.Legal(&p, m) {
			continue
		}
		ours := g.Full(&p, m).After
		theirs := ours
		var differ board.Bitboard
		for s := range board.NoSquare {
			if piece := read.PieceAt(s); piece != ours.PieceAt(s) {
				theirs.Put(s, piece)
				differ |= s.Bit()
			}
		}
		f.Turn = reason.UCI
		if f.Ours, err = framed(&ours, "as the rules have it", differ); err != nil {
			return err
		}
		f.Theirs, err = framed(&theirs, "as the program has it", differ)
		return err
	}
	return nil
}

// framed draws a board with some squares pointed out, as a part of a page.
func framed(p *board.Position, title string, squares board.Bitboard) (template.HTML, error) {
	var svg bytes.Buffer
	err := diagram.SVG(&svg, p, title, diagram.Options{Marks: diagram.Marks(squares, diagram.Pointed, 0)})
	_, text, found := strings.Cut(svg.String(), "<svg ") // a page within a page has no prologue
	if !found {
		return "", err
	}
	return template.HTML("<svg " + text), err
}
