package check

import (
	"bytes"
	_ "embed" // the page
	"html/template"
	"io"
	"slices"
	"strings"
	"sync"

	"turncoat/corpus"
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

// A Page is a report as HTML shows it, on one page that needs no other file.
type Page struct {
	Title, Program, Headline string
	OK                       bool
	Notes                    []string // what belongs to no rule set
	Sections                 []Section
	Rules                    []RuleRow
}

// A Section is the part of a page about one rule set.
type Section struct {
	Name, Counts string
	Diagnosis    []string
	Witnesses    []WitnessPage
	Failures     []FailurePage
}

// A RuleRow is a rule with what came of it.
type RuleRow struct {
	rules.Rule
	State string // "passed", "failed", "never met", or empty
}

// A WitnessPage is a witness with the boards before and after the move.
type WitnessPage struct {
	WitnessJSON
	Before, Ours, Theirs template.HTML
	Scenario             string
}

// A FailurePage is a failing case.
type FailurePage struct {
	ID, FEN, Moves, Stderr string
	Cite, Lines            []string
	Expected               bool
}

// WriteHTML writes the report as one page. Of each rule set so many failing cases are listed.
func (r *Report) WriteHTML(w io.Writer, failures int) error {
	p := Page{Title: "corpus check", Program: r.Program, Headline: r.Headline(), OK: r.OK()}
	for _, f := range r.Findings {
		p.Notes = append(p.Notes, f.Code+": "+f.Message+"\n"+f.Stderr)
	}
	for _, id := range r.UnexpectedPasses {
		p.Notes = append(p.Notes, id+" was expected to fail and is right")
	}
	for _, id := range r.UnknownExpected {
		p.Notes = append(p.Notes, id+" was expected to fail and is no case of these corpora")
	}
	var cite []string
	for i := range r.Corpora {
		c := &r.Corpora[i]
		s := Section{Name: c.Rules.String(), Counts: counts(*c).String()}
		if c.Skipped() {
			s.Counts = "skipped: " + c.whySkipped()
		}
		if c.Diagnosis != nil {
			s.Diagnosis = c.Diagnosis.lines()
			for i := range c.Diagnosis.Witnesses {
				found := &c.Diagnosis.Witnesses[i]
				s.Witnesses = append(s.Witnesses, found.Page(rules.New(c.Rules)))
				cite = append(cite, found.Rule)
			}
		}
		for n, f := range c.unright() {
			if n == failures {
				break
			}
			shown := FailurePage{
				ID:       f.Case.ID,
				Cite:     f.Case.Cite,
				FEN:      f.Case.FEN,
				Moves:    strings.Join(f.Case.Moves, " "),
				Expected: f.Expected,
				Lines:    f.lines(),
			}
			cite = append(cite, f.Case.Cite...)
			if f.Finding != nil {
				shown.Stderr = f.Finding.Stderr
			}
			s.Failures = append(s.Failures, shown)
		}
		p.Sections = append(p.Sections, s)
	}
	for _, rule := range rules.RuleList() {
		if slices.Contains(cite, rule.ID) {
			p.Rules = append(p.Rules, RuleRow{Rule: rule})
		}
	}
	return p.Write(w)
}

// Write writes the page.
func (p *Page) Write(w io.Writer) error { return page().Execute(w, p) }

// Page returns the witness as a page shows it: the board before the move, and after it as both sides have it, with
// the squares pointed out on which they differ.
func (w *Witness) Page(v *rules.Variant) WitnessPage {
	out := WitnessPage{WitnessJSON: w.JSON(v.Set().Name), Scenario: w.Scenario(v)}
	p, err := w.Position(v)
	if err != nil {
		return out
	}
	var to board.Bitboard
	m, err := board.ParseUCI(&p, w.Move)
	if err == nil {
		to = m.To.Bit()
	}
	out.Before = framed(&p, to)
	theirs, known := w.Board()
	if !known {
		return out
	}
	ours := p
	if err == nil && v.Legal(&p, m) {
		ours = v.Full(&p, m).After
	}
	differ := board.Bitboard(0)
	for s := range board.NoSquare {
		if ours.PieceAt(s) != theirs.PieceAt(s) {
			differ |= s.Bit()
		}
	}
	out.Ours, out.Theirs = framed(&ours, differ), framed(&theirs, differ)
	return out
}

// framed draws a board with some squares pointed out, as a part of a page.
func framed(p *board.Position, squares board.Bitboard) template.HTML {
	var svg bytes.Buffer
	if diagram.SVG(
		&svg,
		p,
		"",
		diagram.Options{Marks: diagram.Marks(squares, diagram.Pointed, 0), ShowTurn: true},
	) != nil {
		return ""
	}
	_, text, _ := strings.Cut(svg.String(), "<svg ") // a page within a page has no prologue
	return template.HTML("<svg " + text)
}

// Turns lists, of an answer, the turns of a move.
func turnsOf(a *corpus.Answer, uci string) []corpus.AnswerTurn {
	var list []corpus.AnswerTurn
	for _, t := range a.Turns {
		if t.UCI == uci {
			list = append(list, t)
		}
	}
	return list
}
