package publish

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"turncoat/puzzle"
	"turncoat/puzzle/solution"
)

// writeLaTeX writes puzzles as a document for pdflatex and the package chessboard: the diagrams with their
// authors, titles and the like, by rules, and the solutions at the end, or each beneath its diagram.
func writeLaTeX(w io.Writer, book Book, puzzles []puzzle.Puzzle) error {
	var diagrams, solutions texWriter
	layout := texLayouts[book.Paper]
	part, row := "", 0
	for i, p := range inOrder(puzzles) {
		tree, err := p.Tree()
		if err != nil {
			return fmt.Errorf("%s: %w", p.ID, err)
		}
		twins, err := twinsOf(&p)
		if err != nil {
			return fmt.Errorf("%s: %w", p.ID, err)
		}
		if title := partTitle(&p); title != part {
			part, row = title, 0
			diagrams.printf("\\section*{%s}\n\\noindent\n", diagrams.text(title))
		}
		if row == layout.row {
			row = 0
			diagrams.printf("\\par\\medskip\\noindent\n")
		}
		if row > 0 {
			diagrams.printf("\\hspace{%s\\linewidth}%%\n", layout.gap)
		}
		row++
		diagrams.printf("\\begin{minipage}[b]{%s\\linewidth}\\centering\n", layout.width)
		latexDiagram(&diagrams, i+1, &p, tree, twins)
		if book.InPlace {
			diagrams.printf("\\par\\smallskip\\raggedright\\footnotesize ")
			latexSolution(&diagrams, &p, tree, twins)
		}
		diagrams.printf("\\end{minipage}%%\n")
		if !book.InPlace {
			solutions.printf("\\item[%d.] ", i+1)
			latexSolution(&solutions, &p, tree, twins)
		}
	}
	title, end := solutions.text(book.Title), ""
	if text := solutions.body.String(); text != "" {
		end = "\\section*{Solutions}\n\\begin{multicols}{" + layout.columns +
			"}\\footnotesize\\raggedright\n\\begin{description}\n" + text + "\\end{description}\n\\end{multicols}\n"
	}
	_, err := fmt.Fprintf(w, latexDocument, layout.class, layout.margin, layout.font, declarations(&diagrams,
		&solutions), title, diagrams.body.String(), end)
	return err
}

// A texLayout is how a document is set on a size of paper.
type texLayout struct {
	class, margin, font string
	row                 int    // diagrams beside each other
	width, gap          string // of one, and between two, as parts of the line
	columns             string // of the solutions
}

var texLayouts = [...]texLayout{
	A4:     {"a4paper,10pt", "top=15mm,bottom=20mm,left=18mm,right=18mm", "16pt", 3, "0.31", "0.035", "2"},
	A5:     {"a5paper,10pt", "top=11mm,bottom=16mm,left=13mm,right=13mm", "17pt", 2, "0.47", "0.06", "1"},
	Letter: {"letterpaper,10pt", "top=14mm,bottom=18mm,left=20mm,right=20mm", "15pt", 3, "0.31", "0.035", "2"},
}

const latexDocument = `\documentclass[%s]{article}
\IfFileExists{cmap.sty}{\usepackage{cmap}}{}
\usepackage[T1]{fontenc}
\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}
\usepackage[utf8]{inputenc}
\usepackage{textcomp}
\usepackage[%s,footskip=9mm]{geometry}
\usepackage{multicol}
\usepackage{chessboard}
\setchessboard{boardfontsize=%s,label=false,margin=false,showmover=false}
\raggedbottom
%s\begin{document}
\begin{center}\LARGE %s\end{center}
%s
%s\end{document}
`

// latexDiagram writes a diagram with its number, authors and source above, the stipulation and the count of
// pieces below.
func latexDiagram(b *texWriter, number int, p *puzzle.Puzzle, tree *solution.Tree, twins []twin) {
	b.printf("\\textbf{%d}", number)
	for _, text := range []string{strings.Join(p.Authors, ", "), published(p), quoted(p.Title), p.Dedication} {
		if text != "" {
			b.printf("\\\\ {\\small %s}", b.text(text))
		}
	}
	b.printf("\\\\[3pt]\n\\chessboard[setfen={%s %c - - 0 1}]\\\\[2pt]\n\\textbf{%s}\\quad %s\n",
		tree.Position.Board(), "wb"[tree.Position.Turn&1], b.text(stipulation(p)), pieceCount(&tree.Position))
	for _, t := range twins {
		if text := t.caption(); text != "" {
			b.printf("\\\\ %s\n", b.text(text))
		}
	}
}

func quoted(text string) string {
	if text == "" {
		return ""
	}
	return "“" + text + "”"
}

// latexSolution writes a solution: its lines, the other continuations, and the comments on the puzzle.
func latexSolution(b *texWriter, p *puzzle.Puzzle, tree *solution.Tree, twins []twin) {
	for _, phase := range phaseLines(p.Variant(), tree) {
		b.printf("%s. ", b.text(phase))
	}
	latexLines(b, p, tree)
	for i := range twins {
		b.printf(" %s ", b.text(twins[i].name))
		latexLines(b, &twins[i].Puzzle, twins[i].tree)
	}
	for _, c := range comments(p) {
		b.printf(" \\emph{%s}", b.text(c))
	}
	b.printf("\n")
}

// latexLines writes the lines of a solution and the other continuations.
func latexLines(b *texWriter, p *puzzle.Puzzle, tree *solution.Tree) {
	for i, line := range mainLines(p, tree) {
		if i > 0 {
			b.printf("; ")
		}
		b.printf("\\textbf{%s}", b.text(line))
	}
	if tree.Goal != solution.HelpWin {
		for _, other := range otherLines(p.Variant(), &tree.Keys[0]) {
			b.printf("; %s", b.text(other))
		}
	}
	b.printf(".")
}

// mainLines writes the main line of a solution with numbers, of a help-win every line.
func mainLines(p *puzzle.Puzzle, tree *solution.Tree) []string {
	if tree.Goal != solution.HelpWin {
		return []string{
			numbered(solution.PrintedLine(p.Variant(), &tree.Position, tree.Keys[0].Line()), tree.Position.Turn, 1),
		}
	}
	var lines []string
	for i := range tree.Keys {
		lines = append(lines, solution.LineText(p.Variant(), &tree.Position, tree.Keys[i].Line()))
	}
	return lines
}

// A texWriter collects text of a document, and the characters in it that need a declaration.
type texWriter struct {
	body    strings.Builder
	unknown map[rune]bool
}

func (b *texWriter) printf(format string, args ...any) { fmt.Fprintf(&b.body, format, args...) }

// declarations declares how TeX shows the characters that its fonts lack: Cyrillic letters in Latin ones, others by
// their number. TeX programs that have them in their fonts show them as they are.
func declarations(parts ...*texWriter) string {
	var all []rune
	for _, b := range parts {
		for r := range b.unknown {
			all = append(all, r)
		}
	}
	slices.Sort(all)
	var text strings.Builder
	for _, r := range slices.Compact(all) {
		shown, ok := cyrillic(r)
		if !ok {
			shown = fmt.Sprintf("[U+%04X]", r)
		}
		fmt.Fprintf(&text, "\\DeclareUnicodeCharacter{%04X}{%s}\n", r, shown)
	}
	return text.String()
}
