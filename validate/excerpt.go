package validate

import (
	"strings"
	"unicode/utf8"

	"turncoat/internal/lines"
	"turncoat/internal/printable"
	"turncoat/internal/report"
)

// excerptWidth is how much of a line a report shows, in bytes.
const excerptWidth = 100

// excerptOf returns the piece of the line around a place, with the part that a finding is about
// pointed out: at least one character.
func excerptOf(places *lines.Places, at, end int) report.Excerpt {
	line, in := places.Line(at)
	in = min(in, len(line))
	end = min(max(in+end-at, in), len(line))
	from, to := 0, len(line)
	if to-from > excerptWidth {
		from = max(0, in-excerptWidth/2)
		to = min(len(line), from+excerptWidth)
		for from > 0 && from < in && line[from]&0xc0 == 0x80 { // not in the middle of a character
			from++
		}
		for to < len(line) && to > in && line[to]&0xc0 == 0x80 {
			to--
		}
	}

	end = min(end, to)
	caret, width := lines.Width(line[from:in]), max(1, lines.Width(line[in:end]))
	before, after := "", ""
	if from > 0 {
		before, caret = "…", caret+1
	}
	if to < len(line) {
		after = "…"
	}
	return report.Excerpt{Text: before + shown(line[from:to]) + after, Caret: caret, Width: width}
}

// shown returns a line of a record as it can be shown in one line of a screen, each character in
// its column: tabs as spaces, what is hidden or would command a terminal as question marks.
func shown(line []byte) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t':
			return ' '
		case r >= ' ' && r < 0x7f:
			return r
		case printable.Line(string(r)) != string(r):
			return '?'
		}

		return r
	}, strings.TrimPrefix(lines.Decode(line, !utf8.Valid(line)), "\ufeff"))
}
