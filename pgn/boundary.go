package pgn

import "bytes"

// The lines around a place show whether a record begins there, whatever comes before. A line that
// opens with a tag pair begins a new record
//
//   - after an empty line, if the last line that is not empty is not a tag pair;
//   - if the tag is Event, after an empty line or any line that is not a tag pair;
//   - after a line of the second section of vchess.club's export, as when such files are joined;
//   - after two empty lines, even after tags: this is how vchess.club exports a game without moves.
//
// So a comment that is never closed, or a file that is cut off and followed by another, ends at the
// tags of the next record, and a stream can be cut there without reading what comes between.

const spaces = " \t\r\v\f" // white space within a line

// boundaryAt reports whether a record begins with the "[" at an offset of a text. The text may
// begin anywhere in the record before.
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

// tagOpening returns the name of the tag that a text opens with, as in [Name ", and the length of
// the opening, 0 if there is none.
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

// pastBlanks returns the first offset, from at on, of a byte that is not blank.
func pastBlanks(text []byte, at int) int {
	for at < len(text) && blank(text[at]) {
		at++
	}
	return at
}

// startsLine reports whether only blanks precede an offset in its line, and where they begin.
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
	if dot < 1 || dot > 6 || len(line) < dot+3 || line[dot+1] != 'w' && line[dot+1] != 'b' ||
		line[dot+2] != ' ' {
		return false
	}
	glued := bytes.IndexByte(line, '[') >= 0 // a tag pair follows in the line
	return len(bytes.Trim(line[:dot], "0123456789")) == 0 && !glued
}

func isTagLine(line []byte) bool {
	return len(line) > 1 && line[0] == '[' && (nameByte(line[1]) || blank(line[1]))
}

// gluedAt reports whether a record begins in the middle of a line: the line ends with a complete
// tag pair, and another tag pair opens the next line. After a text that is not the last, another
// record follows.
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
