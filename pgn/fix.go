package pgn

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"

	"turncoat/internal/lazyregexp"
	"turncoat/rules"
	"turncoat/rules/board"
)

// A Change replaces a piece of a record's text.
type Change struct {
	At, End int    // in the text the record was read from
	Text    string // the replacement
	What    string // as in "check sign"
}

// Changes lists, in order, what to change in a record's text so that tags, move numbers, check
// signs, conversions and the result agree with the rules, up to the first move that cannot be
// played. Only standard PGN is changed.
func Changes(text []byte, g *Record, o Options) []Change {
	record, findings := Replay(g, o)
	if record.Variant == nil || g.Dialect != Standard {
		return nil
	}
	f := fixer{text: text, g: g, record: record, lineEnd: lineEnd(text)}
	f.resultsDisagree = slices.ContainsFunc(findings, func(f Finding) bool {
		return f.Code == ResultMismatch
	})
	f.line(&g.Main, &record.Main)
	f.result()
	f.tags()
	slices.SortStableFunc(f.changes, func(a, b Change) int { // insertions come before replacements
		return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.End, b.End))
	})
	return f.changes
}

// PlaceBefore returns where a place of a changed text was before the changes.
func PlaceBefore(changes []Change, at int) int {
	grown := 0
	for _, c := range changes {
		start := c.At + grown
		if at < start {
			break
		}
		if at < start+len(c.Text) {
			return c.At
		}
		grown += len(c.Text) - (c.End - c.At)
	}

	return at - grown
}

// lineEnd returns what ends the first line of a text.
func lineEnd(text []byte) string {
	i := bytes.IndexAny(text, "\r\n")
	switch {
	case i < 0 || text[i] == '\n':
		return "\n"
	case bytes.HasPrefix(text[i:], []byte("\r\n")):
		return "\r\n"
	}

	return "\r"
}

// Apply returns a text with changes made in it, which are in order. A change outside the text, or
// before the end of the one before it, is left out.
func Apply(text []byte, changes []Change) []byte {
	var out []byte
	at := 0
	for _, c := range changes {
		if c.At < at || c.End < c.At || c.End > len(text) {
			continue
		}
		out = append(append(out, text[at:c.At]...), c.Text...)
		at = c.End
	}

	return append(out, text[at:]...)
}

type fixer struct {
	text    []byte
	g       *Record
	record  *PlayedGame
	changes []Change
	lineEnd string

	resultsDisagree bool
}

// put adds a change, unless the text is already as wanted.
func (f *fixer) put(at, end int, text, what string) {
	if string(f.text[at:end]) != text {
		f.changes = append(f.changes, Change{at, end, text, what})
	}
}

func (f *fixer) line(line *Line, played *Variation) {
	turn := 0
	for _, m := range line.Moves {
		if m.Unreadable {
			continue
		}
		if turn == len(played.Turns) {
			return
		}
		t := played.Turns[turn]
		turn++
		f.number(m, t)
		f.move(m, t)
		for _, c := range m.Comments {
			f.commands(c, t)
		}
		for i, v := range m.Variations {
			if i < len(t.Variations) {
				f.line(v, t.Variations[i])
			}
		}
	}
}

var moveNumber = lazyregexp.Compile(`^\d+(\s*\.+)?`)

func (f *fixer) number(m *Move, t *Turn) {
	if m.Number < 0 || m.NumberAt >= m.At {
		return
	}
	black := t.Before.Turn == board.Black
	if m.Number == int(t.Before.Number) && (m.Dots == 0 || (m.Dots > 1) == black) {
		return
	}
	written := moveNumber().Find(f.text[m.NumberAt:m.At])
	dots := strings.TrimLeft(string(written), "0123456789")
	if m.Dots > 0 && (m.Dots > 1) != black {
		dots = "."
		if black {
			dots = "..."
		}
	}

	number := strconv.Itoa(int(t.Before.Number)) + dots
	f.put(m.NumberAt, m.NumberAt+len(written), number, "move number")
}

// move corrects the check sign and the conversions after slashes.
func (f *fixer) move(m *Move, t *Turn) {
	w, err := rules.ParseMove(m.Text, rules.English)
	if err != nil || w.UCI || string(f.text[m.At:min(m.At+len(m.Text), len(f.text))]) != m.Text {
		return
	}
	sign := ""
	if c := f.record.Variant.Sign(&t.Played.After); c != 0 {
		sign = string(c)
	}
	text, what := m.Text, "check sign"
	if f.record.Variant.Set().Family.WritesConversions() {
		var got board.Bitboard
		for _, piece := range w.Converted {
			got |= piece.Square.Bit()
		}
		if got != t.Played.Converted {
			text, what = f.record.Variant.SAN(&t.Before, t.Played), "conversions"
		}
	}

	if what == "check sign" && w.Sign != sign {
		text = strings.TrimRight(text, "+#") + sign
	}
	f.put(m.At, m.At+len(m.Text), text, what)
}

