package corpus

import (
	"slices"
	"strconv"
	"strings"
)

// made writes the chosen candidates as cases.
func (m *maker) made(size Size) *Made {
	out := &Made{Size: size, Rules: RuleSet{m.game.Set()}, Searched: m.searched, Misreadings: len(m.readings)}
	var list []*candidate
	for _, i := range m.chosen {
		list = append(list, m.list[i])
		out.Cases = append(out.Cases, m.write(m.list[i]))
	}
	slices.SortFunc(out.Cases, func(a, b Case) int {
		if d := a.size() - b.size(); d != 0 {
			return d
		}
		return strings.Compare(a.ID, b.ID)
	})
	s := assess(list, len(m.readings))
	for _, n := range s.told {
		if n > 0 {
			out.Told++
			if out.Weakest == 0 || n < out.Weakest {
				out.Weakest = n
			}
		}
	}
	out.Alike = m.alike(s)
	return out
}

// write makes the case of a candidate.
func (m *maker) write(c *candidate) Case {
	p, err := c.position(m.game)
	if err != nil {
		panic(err) // it has been answered
	}
	set := RuleSet{m.game.Set()}
	out := Case{
		ID: ContentID(set, c.fen, c.moves), Rules: set, FEN: c.fen, Moves: c.moves,
		Turns: m.game.TurnsJSON(&p, false), Outcome: m.game.Outcome(&p).Result.String(),
	}
	var cite []string
	for i, reading := range m.readings {
		if c.keys[i] == c.base {
			continue
		}
		out.Tells = append(out.Tells, reading.Name)
		if i < m.single {
			cite = append(cite, reading.Rules()...)
		}
	}
	for _, name := range c.traits(m.game, 2*playedTurns) {
		if rule := ruleOfFeature(name, m.game.Set()); rule != "" {
			cite = append(cite, rule)
		}
	}
	if len(cite) == 0 {
		cite = []string{byFamily("PAC-1", "CON-1")(m.game.Set())}
	}
	out.Cite = sortedRules(cite)
	return out.filled()
}

// sortedRules sorts rule identifiers by group, then number, each once.
func sortedRules(ids []string) []string {
	slices.SortFunc(ids, func(a, b string) int {
		groupA, numberA, _ := strings.Cut(a, "-")
		groupB, numberB, _ := strings.Cut(b, "-")
		if groupA != groupB {
			return strings.Compare(groupA, groupB)
		}
		x, _ := strconv.Atoi(numberA)
		y, _ := strconv.Atoi(numberB)
		return x - y
	})
	return slices.Compact(ids)
}
