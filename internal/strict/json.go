package strict

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

// JSON reads one JSON object into the struct that into points to and returns all faults. Every
// object in the text must have exactly the keys of its struct, spelled as in the tags; only those
// with omitempty or omitzero may be missing. null is not accepted. A type that implements
// [json.Unmarshaler] reads itself.
func JSON(text []byte, into any) []Fault {
	r := jsonReader{text: text}
	r.object(text, 0, "", reflect.ValueOf(into).Elem())
	return r.faults
}

// Decode reads one JSON object as [JSON] does and returns the first fault.
func Decode(text []byte, into any) error {
	if faults := JSON(text, into); len(faults) > 0 {
		return faults[0].Err
	}
	return nil
}

// Member is a key of a JSON object with its value.
type Member struct {
	Key            string
	Value          json.RawMessage
	keyAt, valueAt int // offsets in the text of the object
}

// Members lists the keys of the only JSON object in a text in order, including duplicates. With an
// error, it returns the members before the place where the text stops being an object.
func Members(text []byte) ([]Member, error) {
	members, _, err := members(text)
	return members, err
}

// members returns what [Members] does, and the offset of an error.
func members(text []byte) (list []Member, at int, err error) {
	d := json.NewDecoder(bytes.NewReader(text))
	offset := func() int { return int(d.InputOffset()) }

	open, err := d.Token()
	if err != nil {
		return nil, offset(), plain(err)
	}
	if open != json.Delim('{') {
		return nil, 0, errors.New("want an object")
	}
	for d.More() {
		// Escapes may make the key longer in the text than in its value, so its quote is searched.
		before := offset()
		keyAt := before + bytes.IndexByte(text[before:], '"')
		token, err := d.Token()
		if err != nil {
			return list, offset(), plain(err)
		}
		key, _ := token.(string)
		m := Member{Key: key, keyAt: keyAt}
		if err := d.Decode(&m.Value); err != nil {
			return list, offset(), plain(err)
		}
		m.valueAt = offset() - len(m.Value)
		list = append(list, m)
	}

	if _, err := d.Token(); err != nil { // the closing brace
		return list, offset(), plain(err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return list, offset(), errors.New("text after the object")
	}
	return list, 0, nil
}

// plain rephrases an error of encoding/json for people who do not know Go.
func plain(err error) error {
	var mismatch *json.UnmarshalTypeError
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &mismatch):
		got := map[string]string{"array": "a list", "object": "an object"}[mismatch.Value]
		got = cmp.Or(got, "a "+mismatch.Value)
		return fmt.Errorf("want %s, not %s", nameOf(mismatch.Type), got)
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return errors.New("the JSON text is incomplete")
	case errors.As(err, &syntax):
		return errors.New(strings.TrimPrefix(err.Error(), "json: "))
	}

	return err
}

// nameOf names a type in terms of JSON.
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

type jsonReader struct {
	text   []byte
	faults []Fault
}

// add records a fault at an offset of the text. The path is the value that it is in.
func (r *jsonReader) add(offset int, path string, err error) {
	if path != "" {
		err = fmt.Errorf("%s: %w", path, err)
	}
	r.faults = append(r.faults, Fault{r.place(offset), err})
}

// place returns the place of an offset; its column counts bytes.
func (r *jsonReader) place(offset int) Place {
	before := r.text[:min(offset, len(r.text))]
	line := bytes.Count(before, []byte("\n"))
	return Place{line + 1, offset - bytes.LastIndexByte(before, '\n')}
}

// value reads one value that begins at an offset.
func (r *jsonReader) value(raw []byte, at int, path string, v reflect.Value) {
	if string(raw) == "null" {
		r.add(at, path, errors.New("null is not a value"))
		return
	}

	_, readsItself := v.Addr().Interface().(json.Unmarshaler)
	switch {
	case readsItself:
	case v.Kind() == reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		r.value(raw, at, path, v.Elem())
		return
	case v.Kind() == reflect.Struct, v.Kind() == reflect.Map:
		r.object(raw, at, path, v)
		return
	case v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Struct:
		r.list(raw, at, path, v)
		return
	}

	if err := json.Unmarshal(raw, v.Addr().Interface()); err != nil {
		r.add(at, path, plain(err))
	}
}

// list reads a list of objects.
func (r *jsonReader) list(raw []byte, at int, path string, v reflect.Value) {
	var elements []json.RawMessage
	if err := json.Unmarshal(raw, &elements); err != nil {
		r.add(at, path, plain(err))
		return
	}

	v.Set(reflect.MakeSlice(v.Type(), len(elements), len(elements)))
	offset := 0
	for i, element := range elements {
		offset += bytes.Index(raw[offset:], element)
		r.value(element, at+offset, fmt.Sprintf("%s[%d]", path, i), v.Index(i))
		offset += len(element)
	}
}

// object reads an object into a struct or a map.
func (r *jsonReader) object(text []byte, at int, path string, v reflect.Value) {
	members, errorAt, err := members(text)

	shape := shapeOf(v.Type())
	keys := Keys{Known: shape.keys}
	if v.Kind() == reflect.Map {
		v.Set(reflect.MakeMap(v.Type()))
	}
	for _, m := range members {
		if err := keys.Check(m.Key, 0); err != nil {
			r.add(at+m.keyAt, path, err)
			continue
		}

		inner := strings.TrimPrefix(path+"."+m.Key, ".")
		if v.Kind() == reflect.Map {
			element := reflect.New(v.Type().Elem()).Elem()
			r.value(m.Value, at+m.valueAt, inner, element)
			v.SetMapIndex(reflect.ValueOf(m.Key), element)
			continue
		}

		field := shape.fields[slices.Index(shape.keys, m.Key)]
		r.value(m.Value, at+m.valueAt, inner, v.FieldByIndex(field.Index))
	}

	if err != nil {
		r.add(at+errorAt, path, err)
		return
	}

	if missing := keys.Missing(shape.required); len(missing) > 0 {
		r.add(at, path, fmt.Errorf("missing %s", quoted(missing)))
	}
}

func quoted(words []string) string {
	list := make([]string, len(words))
	for i, word := range words {
		list[i] = fmt.Sprintf("%q", word)
	}
	return strings.Join(list, ", ")
}

// Field is a field of a struct that has a key in JSON.
type Field struct {
	Key   string
	Index []int // for [reflect.Value.FieldByIndex]
}

// Fields lists the fields of a struct that have keys according to their tags, including embedded
// ones, in order.
func Fields(t reflect.Type) []Field { return shapeOf(t).fields }

// KeysOf lists the keys of the fields that [Fields] returns.
func KeysOf(t reflect.Type) []string { return shapeOf(t).keys }

// shape is what JSON needs to know about a type; it is empty unless the type is a struct.
type shape struct {
	fields   []Field
	keys     []string // of all fields, in order; nil for other types
	required []string // the keys that may not be missing
}

var shapes sync.Map // by type

func shapeOf(t reflect.Type) shape {
	if known, ok := shapes.Load(t); ok {
		return known.(shape)
	}
	var s shape
	if t.Kind() == reflect.Struct {
		s.keys = []string{}
		for _, f := range reflect.VisibleFields(t) {
			key, options, _ := strings.Cut(f.Tag.Get("json"), ",")
			if key == "" || key == "-" {
				continue
			}
			s.fields = append(s.fields, Field{key, f.Index})
			s.keys = append(s.keys, key)
			if !strings.Contains(options, "omit") {
				s.required = append(s.required, key)
			}
		}
	}

	shapes.Store(t, s)
	return s
}
