package publish

import (
	"fmt"
	"strings"

	"turncoat/puzzle/solution"
	"turncoat/rules"
	"turncoat/rules/board"
)

// phaseLines writes the other phases as problemists do: set play, "1…a 2.b#"; tries, "1.X? (threat 2.Y#) 1…a 2.b#, but
// 1…c!"; and the threats of the key, as far as the tree has them.
func phaseLines(variant *rules.Variant, tree *solution.Tree) []string {
	if len(tree.Keys) == 0 {
		return nil
	}
	var lines []string
	enemy := solution.NullMove(&tree.Position)
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
		text := fmt.Sprintf("Try: 1.%s?%s", solution.Printed(variant, &tree.Position, t.Turn), t.ThreatNote(variant, 2))
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
			text += [...]string{", but", " and"}[min(j, 1)] + " 1…" + solution.Printed(
				variant,
				&t.Choices[d.Choice].After,
				d.Turn,
			) + "!"
		}
		lines = append(lines, text)
	}
	if threat := tree.Keys[0].ThreatNote(variant, 2); threat != "" {
		lines = append(
			lines,
			fmt.Sprintf("Key: 1.%s!%s", solution.Printed(variant, &tree.Position, tree.Keys[0].Turn), threat),
		)
	}
	if also := asFast(variant, &tree.Keys[0]); also != "" {
		lines = append(lines, "As fast: "+also)
	}
	return lines
}

// asFast names the moves of the main line's attacker that win as fast as those in it, where the tree has them, as that
// of a study does: "4.Nc7, 4.Kb6, 5.Nd7".
func asFast(variant *rules.Variant, play *solution.Play) string {
	var names []string
	for number := 2; len(play.Defences) > 0 && len(play.Defences[0].Continuations) > 0; number++ {
		d := &play.Defences[0]
		for i := range d.Continuations[1:] {
			if c := &d.Continuations[1+i]; c.In <= d.In {
				names = append(names, fmt.Sprintf("%d.%s", number, solution.Printed(variant, &c.After.After, c.Turn)))
			}
		}
		play = &d.Continuations[0]
	}
	return strings.Join(names, ", ")
}

// defenceText writes a turn of the enemy's and the turns that go on.
func defenceText(variant *rules.Variant, at *board.Position, d *solution.Defence) string {
	text := "1…" + solution.Printed(variant, at, d.Turn)
	for i := range d.Continuations {
		c := &d.Continuations[i]
		text += [...]string{" 2.", " or 2."}[min(i, 1)] + solution.Printed(variant, &c.After.After, c.Turn)
	}
	return text
}
