package publish

import (
	"fmt"
	"strings"

	"turncoat/internal/puzzle/solution"
	"turncoat/puzzle"
	"turncoat/rules"
)

// phaseLines writes the other phases as problemists do: set play; the tries that one turn refutes,
// "1.X? (threat 2.Y#) 1…a 2.b#, but 1…c!"; and the threats of the key.
func phaseLines(variant *rules.Variant, tree *puzzle.Tree) []string {
	if len(tree.Keys) == 0 {
		return nil
	}
	var lines []string
	for _, line := range solution.SetLines(variant, tree.Goal, &tree.Position, tree.SetLines) {
		lines = append(lines, "Set play: "+line)
	}
	set, tries, _ := printed(variant, tree)
	if set != nil {
		lines = append(lines, "Set play: "+strings.Join(set, ", "))
	}
	lines = append(lines, tries...)

	key := &tree.Keys[0]
	if threat := solution.ThreatNote(variant, key, 2); threat != "" {
		name := solution.Printed(variant, &tree.Position, key.Turn)
		lines = append(lines, "Key: 1."+name+"!"+threat)
	}

	return lines
}

// maxSlower is how many slower moves of a study are named at each turn.
const maxSlower = 7

// studyLines names the other moves that win in a study: those that win as fast, "4.Nc7, 4.Kb6", and
// slower ones, each with the turns that it takes, "2.Kc5 (13)".
func (s *solved) studyLines() (lines []string) {
	var fast, slow []string
	at, line := &s.tree.Position, s.tree.Keys[0].Line()
	for i := range s.Study {
		slower := 0
		for _, text := range s.Study.Moves(i) {
			turns, err := puzzle.PlayLine(s.Variant(), at, puzzle.Win, []string{text})
			if err != nil {
				continue // not legal, as verify will say
			}
			name := fmt.Sprintf("%d.%s", i+1, solution.Printed(s.Variant(), at, turns[0]))
			in := s.Study[i][text]
			if in <= len(s.Study)-i {
				if i > 0 { // of the first turn it is a key
					fast = append(fast, name)
				}
				continue
			}

			slower++
			switch {
			case slower <= maxSlower:
				slow = append(slow, fmt.Sprintf("%s (%d)", name, in))
			case slower == maxSlower+1:
				slow = append(slow, "…")
			}
		}

		if 2*i+1 < len(line) {
			at = &line[2*i+1].After
		}
	}

	if fast != nil {
		lines = append(lines, "As fast: "+strings.Join(fast, ", "))
	}
	if slow != nil {
		lines = append(lines, "Slower: "+strings.Join(slow, ", "))
	}
	return lines
}

// asideLines writes the tries, "6.c8=Q? Rc4+!", and the other defences, "5...Rh3 6.c8=Q", of a study
// that has only moves.
func (s *solved) asideLines() (lines []string) {
	at := &s.tree.Position
	line, err := s.Only.Play(s.Variant(), at)
	if err != nil {
		return nil // as verify will say
	}
	var tries, defences []string
	for i := range s.Only.Asides {
		aside := &s.Only.Asides[i]
		from, turns, err := s.Only.PlayAside(s.Variant(), at, line, aside)
		if err != nil {
			continue
		}
		words := solution.PrintedLine(s.Variant(), from, turns)
		if aside.IsTry() {
			number := aside.Ply/2 + 1
			tries = append(tries, fmt.Sprintf("%d.%s? %s!", number, words[0], strings.Join(words[1:], " ")))
			continue
		}

		for i := range words {
			switch ply := aside.Ply + i; {
			case ply%2 == 0:
				words[i] = fmt.Sprintf("%d.%s", ply/2+1, words[i])
			case i == 0:
				words[i] = fmt.Sprintf("%d...%s", ply/2+1, words[i])
			}
		}

		defences = append(defences, strings.Join(words, " "))
	}

	if tries != nil {
		lines = append(lines, "Tries: "+strings.Join(tries, "; "))
	}
	if defences != nil {
		lines = append(lines, "Other defences: "+strings.Join(defences, "; "))
	}
	return lines
}
