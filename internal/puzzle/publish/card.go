package publish

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"turncoat/diagram"
	"turncoat/puzzle"
)

// writeText writes puzzles for people: what is asked for and by whom, the diagram, the solutions of
// the puzzle and its twins, themes and grade.
func writeText(w io.Writer, puzzles []puzzle.Puzzle) error {
	for i := range puzzles {
		p := &puzzles[i]
		solutions, err := solveAll(p)
		if err != nil {
			return fmt.Errorf("%s: %w", p.ID, err)
		}
		at := &solutions[0].tree.Position
		text := []string{fmt.Sprintf("%s: %s, %s", p.ID, p.Rules.Name, stipulation(p))}
		words := written(strings.Join(p.Authors, ", "), published(p), quoted(p.Title), p.Dedication)
		text = append(text, written(rights(at, p.Rules))...)
		for _, line := range words {
			text = append(text, oneLine(line))
		}
		text = append(text, strings.TrimSuffix(diagram.Text(at, diagram.Options{}), "\n"))
		for j := range solutions {
			s := &solutions[j]
			text = append(text, written(s.Heading())...)
			text = slices.Concat(text, s.Phases(), s.Lines(), s.Variations())
		}

		for _, line := range comments(p) {
			text = append(text, oneLine(line))
		}
		text = append(text, oneLine(strings.Join(written(graded(p), strings.Join(p.Themes, ", ")), "; ")))
		_, err = io.WriteString(w, strings.Join(text, "\n")+"\n\n")
		if err != nil {
			return err
		}
	}

	return nil
}

// oneLine returns a text without line breaks.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// writePicture draws the one puzzle that a picture can hold.
func writePicture(w io.Writer, format string, book Book, puzzles []puzzle.Puzzle) error {
	if len(puzzles) != 1 {
		return fmt.Errorf("a picture shows one puzzle, not %d: write each to a file of its own, with {id} in its name",
			len(puzzles))
	}

	at, err := puzzles[0].Position()
	if err != nil {
		return err
	}
	o := diagram.Options{Style: book.Style}
	if format == "png" {
		return diagram.PNG(w, &at, o)
	}
	return diagram.SVG(w, &at, stipulation(&puzzles[0]), o)
}
