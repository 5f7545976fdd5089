package solution

import (
	"fmt"
	"strings"

	"turncoat/rules"
	"turncoat/rules/board"
)

// HelpTree returns lines as a tree: each is a key with a single answer to each turn.
func HelpTree(at *board.Position, goal Goal, in int, half bool, lines [][]board.Played) *Tree {
	out := &Tree{Position: *at, Goal: goal, In: in, Half: half}
	for _, line := range lines {
		out.Keys = append(out.Keys, *chain(at, nil, line))
	}
	return out
}

// chain returns a line as a play that answers a turn, nil for none.
func chain(before *board.Position, after *board.Played, line []board.Played) *Play {
	t := &line[0]
	out := &Play{After: after, Turn: *t, In: (len(line) + 1) / 2,
		Choices: []Choice{{Played: *t, Reached: len(line) == 1}}}
	if len(line) > 1 {
		d := Defence{Turn: line[1], In: (len(line) - 1) / 2}
		if len(line) > 2 {
			d.Continuations = []Play{*chain(&line[1].After, &line[1], line[2:])}
		}
		out.Defences = []Defence{d}
	}
	out.Finish(before, after)
	return out
}

// LengthText writes a number of turns, with or without half a turn more.
func LengthText(in int, half bool) string {
	if half {
		return fmt.Sprintf("%d.5", in)
	}
	return fmt.Sprint(in)
}

// LineText writes a line of a help-win or a series in SAN. The turns of the side that loses are numbered, as
// problemists do: "1.Kg8 Kg6 2.Kh8 Ra8#", and in a turn and a half "1...Kg6 2.Kg8 Ra8#".
func LineText(game *rules.Variant, at *board.Position, line []board.Played) string {
	return strings.Join(NumberedLine(game, at, line), " ")
}

// NumberedLine writes the turns of such a line, each with its number.
func NumberedLine(game *rules.Variant, at *board.Position, line []board.Played) []string {
	words := PrintedLine(game, at, line)
	for i, number := range lineNumbers(at, line) {
		words[i] = number + words[i]
	}
	return words
}

// lineNumbers returns what stands before each turn of a line: "1.", nothing before a turn of the other side, and "1..."
// before the first of an odd number. In a series a side moves several times.
func lineNumbers(at *board.Position, line []board.Played) []string {
	numbers := make([]string, len(line))
	series := len(line) > 1 && line[0].After.Turn == at.Turn
	n, counted := 0, at.Turn
	if len(line)%2 == 1 && !series {
		numbers[0], n, counted = "1...", 1, at.Turn.Other()
	}
	for i := range line {
		if at.Turn == counted {
			n++
			numbers[i] = fmt.Sprintf("%d.", n)
		}
		at = &line[i].After
	}
	return numbers
}

// LineWords writes turns that follow each other, each as [TurnWord] does.
func LineWords(game *rules.Variant, at *board.Position, line []board.Played) []string {
	words := make([]string, len(line))
	for i := range line {
		words[i] = TurnWord(game, at, &line[i])
		at = &line[i].After
	}
	return words
}

// TurnWord writes a turn as UCI text, a reclaim other than the full one after "~": "e7e5~d4,e5".
func TurnWord(game *rules.Variant, at *board.Position, t *board.Played) string {
	word := t.Move.UCI(at)
	if t.Reclaimed != game.Full(at, t.Move).Reclaimed {
		word += ReclaimText(t.Reclaimed)
	}
	return word
}

// PlayLine plays the turns of a line of a goal as [LineWords] writes them.
func PlayLine(game *rules.Variant, at *board.Position, goal Goal, words []string) ([]board.Played, error) {
	line := make([]board.Played, len(words))
	for i, word := range words {
		move, reclaimed, err := CutReclaim(word)
		if err != nil {
			return nil, err
		}
		if line[i], err = PlayMove(game, at, move, reclaimed); err != nil {
			return nil, err
		}
		if goal.MovesAgain(len(words) - 1 - i) {
			line[i].After = NullMove(&line[i].After)
		}
		at = &line[i].After
	}
	return line, nil
}

// CutReclaim divides a turn as [LineWords] writes it into the move and the reclaim, nil for the full one.
func CutReclaim(word string) (move string, reclaimed *board.Bitboard, err error) {
	move, squares, ok := strings.Cut(word, "~")
	if !ok {
		return move, nil, nil
	}
	reclaimed, err = parseReclaim(squares)
	return move, reclaimed, err
}

// parseReclaim reads the squares of a reclaim after "~", "-" for none.
func parseReclaim(squares string) (*board.Bitboard, error) {
	set, ok := rules.ParseSquares(squares)
	if !ok {
		return nil, fmt.Errorf("%w: %q is no list of squares", ErrSyntax, squares)
	}
	return &set, nil
}
