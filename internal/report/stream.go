package report

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
	"sync"
	"text/template"

	"turncoat/internal/printable"
	"turncoat/pgn"
)

// A Stream writes a report item by item in bounded memory. Only HTML keeps items.
type Stream interface {
	// Item writes an item. The items of a group must be consecutive.
	Item(group string, item *Item) error
	// Close writes the end of the report.
	Close(summary string) error
}

// NewJUnit returns a stream that writes JUnit XML.
func NewJUnit(w io.Writer, head Head) Stream { return newJUnitStream(w, head) }

// NewSARIF returns a stream that writes SARIF 2.1.0.
func NewSARIF(w io.Writer, head Head) Stream {
	return &templateStream{w: w, page: sarifTemplate(), head: head}
}

// NewGitHub returns a stream that writes workflow commands of GitHub.
func NewGitHub(w io.Writer, head Head) Stream {
	return &templateStream{w: w, page: githubTemplate(), head: head}
}

// NewHTML returns a stream that writes a page.
func NewHTML(w io.Writer, head Head) Stream { return &pageStream{w: w, head: head} }

// WriteHTML writes a report as a single page that needs no other files.
func (r *Report) WriteHTML(w io.Writer) error {
	page, err := newPage()
	if err != nil {
		return err
	}
	return page.ExecuteTemplate(w, "report", r)
}

// A templateStream writes the parts of a report with templates: "head" and "foot" once, "group"
// before the items of each group, "item" for each item that has findings. It keeps the first error.
type templateStream struct {
	w     io.Writer
	page  executor
	head  Head
	begun bool
	group string
	err   error
}

type executor interface {
	ExecuteTemplate(w io.Writer, name string, data any) error
}

func (s *templateStream) Item(group string, item *Item) error {
	if len(item.Findings) == 0 {
		return s.err
	}

	first := !s.begun
	s.begin()
	if group != s.group {
		s.group = group
		s.execute("group", Group{Name: group})
	}

	s.execute("item", struct {
		*Item
		First bool
	}{item, first})
	return s.err
}

func (s *templateStream) Close(summary string) error {
	s.begin()
	s.execute("foot", summary)
	return s.err
}

func (s *templateStream) begin() {
	if !s.begun {
		s.begun = true
		s.execute("head", s.head)
	}
}

// execute writes a part completely, or not at all if it fails.
func (s *templateStream) execute(name string, data any) {
	if s.err != nil {
		return
	}
	var part bytes.Buffer
	s.err = s.page.ExecuteTemplate(&part, name, data)
	if s.err == nil {
		_, s.err = s.w.Write(part.Bytes())
	}
}

//go:embed report.html report.sarif report.github report.junit sarif_rules.json
var files embed.FS

// Templates are parsed when a report is first written, not at the start of every command.
var (
	htmlTemplate = sync.OnceValue(func() *htmltemplate.Template {
		t := htmltemplate.New("report.html").Funcs(htmltemplate.FuncMap{
			"line":  printable.Line,
			"lines": printable.Block,
			// Every page has its own of these; see newPage.
			"svg":         func(Board) htmltemplate.HTML { return "" },
			"definitions": func() htmltemplate.HTML { return "" },
		})
		return htmltemplate.Must(t.ParseFS(files, "report.html"))
	})

	junitTemplate = sync.OnceValue(func() *template.Template {
		t := template.New("report.junit").Funcs(template.FuncMap{"xml": xmlText})
		return template.Must(t.ParseFS(files, "report.junit"))
	})

	githubTemplate = sync.OnceValue(func() *template.Template {
		text := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
		property := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",",
			"%2C")
		t := template.New("report.github").Funcs(template.FuncMap{
			"text":     func(s string) string { return text.Replace(printable.Block(s)) },
			"property": func(s string) string { return property.Replace(printable.Line(s)) },
		})
		return template.Must(t.ParseFS(files, "report.github"))
	})

	sarifTemplate = sync.OnceValue(func() *template.Template {
		rules, codes := sarifRules()
		t := template.New("report.sarif").Funcs(template.FuncMap{
			"line":      printable.Line,
			"rules":     func() string { return rules },
			"ruleIndex": func(code pgn.Code) int { return slices.Index(codes, code) },
			"json": func(v any) (string, error) {
				text, err := json.Marshal(v)
				return string(printable.JSON(text)), err
			},
		})
		return template.Must(t.ParseFS(files, "report.sarif"))
	})
)

// sarifRules returns the descriptions of the codes for SARIF, and the codes in the same order.
func sarifRules() (text string, codes []pgn.Code) {
	file, _ := files.ReadFile("sarif_rules.json")
	var compact bytes.Buffer
	var rules []struct{ ID pgn.Code }
	if err := errors.Join(json.Compact(&compact, file), json.Unmarshal(file, &rules)); err != nil {
		panic(err) // the file is embedded
	}
	for _, r := range rules {
		codes = append(codes, r.ID)
	}
	return compact.String(), codes
}

// Label returns "error", "warning" or "note".
func (f *Finding) Label() string {
	if f.IsError() {
		return pgn.Error
	}
	return f.Severity
}

// URI returns the file as a reference: a relative path as it is, an absolute one as a file URI.
func (f *Finding) URI() string {
	if f.File == "-" {
		return "stdin"
	}
	u := url.URL{Path: filepath.ToSlash(f.File)}
	if filepath.IsAbs(f.File) {
		u.Scheme = "file"
	}
	return u.String()
}

// Properties returns what SARIF shows of a finding besides its message and its place.
func (f *Finding) Properties() any {
	return struct {
		Record   int      `json:"record"`
		Rules    string   `json:"rules,omitempty"`
		Rule     string   `json:"rule,omitempty"`
		Ply      int      `json:"ply,omitempty"`
		Move     string   `json:"move,omitempty"`
		FEN      string   `json:"fen,omitempty"`
		Expected []string `json:"expected,omitempty"`
		Got      []string `json:"got,omitempty"`
	}{f.Record, f.Rules, f.Rule, f.Ply, f.Move, f.FEN, f.Expected, f.Got}
}

// Parts returns the text before the characters that are pointed out, these characters, and the text
// after them. At the end of a line, a space is pointed out.
func (e *Excerpt) Parts() []string {
	runes := []rune(e.Text)
	start := min(e.Caret, len(runes))
	end := min(start+e.Width, len(runes))
	return []string{string(runes[:start]), cmp.Or(string(runes[start:end]), " "),
		string(runes[end:])}
}
