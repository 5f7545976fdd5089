package puzzle

import (
	"fmt"
	"slices"
	"strings"

	"turncoat/rules"
	"turncoat/rules/board"
)

// HelpTree returns lines as a tree. Each is a key with a single answer to each turn; one without
// turns is left out.
func HelpTree(at *board.Position, goal Goal, in int, half bool, lines [][]board.Played) *Tree {
	out := &Tree{Position: *at, Goal: goal, In: in, Half: half}
	for _, line := range lines {
		if len(line) > 0 {
			out.Keys = append(out.Keys, *chain(at, nil, line))
		}
	}
	return out
}

// chain returns a line as a play that answers a turn, which may be nil.
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

// LengthText formats a number of turns with or without half a turn more.
func LengthText(in int, half bool) string {
	if half {
		return fmt.Sprintf("%d.5", in)
	}
	return fmt.Sprint(in)
}

// LineWords returns consecutive turns in the form of [TurnWord].
func LineWords(variant *rules.Variant, at *board.Position, line []board.Played) []string {
	words := make([]string, len(line))
	for i := range line {
		words[i] = TurnWord(variant, at, &line[i])
		at = &line[i].After
	}

	return words
}

// TurnWord returns a turn in UCI, with "~" before a reclaim that is not the full one: "e7e5~d4,e5".
func TurnWord(variant *rules.Variant, at *board.Position, t *board.Played) string {
	word := t.Move.UCI(at)
	if t.Reclaimed != variant.Play(at, t.Move).Reclaimed {
		word += ReclaimText(t.Reclaimed)
	}
	return word
}

// PlayLine plays the turns of a line, given in the form of [LineWords].
func PlayLine(variant *rules.Variant, at *board.Position, goal Goal,
	words []string) ([]board.Played,
	error) {
	line := make([]board.Played, len(words))
	for i, word := range words {
		move, reclaimed, err := CutReclaim(word)
		if err != nil {
			return nil, err
		}
		line[i], err = PlayMove(variant, at, move, reclaimed)
		if err != nil {
			return nil, err
		}
		if goal.MovesAgain(len(words) - 1 - i) {
			line[i].After = NullMove(&line[i].After)
		}
		at = &line[i].After
	}

	return line, nil
}

// CutReclaim splits a turn in the form of [TurnWord] into the move and the reclaim, which is nil
// for the full one.
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
		return nil, fmt.Errorf("%w: %q is no list of squares", ErrSolution, squares)
	}
	return &set, nil
}

// UCI returns moves in UCI, sorted as text.
func UCI(p *board.Position, moves []board.Move) []string {
	var list []string
	for _, m := range moves {
		list = append(list, m.UCI(p))
	}
	slices.Sort(list)
	return list
}
