package ruleset

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"turncoat/internal/strict"
)

// Parse reads a rule set from YAML (or JSON, which is YAML): a mapping with base, the name of a
// built-in set, or family, and settings. All faults are gathered: the error joins one *Error for
// each, in the order of the text. file names the text in them and may be empty.
func Parse(text []byte, file string) (Set, error) {
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	var document yaml.Node
	if err := decoder.Decode(&document); err != nil {
		if errors.Is(err, io.EOF) {
			err = errors.New("the file is empty")
		}
		return Set{}, &Error{File: file, Line: 1, Column: 1, Err: fmt.Errorf("%w: %s", ErrSyntax, trimYAML(err))}
	}
	var next yaml.Node
	if err := decoder.Decode(&next); !errors.Is(err, io.EOF) {
		return Set{}, &Error{File: file, Line: max(next.Line, 1), Column: max(next.Column, 1),
			Err: fmt.Errorf("%w: more than one document", ErrSyntax)}
	}
	return fromNode(document.Content[0], file)
}

// FromNode reads a rule set inside another YAML document: the name of a built-in set
// or a mapping as in a rule-set file.
func FromNode(node *yaml.Node, file string) (Set, error) {
	if node.Kind == yaml.ScalarNode {
		set, err := Builtin(node.Value)
		if err != nil {
			err = &Error{File: file, Line: node.Line, Column: node.Column, Err: err}
		}
		return set, err
	}
	return fromNode(node, file)
}

func trimYAML(err error) string { return strings.TrimPrefix(err.Error(), "yaml: ") }

// A reader makes a Set of the nodes of a rule set and gathers the faults.
type reader struct {
	file string
	errs []error
}

func (r *reader) add(n *yaml.Node, err error) {
	r.errs = append(r.errs, &Error{File: r.file, Line: n.Line, Column: n.Column, Err: err})
}

func (r *reader) fault(n *yaml.Node, class error, format string, a ...any) {
	r.add(n, fmt.Errorf("%w: %s", class, fmt.Sprintf(format, a...)))
}

type pair struct{ key, value *yaml.Node }

func fromNode(node *yaml.Node, file string) (Set, error) {
	r := &reader{file: file}
	if node.Kind != yaml.MappingNode {
		r.fault(node, ErrSyntax, "want a mapping with base or family and settings")
		return Set{}, r.errs[0]
	}
	pairs := map[string]pair{}
	var order []string
	for i := 0; i+1 < len(node.Content); i += 2 {
		k, v := node.Content[i], node.Content[i+1]
		if first, twice := pairs[k.Value]; twice {
			r.fault(k, ErrSyntax, "duplicate key %q, first in line %d", k.Value, first.key.Line)
			continue
		}
		pairs[k.Value] = pair{k, v}
		order = append(order, k.Value)
	}
	set, ok := r.ground(node, pairs)
	if !ok {
		return Set{}, errors.Join(r.errs...)
	}
	name := ""
	for _, key := range order {
		p := pairs[key]
		switch key {
		case "base", "family":
		case "name":
			name = r.scalar(p)
		case "values":
			r.values(&set, p)
		default:
			r.setting(&set, p)
		}
	}
	set, err := named(set, name)
	if err != nil {
		r.add(pairs["name"].value, err)
	}
	return set, errors.Join(r.errs...)
}

// ground returns the set that the settings of a file change: the base, or the first values of the family.
func (r *reader) ground(node *yaml.Node, pairs map[string]pair) (Set, bool) {
	b, hasBase := pairs["base"]
	f, hasFamily := pairs["family"]
	switch {
	case hasBase && hasFamily:
		r.fault(f.key, ErrSyntax, "base and family exclude each other")
	case hasBase:
		set, err := Builtin(b.value.Value)
		if err == nil {
			return set, true
		}
		r.add(b.value, err)
	case hasFamily:
		if i := slices.Index(familyNames, f.value.Value); i >= 0 {
			return First(Family(i)), true
		}
		r.fault(f.value, ErrSetting, "family cannot be %q: it is one of %s%s", f.value.Value,
			strings.Join(familyNames, ", "), strict.Suggest(f.value.Value, familyNames))
	default:
		r.fault(node, ErrSyntax, "neither base nor family")
	}
	return Set{}, false
}

// First returns the set of a family in which every setting has its first value.
func First(f Family) Set {
	set := Set{Name: f.String(), Family: f}
	if f == Pacifist {
		set.Values = Values{1, 3, 3, 5, 9, 1000} // PAC-4
	}
	return set
}

func (r *reader) scalar(p pair) string {
	if p.value.Kind != yaml.ScalarNode || p.value.Tag == "!!null" {
		r.fault(p.value, ErrSyntax, "%s must be one word", p.key.Value)
	}
	return p.value.Value
}

func (r *reader) setting(set *Set, p pair) {
	s, ok := FindSetting(p.key.Value)
	switch {
	case !ok:
		r.fault(p.key, ErrSetting, "%q%s", p.key.Value, strict.Suggest(p.key.Value, Names(set.Family)))
	case !s.ReadBy(set.Family):
		r.fault(p.key, ErrSetting, "the %s family does not read %q", set.Family, s.Name)
	case p.value.Kind != yaml.ScalarNode:
		r.fault(p.value, ErrSyntax, "%s must be one word", s.Name)
	default:
		var err error
		if *set, err = s.With(*set, p.value.Value); err != nil {
			r.add(p.value, err)
		}
	}
}

func (r *reader) values(set *Set, p pair) {
	if set.Family != Pacifist {
		r.fault(p.key, ErrSetting, "the %s family does not read %q", set.Family, "values")
		return
	}
	if p.value.Kind != yaml.MappingNode {
		r.fault(p.value, ErrSyntax, "values must be a mapping such as {pawn: 1, king: 4}")
		return
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(p.value.Content); i += 2 {
		k, v := p.value.Content[i], p.value.Content[i+1]
		if seen[k.Value] {
			r.fault(k, ErrSyntax, "duplicate key %q", k.Value)
			continue
		}
		word := v.Value
		if v.Kind != yaml.ScalarNode {
			word = "" // no number
		}
		at := v
		if !slices.Contains(kindNames[:], k.Value) {
			at = k
		}
		var err error
		if *set, err = set.withValue(k.Value, word); err != nil {
			r.add(at, err)
		}
		seen[k.Value] = true
	}
}

// AppendYAML appends the set as a rule-set file that [Parse] reads back to an equal set.
func AppendYAML(text []byte, set Set) []byte {
	text = fmt.Appendf(text, "name: %s\nfamily: %s\n", quoted(set.Name), set.Family)
	if set.Family == Pacifist {
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
	return text
}
