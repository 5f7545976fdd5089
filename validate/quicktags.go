package validate

import (
	"bytes"
	"strings"
)

// tags reads the tag section and the empty line behind it.
func (q *quick) tags() bool {
	q.result, q.fen, q.setup, q.drawTalk, q.missing = nil, nil, false, false, q.missing[:0]
	var seen [7]bool
	var first []byte
	var variant []byte
	for {
		name, value, ok := q.tag()
		if !ok {
			return false
		}
		if first == nil {
			first = name
		} else if bytes.Equal(name, first) {
			return false // a second record may begin here
		}
		switch string(name) {
		case "Event", "Site", "Date", "Round", "White", "Black", "Result":
			i := rosterIndex(name)
			if seen[i] {
				return false
			}
			seen[i] = true
			if i == 6 {
				q.result = value
			}
		case "FEN":
			if q.fen != nil {
				return false
			}
			q.fen = value
		case "SetUp":
			q.setup = true
		case "Variant":
			if variant != nil {
				return false
			}
			variant = value
		case "Termination":
			q.drawTalk = q.drawTalk || drawTalk(value)
		case "Fen":
			q.exported = true
			return false
		default:
			if unusualTag(name) {
				return false
			}
		}
		if q.at < len(q.text) && q.text[q.at] == '[' {
			continue
		}
		if q.at >= len(q.text) || q.text[q.at] != '\n' && q.text[q.at] != '\r' {
			return false
		}
		break
	}
	for i, there := range seen {
		if !there {
			q.missing = append(q.missing, roster[i])
		}
	}
	return len(q.missing) < len(roster) && q.result != nil && q.variant(variant)
}

// tag reads a tag pair that fills a line, written the plain way.
func (q *quick) tag() (name, value []byte, ok bool) {
	rest := q.text[q.at:]
	if len(rest) == 0 || rest[0] != '[' {
		return nil, nil, false
	}
	n := 1
	for n < len(rest) && inTags[rest[n]] == ofName {
		n++
	}
	if n == 1 || len(rest) < n+2 || rest[n] != ' ' || rest[n+1] != '"' {
		return nil, nil, false
	}
	name, n = rest[1:n], n+2
	start := n
	for n < len(rest) && inTags[rest[n]] <= ofValue {
		n++
	}
	value, rest = rest[start:n], rest[n:]
	if len(rest) < 3 || rest[0] != '"' || rest[1] != ']' {
		return nil, nil, false
	}
	switch {
	case rest[2] == '\n':
		n += 3
	case rest[2] == '\r' && len(rest) > 3 && rest[3] == '\n':
		n += 4
	default:
		return nil, nil, false
	}
	q.at += n
	return name, value, true
}

// What a byte can be of in a plain tag pair: of the name and the value, of the value only, of neither.
const (
	ofName = iota
	ofValue
	ofNeither
)

var inTags = func() (in [256]byte) {
	for i := range in {
		switch b := byte(i); {
		case b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b == '_':
			in[i] = ofName
		case b == '"' || b == '\\' || b == '\n' || b == '\r':
			in[i] = ofNeither
		default:
			in[i] = ofValue
		}
	}
	return in
}()

func rosterIndex(name []byte) int {
	switch name[0] {
	case 'E':
		return 0
	case 'S':
		return 1
	case 'D':
		return 2
	case 'W':
		return 4
	case 'B':
		return 5
	}
	if name[1] == 'o' {
		return 3
	}
	return 6
}

// unusualTag tells whether a tag that is not known as it stands is one of those that matter, in other letters.
func unusualTag(name []byte) bool {
	switch len(name) {
	case 3:
		return strings.EqualFold(string(name), "FEN")
	case 4, 5, 6, 7, 11:
		for _, known := range [...]string{"Event", "Site", "Date", "Round", "White", "Black", "Result", "SetUp", "Variant", "Termination"} {
			if len(known) == len(name) && strings.EqualFold(string(name), known) {
				return true
			}
		}
	}
	return false
}

// drawTalk tells whether a text may claim a draw: whether it holds, outside of commands, what every such claim does.
func drawTalk(text []byte) bool {
	for i := 0; i < len(text); i++ {
		if text[i] == '[' && i+1 < len(text) && text[i+1] == '%' {
			if n := bytes.IndexByte(text[i:], ']'); n >= 0 {
				i += n
				continue
			}
		}
		if text[i] == '5' {
			return true
		}
		if i+3 > len(text) {
			return false
		}
		switch string([]byte{text[i] | 0x20, text[i+1] | 0x20, text[i+2] | 0x20}) {
		case "old", "pet", "fty":
			return true
		}
	}
	return false
}
