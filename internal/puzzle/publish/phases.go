package publish

import (
	"fmt"
	"strings"

	"turncoat/internal/puzzle/solution"
	"turncoat/puzzle"
	"turncoat/rules"
	"turncoat/rules/board"
)

// phaseLines writes the other phases as problemists do: set play, "1…a 2.b#"; tries, "1.X? (threat
// 2.Y#) 1…a 2.b#, but 1…c!"; and the threats of the key, as far as the tree has them.
func phaseLines(variant *rules.Variant, tree *puzzle.Tree) []string {
	if len(tree.Keys) == 0 {
		return nil
	}
	var lines []string
	enemy := puzzle.NullMove(&tree.Position)
	for _, line := range tree.SetLines {
		lines = append(lines, "Set play: "+solution.LineText(variant, &enemy, line))
	}
	if len(tree.Set) > 0 {
		var parts []string
		for i := range tree.Set {
			parts = append(parts, defenceText(variant, &enemy, &tree.Set[i]))
		}
		lines = append(lines, "Set play: "+strings.Join(parts, ", "))
	}
	for i := range tree.Tries {
		t := &tree.Tries[i]
		text := fmt.Sprintf("Try: 1.%s?%s", solution.Printed(variant, &tree.Position, t.Turn),
			solution.ThreatNote(variant, t, 2))
		var parts []string
		for j := range t.Defences {
			if d := &t.Defences[j]; !d.Delay {
				parts = append(parts, defenceText(variant, &t.Choices[d.Choice].After, d))
			}
		}
		if len(parts) > maxOthers {
			parts = append(parts[:maxOthers], fmt.Sprintf("and %d more", len(parts)-maxOthers))
		}
		if len(parts) > 0 {
			text += " " + strings.Join(parts, ", ")
		}
		for j := range t.Refutations {
			d := &t.Refutations[j]
			text += [...]string{", but", " and"}[min(j, 1)] + " 1…" +
				solution.Printed(variant, &t.Choices[d.Choice].After, d.Turn) + "!"
		}
		lines = append(lines, text)
	}
	if threat := solution.ThreatNote(variant, &tree.Keys[0], 2); threat != "" {
		lines = append(lines, "Key: 1."+solution.Printed(variant, &tree.Position,
			tree.Keys[0].Turn)+"!"+threat)
	}
	return lines
}

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
			if in := s.Study[i][text]; in <= len(s.Study)-i {
				if i > 0 { // of the first turn it is a key
					fast = append(fast, name)
				}
			} else if slower++; slower <= maxOthers {
				slow = append(slow, fmt.Sprintf("%s (%d)", name, in))
			} else if slower == maxOthers+1 {
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

// defenceText writes a turn of the enemy's and the turns that go on.
func defenceText(variant *rules.Variant, at *board.Position, d *puzzle.Defence) string {
	text := "1…" + solution.Printed(variant, at, d.Turn)
	for i := range d.Continuations {
		c := &d.Continuations[i]
		text += [...]string{" 2.", " or 2."}[min(i, 1)] +
			solution.Printed(variant, &c.After.After, c.Turn)
	}
	return text
}
