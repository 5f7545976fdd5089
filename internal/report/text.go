package report

import (
	"fmt"
	"io"
	"strings"

	"turncoat/diagram"
	"turncoat/internal/printable"
)

// WriteText writes a report as text.
func (r *Report) WriteText(w io.Writer) error {
	var b strings.Builder
	if r.Headline != "" {
		fmt.Fprintln(&b, printable.Line(r.Headline))
	}

	for i := range r.Groups {
		r.Groups[i].writeText(&b)
	}
	for _, note := range r.Notes {
		writeIndented(&b, "", note)
	}

	_, err := io.WriteString(w, b.String())
	return err
}

// writeText writes the name and the summary on one line and the rest below. A group without a
// summary is a titled list.
func (g *Group) writeText(b *strings.Builder) {
	switch {
	case g.Summary != "":
		fmt.Fprintf(b, "%s: %s\n", printable.Line(g.Name), printable.Line(g.Summary))
	case g.Name != "":
		fmt.Fprintf(b, "\n%s:\n", printable.Line(g.Name))
	}

	for _, line := range g.Lines {
		writeIndented(b, "  ", line)
	}
	for i := range g.Findings {
		f := &g.Findings[i]
		if f.hasBoard() {
			b.WriteString("\n")
		}
		b.WriteString("  " + f.Text(false))
	}

	if g.More != "" {
		fmt.Fprintf(b, "  … and %s\n", g.More)
	}
}

// hasBoard reports whether the text of the finding shows a board.
func (f *Finding) hasBoard() bool {
	for _, d := range f.Details {
		if d.Board != nil && !d.Board.PageOnly {
			return true
		}
	}

	return false
}

// Text returns a finding as text: its heading and the details below. For a warning only the excerpt
// is shown. Boards are coloured if the text is for a terminal.
func (f *Finding) Text(colour bool) string {
	var b strings.Builder
	b.WriteString(f.heading())
	if len(f.Cite) > 0 {
		fmt.Fprintf(&b, " (%s)", strings.Join(f.Cite, ", "))
	}
	b.WriteString("\n")

	for i := range f.Details {
		if d := &f.Details[i]; f.IsError() || d.Excerpt != nil {
			d.writeText(&b, colour)
		}
	}

	return b.String()
}

func (d *Detail) writeText(b *strings.Builder, colour bool) {
	const indent = "    "
	writeIndented(b, indent, printable.Line(d.Line))
	writeIndented(b, indent, d.Block)
	writeIndented(b, indent, d.Statement)
	writeIndented(b, indent+"| ", d.Quote)

	switch {
	case d.Excerpt != nil:
		tildes := strings.Repeat("~", max(d.Excerpt.Width-1, 0))
		fmt.Fprintf(b, "%s%s\n", indent, d.Excerpt.Text)
		fmt.Fprintf(b, "%s%s^%s\n", indent, strings.Repeat(" ", d.Excerpt.Caret), tildes)
	case d.Board != nil:
		d.Board.writeText(b, indent, colour)
	case d.Scenario != "":
		fmt.Fprintf(b, "%sas a scenario:\n", indent)
		writeIndented(b, indent+"  ", d.Scenario)
	case d.Command != "":
		fmt.Fprintf(b, "%ssee: %s\n", indent, printable.Line(d.Command))
	}
}

func (d *Board) writeText(b *strings.Builder, indent string, colour bool) {
	if d.PageOnly {
		return
	}
	text := diagram.Text(&d.Position, diagram.Options{Colour: colour, Marks: d.Marks})
	for line := range strings.Lines(text) {
		b.WriteString(indent + "  " + line)
	}
	writeIndented(b, indent, d.Caption)
}

// writeIndented writes the lines of a text, made safe for a terminal, each after a prefix. It
// writes nothing for an empty text.
func writeIndented(b *strings.Builder, prefix, text string) {
	if text == "" {
		return
	}
	text = strings.TrimSuffix(printable.Block(text), "\n")
	for line := range strings.SplitSeq(text, "\n") {
		b.WriteString(strings.TrimRight(prefix+line, " ") + "\n")
	}
}
