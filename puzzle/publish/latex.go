package publish

import (
	"fmt"
	"io"
	"strings"

	"turncoat/puzzle"
	"turncoat/rules/board"
)

// writeLaTeX writes puzzles as a document that pdflatex sets with the package chessboard: the diagrams with what people say about
// them, two to a row, and the solutions at the end.
func writeLaTeX(w io.Writer, title string, puzzles []puzzle.Puzzle) error {
	var diagrams, solutions strings.Builder
	for i, p := range inOrder(puzzles) {
		tree, err := p.Tree()
		if err != nil {
			return fmt.Errorf("%s: %w", p.ID, err)
		}
		latexDiagram(&diagrams, i+1, &p, &tree.Position)
		fmt.Fprintf(&solutions, "\\item[%d.] \\textbf{%s}", i+1, texText(numbered(p.Line, tree.Position.Turn, 1)))
		for _, other := range otherLines(p.Variant(), &tree.Keys[0]) {
			fmt.Fprintf(&solutions, "; %s", texText(other))
		}
		solutions.WriteString(".\n")
	}
	_, err := fmt.Fprintf(w, latexDocument, texText(title), diagrams.String(), solutions.String())
	return err
}

const latexDocument = `\documentclass[a4paper]{article}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\usepackage[margin=2cm]{geometry}
\usepackage{chessboard}
\setchessboard{tinyboard, label=false, showmover=false}
\setlength{\parindent}{0pt}
\begin{document}
\section*{%s}
%s
\section*{Solutions}
\begin{description}
%s\end{description}
\end{document}
`

// latexDiagram writes a diagram with its number, its authors and where it comes from above, the stipulation and the count of pieces
// below.
func latexDiagram(b *strings.Builder, number int, p *puzzle.Puzzle, at *board.Position) {
	head := []string{fmt.Sprintf("\\textbf{%d}", number)}
	for _, text := range []string{strings.Join(p.Authors, ", "), p.Title, p.Published, p.Date, p.Prize, p.Dedication} {
		if text != "" {
			head = append(head, texText(text))
		}
	}
	fields := strings.Fields(p.FEN)
	fmt.Fprintf(b, "\\begin{minipage}[t]{0.48\\linewidth}\\centering\n%s\\\\[2pt]\n\\chessboard[setfen={%s %s - - 0 1}]\\\\[2pt]\n%s \\hfill %s (%s)\n",
		strings.Join(head, "\\\\ "), fields[0], [...]string{"w", "b"}[at.Turn&1], texText(p.Rules.Name), texText(stipulation(p)), pieceCount(at))
	for _, c := range p.Comments {
		fmt.Fprintf(b, "\\\\ \\emph{%s}\n", texText(c))
	}
	b.WriteString("\\end{minipage}\\hfill\n")
	if number%2 == 0 {
		b.WriteString("\\par\\bigskip\n")
	}
}

// texText writes text so that TeX shows it as it is.
func texText(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case strings.ContainsRune(`#$%&_{}`, r):
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\\':
			b.WriteString(`\textbackslash{}`)
		case r == '~':
			b.WriteString(`\textasciitilde{}`)
		case r == '^':
			b.WriteString(`\textasciicircum{}`)
		case r == '…':
			b.WriteString(`\dots{}`)
		case r < ' ':
			b.WriteByte(' ')
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
