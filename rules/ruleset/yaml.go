package ruleset

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"turncoat/internal/strict"
)

// MaxSize is the greatest length in bytes of a rule set as text.
const MaxSize = 64 << 10

// Parse reads a rule set from YAML (or JSON, which is YAML): a mapping with base, the name of a
// built-in set, or family, and settings. All faults are gathered: the error joins one *Error for
// each, in the order of the text. file names the text in them and may be empty. A text longer than
// [MaxSize] is refused.
func Parse(text []byte, file string) (Set, error) {
	r := newReader(file, Builtin)
	if len(text) > MaxSize {
		r.Report(strict.Fault{Place: strict.Place{Line: 1, Column: 1},
			Err: fmt.Errorf("a rule set longer than %d KiB", MaxSize>>10)})
		return Set{}, errors.Join(r.errs...)
	}

	root := r.Document(text)
	if len(r.errs) > 0 {
		return Set{}, errors.Join(r.errs...)
	}
	return r.set(root)
}

// FromNode reads a rule set inside another YAML document: the name of a built-in set
// or a mapping as in a rule-set file.
func FromNode(node *yaml.Node, file string) (Set, error) {
	r := newReader(file, Builtin)
	if node.Kind != yaml.ScalarNode {
		return r.set(node)
	}
	set, err := Builtin(node.Value)
	if err != nil {
		r.add(node, err)
	}
	return set, errors.Join(r.errs...)
}

// A reader makes a Set of the nodes of a rule set and gathers the faults.
type reader struct {
	strict.Reader
	file string
	base func(name string) (Set, error) // finds the set that a rule set names as its base
	errs []error
}

func newReader(file string, base func(string) (Set, error)) *reader {
	r := &reader{file: file, base: base}
	r.Report = func(f strict.Fault) { r.addAt(f.Place, fmt.Errorf("%w: %w", ErrSyntax, f.Err)) }
	return r
}

func (r *reader) addAt(at strict.Place, err error) {
	r.errs = append(r.errs, &Error{File: r.file, Line: at.Line, Column: at.Column, Err: err})
}

// add notes a fault whose error says its class itself.
func (r *reader) add(n *yaml.Node, err error) { r.addAt(strict.PlaceOf(n), err) }

type pair struct{ key, value *yaml.Node }

// set reads a mapping and gives the set the name it may have.
func (r *reader) set(node *yaml.Node) (Set, error) {
	set, name := r.mapping(node)
	if set == (Set{}) {
		return set, errors.Join(r.errs...)
	}
	set, err := named(set, set.Name)
	if err != nil {
		r.add(name, err)
	}
	return set, errors.Join(r.errs...)
}

// mapping reads a mapping: the set with the name that it has there, and where that is. Of what is
// no rule set at all it returns the zero value.
func (r *reader) mapping(node *yaml.Node) (set Set, name *yaml.Node) {
	var base, family *pair
	var settings []pair
	r.Mapping(node, strict.Keys{What: "the rule set"}, func(key, value *yaml.Node) {
		p := pair{key, value}
		switch key.Value {
		case "base":
			base = &p
		case "family":
			family = &p
		default:
			settings = append(settings, p)
		}
	})
	if node.Kind != yaml.MappingNode {
		return Set{}, node
	}

	set, ok := r.ground(node, base, family)
	if !ok {
		return Set{}, node
	}
	set.Name = ""
	for _, p := range settings {
		switch p.key.Value {
		case "name":
			name, set.Name = p.value, r.word(p)
		case valuesKey:
			r.values(&set, p)
		case squaresKey:
			r.squares(&set, p)
		default:
			r.setting(&set, p)
		}
	}

	return set, name
}

// ground returns the set that the settings of a file change: the base, or the first values of the
// family.
func (r *reader) ground(node *yaml.Node, base, family *pair) (Set, bool) {
	switch {
	case base != nil && family != nil:
		r.Fault(family.key, "base and family cannot be combined")
	case base != nil && base.value.Kind != yaml.ScalarNode:
		r.word(*base)
	case base != nil:
		set, err := r.base(base.value.Value)
		if err == nil {
			return set, true
		}
		r.add(base.value, err)
	case family != nil && family.value.Kind != yaml.ScalarNode:
		r.word(*family)
	case family != nil:
		name := family.value.Value
		if i := slices.Index(familyNames, name); i >= 0 {
			return First(Family(i)), true
		}
		r.add(family.value, fmt.Errorf("%w: family cannot be %q: it is one of %s%s", ErrSetting,
			name, strings.Join(familyNames, ", "), strict.Suggest(name, familyNames)))
	default:
		r.Fault(node, "neither base nor family")
	}

	return Set{}, false
}

