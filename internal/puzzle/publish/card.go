package publish

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"turncoat/diagram"
	"turncoat/puzzle"
)

// writeText writes puzzles for people: what is asked for and by whom, the diagram, the solution,
// themes and grade.
func writeText(w io.Writer, puzzles []puzzle.Puzzle) error {
	for i := range puzzles {
		p := &puzzles[i]
		tree, err := p.Tree()
		if err != nil {
			return fmt.Errorf("%s: %w", p.ID, err)
		}
		head := append([]string{fmt.Sprintf("%s: %s, %s", p.ID, p.Rules.Name, stipulation(p))},
			written(rights(&tree.Position, p.Rules), strings.Join(p.Authors, ", "), published(p), quoted(p.Title))...)
		s := solved{single{Puzzle: *p}, tree}
		end := []string{graded(p)}
		if len(p.Themes) > 0 {
			end = append(end, strings.Join(p.Themes, ", "))
		}
		if _, err := fmt.Fprintf(w, "%s\n%s%s\n%s\n\n", strings.Join(head, "\n"),
			diagram.Text(&tree.Position, diagram.Options{}),
			strings.Join(slices.Concat(s.Phases(), s.Lines(), s.Variations()), "\n"),
			strings.Join(end, "; ")); err != nil {
			return err
		}
	}

	return nil
}

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
