package publish

import (
	_ "embed"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/template"

	"turncoat/puzzle"
)

//go:embed document.tex
var documentText string

// writeLaTeX writes puzzles as a document for pdflatex and the package chessboard: the diagrams
// with their authors, titles and the like, by rules, and the solutions at the end, or each beneath
// its diagram.
func writeLaTeX(w io.Writer, book Book, puzzles []puzzle.Puzzle) error {
	parts, err := partsOf(puzzles)
	if err != nil {
		return err
	}
	document := struct {
		Book
		texLayout
		Parts []part
	}{book, papers[book.Paper].texLayout, parts}
	var tex texWriter
	page := template.New("").Delims("<<", ">>").Funcs(template.FuncMap{"tex": tex.text})
	template.Must(page.Parse(documentText))
	var body strings.Builder
	if err := page.ExecuteTemplate(&body, "body", document); err != nil {
		return err
	}
	if err := page.ExecuteTemplate(w, "head", document); err != nil {
		return err
	}
	_, err = io.WriteString(w, tex.declarations()+body.String())
	return err
}

// A texLayout is how a document is set on a size of paper.
type texLayout struct {
	Margin, Font string
	row          int    // diagrams beside each other
	Width, gap   string // of one, and between two, as parts of the line
	Columns      string // of the solutions
}

// Between is what stands before the i-th diagram of a part.
func (l texLayout) Between(i int) string {
	switch {
	case i == 0:
		return ""
	case i%l.row == 0:
		return "\\par\\medskip\\noindent\n"
	}

	return "\\hspace{" + l.gap + "\\linewidth}%\n"
}

// A texWriter writes text for TeX, and collects the characters in it that need a declaration.
type texWriter struct{ unknown map[rune]bool }

// declarations declares how TeX shows the characters that its fonts lack: Cyrillic letters in Latin
// ones, others by their number. TeX programs that have them in their fonts show them as they are.
func (b *texWriter) declarations() string {
	var text strings.Builder
	for _, r := range slices.Sorted(maps.Keys(b.unknown)) {
		shown, ok := cyrillic(r)
		if !ok {
			shown = fmt.Sprintf("[U+%04X]", r)
		}
		fmt.Fprintf(&text, "\\DeclareUnicodeCharacter{%04X}{%s}\n", r, shown)
	}

	return text.String()
}
