package corpus

// Alike are misreadings that always answer alike, or one that always answers as the rules do.
type Alike struct {
	Misreadings []string `json:"misreadings"`
	// Rules tells that they answer as the rules do.
	Rules bool `json:"rules,omitempty"`
	// Proof says why they must; empty when they have only never been seen to differ.
	Proof string `json:"proof,omitempty"`
}

// alike lists what a state does not tell: for each misreading that the rules, or one before it,
// answer like, with the proof where there is one. Proved ones stand apart from the others of a class.
func (p *panel) alike(s state) []Alike {
	var list []Alike
	for m, n := range s.told {
		if n > 0 {
			continue
		}
		reason, proved := SameGame(p.game.Set(), p.readings[m].Set)
		if !proved {
			reason = ""
		}
		list = append(list, Alike{[]string{p.readings[m].Name}, true, reason})
	}
	for _, class := range s.classes {
		class = p.untold(s, class)
		if len(class) < 2 {
			continue
		}
		for _, group := range p.proved(class) {
			if len(group.members) > 1 {
				list = append(list, Alike{p.names(group.members), false, group.reason})
			}
		}
		if open := p.distinct(class); len(open) > 1 {
			list = append(list, Alike{p.names(open), false, ""})
		}
	}
	return list
}

// untold leaves out of a class what is not even told from the rules, which has been listed.
func (p *panel) untold(s state, class []int) []int {
	var list []int
	for _, m := range class {
		if s.told[m] > 0 {
			list = append(list, m)
		}
	}
	return list
}

type provedGroup struct {
	members []int
	reason  string
}

// proved groups the members of a class that are proved to play the same game.
func (p *panel) proved(class []int) []provedGroup {
	var groups []provedGroup
next:
	for _, m := range class {
		for i := range groups {
			if reason, ok := SameGame(p.readings[groups[i].members[0]].Set, p.readings[m].Set); ok {
				groups[i].members = append(groups[i].members, m)
				groups[i].reason = reason
				continue next
			}
		}
		groups = append(groups, provedGroup{members: []int{m}})
	}
	return groups
}

// distinct keeps one of each group that is proved to play the same game.
func (p *panel) distinct(class []int) []int {
	var list []int
	for _, g := range p.proved(class) {
		list = append(list, g.members[0])
	}
	return list
}

func (p *panel) names(list []int) []string {
	names := make([]string, len(list))
	for i, m := range list {
		names[i] = p.readings[m].Name
	}
	return names
}
