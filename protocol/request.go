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
	object := fields{}
	err := json.Unmarshal(line, &object)
	for key := range object {
		if !slices.Contains(knownKeys, key) {
			r.unknown = append(r.unknown, key)
		}
	}
	slices.Sort(r.unknown)
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &syntax):
		return r, &Error{Code: Malformed, Message: "not a JSON object: " + err.Error()}
	case err != nil: // an array, a number, null
		return r, &Error{Code: Malformed, Message: "not a JSON object"}
	}
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

// knownKeys are the keys of a request that are read here, in the order of its fields.
var knownKeys = keysOf(&Request{})

// kinds says in words what a field takes.
var kinds = map[string]string{"string": "a string", "[]string": "a list of strings", "*int": "a whole number",
	"[][]string": "a list of lists of squares", "bool": "true or false"}

// fields holds the values of the known keys of an object, the last value of a duplicate key, and a few others without
// their values: there may be a million.
type fields map[string]json.RawMessage

// mostUnknown is how many keys are noted that are not known.
const mostUnknown = 32

// checkKeys returns the error of a request with a key that is neither known nor one of more; nil if there is none.
func (r *Request) checkKeys(more ...string) error {
	for _, key := range r.unknown {
		if !slices.Contains(more, key) {
			return Invalid("unknown key %q%s", key, ruleset.Suggest(key, slices.Concat(knownKeys, more)))
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

var errNoObject = errors.New("not an object")

// UnmarshalJSON reads text that is known to be JSON.
func (f fields) UnmarshalJSON(text []byte) error {
	d := json.NewDecoder(bytes.NewReader(text))
	if begin, err := d.Token(); err != nil || begin != json.Delim('{') {
		return errNoObject
	}
	var value json.RawMessage
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return err
		}
		if err := d.Decode(&value); err != nil {
			return err
		}
		if name, ok := key.(string); ok && slices.Contains(knownKeys, name) {
			f[name] = bytes.Clone(value)
		} else if ok && len(f) < len(knownKeys)+mostUnknown && len(name) <= maxKey {
			f[name] = nil
		}
	}
	return nil
}

// Invalid returns an error of the code [InvalidRequest].
func Invalid(format string, a ...any) *Error {
	return &Error{Code: InvalidRequest, Message: fmt.Sprintf(format, a...)}
}

// Limits on one request, far above what a good one needs.
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
func (s *Server) variant(r *Request) (*rules.Variant, error) {
	text := bytes.TrimSpace(r.Rules)
	var set ruleset.Set
	var err error
	switch {
	case len(text) == 0:
		return nil, Invalid("missing %q", "rules")
	case text[0] == '"':
		var name string
		if err := json.Unmarshal(text, &name); err != nil {
			return nil, Invalid("%q must be a name or an object", "rules")
		}
		if !strings.ContainsAny(name, ":\n") {
			set, err = ruleset.Builtin(name)
			break
		}
		if len(name) > maxRules {
			return nil, &Error{Code: Limit, Message: fmt.Sprintf("%q is longer than %d bytes", "rules", maxRules)}
		}
		set, err = ruleset.Parse([]byte(name), "")
	case len(text) > maxRules:
		return nil, &Error{Code: Limit, Message: fmt.Sprintf("%q is longer than %d bytes", "rules", maxRules)}
	case text[0] == '{':
		set, err = ruleset.Parse(text, "") // JSON is YAML
	default:
		return nil, Invalid("%q must be a name or an object", "rules")
	}
	if err != nil {
		return nil, &Error{Code: UnknownRules, Message: err.Error()}
	}
	for _, o := range s.Set {
		set = o.Apply(set)
	}
	return rules.New(set), nil
}