// commands corrects the commands in a comment.
func (f *fixer) commands(c Comment, t *Turn) {
	end := bytes.IndexByte(f.text[c.At:f.g.End], '}')
	if end < 0 {
		return
	}
	for _, found := range commandsIn(string(f.text[c.At:c.At+end]), c.At) {
		if f.text[found.end-1] != ']' {
			return
		}
		text := "[%reclaim " + t.Played.Reclaimed.String() + "]"
		got, right := rules.ParseSquares(found.value)
		right = right && got == t.Played.Reclaimed
		if found.name == "conv" {
			var waves []board.Bitboard
			text = "[%conv " + wavesText(t.Played.Waves) + "]"
			waves, right = parseWaves(found.value)
			right = right && slices.Equal(waves, t.Played.Waves)
		}

		if !right {
			f.put(found.at, found.end, text, "command")
		}
	}
}

// result corrects the results in the movetext. A decided position decides, otherwise the Result
// tag, otherwise the movetext. Results that disagree about an undecided position are left alone:
// the record does not show which of them is right.
func (f *fixer) result() {
	end := f.record.End()
	o := f.record.Variant.Outcome(&end)
	if f.record.Complete && o.Result != board.Ongoing {
		f.record.Result = o.Result
		f.resultsDisagree = false
	}

	if f.resultsDisagree {
		return
	}
	for _, r := range f.g.Results {
		if !r.Resigns && r.Result != f.record.Result {
			f.put(r.At, r.End, f.record.Result.String(), "result")
		}
	}

	// The movetext of a whole record ends with its result.
	missing := func(fault Finding) bool { return fault.Code == MissingTag }
	if len(f.g.Results) == 0 && slices.ContainsFunc(f.g.Faults, missing) {
		gap := f.lineEnd
		if len(f.g.Main.Moves) == 0 {
			gap += f.lineEnd
		}
		f.put(f.g.End, f.g.End, gap+f.record.Result.String(), "result")
	}
}

var tagValue = lazyregexp.Compile(`^([^"\\\n]|\\.)*`)

// tags corrects the tags that follow from the game, and adds those of the seven that are missing.
func (f *fixer) tags() {
	wanted := f.record.CanonicalTags()[:len(roster)]
	if f.resultsDisagree {
		wanted = slices.DeleteFunc(slices.Clone(wanted),
			func(t Tag) bool { return t.Name == "Result" })
	}
	if _, ok := f.g.Tag("FEN"); ok {
		wanted = append(wanted, Tag{Name: "SetUp", Value: "1"})
	}
	if _, ok := f.g.Tag("PlyCount"); ok && f.record.Complete {
		wanted = append(wanted, Tag{Name: "PlyCount", Value: strconv.Itoa(f.record.Plies)})
	}

	tagsEnd := f.g.At
	for _, t := range f.g.Tags {
		if i := bytes.Index(f.text[t.ValueAt:f.g.End], []byte(f.lineEnd)); i >= 0 {
			tagsEnd = max(tagsEnd, t.ValueAt+i+len(f.lineEnd))
		}
	}

	before := len(f.changes)
	f.doubled()
	for _, want := range wanted {
		missing := true
		for _, t := range f.g.Tags {
			same := strings.EqualFold(t.Name, want.Name)
			first := same && missing
			missing = missing && !same
			if first && t.Value != want.Value {
				end := t.ValueAt + len(tagValue().Find(f.text[t.ValueAt:f.g.End]))
				f.put(t.ValueAt, end, want.Value, "tag "+t.Name)
			}
		}

		if missing {
			f.put(tagsEnd, tagsEnd, "["+want.Name+` "`+want.Value+"\"]"+f.lineEnd, "tag "+want.Name)
		}
	}

	if len(f.g.Tags) == 0 && len(f.changes) > before {
		f.changes[len(f.changes)-1].Text += f.lineEnd
	}
}

// doubled removes tags that say again what an earlier one of the name has said. What contradicts it
// stays, because the record does not show which is right.
func (f *fixer) doubled() {
	for i, t := range f.g.Tags {
		first := f.g.tag(t.Name)
		if first == &f.g.Tags[i] || first.Value != t.Value {
			continue
		}
		end := t.ValueAt + len(tagValue().Find(f.text[t.ValueAt:f.g.End]))
		closing := bytes.IndexByte(f.text[end:f.g.End], ']')
		if closing < 0 {
			continue
		}
		end += closing + 1
		if bytes.HasPrefix(f.text[end:], []byte(f.lineEnd)) {
			end += len(f.lineEnd)
		}
		f.put(t.At, end, "", "second tag "+t.Name)
	}
}
