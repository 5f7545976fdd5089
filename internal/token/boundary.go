package token

import "bytes"

// Where a record begins can be seen from the lines around it, whatever stands before: a line that
// opens with a tag pair begins a new record
//
//   - after an empty line, when the last line that is not empty is no tag pair;
//   - when the tag is Event, after an empty line or any line that is no tag pair;
//   - after a line of the second section of vchess.club's export, as when such files are put together;
//   - after two empty lines, even of tags: so vchess.club's export writes a game without moves.
//
// So a comment that is never closed, or a file cut off and followed by another, ends at the next
// record's tags, and a stream can be cut there without reading what stands between.

const spaces = " \t\r\v\f" // white space within a line

// boundaryAt reports whether a record begins with the "[" at a place of a text that begins with the
// record before, or later.
func boundaryAt(text []byte, at int) bool {
	name, n := tagOpening(text[at:])
	if n == 0 {
		return false
	}
	lineStart, ok := startsLine(text, at)
	if lineStart == 0 || !ok {
		return ok
	}
	isEvent := string(name) == "Event"
	empty := 0
	for end := lineStart - 1; ; {
		start := bytes.LastIndexByte(text[:end], '\n') + 1
		line := bytes.Trim(text[start:end], spaces)
		if len(line) > 0 {
			return empty > 1 || isMachineLine(line) || isEvent && empty > 0 || !isTagLine(line) &&
				(isEvent || empty > 0)
		}
		empty++
		if start == 0 {
			return true
		}
		end = start - 1
	}
}

// tagOpening returns the name of the tag that text opens with, [Name ", and the length of that, 0
// for none.
func tagOpening(text []byte) (name []byte, n int) {
	if len(text) == 0 || text[0] != '[' {
		return nil, 0
	}
	text = text[:min(len(text), maxOpening)]
	start := pastBlanks(text, 1)
	i := start
	for i < len(text) && nameByte(text[i]) {
		i++
	}
	name = text[start:i]
	i = pastBlanks(text, i)
	if len(name) == 0 || i == len(text) || text[i] != '"' {
		return nil, 0
	}
	return name, i + 1
}

// pastBlanks returns the first place from one on that is not blank.
func pastBlanks(text []byte, at int) int {
	for at < len(text) && blank(text[at]) {
		at++
	}
	return at
}

// startsLine reports whether nothing but blanks is before a place in its line, and where that line
// begins.
func startsLine(text []byte, at int) (start int, ok bool) {
	for at > 0 && blank(text[at-1]) {
		at--
	}
	return at, at == 0 || text[at-1] == '\n'
}

const (
	maxOpening = 300  // bytes of a tag's bracket, name and opening quote
	maxGlued   = 4096 // bytes of a tag pair that follows another record in its line
)

// isMachineLine reports whether a line begins as those of the second section do: "12.w ".
func isMachineLine(line []byte) bool {
	dot := bytes.IndexByte(line, '.')
	if dot < 1 || dot > 6 || len(line) < dot+3 || line[dot+1] != 'w' && line[dot+1] != 'b' || line[dot+2] != ' ' {
		return false
	}
	return len(bytes.Trim(line[:dot], "0123456789")) == 0 && bytes.IndexByte(line, '[') < 0 // else a tag is glued to it
}

func isTagLine(line []byte) bool {
	return len(line) > 1 && line[0] == '[' && (nameByte(line[1]) || blank(line[1]))
}

// gluedAt reports whether a record begins in the middle of a line: a whole tag pair ends it and
// another opens the next line, as it does behind a text that is not the last.
func gluedAt(text []byte, at int, last bool) bool {
	if _, n := tagOpening(text[at:]); n == 0 {
		return false
	}
	length := bytes.IndexByte(text[at:min(len(text), at+maxGlued)], '\n')
	if length < 0 || !bytes.HasSuffix(bytes.TrimSpace(text[at:at+length]), []byte(`"]`)) {
		return false
	}
	next := text[at+length+1:]
	_, n := tagOpening(bytes.TrimLeft(next[:min(len(next), maxOpening)], " \t"))
	return n > 0 || len(next) == 0 && !last
}
