package validate

import (
	"fmt"
	"io"

	"turncoat/internal/printable"
	"turncoat/internal/report"
	"turncoat/pgn"
)

// Reporter writes what [Run] finds. It is called by one goroutine at a time.
type Reporter interface {
	// Record reports one record. It does not keep it.
	Record(*Verdict) error
	// EndFile is called when all records of a file have been reported.
	EndFile(name string) error
	// Close ends the report.
	Close(*Summary) error
}

// Format names a form of report.
type Format string

// The forms of reports.
const (
	Text   Format = "text"
	JSON   Format = "json"   // JSON Lines: one object a record, then the summary
	JUnit  Format = "junit"  // JUnit XML
	SARIF  Format = "sarif"  // SARIF 2.1.0
	GitHub Format = "github" // workflow commands of GitHub, one a finding
	HTML   Format = "html"   // a page of the records with findings
)

// Formats lists the forms of reports.
func Formats() []Format { return []Format{Text, JSON, JUnit, SARIF, GitHub, HTML} }

// Style says how a report is written.
type Style struct {
	// Quiet leaves out records without an error.
	Quiet bool
	// MaxFindings is how many findings are reported in all; 0 is no limit. All are counted.
	MaxFindings int
	// Colour is for terminals.
	Colour bool
	// Version is the version of the program, for SARIF; it may be empty.
	Version string
}

// NewReporter returns the reporter of a format, nil for one that does not exist.
func NewReporter(w io.Writer, format Format, style Style) Reporter {
	p, l := printer{w: w}, limit{style: style}
	head := report.Head{Title: "validate", Version: style.Version}
	switch format {
	case Text:
		return &textReport{printer: p, limit: l}
	case JSON:
		return &jsonReport{printer: p, limit: l}
	case JUnit:
		return &streamReport{limit: l, stream: report.NewJUnit(w, head)}
	case SARIF:
		return &streamReport{limit: l, stream: report.NewSARIF(w, head)}
	case GitHub:
		return &streamReport{limit: l, stream: report.NewGitHub(w, head)}
	case HTML:
		head.Title = "Game validation report"
		return &streamReport{limit: l, stream: report.NewHTML(w, head)}
	}

	return nil
}

// A streamReport writes the forms of report that are the same for every command.
type streamReport struct {
	limit
	stream report.Stream
}

// Record writes a record with those of its findings that the limit lets through.
func (s *streamReport) Record(v *Verdict) error {
	findings, wanted := s.admit(v)
	if !wanted {
		return nil
	}
	return s.stream.Item(printable.Line(v.File), v.item(findings))
}

// EndFile writes nothing, since every record names its file.
func (s *streamReport) EndFile(string) error { return nil }

// Close writes the end.
func (s *streamReport) Close(summary *Summary) error { return s.stream.Close(summaryLine(summary)) }

// A limit counts the findings reported so far and admits no more than the greatest number.
type limit struct {
	style  Style
	shown  int
	hidden int
}

// admit returns the findings of a record that may still be shown, and whether the record is to be
// shown.
func (l *limit) admit(v *Verdict) (findings []pgn.Finding, wanted bool) {
	findings, wanted = v.Findings, !l.style.Quiet || !v.OK
	if l.style.MaxFindings > 0 {
		n := min(len(findings), l.style.MaxFindings-l.shown)
		l.shown += n
		l.hidden += len(findings) - n
		findings = findings[:n]
	}

	return findings, wanted
}

// A printer writes the text of a report. It keeps the first error and writes nothing after it.
type printer struct {
	w   io.Writer
	err error
}

func (p *printer) print(format string, a ...any) { p.write(fmt.Sprintf(format, a...)) }

func (p *printer) write(text string) {
	if p.err == nil {
		_, p.err = io.WriteString(p.w, text)
	}
}

// EndFile writes nothing.
func (p *printer) EndFile(string) error { return p.err }
