package pages

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"slices"
	"strings"

	"turncoat/corpus"
	"turncoat/diagram"
	"turncoat/internal/corpus/check"
	"turncoat/internal/fingerprint"
	"turncoat/internal/report"
	"turncoat/internal/strict"
	"turncoat/rules"
)

// conformance is where the list of the programs that were checked is, with the report on each.
const conformance = "docs/conformance/"

// conformanceSize is the size of the golden corpora for which the reports are made.
const conformanceSize = corpus.Full

// A program is an implementation of the rules that was checked.
type program struct {
	ID      string `json:"id"` // its report is ID.json
	Name    string `json:"name"`
	Address string `json:"address"` // of its code; without a scheme, a path of the repository
	Version string `json:"version"` // empty for the programs of the repository
	Date    string `json:"date"`    // of the check

	File    string           `json:"-"` // the path of the report
	Report  check.ReportJSON `json:"-"`
	Checked int              `json:"-"` // cases of the rule sets that it knows

	cells map[string]*cell // by rule
}

// A cell says how a program does under one rule.
type cell struct {
	Cases, Right int // those that cite the rule
	Failures     []*failure

	unexplained bool // a case that cites the rule is wrong, and the report does not say why
}

// A failure is a kind of wrong answer, with the smallest position that shows it.
type failure struct {
	Sets []string // the names of the rule sets in which it occurs

	witness check.WitnessJSON
	variant *rules.Variant
}

// Verdict is a word for the table.
func (c *cell) Verdict() string {
	switch {
	case c == nil:
		return "not covered"
	case len(c.Failures) > 0:
		return "fails"
	case c.unexplained || c.Right == 0:
		return "unclear"
	}
	return "passes"
}

// addConformance adds the page that says which program passes which rule.
func (s *Site) addConformance() error {
	programs, err := s.programs()
	if err != nil || len(programs) == 0 {
		return err
	}
	if err := s.need(conformance + "README.md"); err != nil {
		return err
	}
	var covered, uncovered []rules.Rule
	for _, rule := range rules.RuleList() {
		knows := func(p *program) bool { return p.cells[rule.ID] != nil }
		if slices.ContainsFunc(programs, knows) {
			covered = append(covered, rule)
		} else {
			uncovered = append(uncovered, rule)
		}
	}

	body, err := conformanceBody(map[string]any{
		"Programs": programs, "Covered": covered, "Uncovered": uncovered, "Size": conformanceSize,
	})
	if err != nil {
		return err
	}
	p := Page{Path: "conformance.html", Title: "Conformance",
		Description: "Which program plays by which rules of Pacifist, Conversion and Benedict " +
			"Chess, with the smallest position in which it is wrong."}
	s.index = append(s.index, entry{p.Title, p.Title, p.Path})
	return s.add(p, body)
}

// conformanceBody fills the template, whose boards share the drawings of their pieces.
func conformanceBody(data any) (template.HTML, error) {
	const name = "conformance.html"
	sheet := diagram.NewSheet(diagram.Screen)
	board := func(b *report.Board) template.HTML {
		title := strings.TrimSpace(b.Caption + " " + b.Position.Board())
		options := diagram.Options{Marks: b.Marks}
		return template.HTML(sheet.AppendBoard(nil, &b.Position, title, options))
	}
	definitions := func() template.HTML { return template.HTML(sheet.Definitions()) }
	page, err := template.New(name).
		Funcs(template.FuncMap{"board": board, "definitions": definitions}).
		ParseFS(assets, "assets/"+name)
	if err != nil {
		return "", err
	}
	var body bytes.Buffer
	err = page.Execute(&body, data)
	return template.HTML(body.String()), err
}

