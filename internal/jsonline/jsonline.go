// Package jsonline writes values as lines of JSON. It leaves "<", ">" and "&" as they are, and
// escapes characters that a terminal would obey or hide.
package jsonline

import (
	"bytes"
	"encoding/json"
	"io"

	"turncoat/internal/printable"
)

// Append appends a value as one line of JSON with its line feed.
func Append(text []byte, v any) ([]byte, error) {
	var line bytes.Buffer
	e := json.NewEncoder(&line)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return text, err
	}
	return append(text, printable.JSON(line.Bytes())...), nil
}

// Write writes a value as one line of JSON.
func Write(w io.Writer, v any) error {
	line, err := Append(nil, v)
	if err != nil {
		return err
	}
	_, err = w.Write(line)
	return err
}

// Encode returns a value as one line of JSON, without the line feed.
func Encode(v any) ([]byte, error) {
	line, err := Append(nil, v)
	return bytes.TrimSuffix(line, []byte("\n")), err
}
