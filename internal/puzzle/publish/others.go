package publish

import (
	"fmt"
	"strings"

	"turncoat/internal/puzzle/solution"
	"turncoat/puzzle"
	"turncoat/rules"
)

// maxOthers is how many continuations beside the main line are printed.
const maxOthers = 7

// otherLines writes the continuations after the key other than the main line: the enemy's turns,
// the answer, and dots where it goes on after that. First come the other turns with the main line's
// answer.
func otherLines(variant *rules.Variant, key *puzzle.Play) []string {
	var list []string
	all := key.Groups()
	for i, g := range all {
		if i == 0 && len(g) == 1 {
			continue
		}
		if len(list) == maxOthers {
			return append(list, fmt.Sprintf("and %d more", len(all)-i))
		}
		list = append(list, otherLine(variant, key, g, i == 0))
	}
	return list
}

// otherLine writes one group of defences and its answer; of the main line's the first is left out.
func otherLine(variant *rules.Variant, key *puzzle.Play, g puzzle.Group, main bool) string {
	names := solution.Others(variant, key, g)
	if len(names) > 3 {
		names = append(names[:2], fmt.Sprintf("and %d others", len(names)-2))
	}
	if len(g[0].Continuations) == 0 { // the enemy reaches the goal itself
		first := solution.Printed(variant, &key.Choices[g[0].Choice].After, g[0].Turn)
		return strings.Join(append([]string{first}, names...), ", ")
	}
	next := &g[0].Continuations[0]
	if !main {
		c := &key.Choices[g[0].Choice]
		first := solution.Printed(variant, &c.After, *next.After)
		if c.Reclaimed != key.Turn.Reclaimed {
			first = puzzle.ReclaimText(c.Reclaimed) + " " + first
		}
		names = append([]string{first}, names...)
	}
	text := strings.Join(names, ", ") + ": " +
		solution.Printed(variant, &next.After.After, next.Turn)
	if len(next.Defences) > 0 {
		text += " …"
	}
	return text
}
