package validate

import (
	"bytes"
	"html/template"
	"strings"
	"sync"

	"turncoat/diagram"
	"turncoat/internal/printable"
)

// htmlReport writes a page for the members of a club: every game with something to tell of, the text with the
// place marked, the board. Games are written as they come.
type htmlReport struct {
	printer
	limit
	begun bool
	file  string
}

var htmlHead = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Game validation report</title>
<style>
:root { color-scheme: light dark; --line: #8884; --bad: #b3261e; --warn: #8a5a00; --note: #3a6ea5 }
@media (prefers-color-scheme: dark) { :root { --bad: #ff8a80; --warn: #ffc36b; --note: #8ab8ff } }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.5rem } h2 { font-size: 1.15rem; margin-top: 2.5rem; border-bottom: 1px solid var(--line); overflow-wrap: anywhere }
article { margin: 1.5rem 0; padding: 0 0 1rem 1rem; border-left: 4px solid var(--line); overflow-wrap: anywhere }
article.bad { border-color: var(--bad) }
h3 { font-size: 1rem; margin: 0 0 .5rem }
.error { color: var(--bad) } .warning { color: var(--warn) } .note { color: var(--note) }
pre { overflow-x: auto; background: #8881; padding: .5rem .75rem; border-radius: .25rem; margin: .5rem 0 }
mark { background: #ffd54f; color: #000 }
figure { margin: .75rem 0 } figure svg { width: 20rem; max-width: 100%; height: auto } figcaption { font-size: .85rem; overflow-wrap: anywhere }
small, .where { opacity: .75 }
</style>
<h1>Game validation report</h1>
`

// Parsed when a page is first written, not at the start of every command.
var htmlRecord = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("record").Parse(`<article{{if not .OK}} class="bad"{{end}}>
<h3>{{.Title}}</h3>
{{range .Findings}}<p><strong class="{{.Severity}}">{{.Severity}}</strong> <span class="where">{{.Where}}</span> {{.Text}}</p>
{{if .Marked}}<pre>{{.Before}}<mark>{{.Marked}}</mark>{{.After}}</pre>
{{end}}{{if .Board}}<figure>{{.Board}}<figcaption>{{.Turn}} to move: <code>{{.FEN}}</code></figcaption></figure>
{{end}}{{range .Lines}}<p>{{.}}</p>
{{end}}{{if .Statement}}<p><small>{{.Statement}}</small></p>
{{end}}{{if .See}}<pre>{{.See}}</pre>
{{end}}{{end}}</article>
`))
})

// An htmlFinding is a finding as the page shows it.
type htmlFinding struct {
	Severity, Where, Text string
	Before, Marked, After string // the line, cut where the place is
	Board                 template.HTML
	Turn, FEN             string
	Lines                 []string
	Statement, See        string
}

func (h *htmlReport) Record(r *Verdict) error {
	findings, wanted := h.admit(r)
	if len(findings) == 0 || !wanted {
		return h.err
	}
	h.begin()
	if r.File != h.file {
		h.file = r.File
		h.write("<h2>" + template.HTMLEscapeString(place(r, &Finding{})) + "</h2>\n")
	}
	page := struct {
		OK       bool
		Title    string
		Findings []htmlFinding
	}{OK: r.OK, Title: caseName(r)}
	for i := range findings {
		f := &findings[i]
		shown := htmlFinding{Severity: f.Severity, Where: place(r, f), Text: about(r, f)}
		shown.Before, shown.Marked, shown.After = cutAt(f.excerpt, f.caret, f.width)
		if f.Severity == "error" {
			shown.Lines, shown.Statement, shown.See = f.disputed(), f.statement(), f.command()
		}
		if f.FEN != "" {
			shown.Board, shown.Turn, shown.FEN = f.svg(), f.position.Turn.Title(), f.FEN
		}
		page.Findings = append(page.Findings, shown)
	}
	var out strings.Builder
	if err := htmlRecord().Execute(&out, page); err != nil && h.err == nil {
		h.err = err
	}
	h.write(out.String())
	return h.err
}

// cutAt cuts a line before and after the characters that a finding is about.
func cutAt(line string, caret, width int) (before, marked, after string) {
	runes := []rune(line)
	caret = min(caret, len(runes))
	end := min(caret+width, len(runes))
	if caret == end && line != "" {
		return string(runes[:caret]), " ", ""
	}
	return string(runes[:caret]), string(runes[caret:end]), string(runes[end:])
}

// svg draws the board before the move.
func (f *Finding) svg() template.HTML {
	var svg bytes.Buffer
	if diagram.SVG(&svg, &f.position, "the position before "+printable.Line(f.Move), diagram.Options{Marks: f.marks(),
		ShowTurn: true}) != nil {
		return ""
	}
	text := svg.String()
	if i := strings.Index(text, "<svg"); i > 0 { // the page has a head of its own
		text = text[i:]
	}
	return template.HTML(text) //nolint:gosec // drawn by package diagram, which escapes the title
}

func (h *htmlReport) begin() {
	if !h.begun {
		h.begun = true
		h.write(htmlHead)
	}
}

func (h *htmlReport) Close(s *Summary) error {
	h.begin()
	h.write("<p>" + template.HTMLEscapeString(summaryLine(s)) + "</p>\n</html>\n")
	return h.err
}
