package validate

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"turncoat/internal/plural"
	"turncoat/internal/printable"
)

// textReport writes for people: one line for each record of a short file, every finding with
// its line, the board before the move and the text of the rule.
type textReport struct {
	printer
	limit
	file      string // that is being reported
	printed   bool   // its name has been printed
	count     int
	bad       int
	scenarios bool     // the records are scenarios
	pending   []string // lines of a file that may turn out to be short
	plies     int
	turned    int
}

// short is the number of records up to which a file gets a line for each of them.
const short = 12

func (t *textReport) Record(r *Verdict) error {
	if r.Kind == KindFile && r.Index == 1 && len(r.Findings) == 1 && r.Findings[0].Line == 0 {
		return t.err // nothing could be read: the caller has been told, who tells it on stderr
	}
	if r.File != t.file {
		*t = textReport{printer: t.printer, limit: t.limit, file: r.File, pending: t.pending[:0]}
	}

	t.count++
	t.scenarios = r.Kind == KindScenario
	t.plies += r.Plies
	t.turned += r.Converted
	if !r.OK {
		t.bad++
	}
	findings, wanted := t.admit(r)
	if !wanted {
		return t.err
	}
	text := ""
	if !t.style.Quiet && t.count <= short && r.Kind != KindFile {
		text = recordLine(r)
	}
	told := ""
	for i := range findings {
		f := r.reported(i)
		told += f.Text(t.style.Colour)
	}

	switch {
	case t.count <= short:
		t.pending = append(t.pending, text, told)
	default:
		t.flush(false)
		t.heading(told != "")
		t.print("%s", told)
	}

	return t.err
}

// heading names the file above its lines.
func (t *textReport) heading(wanted bool) {
	if wanted && !t.printed && !t.style.Quiet {
		t.printed = true
		t.print("%s\n", printable.Line(t.file))
	}
}

// flush prints the pending lines. If the file turned out to be long, only its findings are shown.
func (t *textReport) flush(whole bool) {
	for i := 0; i < len(t.pending); i += 2 {
		line, told := t.pending[i], t.pending[i+1]
		if whole {
			t.heading(line != "")
			t.print("%s", line)
		}

		t.heading(told != "")
		t.print("%s", told)
	}

	t.pending = t.pending[:0]
}

func (t *textReport) EndFile(name string) error {
	if name != t.file {
		return t.err
	}
	t.flush(true)
	if t.count > short && !t.style.Quiet {
		good := "all right"
		if t.bad > 0 {
			good = fmt.Sprintf("%d with errors", t.bad)
		}
		if t.scenarios {
			t.print("%s: %s, %s\n", printable.Line(name), plural.Count(t.count, "scenario"), good)
		} else {
			t.print("%s: %s, %s (%s, %s)\n", printable.Line(name), plural.Count(t.count, "game"),
				good, plural.Count(t.plies, "ply"), plural.Count(t.turned, "conversion"))
		}
	}

	t.file = ""
	return t.err
}

func (t *textReport) Close(s *Summary) error {
	t.flush(true)
	if t.hidden > 0 {
		t.print("%s not shown\n", plural.Count(t.hidden, "more finding"))
	}
	if t.style.Quiet && s.Failed == 0 {
		return t.err
	}
	if !t.style.Quiet {
		t.print("\n")
	}
	t.print("%s\n", summaryLine(s))
	return t.err
}

// summaryLine sums up the work in one line.
func summaryLine(s *Summary) string {
	var parts []string
	add := func(n int, what string) {
		if n > 0 {
			parts = append(parts, plural.Count(n, what))
		}
	}
	add(s.Games, "game")
	if s.Games > 0 {
		parts = append(parts, plural.Count(int(s.Plies), "ply"),
			plural.Count(int(s.Converted), "conversion"))
	}

	add(s.Scenarios, "scenario")
	add(s.RuleSets, "rule set")
	if len(parts) == 0 && s.Failed == 0 {
		return "no records in " + plural.Count(s.Files, "file") + passedOver(s) + "."
	}
	if len(parts) == 0 {
		parts = append(parts, "no records")
	}
	line := fmt.Sprintf("%s in %s: ", strings.Join(parts, ", "), plural.Count(s.Files, "file"))
	switch {
	case s.Failed > 0:
		line += fmt.Sprintf("%d with errors, %d all right; %s", s.Failed, s.OK,
			plural.Count(s.Findings, "finding"))
	case s.Findings > 0:
		line += "no errors; " + plural.Count(s.Findings, "finding")
	default:
		line += "all right"
	}

	if s.Reviewed > 0 {
		line += "; second opinion on " + plural.Count(s.Reviewed, "game")
	}
	return line + passedOver(s) + "."
}

// maxKinds is how many kinds of skipped files the report names.
const maxKinds = 6

// passedOver says which kinds of files were skipped in directories because of their names.
func passedOver(s *Summary) string {
	if s.Skipped == 0 {
		return ""
	}
	list := slices.Sorted(maps.Keys(s.skipped))
	if len(list) > maxKinds {
		list = append(list[:maxKinds:maxKinds], "…")
	}
	return fmt.Sprintf("; passed over %s without records (%s)", plural.Count(s.Skipped, "file"),
		printable.Line(strings.Join(list, ", ")))
}

// recordLine is the line of one record in a short file.
func recordLine(r *Verdict) string {
	mark := "ok"
	if !r.OK {
		mark = "BAD"
	}
	if r.Kind != KindGame {
		return fmt.Sprintf("  %3d %-3s  %s\n", r.Index, mark, printable.Line(r.Name))
	}
	return fmt.Sprintf("  %3d %-3s  %-15s %9s %14s  %-7s  %s\n", r.Index, mark, r.Rules,
		plural.Count(r.Plies, "ply"), plural.Count(r.Converted, "conversion"), r.Result, r.title)
}

// A title holds the tags that name a game in a report.
type title struct{ white, black, event string }

// String returns the players, or the event of a game without them.
func (t title) String() string {
	if t.white == "" && t.black == "" {
		return printable.Line(t.event)
	}
	return printable.Line(t.white + " – " + t.black)
}

// Line describes the progress in one line: what was done, how fast, and how much longer the file
// that is being read will take.
func (p Progress) Line() string {
	seconds := p.Elapsed.Seconds()
	line := fmt.Sprintf("%s: %s", printable.Line(filepath.Base(p.File)),
		plural.Count(p.Summary.Games, "game"))
	if p.Summary.Failed > 0 {
		line += fmt.Sprintf(", %d with errors", p.Summary.Failed)
	}
	if seconds > 0 {
		line += fmt.Sprintf(", %.0f games/s", float64(p.Summary.Games)/seconds)
	}
	if p.Size > 0 && p.Read > 0 && p.FileElapsed > 0 {
		left := time.Duration(float64(p.FileElapsed) * float64(p.Size-p.Read) / float64(p.Read))
		line += fmt.Sprintf(", %d %%, %s left", 100*p.Read/p.Size, left.Round(time.Second))
	}

	return line
}
