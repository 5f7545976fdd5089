package protocol

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"turncoat/internal/strict"
	"turncoat/rules"
	"turncoat/rules/ruleset"
)

// null is the id of a request whose own cannot be read.
var null = json.RawMessage("null")

// ParseRequest parses a line. Keys that this package does not know may belong to an ask of [Server.More]; the case of
// keys matters. The ID is that of the line, or null
// if it has none or cannot be parsed. It is set even if there is an error.
func ParseRequest(line []byte) (Request, *Error) {
	r := Request{ID: null}
	var whole json.RawMessage
	if err := json.Unmarshal(line, &whole); err != nil {
		return r, &Error{Code: Malformed, Message: "not a JSON object: " + err.Error()}
	}
	d := json.NewDecoder(bytes.NewReader(whole))
	if begin, err := d.Token(); err != nil || begin != json.Delim('{') {
		return r, &Error{Code: Malformed, Message: "not a JSON object"}
	}
	object := map[string]json.RawMessage{} // the last value of a duplicate key
	for d.More() {
		var value json.RawMessage
		key, err := d.Token()
		name, _ := key.(string)
		switch err = errors.Join(err, d.Decode(&value)); {
		case err != nil:
			return r, &Error{Code: Malformed, Message: err.Error()}
		case slices.Contains(knownKeys, name):
			object[name] = value
		case len(r.unknown) < mostUnknown && len(name) <= maxKey && !slices.Contains(r.unknown, name):
			r.unknown = append(r.unknown, name)
		}
	}
	slices.Sort(r.unknown)
	if id, ok := object["id"]; ok {
		r.ID = id
	}
	r.Line, r.Rules, r.Cancels = line, object["rules"], object["cancels"]
	into := reflect.ValueOf(&r).Elem()
	for i, key := range knownKeys {
		value, field := object[key], into.Field(i)
		if value == nil || field.Type() == reflect.TypeFor[json.RawMessage]() {
			continue
		}
		if err := json.Unmarshal(value, field.Addr().Interface()); err != nil {
			return r, Invalid("%q must be %s", key, kinds[field.Type().String()])
		}
	}
	if r.Ask == "" {
		return r, Invalid("missing %q", "ask")
	}
	return r, nil
}

// knownKeys are the keys that are read here, in the order of the fields.
var knownKeys = keysOf(&Request{})

// kinds says what a field takes.
var kinds = map[string]string{"string": "a string", "[]string": "a list of strings", "*int": "a whole number",
	"[][]string": "a list of lists of squares", "bool": "true or false"}

// mostUnknown is how many are noted.
const mostUnknown = 32

// checkKeys returns the error of a key that is neither known nor one of more.
func (r *Request) checkKeys(more ...string) error {
	for _, key := range r.unknown {
		if !slices.Contains(more, key) {
			return Invalid("unknown key %q%s", key, strict.Suggest(key, slices.Concat(knownKeys, more)))
		}
	}
	return nil
}

// keysOf lists the keys of the struct that a pointer points to.
func keysOf(into any) []string {
	var list []string
	t := reflect.TypeOf(into).Elem()
	for i := range t.NumField() {
		name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		if name = cmp.Or(name, strings.ToLower(t.Field(i).Name)); name != "-" && t.Field(i).IsExported() {
			list = append(list, name)
		}
	}
	return list
}

// Invalid returns an error of the code [InvalidRequest].
func Invalid(format string, a ...any) *Error {
	return &Error{Code: InvalidRequest, Message: fmt.Sprintf(format, a...)}
}

// Within returns the error of a number outside limits.
func Within[T int | int64](key string, value, least, most T) error {
	if value < least || value > most {
		return Invalid("%q must be %d to %d, not %d", key, least, most, value)
	}
	return nil
}

// AtLeast returns the error of a number below a limit.
func AtLeast(key string, value, least int) error {
	if value < least {
		return Invalid("%q must be at least %d, not %d", key, least, value)
	}
	return nil
}

// Limits on one request, far above its needs.
const (
	maxRules   = 1 << 14 // bytes of a rules object
	maxMessage = 1 << 11 // bytes of the message of an error
	maxKey     = 1 << 8  // bytes of an unknown key that is noted
)

// cut shortens the message of an error that quotes too much.
func cut(message string) string {
	if len(message) <= maxMessage {
		return message
	}
	return strings.ToValidUTF8(message[:maxMessage], "") + "…"
}

// variant returns the variant of a request: a built-in rule set by name, settings based on one, or the text of a
// rule-set file. It opens no files, since requests are not trusted.
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
			return nil, &Error{Code: Limit, Message: fmt.Sprintf("%q is longer than %d bytes", "rules", maxRules)}
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
