package fingerprint

// Alike is a group of misreadings that always give the same answers, or one misreading that always
// answers as the rules do.
type Alike struct {
	Members []int
	Rules   bool   // the member answers as the rules do
	Proof   string // why they must be alike; empty if no difference has merely been seen
}

// Alike lists what a state cannot distinguish: the misreadings that answer like the rules or like
// an earlier misreading, with the proof if there is one. Those with a proof form separate groups.
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
		class = s.Untold(class) // the others have been listed above
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

// proved groups the members of a class that provably play the same game.
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

// Distinct returns one member of each group of a class that provably plays the same game.
func (p *Panel) Distinct(class []int) []int {
	var list []int
	for _, g := range p.proved(class) {
		list = append(list, g.Members[0])
	}
	return list
}