// programs returns the programs that were checked, none if the clone has no list of them.
func (s *Site) programs() ([]*program, error) {
	const name = conformance + "programs.json"
	text, err := fs.ReadFile(s.source, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var list struct {
		Programs []*program `json:"programs"`
	}
	if err := cmp.Or(err, strict.Decode(text, &list)); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}

	for _, p := range list.Programs {
		if err := s.readReport(p); err != nil {
			return nil, fmt.Errorf("%s: %w", p.File, err)
		}
		p.Address, err = s.lead("", p.Address)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return list.Programs, nil
}

// readReport reads the report on a program, and adds it to the downloads.
func (s *Site) readReport(p *program) error {
	p.File = conformance + p.ID + ".json"
	s.Downloads[p.File] = true
	if err := s.copy(p.File); err != nil {
		return err
	}
	if err := strict.Decode(s.Files[p.File], &p.Report); err != nil {
		return err
	}
	p.judge()
	return nil
}

// judge fills the cells from the report.
func (p *program) judge() {
	p.cells = map[string]*cell{}
	for i := range p.Report.Corpora {
		part := &p.Report.Corpora[i]
		if part.Counts.Unsupported == part.Counts.Cases {
			continue
		}
		p.Checked += part.Counts.Cases - part.Counts.Unsupported
		unanswered := unsupported(part)
		for rule, cited := range part.Cited {
			cases := cited.Cases - unanswered[rule]
			if cases == 0 {
				continue
			}
			c := p.cell(rule)
			c.Cases += cases
			c.Right += cited.Right
			if cited.Right < cases && !explained(part) {
				c.unexplained = true
			}
		}
		p.blame(part)
	}
}

func (p *program) cell(rule string) *cell {
	if p.cells[rule] == nil {
		p.cells[rule] = &cell{}
	}
	return p.cells[rule]
}

// unsupported counts, by the rules that they cite, the cases that a program does not support, such as
// castling in Chess960: they say nothing about how it plays.
func unsupported(part *check.CorpusJSON) map[string]int {
	count := map[string]int{}
	for i := range part.Failures {
		if part.Failures[i].Verdict != check.Unsupported {
			continue
		}
		for _, rule := range part.Failures[i].Cite {
			count[rule]++
		}
	}
	return count
}

// explained reports whether a report says of each wrong answer which rule is broken.
func explained(part *check.CorpusJSON) bool {
	wrong := len(part.Failures) - part.Counts.Unsupported
	if part.Diagnosis == nil {
		return wrong == 0
	}
	n := 0
	for i := range part.Diagnosis.Witnesses {
		n += part.Diagnosis.Witnesses[i].Cases
	}
	return part.Diagnosis.Exact || n == wrong
}

// blame counts the failures against rules: those that the program misreads if that explains all of
// its wrong answers, otherwise the rule of each witness. It keeps the smallest of each kind.
func (p *program) blame(part *check.CorpusJSON) {
	if part.Diagnosis == nil {
		return
	}
	for _, w := range part.Diagnosis.Witnesses {
		broken := []string{w.Rule}
		if part.Diagnosis.Exact {
			broken = part.Diagnosis.Readings[0].Rules
		}
		for _, rule := range broken {
			p.cell(rule).add(&failure{witness: w, variant: rules.New(part.Rules)})
		}
	}
}

func (c *cell) add(f *failure) {
	size := func(w *check.WitnessJSON) int {
		return fingerprint.Size(corpus.Seed{FEN: w.FEN, Moves: w.Moves})
	}
	i := slices.IndexFunc(c.Failures, func(g *failure) bool {
		return g.witness.Kind == f.witness.Kind
	})
	if i < 0 {
		i = len(c.Failures)
		c.Failures = append(c.Failures, f)
	}

	sets := append(c.Failures[i].Sets, f.variant.Set().Name)
	if size(&f.witness) < size(&c.Failures[i].witness) {
		c.Failures[i] = f
	}
	c.Failures[i].Sets = sets
}

// Cell returns the cell of a rule, nil if no case is about it.
func (p *program) Cell(rule string) *cell { return p.cells[rule] }

// Kind says what the program does otherwise.
func (f *failure) Kind() string { return f.witness.Kind }

// Details explain the failure.
func (f *failure) Details() []report.Detail {
	w := f.witness.Witness()
	return w.Finding(f.variant).Details
}

// Link is where the board shows the position.
func (f *failure) Link() string {
	return "./" + boardAddress(f.variant.Set(), f.witness.FEN, f.witness.Moves)
}
