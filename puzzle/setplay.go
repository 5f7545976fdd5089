package puzzle

import (
	"fmt"
	"strings"

	"turncoat/rules"
	"turncoat/rules/board"
)

// passes is written for the attacker's turn in the compact form of set play: UCI's null move.
const passes = "0000"

// SetText returns set play in the compact form, as a play whose turn is a null move:
// ["0000",[["e7e5"],["d1h5"]]]. It is empty if there is none.
func SetText(p *board.Position, set []Defence) Solution {
	if len(set) == 0 {
		return ""
	}
	enemy := NullMove(p)
	t := Play{Turn: board.Played{After: enemy},
		Choices: []Choice{{Played: board.Played{After: enemy}}}, Defences: set}
	t.Finish(&enemy, nil)
	_, rest, _ := strings.Cut(t.text[2:], `"`)
	return Solution(`["` + passes + `"` + rest)
}

// SetPlay plays set play that is given in the compact form.
func (t Solution) SetPlay(variant *rules.Variant, p *board.Position, goal Goal) ([]Defence, error) {
	a, err := parseArray([]byte(t))
	if err != nil {
		return nil, err
	}
	if a.play != passes {
		return nil, fmt.Errorf("%w: set play begins with %s, not %s", ErrSolution, passes, a.play)
	}
	enemy := NullMove(p)
	x := newPlayer(variant, goal)
	out := Play{Turn: board.Played{After: enemy},
		Choices: []Choice{{Played: board.Played{After: enemy}}}}
	for _, c := range a.then {
		for _, word := range c.after {
			if strings.HasPrefix(word, "~") {
				return nil, fmt.Errorf("%w: nothing is reclaimed before set play: %q", ErrSolution,
					word)
			}

			d, err := x.defence(&enemy, &out, passes, word, &c)
			if err != nil {
				return nil, err
			}
			out.Defences = append(out.Defences, d)
		}
	}

	return out.Defences, nil
}

// RefutationWords returns the refutations of a try in the compact form.
func (p *Play) RefutationWords() []string {
	words := make([]string, len(p.Refutations))
	for i := range p.Refutations {
		words[i] = p.Word(&p.Refutations[i])
	}
	return words
}

// Try plays a try that is given in the compact form, and its refutations.
func (t Solution) Try(variant *rules.Variant, p *board.Position, goal Goal,
	refutations []string) (*Play, error) {
	tree, err := t.Tree(variant, p, goal)
	if err != nil {
		return nil, err
	}
	out := &tree.Keys[0]
	x := newPlayer(variant, goal)
	for _, word := range refutations {
		d, err := x.defence(p, out, out.Turn.Move.UCI(p), word, &continuation{})
		if err != nil {
			return nil, err
		}
		out.Refutations = append(out.Refutations, d)
	}

	return out, nil
}

// ThreatWords returns the threats of a play in UCI.
func (p *Play) ThreatWords() []string {
	again := NullMove(&p.Turn.After)
	var words []string
	for _, t := range p.Threats {
		words = append(words, t.Turn.Move.UCI(&again))
	}
	return words
}

// SetThreats plays the threats of a play, given in UCI. It returns an error if one is not legal.
func (p *Play) SetThreats(variant *rules.Variant, words []string) error {
	again := NullMove(&p.Turn.After)
	p.Threats = nil
	for _, word := range words {
		t, err := PlayMove(variant, &again, word, nil)
		if err != nil {
			return err
		}
		p.Threats = append(p.Threats, Play{Turn: t})
	}

	return nil
}
