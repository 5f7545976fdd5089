package pgn

import (
	"bytes"
	"unicode/utf8"
)

// Place gives the line and the column of a byte of the text, both from 1. Columns count
// characters: of UTF-8, or bytes where the line is not UTF-8. A byte order mark has no column.
func Place(text []byte, at int) (line, column int) {
	at = min(max(at, 0), len(text))
	line = 1 + bytes.Count(text[:at], newline)
	start := bytes.LastIndexByte(text[:at], '\n') + 1
	return line, 1 + Width(text[start:at])
}

// Width counts the characters of a piece of one line.
func Width(text []byte) int {
	text = bytes.TrimPrefix(text, mark)
	if utf8.Valid(text) {
		return utf8.RuneCount(text)
	}
	return len(text)
}

// LineAt gives the line of the text around a byte, without its end, and the byte's place in it.
func LineAt(text []byte, at int) (line []byte, in int) {
	at = min(max(at, 0), len(text))
	start := bytes.LastIndexByte(text[:at], '\n') + 1
	line = text[start:]
	if end := bytes.IndexByte(line, '\n'); end >= 0 {
		line = line[:end]
	}
	line = bytes.TrimSuffix(line, []byte{'\r'})
	return line, at - start
}

var (
	newline = []byte{'\n'}
	mark    = []byte("\xef\xbb\xbf") // the byte order mark of UTF-8
)

// decode gives text as UTF-8: as it is, or if it is not UTF-8, read as Latin-1.
func decode(text []byte, latin bool) string {
	if !latin {
		return string(text)
	}
	runes := make([]rune, len(text))
	for i, b := range text {
		runes[i] = rune(b)
	}
	return string(runes)
}

// Text gives a piece of a record's text as UTF-8: as it is, or if it is not UTF-8, read as Latin-1.
func Text(piece []byte) string { return decode(piece, !utf8.Valid(piece)) }
