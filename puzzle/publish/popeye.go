package publish

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"turncoat/puzzle"
	"turncoat/puzzle/solution"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// writePopeye writes puzzles of orthodox chess as Popeye, the problemists' program, reads them. It knows none of the other
// games, and no claims.
func writePopeye(w io.Writer, puzzles []puzzle.Puzzle) error {
	var faults []error
	first := true
	for i := range puzzles {
		p := &puzzles[i]
		if p.Rules.Family != ruleset.Chess {
			faults = append(faults, fmt.Errorf("%w: %s: Popeye does not play %s", ErrFormat, p.ID, p.Rules.Name))
			continue
		}
		at, err := p.Position()
		if err != nil {
			return err
		}
		word := "NextProblem"
		if first {
			word, first = "BeginProblem", false
		}
		if _, err := fmt.Fprintf(w, "%s\n%s", word, popeyeProblem(p, &at)); err != nil {
			return err
		}
	}
	if !first {
		if _, err := io.WriteString(w, "EndProblem\n"); err != nil {
			return err
		}
	}
	return errors.Join(faults...)
}

// popeyeLetters are Popeye's in English: a knight is S.
const popeyeLetters = "PSBRQK"

// popeyeProblem writes all of a problem between its first line and the next one's.
func popeyeProblem(p *puzzle.Puzzle, at *board.Position) string {
	var b strings.Builder
	line := func(command, text string) {
		if text != "" {
			fmt.Fprintf(&b, "%s %s\n", command, strings.Join(strings.Fields(text), " "))
		}
	}
	line("Author", strings.Join(p.Authors, ", "))
	line("Title", p.Title)
	line("Origin", strings.TrimSpace(p.Published+" "+p.Date))
	line("Award", p.Prize)
	b.WriteString("Pieces\n")
	for colour, name := range []string{"White", "Black"} {
		var list []string
		for kind := int(board.King); kind >= int(board.Pawn); kind-- {
			for s := range (at.Of(board.Kind(kind)) & at.Colours[colour]).All {
				list = append(list, string(popeyeLetters[kind])+s.String())
			}
		}
		fmt.Fprintf(&b, "  %s %s\n", name, strings.Join(list, " "))
	}
	sign := "#"
	if p.Goal() == solution.SelfWin {
		sign = "s#"
	}
	fmt.Fprintf(&b, "Stipulation %s%d\n", sign, p.In)
	var options []string
	if at.Turn == board.Black {
		options = append(options, "HalfDuplex")
	}
	if squares := popeyeNoCastling(at); squares != "" {
		options = append(options, "NoCastling "+squares)
	}
	if at.EnPassant != board.NoSquare {
		options = append(options, "EnPassant "+at.EnPassant.String())
	}
	line("Option", strings.Join(append(options, "Variation"), " "))
	return b.String()
}

// popeyeNoCastling lists the rooks that could castle as far as Popeye sees, and have no right to.
func popeyeNoCastling(at *board.Position) string {
	var squares []string
	for i, rank := range []int{0, 7} {
		king := board.At(4, rank)
		if !(at.Kings & at.Colours[i]).Has(king) {
			continue
		}
		for wing, file := range []int{0, 7} {
			rook := board.At(file, rank)
			stands := (at.Of(board.Rook) & at.Colours[i]).Has(rook)
			if stands && !at.Rights[board.RightIndex(board.Colour(i), board.Wing(wing))].Held() {
				squares = append(squares, rook.String())
			}
		}
	}
	return strings.Join(squares, "")
}
