package pgn

import "bytes"

// Where a record begins can be seen from the lines around it, whatever stands before: a line that
// opens with a tag pair begins a new record
//
//   - behind an empty line, when the last line that is not empty is no tag pair;
//   - when the tag is Event, behind an empty line or any line that is no tag pair.
//
// So a comment that is never closed, or a file cut off in the middle and followed by another, ends
// at the next record's tags, and a stream can be cut there without reading what stands between.

// boundaryAt tells whether a record begins with the "[" at a place, the text beginning no earlier
// than the record before.
func boundaryAt(text []byte, at int) bool {
	name, ok := tagName(text[at:])
	if !ok {
		return false
	}
	lineStart := at
	for lineStart > 0 && blank(text[lineStart-1]) {
		lineStart--
	}
	if lineStart == 0 {
		return true
	}
	if text[lineStart-1] != '\n' {
		return false
	}
	isEvent := string(name) == "Event"
	empty := false
	for end := lineStart - 1; ; {
		start := bytes.LastIndexByte(text[:end], '\n') + 1
		line := bytes.TrimSpace(text[start:end])
		if len(line) > 0 {
			return isEvent && empty || !isTagLine(line) && (isEvent || empty)
		}
		empty = true
		if start == 0 {
			return true
		}
		end = start - 1
	}
}

// tagName gives the name of the tag that text opens with: "[Name "".
func tagName(text []byte) ([]byte, bool) {
	if len(text) == 0 || text[0] != '[' {
		return nil, false
	}
	text = text[:min(len(text), maxName)]
	i := 1
	for i < len(text) && blank(text[i]) {
		i++
	}
	start := i
	for i < len(text) && nameByte(text[i]) {
		i++
	}
	name := text[start:i]
	for i < len(text) && blank(text[i]) {
		i++
	}
	return name, len(name) > 0 && i < len(text) && text[i] == '"'
}

// maxName is how long a tag's bracket, name and quote may be together.
const maxName = 300

func isTagLine(line []byte) bool {
	return len(line) > 1 && line[0] == '[' && (nameByte(line[1]) || blank(line[1]))
}

func nameByte(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b == '_'
}

func blank(b byte) bool { return b == ' ' || b == '\t' || b == '\r' }

func space(b byte) bool {
	return b == ' ' || b == '\n' || b == '\t' || b == '\r' || b == '\v' || b == '\f'
}

// gluedAt tells whether a record begins in the middle of a line: a whole tag pair ends the line and
// the next line opens with another.
func gluedAt(text []byte, at int) bool {
	if _, ok := tagName(text[at:]); !ok {
		return false
	}
	line, rest, ok := bytes.Cut(text[at:], newline)
	if !ok || !bytes.HasSuffix(bytes.TrimSpace(line), []byte(`"]`)) {
		return false
	}
	_, ok = tagName(bytes.TrimLeft(rest, " \t"))
	return ok
}
