package jsonline

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"sync"
)

// A Fault is what is wrong at an offset of a text, in bytes.
type Fault struct {
	Offset int
	Err    error
}

// Strict reads one JSON object into a struct and returns all faults. Every object in the text must have exactly the
// keys of its struct, spelled as in the tags and each once; only those with omitempty or omitzero may be missing.
// null is no value. What implements [json.Unmarshaler] reads itself.
func Strict(text []byte, into any) []Fault {
	var r strictReader
	r.members(text, 0, "", reflect.ValueOf(into).Elem())
	return r.faults
}

// Decode reads one JSON object as [Strict] does and returns the first fault.
func Decode(text []byte, into any) error {
	if faults := Strict(text, into); len(faults) > 0 {
		return faults[0].Err
	}
	return nil
}

type strictReader struct{ faults []Fault }

func (r *strictReader) add(at int, path string, err error) {
	var kind *json.UnmarshalTypeError
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &kind):
		got := map[string]string{"array": "a list", "object": "an object"}[kind.Value]
		err = fmt.Errorf("want %s, not %s", nameOf(kind.Type), cmp.Or(got, "a "+kind.Value))
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		err = errors.New("the JSON text is incomplete")
	case errors.As(err, &syntax):
		err = errors.New(strings.TrimPrefix(err.Error(), "json: "))
	}
	if path != "" {
		err = fmt.Errorf("%s: %w", path, err)
	}
	r.faults = append(r.faults, Fault{at, err})
}

// nameOf names a type as it is written in JSON.
func nameOf(t reflect.Type) string {
	switch t.Kind() {
	case reflect.String:
		return "a string"
	case reflect.Bool:
		return "true or false"
	case reflect.Slice, reflect.Array:
		return "a list"
	case reflect.Struct, reflect.Map:
		return "an object"
	}
	return "a whole number"
}

// value reads one value, which begins at an offset.
func (r *strictReader) value(raw []byte, at int, path string, v reflect.Value) {
	if string(raw) == "null" {
		r.add(at, path, errors.New("null is no value"))
		return
	}
	if _, ok := v.Addr().Interface().(json.Unmarshaler); !ok {
		switch v.Kind() {
		case reflect.Pointer:
			v.Set(reflect.New(v.Type().Elem()))
			r.value(raw, at, path, v.Elem())
			return
		case reflect.Struct, reflect.Map:
			r.members(raw, at, path, v)
			return
		case reflect.Slice:
			var elements []json.RawMessage
			if v.Type().Elem().Kind() != reflect.Struct || json.Unmarshal(raw, &elements) != nil {
				break
			}
			v.Set(reflect.MakeSlice(v.Type(), len(elements), len(elements)))
			for i, from := 0, 0; i < len(elements); i++ {
				from += bytes.Index(raw[from:], elements[i])
				r.value(elements[i], at+from, fmt.Sprintf("%s[%d]", path, i), v.Index(i))
				from += len(elements[i])
			}
			return
		}
	}
	if err := json.Unmarshal(raw, v.Addr().Interface()); err != nil {
		r.add(at, path, err)
	}
}

func (r *strictReader) members(text []byte, base int, path string, v reflect.Value) {
	d := json.NewDecoder(bytes.NewReader(text))
	at := func() int { return base + int(d.InputOffset()) }
	switch open, err := d.Token(); {
	case err != nil:
		r.add(at(), path, err)
		return
	case open != json.Delim('{'):
		r.add(base, path, errors.New("want an object"))
		return
	}
	fields, seen := fieldsOf(v.Type()), map[string]bool{}
	if v.Kind() == reflect.Map {
		v.Set(reflect.MakeMap(v.Type()))
	}
	for d.More() {
		token, err := d.Token()
		if err != nil {
			r.add(at(), path, err)
			return
		}
		key, _ := token.(string)
		keyAt := at() - len(key) - 2
		var raw json.RawMessage
		if err := d.Decode(&raw); err != nil {
			r.add(at(), path, err)
			return
		}
		inner := strings.TrimPrefix(path+"."+key, ".")
		i := slices.IndexFunc(fields, func(f structField) bool { return f.key == key })
		switch {
		case seen[key]:
			r.add(keyAt, path, fmt.Errorf("duplicate key %q", key))
		case v.Kind() == reflect.Map:
			element := reflect.New(v.Type().Elem()).Elem()
			r.value(raw, at()-len(raw), inner, element)
			v.SetMapIndex(reflect.ValueOf(key), element)
		case i < 0:
			r.add(keyAt, path, fmt.Errorf("unknown key %q", key))
		default:
			r.value(raw, at()-len(raw), inner, v.FieldByIndex(fields[i].index))
		}
		seen[key] = true
	}
	if _, err := d.Token(); err != nil {
		r.add(at(), path, err)
		return
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		r.add(at(), path, errors.New("text after the object"))
	}
	var missing []string
	for _, f := range fields {
		if !f.optional && !seen[f.key] {
			missing = append(missing, fmt.Sprintf("%q", f.key))
		}
	}
	if missing != nil {
		r.add(base, path, fmt.Errorf("missing %s", strings.Join(missing, ", ")))
	}
}

type structField struct {
	key      string
	index    []int
	optional bool
}

var structFields sync.Map // by type

// fieldsOf returns the fields of a struct in order, embedded ones too, and none of anything else.
func fieldsOf(t reflect.Type) []structField {
	if fields, ok := structFields.Load(t); ok {
		return fields.([]structField)
	}
	var fields []structField
	if t.Kind() == reflect.Struct {
		for _, f := range reflect.VisibleFields(t) {
			key, options, _ := strings.Cut(f.Tag.Get("json"), ",")
			if key != "" && key != "-" {
				fields = append(fields, structField{key, f.Index, strings.Contains(options, "omit")})
			}
		}
	}
	structFields.Store(t, fields)
	return fields
}
