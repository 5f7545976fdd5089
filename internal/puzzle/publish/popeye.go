package publish

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"turncoat/internal/puzzle/problemfile"
	"turncoat/internal/puzzle/solution"
	"turncoat/puzzle"
	"turncoat/rules/board"
)

// writePopeye writes puzzles in the input format of Popeye, the problemists' program, as far as it
// plays their games. It knows no claims.
func writePopeye(w io.Writer, puzzles []puzzle.Puzzle) (written int, err error) {
	var texts []string
	var faults []error
	for i := range puzzles {
		p := &puzzles[i]
		if _, plays := problemfile.PopeyeCondition(p.Rules); !plays {
			faults = append(faults, fmt.Errorf("%w: %s: Popeye does not play %s", ErrFormat, p.ID, p.Rules.Name))
			continue
		}

		list, err := popeyeProblems(p)
		if err != nil && !errors.Is(err, ErrFormat) {
			return 0, err
		}
		texts, faults = append(texts, list...), append(faults, err)
		written++
	}

	if texts != nil {
		_, err := io.WriteString(w, "BeginProblem\n"+strings.Join(texts, "NextProblem\n")+"EndProblem\n")
		faults = append(faults, err)
	}
	return written, errors.Join(faults...)
}

// popeyeProblem writes all of a problem between its first line and the next one's.
func popeyeProblem(p *puzzle.Puzzle, at *board.Position) string {
	var b strings.Builder
	line := func(command, text string) {
		if text != "" {
			fmt.Fprintf(&b, "%s %s\n", command, text)
		}
	}
	line("Author", popeyeText(strings.Join(p.Authors, ", ")))
	line("Title", popeyeText(p.Title))
	line("Origin", popeyeText(p.Published+" "+p.Date))
	line("Award", popeyeText(p.Prize))
	remarks := comments(p)
	if p.Dedication != "" {
		remarks = append([]string{"Dedication: " + p.Dedication}, remarks...)
	}
	for _, r := range remarks {
		for _, part := range wrapped(r, popeyeLine) {
			line("Remark", part)
		}
	}

	b.WriteString("Pieces\n")
	for _, colour := range []board.Colour{board.White, board.Black} {
		var list []string
		for kind := int(board.King); kind >= int(board.Pawn); kind-- {
			for s := range (at.Pieces(board.Kind(kind)) & at.Colours[colour]).All {
				list = append(list, string(solution.PopeyeLetters[kind])+s.String())
			}
		}

		fmt.Fprintf(&b, "  %s %s\n", colour.Title(), strings.Join(list, " "))
	}

	fmt.Fprintf(&b, "Stipulation %s\n", p.Symbol())
	condition, _ := problemfile.PopeyeCondition(p.Rules)
	line("Condition", condition)
	var options []string
	if popeyeDuplex(p, at) {
		options = append(options, "Duplex")
	} else if at.Turn != p.Goal().Begins(p.Half) {
		options = append(options, "HalfDuplex")
	}

	if squares := popeyeNoCastling(at); squares != "" {
		options = append(options, "NoCastling "+squares)
	}
	if to := at.EnPassant; to != board.NoSquare {
		ahead := 1 - 2*int(at.Turn.Other()&1) // the way of the pawn that made the two-step
		from, arrived := board.At(to.File(), to.Rank()-ahead), board.At(to.File(), to.Rank()+ahead)
		options = append(options, "EnPassant "+from.String()+to.String()+arrived.String())
	}

	line("Option", strings.Join(append(options, "Variation"), " "))
	return b.String()
}

// popeyeLine is how many bytes of text a line has: Popeye reads a line, and everything under one
// command, into 256 bytes.
const popeyeLine = 200

// popeyeText returns text as one line that Popeye can read, cut if it is longer.
func popeyeText(text string) string {
	lines := wrapped(text, popeyeLine)
	switch len(lines) {
	case 0:
		return ""
	case 1:
		return lines[0]
	}

	return lines[0] + " …"
}

// wrapped breaks text into lines of at most so many bytes, between words if possible. White space
// and control characters separate words.
func wrapped(text string, most int) []string {
	var lines []string
	line := ""
	for _, word := range strings.FieldsFunc(strings.ToValidUTF8(text, "�"),
		func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }) {
		if line != "" && len(line)+1+len(word) > most {
			lines, line = append(lines, line), ""
		}
		for len(word) > most { // a word longer than a line
			n := most
			for !utf8.RuneStart(word[n]) {
				n--
			}
			lines, word = append(lines, word[:n]), word[n:]
		}

		if line != "" {
			line += " "
		}
		line += word
	}

	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// popeyeDuplex reports whether Popeye can be asked for both halves of a duplex at once: it solves
// the half of the usual side first.
func popeyeDuplex(p *puzzle.Puzzle, at *board.Position) bool {
	return isDuplex(p) && at.EnPassant == board.NoSquare
}

// popeyeProblems writes a problem, and its twins as Popeye's changes of its position. One that
// Popeye cannot write so, because the side to move, castling or en passant differ, becomes a
// problem of its own; one by other rules is named in the error.
func popeyeProblems(p *puzzle.Puzzle) (texts []string, err error) {
	at, err := p.Position()
	if err != nil {
		return nil, err
	}
	list, err := singles(p)
	if err != nil {
		return nil, err
	}
	texts = []string{popeyeProblem(p, &at)}
	if popeyeDuplex(p, &at) {
		return texts, nil
	}
	var faults []error
	for _, z := range list[1:] {
		changed, err := z.Position()
		if err != nil {
			return nil, err
		}
		z.Words = puzzle.Words{}
		_, plays := problemfile.PopeyeCondition(z.Rules)
		switch {
		case !plays:
			faults = append(faults, fmt.Errorf("%w: %s: %s: Popeye does not play %s", ErrFormat,
				p.ID, z.twin(),
				z.Rules.Name))
		case z.Symbol() != p.Symbol() || z.Rules != p.Rules || changed.Turn != at.Turn ||
			changed.EnPassant != at.EnPassant ||
			popeyeNoCastling(&changed) != popeyeNoCastling(&at):
			texts = append(texts, "Remark "+popeyeCaption(&z)+"\n"+popeyeProblem(&z.Puzzle, &changed))
		default:
			text := "Twin"
			for s := range board.NoSquare {
				switch is := changed.PieceAt(s); {
				case is == at.PieceAt(s):
				case is.Kind == board.NoKind:
					text += " Remove " + s.String()
				default:
					text += fmt.Sprintf(" Add %s %c%s", is.Colour.Title(),
						solution.PopeyeLetters[is.Kind], s)
				}
			}

			texts[0] += text + "\n"
		}
	}

	return texts, errors.Join(faults...)
}

// popeyeCaption returns name and change of a twin, with the letters that Popeye has for pieces.
func popeyeCaption(z *single) string {
	parts := strings.Split(z.change, ", ")
	for i, part := range parts {
		if !strings.HasPrefix(part, "rules ") {
			parts[i] = strings.ReplaceAll(part, "N", "S")
		}
	}
	return z.Name + " " + strings.Join(parts, ", ")
}

// popeyeNoCastling returns the squares of the rooks and kings that Popeye takes to have the right to
// castle, or to be able to gain it, and that have not.
func popeyeNoCastling(at *board.Position) (squares string) {
	for i, right := range puzzle.RightsAtHome(at) {
		if !at.Rights[i].Held() {
			squares += right.Rook.String()
		}
	}
	for _, side := range []board.Colour{board.White, board.Black} {
		if at.Rights.KingCame(side) {
			squares += board.At(4, side.FirstRank()).String()
		}
	}

	return squares
}
