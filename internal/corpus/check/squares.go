package check

import (
	"fmt"
	"slices"
	"strings"

	"turncoat/corpus"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// fewAnswers are too few to say that a single square is none of the rule set's, or is one: what a
// program gets wrong there may be something else.
const fewAnswers = 3

// squared returns the misreading of a rule set in which pieces convert on some squares (AND-2) that
// takes other squares for them. The answers say on which squares moved pieces convert: on a
// rectangle, if that is possible, or else on the squares of the rule set where they do not say
// otherwise, several of them for each square. There is no such misreading if answers contradict each
// other.
func squared(set ruleset.Set, samples []sample) []corpus.Misreading {
	if set.Family != ruleset.Andernach || set.ConvertsWhen != ruleset.OnSquare {
		return nil
	}
	anywhere := set
	anywhere.Squares = ^ruleset.Squares(0)
	variant := rules.New(anywhere)
	var converting, staying board.Bitboard
	var answers [64]int
	for _, s := range samples {
		on, off := moved(variant, &s)
		converting |= on
		staying |= off
		for square := range (on | off).All {
			answers[square]++
		}
	}

	squares := around(converting)
	if squares&ruleset.Squares(staying) != 0 {
		squares = set.Squares&^ruleset.Squares(staying) | ruleset.Squares(converting)
		for square := range board.Bitboard(squares ^ set.Squares).All {
			if answers[square] < fewAnswers {
				return nil
			}
		}
	}
	if converting&staying != 0 || squares == set.Squares {
		return nil
	}
	m := corpus.Misreading{Name: "squares=" + squares.String(), Set: set}
	m.Set.Squares = squares
	m.Changes = []corpus.Change{{Setting: "squares", Value: squares.String(),
		Means: fmt.Sprintf("the squares of the rule set are %v", squares), Rules: []string{"AND-2"}}}
	return []corpus.Misreading{m}
}

// around returns the smallest rectangle that holds some squares.
func around(squares board.Bitboard) ruleset.Squares {
	var files, ranks []int
	for s := range squares.All {
		files, ranks = append(files, s.File()), append(ranks, s.Rank())
	}
	if len(files) == 0 {
		return 0
	}

	var out board.Bitboard
	for s := range board.NoSquare {
		inFiles := slices.Min(files) <= s.File() && s.File() <= slices.Max(files)
		if inFiles && slices.Min(ranks) <= s.Rank() && s.Rank() <= slices.Max(ranks) {
			out |= s.Bit()
		}
	}
	return ruleset.Squares(out)
}

// moved returns the squares to which a piece moves in an answer that converts there, and those on
// which it stays. Only pieces count that the variant, in which all squares are alike, converts.
func moved(variant *rules.Variant, s *sample) (converting, staying board.Bitboard) {
	p, err := variant.ParseFEN(s.result.Case.FEN)
	if err != nil || len(s.result.Case.Moves) > 0 {
		return 0, 0
	}
	for _, turn := range s.result.answer.Turns {
		m, err := board.ParseUCI(&p, turn.UCI)
		if err != nil || !p.Colours[p.Turn].Has(m.From) {
			continue
		}
		_, castles := m.Castles(&p)
		if castles || !variant.Play(&p, m).Converted.Has(m.To) {
			continue
		}

		placement, _, _ := strings.Cut(turn.FEN, " ")
		after, err := board.ParseBoard(placement)
		switch {
		case err != nil || !after.Occupied().Has(m.To):
		case after.PieceAt(m.To).Colour == p.Turn:
			staying |= m.To.Bit()
		default:
			converting |= m.To.Bit()
		}
	}

	return converting, staying
}
