package specs

import (
	"context"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"turncoat/internal/lazyregexp"
	"turncoat/internal/strict"
	"turncoat/pgn"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// The keys of the mappings, as in the JSON Schema.
var (
	fileKeys     = []string{"rules", "scenarios"}
	scenarioKeys = []string{"name", "why", "cite", "rules", "variant", "fen", "play", "expect"}
)

// Read reads a scenario file. The returned faults concern the file as a whole; those of a scenario
// are in the scenario, and the others can be run. file names the text in faults. Once the context
// ends, Read returns the scenarios that it has read.
func Read(ctx context.Context, text []byte, file string) (Suite, []*Fault) {
	return ReadIn(ctx, text, file, "")
}

// ReadIn reads a scenario file that may name rule-set files in a directory and below it
// ([rules.SetIn]).
func ReadIn(ctx context.Context, text []byte, file, dir string) (Suite, []*Fault) {
	suite := Suite{File: file}
	r := newReader(ctx, file, dir)
	root := r.Document(text)
	if root == nil {
		return suite, r.faults
	}
	var common, list *yaml.Node
	r.mapping(root, "the file", fileKeys, func(key string, _, v *yaml.Node) {
		if key == "rules" {
			common = v
		} else {
			list = v
		}
	})
	var shared *ruleset.Set
	if common != nil {
		shared = r.ruleset(common)
	}
	switch {
	case root.Kind != yaml.MappingNode:
	case list == nil:
		r.Fault(root, "there is no key %q", "scenarios")
	case list.Kind != yaml.SequenceNode:
		r.Fault(list, "scenarios must be a list of scenarios, not %s", strict.Describe(list))
	case len(list.Content) == 0:
		r.Fault(list, "there is no scenario in the list")
	default:
		suite.Scenarios = r.scenarios(list, common, shared)
	}

	return suite, r.faults
}

// scenarios reads a list of scenarios. The file's rules are nil if there are none.
func (r *reader) scenarios(list, common *yaml.Node, shared *ruleset.Set) []Scenario {
	var read []Scenario
	names, reported := map[string]int{}, map[reportedFault]bool{}
	for i, item := range list.Content {
		one := &scenarioReader{reader: newReader(r.Context, r.file, r.dir), common: common,
			shared: shared, names: names, reported: reported}
		s := one.scenario(strict.Resolve(item), i+1)
		if r.Ended() {
			break // the last one is incomplete
		}

		s.Faults = one.unreported(place(item))
		read = append(read, s)
	}

	return read
}

// A reportedFault identifies a fault by its place and its text.
type reportedFault struct {
	Place
	text string
}

// unreported returns the faults of the scenario at a place without those that it shares with an
// earlier scenario, because aliases of both refer to one text. If no fault is left, it returns one
// that says so. A scenario that only lacks the rules of its file keeps that fault, by which its
// reader knows it.
func (r *scenarioReader) unreported(at Place) []*Fault {
	var left []*Fault
	for _, f := range r.faults {
		id := reportedFault{f.Place, f.Err.Error()}
		ofFile := r.common != nil && f.Place == place(r.common)
		if ofFile || !r.reported[id] {
			left = append(left, f)
		}
		r.reported[id] = true
	}

	if len(left) == 0 && len(r.faults) > 0 {
		return []*Fault{{r.file, at, pgn.Syntax,
			syntaxError("this scenario refers to text with faults, which are already reported")}}
	}
	return left
}

// ruleset reads the name of a rule set or a complete one, nil if it cannot be read.
func (r *reader) ruleset(n *yaml.Node) *ruleset.Set {
	if n.Kind == yaml.ScalarNode && rules.NamesFile(n.Value) {
		return r.setFile(n)
	}
	set, err := ruleset.FromNode(n, r.file)
	if err != nil {
		r.joined(place(n), pgn.UnknownRules, err)
		return nil
	}

	return &set
}

// setFile reads the rule-set file that a node names, nil if it cannot be read.
func (r *reader) setFile(n *yaml.Node) *ruleset.Set {
	set, err := rules.SetIn(r.dir, n.Value)
	if err != nil {
		r.fault(place(n), pgn.UnknownRules, err)
		return nil
	}

	return &set
}

// A scenarioReader reads one scenario.
type scenarioReader struct {
	*reader
	common  *yaml.Node   // the file's rules, nil if there are none
	shared  *ruleset.Set // the file's rules as a rule set, nil if they cannot be read
	names   map[string]int
	variant *rules.Variant // nil if the rules cannot be read

	reported map[reportedFault]bool // the faults of earlier scenarios
}

// scenario reads a scenario and adds its faults to those of the reader.
func (r *scenarioReader) scenario(n *yaml.Node, index int) Scenario {
	s := Scenario{Place: place(n), File: r.file, Index: index}
	s.FEN = Text{s.Place, board.StartFEN}
	var own, variant, play, expect *yaml.Node
	ok := r.mapping(n, "a scenario", scenarioKeys, func(key string, k, v *yaml.Node) {
		switch key {
		case "name":
			r.name(&s, v)
		case "why":
			if t := r.text(v, key); t != nil {
				s.Why = t.Value
			}
		case "cite":
			r.cite(&s, v)
		case "rules":
			own = v
		case "variant":
			variant = v
		case "fen":
			if t := r.text(v, key); t != nil {
				s.FEN = *t
			}
		case "play":
			play = v
		case "expect":
			expect = v
		}
	})
	if ok {
		if s.Name == "" && len(r.faults) == 0 {
			r.badAt(s.Place, "the scenario has no name")
		}
		r.rules(&s, own, variant)
		if play != nil {
			s.Play = r.play(play)
		}
		if expect == nil {
			r.badAt(s.Place, "the scenario expects nothing")
		} else {
			r.expect(&s, expect)
		}

		r.fen(&s)
	}

	return s
}

func (r *scenarioReader) name(s *Scenario, n *yaml.Node) {
	t := r.text(n, "name")
	if t == nil {
		return
	}
	s.Name = t.Value
	if line, duplicate := r.names[t.Value]; duplicate {
		r.Fault(n, "duplicate name %q, first in line %d", t.Value, line)
		return
	}

	r.names[t.Value] = n.Line
}

func (r *scenarioReader) cite(s *Scenario, n *yaml.Node) {
	for _, t := range r.texts(oneOrMore(n), "cite", "rules such as PAC-6", "rule ",
		func(item *yaml.Node) *Text {
			return r.rule(item, "cite")
		}) {
		s.Cite = append(s.Cite, t.Value)
	}
}

// rules chooses the rule set: the scenario's own, that of a record's Variant tag, or the file's.
func (r *scenarioReader) rules(s *Scenario, own, variant *yaml.Node) {
	var set *ruleset.Set
	switch {
	case own != nil && variant != nil:
		r.Fault(variant, "rules and variant cannot be combined")
	case own != nil:
		set = r.ruleset(own)
	case variant != nil && (variant.Kind != yaml.ScalarNode || strict.IsNull(variant)):
		r.Fault(variant, `variant must be the text of a Variant tag ("" for none), not %s`,
			strict.Describe(variant))
	case variant != nil && rules.NamesFile(variant.Value):
		set = r.setFile(variant)
	case variant != nil:
		named, err := rules.SetForTag(variant.Value)
		if err != nil {
			r.joined(place(variant), pgn.UnknownRules, err)
			break
		}

		set = &named
	case r.shared != nil:
		set = r.shared
	case r.common != nil:
		r.fault(place(r.common), pgn.UnknownRules,
			syntaxError("the rules of the file cannot be read"))
	default:
		r.fault(s.Place, pgn.UnknownRules,
			syntaxError("neither the scenario nor the file names its rules"))
	}

	if set != nil {
		s.Set, r.variant = *set, rules.New(*set)
	}
}

// fen checks the position against the rules.
func (r *scenarioReader) fen(s *Scenario) {
	if r.variant == nil || s.Expect.Invalid != nil {
		return
	}
	if _, err := r.variant.ParseFEN(s.FEN.Value); err != nil {
		r.joined(s.FEN.Place, pgn.BadFEN, err)
	}
}

// play reads moves: a list, or a game in one line, which may have move numbers and end with
// Resigns.
func (r *scenarioReader) play(n *yaml.Node) []Text {
	if n.Kind == yaml.ScalarNode {
		t := r.text(n, "play")
		if t == nil {
			return nil
		}
		moves := splitLine(*t, n.Style)
		for _, m := range moves {
			if r.Ended() {
				break
			}
			r.move(m, true)
		}
		return moves
	}

	moves := []Text{}
	r.List(n, "play", "moves", func(item *yaml.Node) {
		if t := r.text(item, "a move"); t != nil {
			t.Value = strings.TrimSpace(t.Value)
			moves = append(moves, *t)
			r.move(*t, true)
		}
	})
	return moves
}

var moveNumber = lazyregexp.Compile(`^\d+\.+`)

// splitLine splits a game in one line into its moves. Each move in a line has its own place; moves
// in a text of several lines have the place of the text.
func splitLine(t Text, style yaml.Style) []Text {
	const blanks = " \t\r\n"
	single := style&(yaml.LiteralStyle|yaml.FoldedStyle) == 0 && !strings.Contains(t.Value, "\n")
	at := t.Place
	if style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle) != 0 {
		at.Column++
	}

	moves := []Text{}
	text := strings.TrimRight(t.Value, blanks)
	rest := strings.TrimLeft(text, blanks)
	column := len(text) - len(rest) // of the next word, from 0
	for rest != "" {
		word := rest
		if blank := strings.IndexAny(rest, blanks); blank >= 0 {
			word = rest[:blank]
		}
		rest = rest[len(word):]

		bare := moveNumber().ReplaceAllString(word, "")
		last := len(moves) - 1
		switch {
		case bare == "" || bare[0] == '$' || bare == "Resigns" && rest == "" && last >= 0:
		case (bare == "e.p." || bare == "ep") && last >= 0 &&
			!strings.HasSuffix(moves[last].Value, " e.p."):
			moves[last].Value += " e.p."
		default:
			where := at
			if single {
				where.Column += column + len(word) - len(bare)
			}
			moves = append(moves, Text{where, bare})
		}

		next := strings.TrimLeft(rest, blanks)
		column += utf8.RuneCountInString(word) + len(rest) - len(next)
		rest = next
	}

	return moves
}

// move checks the form of a move and of the reclaim after it.
func (r *scenarioReader) move(t Text, played bool) {
	w, err := rules.ParseMove(t.Value, rules.English)
	if err != nil {
		r.fault(t.Place, pgn.Syntax, err)
		return
	}

	if w.HasReclaim && r.variant != nil && r.variant.Set().Reclaim == ruleset.NoReclaim {
		r.badAt(t.Place, "%s: there is no reclaim in %s (PAC-8)", t.Value, r.variant.Set().Name)
	}
	if w.HasReclaim && !played {
		r.badAt(t.Place, "%s: give the move without a reclaim", t.Value)
	}
}
