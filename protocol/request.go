package protocol

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"turncoat/internal/strict"
	"turncoat/rules"
	"turncoat/rules/ruleset"
)

// null is the id of a request whose id cannot be read.
const null = "null"

// ParseRequest parses a line. Keys that this package does not know may belong to an ask of
// [Server.More]. Keys are case-sensitive, and the last value of a duplicate key counts. The ID is
// that of the line, or null if it has none or cannot be parsed; it is set even if there is an
// error.
func ParseRequest(line []byte) (Request, *Error) {
	r := Request{ID: json.RawMessage(null)}
	members, err := strict.Members(line)
	if err != nil {
		return r, &Error{Code: Malformed, Message: "malformed JSON: " + err.Error()}
	}
	r.Line = line

	values := map[string]json.RawMessage{}
	for _, m := range members {
		if slices.Contains(knownKeys, m.Key) {
			values[m.Key] = m.Value
		} else {
			r.noteUnknown(m.Key)
		}
	}

	slices.Sort(r.unknown)

	request := reflect.ValueOf(&r).Elem()
	for _, f := range requestFields {
		value, ok := values[f.Key]
		if !ok {
			continue
		}
		field := request.FieldByIndex(f.Index)
		if err := json.Unmarshal(value, field.Addr().Interface()); err != nil {
			return r, Invalid("%q must be %s", f.Key, kinds[field.Type().String()])
		}
	}

	if r.Ask == "" {
		return r, Invalid("missing %q", "ask")
	}
	return r, nil
}

var (
	requestFields = strict.Fields(reflect.TypeFor[Request]())
	knownKeys     = strict.KeysOf(reflect.TypeFor[Request]())
)

// kinds describes what a field takes, by its type.
var kinds = map[string]string{
	"string":     "a string",
	"[]string":   "a list of strings",
	"*int":       "a whole number",
	"[][]string": "a list of lists of squares",
	"bool":       "true or false",
}

// noteUnknown records an unknown key for [Request.checkKeys], unless there are too many.
func (r *Request) noteUnknown(key string) {
	const most = 32
	if len(r.unknown) < most && len(key) <= maxKey && !slices.Contains(r.unknown, key) {
		r.unknown = append(r.unknown, key)
	}
}

// checkKeys returns an error if there is a key that is neither known nor one of the others.
func (r *Request) checkKeys(others ...string) error {
	keys := strict.Keys{Known: slices.Concat(knownKeys, others)}
	for _, key := range r.unknown {
		if err := keys.Check(key, 0); err != nil {
			return Invalid("%v", err)
		}
	}

	return nil
}

// Invalid returns an error with the code [InvalidRequest].
func Invalid(format string, a ...any) *Error {
	return &Error{Code: InvalidRequest, Message: fmt.Sprintf(format, a...)}
}

// Within returns an error if a number is outside its limits.
func Within[T int | int64](key string, value, least, most T) error {
	if value < least || value > most {
		return Invalid("%q must be %d to %d, not %d", key, least, most, value)
	}
	return nil
}

// AtLeast returns an error if a number is below a limit.
func AtLeast(key string, value, least int) error {
	if value < least {
		return Invalid("%q must be at least %d, not %d", key, least, value)
	}
	return nil
}

// Limits on one request, far above what it needs.
const (
	maxRules   = 1 << 14 // bytes of a rules object
	maxMessage = 1 << 11 // bytes of the message of an error
	maxKey     = 1 << 8  // bytes of an unknown key that is noted
)

// cut shortens an error message that quotes too much.
func cut(message string) string {
	if len(message) <= maxMessage {
		return message
	}
	return strings.ToValidUTF8(message[:maxMessage], "") + "…"
}

// variant returns the variant of a request: a built-in rule set by name, settings based on one, or
// the text of a rule-set file. It opens no files, because requests are not trusted.
func (s *Server) variant(r *Request) (_ *rules.Variant, err error) {
	text := bytes.TrimSpace(r.Rules)
	var set ruleset.Set
	var name string
	switch {
	case len(text) == 0:
		return nil, Invalid("missing %q", "rules")
	case text[0] != '"' && text[0] != '{':
		return nil, Invalid("%q must be a name or an object", "rules")
	case json.Unmarshal(text, &name) == nil && !strings.ContainsAny(name, ":\n"):
		set, err = ruleset.Builtin(name)
	default:
		if name != "" {
			text = []byte(name)
		}
		if len(text) > maxRules {
			return nil, &Error{Code: Limit, Message: fmt.Sprintf("%q is longer than %d bytes",
				"rules", maxRules)}
		}

		set, err = ruleset.Parse(text, "") // JSON is YAML
	}

	if err != nil {
		return nil, &Error{Code: UnknownRules, Message: err.Error()}
	}
	for _, o := range s.Set {
		set = o.Apply(set)
	}
	return rules.New(set), nil
}
