package pgn

import (
	"bytes"
	"slices"
)

// readTags reads the tag section.
func (t *tokenizer) readTags() {
	for t.at < len(t.text) && !t.done {
		switch b := t.text[t.at]; {
		case b == '[':
			if t.at+1 < len(t.text) && t.text[t.at+1] == '%' {
				return
			}
			name, n := tagOpening(t.text[t.at:])
			if n == 0 {
				t.badTag(t.at)
			} else if len(t.r.Tags)+len(t.r.Faults) > 0 && t.newRecord(name) {
				t.done = true
				return
			} else {
				t.readTag(name, t.at+n)
			}
		case b == '\n':
			if t.lineStart() || t.text[t.at-1] == '\r' && t.at > 1 && t.text[t.at-2] == '\n' {
				t.afterTags = t.afterTags || len(t.r.Tags) > 0
				t.tagLine = false
			}

			t.at++
		case space(b):
			t.tagLine = t.tagLine && !t.lineStart()
			t.at++
		case b == '%' && t.lineStart():
			t.skipLine()
			t.tagLine = false
		default:
			return
		}
	}

	t.done = t.done || t.at == len(t.text) && !t.last // the tags of another record follow
}

// newRecord reports whether the tag pair at the current place opens another record. The lines
// around it show that, or a second occurrence of Event, Site or the tag that came first.
func (t *tokenizer) newRecord(name []byte) bool {
	if !t.tagLine && t.at > t.begin && boundaryAt(t.text, t.at) {
		return true
	}
	same := func(tag Tag) bool { return tag.Name == string(name) }
	switch tags := t.r.Tags; string(name) {
	case "Event", "Site":
		return slices.ContainsFunc(tags, same)
	default:
		return len(tags) > 0 && same(tags[0])
	}
}

// readTag reads the tag pair at the current place, whose value begins at valueAt. Quotes inside the
// value need not be escaped, as in vchess.club's Options: the value ends at the quote that is
// followed by a bracket and then the end of the line or another tag.
func (t *tokenizer) readTag(name []byte, valueAt int) {
	at, text := t.at, t.text
	var value []byte // of a tag with escapes
	from := valueAt  // start of what has not been copied yet
	opened := 0      // the last bracket in the value
	for i := valueAt; i < len(text); i++ {
		if class[text[i]]&inValue == 0 {
			continue
		}
		switch text[i] {
		case '\n':
			t.badTag(at)
			return
		case '\\':
			if i+1 < len(text) && (text[i+1] == '"' || text[i+1] == '\\') {
				value = append(value, text[from:i]...)
				i++
				from = i
			}
		case '[':
			opened = i
		case '"':
			if after, closed := t.closesTag(i + 1); closed {
				tag := Tag{At: at, ValueAt: valueAt}
				nameAt := at + bytes.Index(text[at:], name)
				tag.Name = t.words(nameAt, nameAt+len(name))
				if from > valueAt {
					tag.Value = t.decode(append(value, text[from:i]...))
				} else {
					tag.Value = t.words(from, i)
				}

				t.addTag(tag, after)
				return
			}

			if opened > 0 && t.cutTag(at, opened) {
				return
			}
		}
	}

	t.badTag(at)
}

// addTag adds a tag that has been read.
func (t *tokenizer) addTag(tag Tag, after int) {
	if tag.Name == "Fen" {
		t.r.Dialect = VChess
	}
	t.tagLine = tag.At == 0 || t.text[tag.At-1] == '\n'
	t.at, t.lastToken = after, after
	if t.room(tag.At) {
		t.r.Tags = append(t.r.Tags, tag)
	}
}

// closesTag reports whether the quote before an offset ends a value: a bracket follows, and after
// it nothing else in the line or another tag.
func (t *tokenizer) closesTag(i int) (after int, ok bool) {
	text := t.text
	i = pastBlanks(text, i)
	if i >= len(text) || text[i] != ']' {
		return 0, false
	}
	after = i + 1
	i = pastBlanks(text, after)
	if i == len(text) || text[i] == '\n' || text[i] == '{' || text[i] == ';' {
		return after, true
	}
	// Movetext or even another record may follow in the line, if it is clear that it is not part of
	// the value.
	for ; i < len(text) && text[i] != '\n'; i++ {
		switch text[i] {
		case '"':
			return after, false
		case '[':
			if _, n := tagOpening(text[i:]); n > 0 {
				return after, true
			}
		}
	}

	return after, true
}

// cutTag ends the record if a new one begins inside an unfinished tag pair.
func (t *tokenizer) cutTag(at, cut int) bool {
	if _, n := tagOpening(t.text[cut:]); n == 0 {
		return false
	}
	t.fault(Truncated, at, cut, "unclosed tag pair")
	t.at, t.done = cut, true
	return true
}

func (t *tokenizer) badTag(at int) {
	end := t.lineEnd(at)
	if cut := bytes.LastIndexByte(t.text[at+1:end], '['); cut >= 0 && t.cutTag(at, at+1+cut) {
		return
	}
	stop := t.trim(at, end)
	if end == len(t.text) && t.last {
		t.fault(Truncated, at, stop, "unclosed tag pair")
	} else {
		t.fault(Syntax, at, stop, `a tag pair is written [Name "value"]`)
	}

	t.at, t.lastToken, t.tagLine = end, stop, false
}