// word reads the value of a key that is one word.
func (r *reader) word(p pair) string {
	if p.value.Kind != yaml.ScalarNode || strict.IsNull(p.value) {
		r.Fault(p.value, "%s must be one word", p.key.Value)
	}
	return p.value.Value
}

func (r *reader) setting(set *Set, p pair) {
	s, ok := FindSetting(p.key.Value)
	switch {
	case !ok:
		r.add(p.key, fmt.Errorf("%w: %q%s", ErrSetting, p.key.Value,
			strict.Suggest(p.key.Value, Names(set.Family))))
	case !s.ReadBy(set.Family):
		r.add(p.key, notRead(set.Family, s.Name))
	case p.value.Kind != yaml.ScalarNode:
		r.Fault(p.value, "%s must be one word", s.Name)
	default:
		changed, err := s.With(*set, answered(p.value))
		if err != nil {
			r.add(p.value, err)
		}
		*set = changed
	}
}

// answered returns the value of a setting. Programs that read YAML of version 1.1 take no and yes for
// booleans and write them as false and true, which mean the same here.
func answered(value *yaml.Node) string {
	if value.ShortTag() != "!!bool" {
		return value.Value
	}
	if strings.EqualFold(value.Value, "true") {
		return "yes"
	}
	return "no"
}

// values reads the values of the kinds of pieces.
func (r *reader) values(set *Set, p pair) {
	if !set.Family.HasWeights() {
		r.add(p.key, notRead(set.Family, valuesKey))
		return
	}

	r.Mapping(p.value, strict.Keys{What: valuesKey}, func(key, value *yaml.Node) {
		number := value.Value
		if value.Kind != yaml.ScalarNode {
			number = ""
		}
		at := value
		if !slices.Contains(kindNames[:], key.Value) {
			at = key
		}
		changed, err := set.withValue(key.Value, number)
		if err != nil {
			r.add(at, err)
		}
		*set = changed
	})
}

// squares reads the squares of a rule set: a list, or one square or rectangle.
func (r *reader) squares(set *Set, p pair) {
	if !set.Family.HasSquares() {
		r.add(p.key, notRead(set.Family, squaresKey))
		return
	}

	items := []*yaml.Node{p.value}
	if p.value.Kind == yaml.SequenceNode {
		items = p.value.Content
	}
	set.Squares = 0
	for _, item := range items {
		squares, err := ParseSquares(strict.Resolve(item).Value)
		if err != nil {
			r.add(item, err)
		}
		set.Squares |= squares
	}
}

// First returns the set of a family in which every setting has its first value.
func First(f Family) Set {
	set := Set{Name: f.String(), Family: f}
	if f.HasWeights() {
		set.Values = Values{1, 3, 3, 5, 9, 1000} // PAC-4
	}
	return set
}

// AppendYAML appends the set as a rule-set file that [Parse] reads back to an equal set.
func AppendYAML(text []byte, set Set) []byte {
	text = fmt.Appendf(text, "name: %s\nfamily: %s\n", quoted(set.Name), set.Family)
	if set.Family.HasWeights() {
		text = append(text, "values: {"...)
		for i, v := range set.Values {
			if i > 0 {
				text = append(text, ", "...)
			}
			text = fmt.Appendf(text, "%s: %d", kindNames[i], v)
		}

		text = append(text, "}\n"...)
	}

	for _, s := range SettingsOf(set.Family) {
		text = fmt.Appendf(text, "%s: %s\n", s.Name, quoted(s.ValueIn(set)))
	}
	if set.Family.HasSquares() {
		text = fmt.Appendf(text, "%s: %s\n", squaresKey, set.Squares.yaml())
	}
	return text
}
