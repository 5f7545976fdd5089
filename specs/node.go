package specs

import (
	"context"
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

// A reader converts YAML nodes to scenarios and collects faults on the way.
type reader struct {
	strict.Reader
	file   string
	dir    string   // the directory of rule-set files that may be named; empty for none
	faults []*Fault // of the file or scenario that is being read
}

func newReader(ctx context.Context, file, dir string) *reader {
	r := &reader{file: file, dir: dir}
	r.Context = ctx
	r.Report = func(f strict.Fault) {
		r.fault(Place(f.Place), pgn.Syntax, syntaxError(f.Err.Error()))
	}
	return r
}

func place(n *yaml.Node) Place { return Place(strict.PlaceOf(n)) }

func (r *reader) fault(at Place, code pgn.Code, err error) {
	r.faults = append(r.faults, &Fault{File: r.file, Place: at, Code: code, Err: err})
}

// syntaxError is a fault of form. Its class is returned by Unwrap and not part of the text.
type syntaxError string

func (e syntaxError) Error() string { return string(e) }

func (e syntaxError) Unwrap() error { return board.ErrSyntax }

// badAt reports a fault of form at a place.
func (r *reader) badAt(at Place, format string, a ...any) {
	r.Report(strict.Fault{Place: strict.Place(at), Err: fmt.Errorf(format, a...)})
}

// joined reports each of the errors that a joined error contains. Errors of package ruleset have
// their own place.
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

// mapping calls read for each key of a mapping in order. Keys that are not listed, and duplicate
// ones, are faults.
func (r *reader) mapping(n *yaml.Node, what string, keys []string, read func(key string, k,
	v *yaml.Node)) bool {
	known := strict.Keys{What: what, Known: keys, Hint: func(key string) string {
		return hint(key, what, keys)
	}}
	return r.Mapping(n, known, func(k, v *yaml.Node) { read(k.Value, k, v) })
}

// hint suggests what an unknown key may have been meant for.
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

// entries calls read for each key and value of a mapping that may have any keys, but no duplicates.
func (r *reader) entries(n *yaml.Node, what string, read func(k, v *yaml.Node)) bool {
	return r.Mapping(n, strict.Keys{What: what}, read)
}

// oneOrMore wraps a scalar into a list, for keys that take one value or a list.
func oneOrMore(n *yaml.Node) *yaml.Node {
	if n.Kind != yaml.ScalarNode || strict.IsNull(n) {
		return n
	}
	return &yaml.Node{Kind: yaml.SequenceNode, Line: n.Line, Column: n.Column,
		Content: []*yaml.Node{n}}
}

// texts reads a list without duplicates; called names its items in messages.
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

// text reads a scalar, nil if there is none.
func (r *reader) text(n *yaml.Node, what string) *Text {
	if n.Kind != yaml.ScalarNode || strict.IsNull(n) || strings.TrimSpace(n.Value) == "" {
		r.Fault(n, "%s must be text, not %s", what, strict.Describe(n))
		return nil
	}

	return &Text{place(n), n.Value}
}

// number reads a whole number that is at least low.
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
		r.Fault(n, "%s is not a square", strict.Describe(n))
		return s, false
	}

	return s, true
}

// squares reads a list of squares without duplicates.
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

// word reads one of some words.
func (r *reader) word(n *yaml.Node, what string, words []string) *Text {
	t := r.text(n, what)
	if t == nil {
		return nil
	}
	if slices.Contains(words, t.Value) {
		return t
	}
	r.Fault(n, "%s cannot be %q: use one of %s%s", what, t.Value, strings.Join(words, ", "),
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
