package specs

import (
	"strings"

	"gopkg.in/yaml.v3"

	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// moves reads a list of moves, each once.
func (r *scenarioReader) moves(n *yaml.Node, what string) []Text {
	moves, seen := []Text{}, map[string]bool{}
	r.list(n, what, "moves", func(item *yaml.Node) {
		t := r.written(item, "a move of "+what)
		if t == nil {
			return
		}
		if seen[t.Value] {
			r.bad(item, "duplicate %s in %s", t.Value, what)
		}
		seen[t.Value] = true
		moves = append(moves, *t)
	})
	return moves
}

func (r *scenarioReader) turns(n *yaml.Node) *Turns {
	t := &Turns{Place: place(n)}
	ok := r.mapping(n, "turns", turnsKeys, func(key string, k, v *yaml.Node) {
		switch key {
		case "include":
			t.Include = r.moves(v, key)
		case "exclude":
			t.Exclude = r.moves(v, key)
		case "all":
			t.All, t.HasAll = r.moves(v, key), true
		case "count":
			t.Count = r.number(v, key, 0)
		}
	})
	if ok && len(n.Content) == 0 {
		r.bad(n, "turns expects nothing")
	}
	return t
}

func (r *scenarioReader) illegal(e *Expect, n *yaml.Node) {
	r.entries(n, "illegal", func(k, v *yaml.Node) {
		t := r.text(k, "a move of illegal")
		if t == nil {
			return
		}
		r.move(*t, false)
		if rule := r.rule(v, "illegal"); rule != nil {
			e.Illegal = append(e.Illegal, Illegal{place(k), t.Value, rule.Value})
		}
	})
}

func (r *scenarioReader) reclaim(n *yaml.Node) *Reclaim {
	c := &Reclaim{Place: place(n)}
	ok := r.mapping(n, "reclaim", reclaimKeys, func(key string, _, v *yaml.Node) {
		switch key {
		case "choices":
			c.Choices = r.number(v, key, 1)
		case "include":
			c.Include = r.choices(v, key)
		case "exclude":
			c.Exclude = r.choices(v, key)
		case "all":
			c.All, c.HasAll = r.choices(v, key), true
		}
	})
	if ok && len(n.Content) == 0 {
		r.bad(n, "reclaim expects nothing")
	}
	return c
}

func (r *scenarioReader) choices(n *yaml.Node, what string) []Squares {
	list, seen := []Squares{}, map[board.Bitboard]bool{}
	r.list(n, what, "choices, each a list of squares", func(item *yaml.Node) {
		set, ok := r.squares(item, "a choice")
		if !ok {
			return
		}
		if seen[set.Set] {
			r.bad(item, "duplicate choice %s in %s", set.Set, what)
		}
		seen[set.Set] = true
		list = append(list, set)
	})
	return list
}

// maxPerft bounds the depth of counts: deeper ones take longer than anyone waits.
const maxPerft = 12

func (r *scenarioReader) perft(e *Expect, n *yaml.Node) {
	r.entries(n, "perft", func(k, v *yaml.Node) {
		depth, nodes := r.number(k, "the depth of perft", 1), r.number(v, "perft", 0)
		if depth == nil || nodes == nil {
			return
		}
		if depth.Value > maxPerft {
			r.bad(k, "the depth of perft is at most %d", maxPerft)
			return
		}
		e.Perft = append(e.Perft, Perft{place(v), int(depth.Value), nodes.Value})
	})
}

// maxWin bounds the length of wins, in turns.
const maxWin = 50

func (r *scenarioReader) win(n *yaml.Node) *Win {
	w := &Win{Place: place(n)}
	length := func(v *yaml.Node, what string) int {
		t := r.number(v, what, 1)
		if t != nil && t.Value > maxWin {
			r.bad(v, "%s is at most %d", what, maxWin)
		}
		if t == nil || t.Value > maxWin {
			return 1 // the fault is noted
		}
		return int(t.Value)
	}
	ok := r.mapping(n, "win", winKeys, func(key string, _, v *yaml.Node) {
		switch key {
		case "in":
			w.In = length(v, "win in")
		case "none":
			w.None = length(v, "none")
		case "keys":
			if w.Keys = r.moves(v, key); len(w.Keys) == 0 && v.Kind == yaml.SequenceNode {
				r.bad(v, "a win has at least one key")
			}
		}
	})
	switch {
	case !ok:
	case w.In > 0 && w.None > 0:
		r.bad(n, "in and none exclude each other")
	case w.In == 0 && w.None == 0:
		r.bad(n, "win must have in: the number of turns, or none: the number in which there is no win")
	case w.None > 0 && w.Keys != nil:
		r.bad(n, "where there is no win there are no keys")
	}
	return w
}

// variations reads other rule sets: names, misreadings such as lines=blocked, or sets in full.
func (r *scenarioReader) variations(n *yaml.Node, what string) []Variation {
	var all []Variation
	seen := map[ruleset.Set]bool{}
	r.list(oneOrMore(n), what, "rule sets", func(item *yaml.Node) {
		v, ok := r.variation(item, what)
		if !ok || r.game == nil {
			return
		}
		nameless := v.Set
		nameless.Name = ""
		own := r.game.Set()
		own.Name = ""
		switch {
		case nameless == own:
			r.bad(item, "%s: %s plays as the scenario's own rules do", what, v.Name)
		case seen[nameless]:
			r.bad(item, "duplicate %s in %s", v.Name, what)
		}
		seen[nameless] = true
		all = append(all, v)
	})
	if len(all) == 0 && len(r.faults) == 0 {
		r.bad(n, "%s names no rule set", what)
	}
	return all
}

func (r *scenarioReader) variation(n *yaml.Node, what string) (Variation, bool) {
	v := Variation{Place: place(n), Name: n.Value}
	if n.Kind != yaml.ScalarNode || !strings.Contains(n.Value, "=") {
		set := r.ruleset(n)
		if set == nil {
			return v, false
		}
		v.Set, v.Name = *set, set.Name
		return v, true
	}
	overrides, err := ruleset.ParseOverrides(n.Value)
	if err != nil {
		r.fault(v.Place, CodeRules, err)
		return v, false
	}
	if r.game == nil {
		return v, false
	}
	for _, o := range overrides {
		if family := r.game.Set().Family; !o.ReadBy(family) {
			r.bad(n, "%s: the %s family does not read %q", what, family, o.Key)
			return v, false
		}
	}
	v.Overrides, v.Set = overrides, ruleset.ApplyAll(r.game.Set(), overrides)
	return v, true
}
