package corpus

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"turncoat/rules/ruleset"
)

// A field is one key of a JSON object that is read strictly.
type field struct {
	name     string
	optional bool
	read     func(raw json.RawMessage) error
}

// A fault is an error at an offset of a line.
type fault struct {
	at  int
	err error
}

// into returns a reader of a field that takes just the type of the variable.
func into[T any](to *T) func(json.RawMessage) error {
	return func(raw json.RawMessage) error {
		if bytes.Equal(raw, []byte("null")) {
			return fmt.Errorf("%w: null is no value", ErrSyntax)
		}
		if err := json.Unmarshal(raw, to); err != nil {
			return plain(err)
		}
		return nil
	}
}

// plain says what the JSON package says in the words of this one.
func plain(err error) error {
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) {
		return fmt.Errorf("%w: a %s stands where a %s should", ErrSyntax, kind.Value, kind.Type)
	}
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		return fmt.Errorf("%w: the line ends too soon", ErrSyntax)
	}
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		return fmt.Errorf("%w: %s", ErrSyntax, strings.TrimPrefix(err.Error(), "json: "))
	}
	return err
}

// object reads a JSON object whose keys are just the fields: each once, none else. base is the
// offset of the text in its line. It gathers the faults and goes on after each that leaves the
// text readable.
func object(text []byte, base int, fields []field) []fault {
	var faults []fault
	dec := json.NewDecoder(bytes.NewReader(text))
	at := func() int { return base + int(dec.InputOffset()) }
	open, err := dec.Token()
	if err != nil {
		return []fault{{at(), plain(err)}}
	}
	if open != json.Delim('{') {
		return []fault{{base, fmt.Errorf("%w: want an object", ErrSyntax)}}
	}
	seen := map[string]bool{}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return append(faults, fault{at(), plain(err)})
		}
		name, _ := key.(string)
		keyAt := at() - len(name) - 2
		var raw json.RawMessage
		if err := dec.Decode(&raw); err != nil {
			return append(faults, fault{at(), plain(err)})
		}
		i := slices.IndexFunc(fields, func(f field) bool { return f.name == name })
		switch {
		case i < 0:
			faults = append(faults, fault{keyAt, fmt.Errorf("%w: no key is called %q%s", ErrSyntax, name,
				ruleset.Suggest(name, names(fields)))})
		case seen[name]:
			faults = append(faults, fault{keyAt, fmt.Errorf("%w: duplicate key %q", ErrSyntax, name)})
		default:
			if err := fields[i].read(raw); err != nil {
				faults = append(faults, nested(err, at()-len(raw), name)...)
			}
		}
		seen[name] = true
	}
	if _, err := dec.Token(); err != nil {
		return append(faults, fault{at(), plain(err)})
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		faults = append(faults, fault{at(), fmt.Errorf("%w: something follows the object", ErrSyntax)})
	}
	for _, f := range fields {
		if !f.optional && !seen[f.name] {
			faults = append(faults, fault{base, fmt.Errorf("%w: the key %q is missing", ErrSyntax, f.name)})
		}
	}
	return faults
}

func names(fields []field) []string {
	list := make([]string, len(fields))
	for i, f := range fields {
		list[i] = f.name
	}
	return list
}

// faultList carries faults of an inner object, at offsets within its own text, through an error.
type faultList []fault

func (l faultList) Error() string { return l[0].err.Error() }

func nested(err error, at int, name string) []fault {
	var inner faultList
	if !errors.As(err, &inner) {
		return []fault{{at, fmt.Errorf("%s: %w", name, err)}}
	}
	faults := make([]fault, len(inner))
	for i, f := range inner {
		faults[i] = fault{at + f.at, fmt.Errorf("%s: %w", name, f.err)}
	}
	return faults
}

// array reads a JSON array element by element.
func array(read func(raw json.RawMessage) error) func(json.RawMessage) error {
	return func(raw json.RawMessage) error {
		dec := json.NewDecoder(bytes.NewReader(raw))
		open, err := dec.Token()
		if err != nil {
			return plain(err)
		}
		if open != json.Delim('[') {
			return fmt.Errorf("%w: want an array", ErrSyntax)
		}
		var faults faultList
		for dec.More() {
			var element json.RawMessage
			if err := dec.Decode(&element); err != nil {
				return plain(err)
			}
			if err := read(element); err != nil {
				for _, f := range nested(err, int(dec.InputOffset())-len(element), "") {
					f.err = errors.Unwrap(f.err)
					faults = append(faults, f)
				}
			}
		}
		if len(faults) > 0 {
			return faults
		}
		return nil
	}
}
