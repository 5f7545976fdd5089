// Package printable shows text that came from outside (a file, its name, another program) on a
// terminal. Raw, such text could move the cursor, change the title of the window, forge lines of a
// report or turn the order of words around.
package printable

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Line returns a text as a piece of one line. Control characters, bytes that are not UTF-8, and
// characters that cannot be seen but change how others are shown stand as Go writes them in a
// string: \x1b, \n, \u202e. Everything else is left alone, backslashes too: the result is for
// people, and is not read back.
func Line(text string) string { return escape(text, false) }

// Block returns a text of several lines in the same way, with its line feeds and tabs left in. A
// carriage return before a line feed is dropped.
func Block(text string) string { return escape(text, true) }

func escape(text string, block bool) string {
	if utf8.ValidString(text) && !strings.ContainsFunc(text, func(r rune) bool {
		return hidden(r,
			block)
	}) {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, text[i])
		case block && r == '\r' && strings.HasPrefix(text[i+1:], "\n"):
		case !hidden(r, block):
			b.WriteString(text[i : i+size])
		case r < utf8.RuneSelf && !strings.ContainsRune("\n\r\t", r):
			fmt.Fprintf(&b, `\x%02x`, r)
		default:
			b.WriteString(strings.Trim(strconv.QuoteRuneToASCII(r), "'"))
		}
		i += size
	}
	return b.String()
}

// JSON returns JSON text with the same characters written as escapes, as they may stand in its
// strings: the value stays what it was.
func JSON(text []byte) []byte {
	if !bytes.ContainsFunc(text, func(r rune) bool { return r >= 0x7f }) {
		return text
	}
	var out []byte
	for _, r := range string(text) {
		if r == '\n' || !hidden(r, false) {
			out = utf8.AppendRune(out, r)
			continue
		}
		for _, unit := range utf16.AppendRune(nil, r) {
			out = fmt.Appendf(out, `\u%04x`, unit)
		}
	}
	return out
}

// hidden reports whether a character must not reach a terminal as it is.
func hidden(r rune, block bool) bool {
	switch {
	case r >= 0x20 && r < 0x7f:
		return false
	case block && (r == '\n' || r == '\t'):
		return false
	case unicode.IsControl(r), // C0, DEL and C1
		r >= 0x200e && r <= 0x200f, r == 0x061c, // bidirectional marks
		// line and paragraph separators, bidirectional embeddings and overrides
		r >= 0x2028 && r <= 0x202e,
		r >= 0x2060 && r <= 0x206f, // bidirectional isolates, invisible operators
		r == 0x200b, r == 0xfeff,   // a space of no width, a byte-order mark
		r >= 0xfff9 && r <= 0xfffb, // interlinear annotations
		r >= 0xe0000 && r <= 0xe0fff:
		return true
	}
	return false
}

// Clip returns the beginning of a text, at most so many characters of it, with "…" in place of
// what was left out.
func Clip(text string, most int) string {
	if runes := []rune(text); len(runes) > most {
		return string(runes[:max(0, most-1)]) + "…"
	}
	return text
}
