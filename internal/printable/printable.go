// Package printable prepares text from outside (a file, its name, another program) for a terminal.
// Without that, such text could move the cursor, change the title of the window, forge lines of a
// report or reverse the order of words.
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

// Line returns a text as part of one line. Control characters, bytes that are not UTF-8, and
// invisible characters that change how others are shown are replaced by escapes as in Go strings:
// \x1b, \n, \u202e. Everything else is left alone, including backslashes: the result is for people
// and is not read back.
func Line(text string) string { return escape(text, false) }

// Block does the same with a text of several lines, and keeps its line feeds and tabs. A carriage
// return before a line feed is dropped.
func Block(text string) string { return escape(text, true) }

func escape(text string, block bool) string {
	if utf8.ValidString(text) && !strings.ContainsFunc(text, func(r rune) bool {
		return hidden(r, block)
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

// JSON replaces the same characters in JSON text by escapes for JSON strings, so that the value
// does not change.
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

// hidden reports whether a character must not be sent to a terminal.
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

// Clip returns a text, cut to at most so many characters, with "…" for what was cut off.
func Clip(text string, most int) string {
	if runes := []rune(text); len(runes) > most {
		return string(runes[:max(0, most-1)]) + "…"
	}
	return text
}
