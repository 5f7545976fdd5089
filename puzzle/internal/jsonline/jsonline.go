// Package jsonline writes values as lines of JSON.
package jsonline

import (
	"bytes"
	"encoding/json"
)

// Encode returns a value as one line of JSON without the line's end, "<", ">" and "&" as they are.
func Encode(v any) ([]byte, error) {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(text.Bytes(), []byte("\n")), nil
}
