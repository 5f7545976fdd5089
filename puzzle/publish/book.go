package publish

import (
	"fmt"
	"strings"

	"turncoat/diagram"
)

// A Book says how a booklet or a document is laid out.
type Book struct {
	Title   string
	Style   diagram.Style // in colour, or in black and white for paper
	Paper   Paper
	InPlace bool // solutions beside their diagrams, not at the end
	// AllVariations keeps the defences that are not real in every format; the record in JSON always has them.
	AllVariations bool
}

// Paper is a size of paper.
type Paper uint8

// The sizes of paper.
const (
	A4 Paper = iota
	A5
	Letter
)

var paperNames = [...]string{"a4", "a5", "letter"}

// ParsePaper returns the size of paper with a name, and whether there is one.
func ParsePaper(name string) (Paper, bool) {
	for i, n := range paperNames {
		if strings.EqualFold(n, name) {
			return Paper(i), true
		}
	}
	return 0, false
}

// String returns the name of the size.
func (p Paper) String() string { return paperNames[p%Paper(len(paperNames))] }

// pageRule returns the rule of the style sheet that sizes the pages. It is the first one, where the script of
// the booklet finds it.
func (b *Book) pageRule() string {
	return fmt.Sprintf("@page { size: %s; %s }\n", [...]string{"A4", "A5", "letter"}[b.Paper], [...]string{
		"margin: 12mm 13mm 14mm", "margin: 9mm 14mm 12mm", "margin: 10mm 14mm 12mm",
	}[b.Paper])
}

// class returns the classes of the whole page.
func (b *Book) class() string {
	list := []string{b.Paper.String()}
	if b.Style == diagram.Print {
		list = append(list, "plain")
	}
	if b.InPlace {
		list = append(list, "in-place")
	}
	return strings.Join(list, " ")
}

// waveClasses is how many waves have a colour of their own; further waves have the last.
const waveClasses = 6

// waveRules returns the rules of the style sheet for the colours of waves and of what is taken back.
func waveRules(style diagram.Style) string {
	if style == diagram.Print {
		return ""
	}
	var b strings.Builder
	for i := 1; i <= waveClasses; i++ {
		fmt.Fprintf(&b, ".wave-%d { --wave: %s; }\n", i, diagram.WaveColour(i))
	}
	return b.String() + ".back { --wave: #4a90c8; }\n"
}
