package lines

import (
	"bytes"
	"sort"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// Places finds the lines and columns of places in a text. It builds its table when first asked. In
// one long line, columns are found quickly only if they are asked for from left to right. It is
// used by one goroutine at a time.
type Places struct {
	before int // lines of a stream before the text
	text   []byte
	starts []int // of the lines; nil before the first call

	at, column int // the last answer; at is -1 if the next cannot be counted from it
}

// Reset prepares for another text, which some lines precede, and reuses the memory.
func (l *Places) Reset(text []byte, before int) {
	l.text, l.before, l.starts, l.at = text, before, l.starts[:0], -1
}

// NewPlaces returns the lines of a text.
func NewPlaces(text []byte) *Places { return &Places{text: text} }

// find returns the index of the line around an offset, and the offset cut to the text.
func (l *Places) find(at int) (line, within int) {
	if len(l.starts) == 0 {
		l.starts = append(l.starts, 0)
		for next := 0; ; {
			i := bytes.IndexByte(l.text[next:], '\n')
			if i < 0 {
				break
			}
			next += i + 1
			l.starts = append(l.starts, next)
		}
	}

	at = min(max(at, 0), len(l.text))
	return sort.SearchInts(l.starts, at+1) - 1, at
}

// Place returns the line in the stream and the column of a byte of the text, both from 1. Columns
// count characters if the line is UTF-8, otherwise bytes. A byte order mark has no column.
func (l *Places) Place(at int) (line, column int) {
	i, at := l.find(at)
	start := l.starts[i]
	if l.at > start && l.at <= at && utf8.Valid(l.text[l.at:at]) {
		l.column += utf8.RuneCount(l.text[l.at:at])
		l.at = at
	} else {
		l.column = 1 + Width(l.text[start:at])
		l.at = at
		if !utf8.Valid(l.text[start:at]) {
			l.at = -1
		}
	}

	return l.before + i + 1, l.column
}

// Line returns the line around a byte of the text, without its line end, and the byte's offset in
// it.
func (l *Places) Line(at int) (line []byte, in int) {
	i, at := l.find(at)
	end := len(l.text)
	if i+1 < len(l.starts) {
		end = l.starts[i+1] - 1
	}
	return bytes.TrimSuffix(l.text[l.starts[i]:end], []byte{'\r'}), at - l.starts[i]
}

// Count returns the number of lines.
func (l *Places) Count() int {
	l.find(0)
	return len(l.starts)
}

// Start returns where a line begins, the first being 1.
func (l *Places) Start(line int) int {
	l.find(0)
	return l.starts[line-1]
}

// Width counts the characters in a part of a line.
func Width(text []byte) int {
	text = bytes.TrimPrefix(text, byteOrderMark)
	if utf8.Valid(text) {
		return utf8.RuneCount(text)
	}
	return len(text)
}

var byteOrderMark = []byte("\xef\xbb\xbf") // of UTF-8

// Decode returns a text as UTF-8. latin says that it has one byte a character, in Latin-1 or what
// Windows makes of it.
func Decode(text []byte, latin bool) string {
	if !latin {
		return string(text)
	}
	runes := make([]rune, len(text))
	for i, b := range text {
		runes[i] = charmap.Windows1252.DecodeByte(b)
	}
	return string(runes)
}
