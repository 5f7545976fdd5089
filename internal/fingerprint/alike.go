package fingerprint

// Alike are misreadings that always answer alike, or one that always answers as the rules do.
type Alike struct {
	Members []int
	Rules   bool   // they answer as the rules do
	Proof   string // why they must; empty when they have only never been seen to differ
}

// Alike lists what a state does not tell: the misreadings that answer like the rules or like an
// earlier misreading, with the proof if there is one. Those with a proof form groups of their own.
func (p *Panel) Alike(s State) []Alike {
	var list []Alike
	for m, n := range s.Told {
		if n > 0 {
			continue
		}
		reason, proved := p.Same(m)
		if !proved {
			reason = ""
		}
		list = append(list, Alike{[]int{m}, true, reason})
	}

	for _, class := range s.Classes {
		class = s.Untold(class) // the others have been listed
		if len(class) < 2 {
			continue
		}
		for _, group := range p.proved(class) {
			if len(group.Members) > 1 {
				list = append(list, group)
			}
		}

		if open := p.Distinct(class); len(open) > 1 {
			list = append(list, Alike{open, false, ""})
		}
	}

	return list
}

// proved groups the members of a class that are proved to play the same game.
func (p *Panel) proved(class []int) []Alike {
	var groups []Alike
next:
	for _, m := range class {
		for i := range groups {
			g := &groups[i]
			if reason, ok := SameGame(p.Readings[g.Members[0]].Set(), p.Readings[m].Set()); ok {
				g.Members = append(g.Members, m)
				g.Proof = reason
				continue next
			}
		}

		groups = append(groups, Alike{Members: []int{m}})
	}

	return groups
}

// Distinct keeps one of each group of a class that is proved to play the same game.
func (p *Panel) Distinct(class []int) []int {
	var list []int
	for _, g := range p.proved(class) {
		list = append(list, g.Members[0])
	}
	return list
}
