package validate

import (
	"bytes"
	"cmp"
	"embed"
	"encoding/json"
	"errors"
	htmltemplate "html/template"
	"io"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"text/template"

	"turncoat/diagram"
	"turncoat/internal/finding"
	"turncoat/internal/printable"
)

// A pageReport writes a form of report by its templates, as records come: "head" and "foot" once, "file" above the
// records of each file, "record" for each with findings.
type pageReport struct {
	printer
	limit
	page interface {
		ExecuteTemplate(io.Writer, string, any) error
	}
	begun bool
	file  string
	count int // findings so far
}

//go:embed report.html report.sarif report.github sarif_rules.json
var pages embed.FS

func newPageReport(p printer, l limit, format Format) *pageReport {
	r, name := &pageReport{printer: p, limit: l}, "report."+string(format)
	if format == HTML {
		r.page = htmltemplate.Must(htmltemplate.ParseFS(pages, name))
		return r
	}
	// Of what a command of GitHub holds, and of its properties, these characters cannot stand as they are.
	text := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	property := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
	rules, index := sarifRules()
	r.page = template.Must(template.New(name).Funcs(template.FuncMap{
		"command":   func(s string) string { return text.Replace(printable.Block(s)) },
		"property":  func(s string) string { return property.Replace(printable.Line(s)) },
		"rules":     func() string { return rules },
		"ruleIndex": func(code finding.Code) int { return slices.Index(index, code) },
		"json": func(v any) (string, error) {
			text, err := json.Marshal(v)
			return string(printable.JSON(text)), err
		},
	}).ParseFS(pages, name))
	return r
}

// sarifRules returns what SARIF says of the codes, and the codes in its order.
func sarifRules() (text string, codes []finding.Code) {
	file, _ := pages.ReadFile("sarif_rules.json")
	var compact bytes.Buffer
	var rules []struct{ ID finding.Code }
	if err := errors.Join(json.Compact(&compact, file), json.Unmarshal(file, &rules)); err != nil {
		panic(err) // embedded
	}
	for _, r := range rules {
		codes = append(codes, r.ID)
	}
	return compact.String(), codes
}

func (r *pageReport) execute(name string, data any) {
	var out strings.Builder
	if err := r.page.ExecuteTemplate(&out, name, data); err != nil && r.err == nil {
		r.err = err
	}
	r.write(out.String())
}

func (r *pageReport) begin() {
	if !r.begun {
		r.begun = true
		r.execute("head", r.style)
	}
}

func (r *pageReport) Record(v *Verdict) error {
	findings, wanted := r.admit(v)
	if len(findings) == 0 || !wanted {
		return r.err
	}
	r.begin()
	if v.File != r.file {
		r.file = v.File
		r.execute("file", place(v, &Finding{}))
	}
	record := struct {
		OK       bool
		Title    string
		Findings []findingView
	}{OK: v.OK, Title: caseName(v)}
	for i := range findings {
		record.Findings = append(record.Findings, findingView{&findings[i], v, r.count == 0})
		r.count++
	}
	r.execute("record", record)
	return r.err
}

func (r *pageReport) Close(s *Summary) error {
	r.begin()
	r.execute("foot", summaryLine(s))
	return r.err
}

// A findingView has for templates what a report shows of a finding.
type findingView struct {
	*Finding
	Record *Verdict
	First  bool // of the report
}

func (f findingView) Where() string     { return place(f.Record, f.Finding) }
func (f findingView) About() string     { return about(f.Record, f.Finding) }
func (f findingView) IsError() bool     { return f.Severity == "error" }
func (f findingView) EndColumn() int    { return f.Column + max(f.width, 1) }
func (f findingView) Excerpt() string   { return f.excerpt }
func (f findingView) Lines() []string   { return f.disputed() }
func (f findingView) Statement() string { return f.statement() }
func (f findingView) See() string       { return f.command() }
func (f findingView) Turn() string      { return f.position.Turn.Title() }

// Parts returns the line before, in and after the characters that the finding is about; nil if there is no line.
func (f findingView) Parts() []string {
	if f.excerpt == "" {
		return nil
	}
	runes := []rune(f.excerpt)
	caret := min(f.caret, len(runes))
	end := min(caret+f.width, len(runes))
	return []string{string(runes[:caret]), cmp.Or(string(runes[caret:end]), " "), string(runes[end:])}
}

// Board draws the board before the move.
func (f findingView) Board() htmltemplate.HTML {
	var svg bytes.Buffer
	if diagram.SVG(&svg, &f.position, "the position before "+printable.Line(f.Move), diagram.Options{Marks: f.marks(),
		ShowTurn: true}) != nil {
		return ""
	}
	text := svg.String()
	if i := strings.Index(text, "<svg"); i > 0 { // the page has a head of its own
		text = text[i:]
	}
	return htmltemplate.HTML(text) //nolint:gosec // drawn by package diagram, which escapes the title
}

// URI returns the path of the file as a reference: relative as it is, absolute as a file URI.
func (f findingView) URI() string {
	if f.Record.File == Stdin {
		return "stdin"
	}
	u := url.URL{Path: filepath.ToSlash(f.Record.File)}
	if filepath.IsAbs(f.Record.File) {
		u.Scheme = "file"
	}
	return u.String()
}
