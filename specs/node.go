package specs

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"turncoat/internal/strict"
	"turncoat/pgn"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// A reader turns YAML nodes into scenarios and gathers the faults on its way.
type reader struct {
	strict.Reader
	file   string
	dir    string   // in which rule-set files may be named; empty for none
	faults []*Fault // of what is being read now
}

func newReader(file, dir string) *reader {
	r := &reader{file: file, dir: dir}
	r.Report = func(f strict.Fault) {
		r.fault(Place(f.Place), pgn.Syntax, syntaxError(f.Err.Error()))
	}
	return r
}

func place(n *yaml.Node) Place { return Place(strict.PlaceOf(n)) }

func (r *reader) fault(at Place, code pgn.Code, err error) {
	r.faults = append(r.faults, &Fault{File: r.file, Place: at, Code: code, Err: err})
}

// syntaxError is a fault of form; its class is known by Unwrap and not in the words.
type syntaxError string

func (e syntaxError) Error() string { return string(e) }

func (e syntaxError) Unwrap() error { return board.ErrSyntax }

// badAt notes a fault of form at a place.
func (r *reader) badAt(at Place, format string, a ...any) {
	r.Report(strict.Fault{Place: strict.Place(at), Err: fmt.Errorf(format, a...)})
}

// joined notes each of the errors that a joined error holds. Those of package ruleset bring their
// own place.
func (r *reader) joined(at Place, code pgn.Code, err error) {
	if many, ok := err.(interface{ Unwrap() []error }); ok {
		for _, e := range many.Unwrap() {
			r.joined(at, code, e)
		}
		return
	}
	var placed *ruleset.Error
	if errors.As(err, &placed) && placed.Line > 0 {
		at, err = Place{placed.Line, placed.Column}, placed.Err
	}
	r.fault(at, code, err)
}

// mapping calls read for each key of a mapping, in its order. Other keys than those given, and
// duplicate ones, are faults.
func (r *reader) mapping(n *yaml.Node, what string, keys []string, read func(key string, k,
	v *yaml.Node)) bool {
	known := strict.Keys{What: what, Known: keys, Hint: func(key string) string {
		return hint(key, what, keys)
	}}
	return r.Mapping(n, known, func(k, v *yaml.Node) { read(k.Value, k, v) })
}

// hint says what an unknown key may have been meant for.
func hint(key, what string, keys []string) string {
	if near := strict.Suggest(key, keys); near != "" {
		return near
	}
	for _, other := range []struct {
		what string
		keys []string
	}{{"expect", expectKeys}, {"turns", turnsKeys}, {"a scenario", scenarioKeys}, {"the file",
		fileKeys}} {
		if other.what != what && slices.Contains(other.keys, key) {
			return fmt.Sprintf(" (it belongs in %s)", other.what)
		}
	}
	return fmt.Sprintf(" (the keys are %s)", strings.Join(keys, ", "))
}

// entries calls read for each key and value of a mapping whose keys may be any, each once.
func (r *reader) entries(n *yaml.Node, what string, read func(k, v *yaml.Node)) bool {
	return r.Mapping(n, strict.Keys{What: what}, read)
}

// oneOrMore returns a list where one scalar may stand for a list of it alone.
func oneOrMore(n *yaml.Node) *yaml.Node {
	if n.Kind != yaml.ScalarNode || strict.IsNull(n) {
		return n
	}
	return &yaml.Node{Kind: yaml.SequenceNode, Line: n.Line, Column: n.Column,
		Content: []*yaml.Node{n}}
}

// texts reads a list of things that are called so, each once.
func (r *reader) texts(n *yaml.Node, what, of, called string,
	read func(item *yaml.Node) *Text) []Text {
	list, seen := []Text{}, map[string]bool{}
	r.List(n, what, of, func(item *yaml.Node) {
		t := read(item)
		if t == nil {
			return
		}
		if seen[t.Value] {
			r.Fault(item, "duplicate %s%s in %s", called, t.Value, what)
		}
		seen[t.Value] = true
		list = append(list, *t)
	})
	return list
}

// text reads a scalar; nil when there is none.
func (r *reader) text(n *yaml.Node, what string) *Text {
	if n.Kind != yaml.ScalarNode || strict.IsNull(n) || strings.TrimSpace(n.Value) == "" {
		r.Fault(n, "%s must be text, not %s", what, strict.Describe(n))
		return nil
	}
	return &Text{place(n), n.Value}
}

// number reads a whole number from low up.
func (r *reader) number(n *yaml.Node, what string, low uint64) *Number {
	v, err := strconv.ParseUint(n.Value, 10, 63)
	if n.Kind != yaml.ScalarNode || err != nil || v < low {
		r.Fault(n, "%s must be a whole number of at least %d, not %s", what, low,
			strict.Describe(n))
		return nil
	}
	return &Number{place(n), v}
}

func (r *reader) square(n *yaml.Node) (board.Square, bool) {
	s, ok := board.ParseSquare(n.Value)
	if n.Kind != yaml.ScalarNode || !ok {
		r.Fault(n, "%s is no square", strict.Describe(n))
		return s, false
	}
	return s, true
}

// squares reads a list of squares, each once.
func (r *reader) squares(n *yaml.Node, what string) (Squares, bool) {
	set, fine := Squares{Place: place(n)}, true
	ok := r.List(n, what, "squares", func(item *yaml.Node) {
		s, ok := r.square(item)
		if ok && set.Set.Has(s) {
			r.Fault(item, "duplicate square %v in %s", s, what)
			ok = false
		}
		fine = fine && ok
		set.Set |= s.Bit()
	})
	return set, ok && fine
}

// word reads one of several words.
func (r *reader) word(n *yaml.Node, what string, words []string) *Text {
	t := r.text(n, what)
	if t == nil {
		return nil
	}
	if slices.Contains(words, t.Value) {
		return t
	}
	r.Fault(n, "%s cannot be %q: it is one of %s%s", what, t.Value, strings.Join(words, ", "),
		strict.Suggest(t.Value, words))
	return nil
}

// rule reads the identifier of a rule.
func (r *reader) rule(n *yaml.Node, what string) *Text {
	t := r.text(n, what)
	if t == nil {
		return nil
	}
	if rules.StatementOf(t.Value) == "" {
		r.Fault(n, "%s: there is no rule %q%s", what, t.Value, strict.Suggest(t.Value, ruleIDs()))
		return nil
	}
	return t
}

func ruleIDs() []string {
	var ids []string
	for _, r := range rules.RuleList() {
		ids = append(ids, r.ID)
	}
	return ids
}
