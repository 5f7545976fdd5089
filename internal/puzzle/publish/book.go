package publish

import (
	"fmt"
	"slices"
	"strings"

	"turncoat/diagram"
	"turncoat/puzzle"
)

// A Book says how a booklet or a document is laid out.
type Book struct {
	Title   string        // empty for the name of the game, where all puzzles are of one
	Style   diagram.Style // in colour, or in black and white for paper
	Paper   Paper
	InPlace bool // solutions beside their diagrams, not at the end
	// AllVariations keeps the defences that do not parry the threat, too. JSON always has them.
	AllVariations bool
}

// titled returns the book with a title.
func (b Book) titled(puzzles []puzzle.Puzzle) Book {
	if b.Title != "" {
		return b
	}
	b.Title = "Puzzles"
	isOther := func(p puzzle.Puzzle) bool { return p.Rules != puzzles[0].Rules }
	if len(puzzles) > 0 && !slices.ContainsFunc(puzzles, isOther) {
		b.Title = gameName(puzzles[0].Rules) + " puzzles"
	}
	return b
}

// Paper is a size of paper.
type Paper uint8

// The sizes of paper.
const (
	A4 Paper = iota
	A5
	Letter
)

// papers have the names of the sizes, the margins of a booklet, and how a document is set.
var papers = [...]struct {
	name, margin string
	texLayout
}{
	A4: {"a4", "12mm 13mm 14mm",
		texLayout{"top=15mm,bottom=20mm,left=18mm,right=18mm", "16pt", 3, "0.31", "0.035", "2"}},
	A5: {"a5", "9mm 14mm 12mm",
		texLayout{"top=11mm,bottom=16mm,left=13mm,right=13mm", "17pt", 2, "0.47", "0.06", "1"}},
	Letter: {"letter", "10mm 14mm 12mm",
		texLayout{"top=14mm,bottom=18mm,left=20mm,right=20mm", "15pt", 3, "0.31", "0.035", "2"}},
}

// ParsePaper returns the size of paper with a name, and whether there is one.
func ParsePaper(name string) (Paper, bool) {
	for i, p := range papers {
		if strings.EqualFold(p.name, name) {
			return Paper(i), true
		}
	}

	return 0, false
}

// String returns the name of the size.
func (p Paper) String() string { return papers[p%Paper(len(papers))].name }

// pageRule returns the rule of the style sheet that sizes the pages. It is the first one, where the
// script of the booklet finds it.
func (b *Book) pageRule() string {
	return fmt.Sprintf("@page { size: %s; margin: %s }\n",
		[...]string{"A4", "A5", "letter"}[b.Paper],
		papers[b.Paper].margin)
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

// waveRules returns the rules of the style sheet for the colours of waves and of what is taken
// back.
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
