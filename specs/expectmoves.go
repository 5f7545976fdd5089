package specs

import (
	"strings"

	"gopkg.in/yaml.v3"

	"turncoat/pgn"
	"turncoat/rules/ruleset"
)

// moves reads a list of moves without duplicates.
func (r *scenarioReader) moves(n *yaml.Node, what string) []Text {
	return r.texts(n, what, "moves", "", func(item *yaml.Node) *Text {
		return r.written(item, "a move of "+what)
	})
}

// listing reads which turns or reclaims are expected; items reads a list of them.
func (r *scenarioReader) listing(n *yaml.Node, what string, keys []string, items func(*yaml.Node,
	string) []Text) *Listing {
	l := &Listing{Place: place(n)}
	ok := r.mapping(n, what, keys, func(key string, _, v *yaml.Node) {
		switch key {
		case "include":
			l.Include = items(v, key)
		case "exclude":
			l.Exclude = items(v, key)
		case "all":
			l.All, l.HasAll = items(v, key), true
		case "count":
			l.Count = r.number(v, key, 0)
		case "choices":
			l.Count = r.number(v, key, 1)
		}
	})
	if ok && len(n.Content) == 0 {
		r.Fault(n, "%s expects nothing", what)
	}
	return l
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

// choices reads a list of reclaims without duplicates.
func (r *scenarioReader) choices(n *yaml.Node, what string) []Text {
	return r.texts(n, what, "choices, each a list of squares", "choice ",
		func(item *yaml.Node) *Text {
			if set, ok := r.squares(item, "a choice"); ok {
				return &Text{set.Place, set.Set.String()}
			}
			return nil
		})
}

// maxPerft is the maximum depth of counts. Deeper ones take too long.
const maxPerft = 12

func (r *scenarioReader) perft(e *Expect, n *yaml.Node) {
	r.entries(n, "perft", func(k, v *yaml.Node) {
		depth, nodes := r.number(k, "the depth of perft", 1), r.number(v, "perft", 0)
		if depth == nil || nodes == nil {
			return
		}
		if depth.Value > maxPerft {
			r.Fault(k, "the depth of perft must be at most %d", maxPerft)
			return
		}

		e.Perft = append(e.Perft, Perft{place(v), int(depth.Value), nodes.Value})
	})
}

// maxWin is the maximum length of wins, in turns.
const maxWin = 50

func (r *scenarioReader) win(n *yaml.Node) *Win {
	w := &Win{Place: place(n)}
	length := func(v *yaml.Node, what string) int {
		t := r.number(v, what, 1)
		if t != nil && t.Value > maxWin {
			r.Fault(v, "%s must be at most %d", what, maxWin)
		}
		if t == nil || t.Value > maxWin {
			return 1 // the fault has been reported
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
			w.Keys = r.moves(v, key)
			if len(w.Keys) == 0 && v.Kind == yaml.SequenceNode {
				r.Fault(v, "a win has at least one key")
			}
		}
	})
	switch {
	case !ok:
	case w.In > 0 && w.None > 0:
		r.Fault(n, "in and none cannot be combined")
	case w.In == 0 && w.None == 0:
		r.Fault(n, "win must have in, the number of turns, or none, the number of turns in which there is no win")
	case w.None > 0 && w.Keys != nil:
		r.Fault(n, "keys cannot be combined with none")
	}

	return w
}

// variations reads other rule sets: names, misreadings such as lines=blocked, or complete sets.
func (r *scenarioReader) variations(n *yaml.Node, what string) []Variation {
	var all []Variation
	seen := map[ruleset.Set]bool{}
	r.List(oneOrMore(n), what, "rule sets", func(item *yaml.Node) {
		v, ok := r.variation(item, what)
		if !ok || r.variant == nil {
			return
		}
		nameless := v.Set
		nameless.Name = ""
		own := r.variant.Set()
		own.Name = ""
		switch {
		case nameless == own:
			r.Fault(item, "%s: %s plays the same as the scenario's own rules", what, v.Name)
		case seen[nameless]:
			r.Fault(item, "duplicate %s in %s", v.Name, what)
		}

		seen[nameless] = true
		all = append(all, v)
	})
	if len(all) == 0 && len(r.faults) == 0 {
		r.Fault(n, "%s names no rule set", what)
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
		r.fault(v.Place, pgn.UnknownRules, err)
		return v, false
	}

	if r.variant == nil {
		return v, false
	}
	for _, o := range overrides {
		if family := r.variant.Set().Family; !o.ReadBy(family) {
			r.Fault(n, "%s: the %s family does not read %q", what, family, o.Key)
			return v, false
		}
	}

	v.Overrides, v.Set = overrides, ruleset.ApplyAll(r.variant.Set(), overrides)
	return v, true
}
