package token

import (
	"fmt"
	"strings"
	"testing"
)

// A tracer is a visitor that lists its calls and ends the reading at one of them.
type tracer struct {
	calls []string
	stop  int // how many calls there are until it ends the reading; 0 never
	from  int // where the text begins in a longer one
	ended bool
}

func (v *tracer) call(format string, a ...any) bool {
	v.calls = append(v.calls, fmt.Sprintf(format, a...))
	return len(v.calls) != v.stop
}

func (v *tracer) Begin(at int) { v.call("begin %d", v.from+at) }
func (v *tracer) Tag(t *Tag) bool {
	return v.call("tag %s=%s %s %d %d", t.Name, t.Value, t.ID, v.from+t.At, v.from+t.ValueAt)
}
func (v *tracer) Movetext(d Dialect) bool { return v.call("movetext %d", d) }
func (v *tracer) Move(m *Move) bool {
	return v.call("move %s %d-%d number %d NAG %d", m.Text, v.from+m.At, v.from+m.End, m.Number, m.NAG)
}
func (v *tracer) Annotate(nag int) bool { return v.call("annotate %d", nag) }
func (v *tracer) Comment(text []byte, at int, commands bool) bool {
	return v.call("comment %s %d %t", text, v.from+at, commands)
}
func (v *tracer) Open() bool  { return v.call("open") }
func (v *tracer) Close() bool { return v.call("close") }
func (v *tracer) Result(r Result) bool {
	return v.call("result %s %d-%d", r.Result, v.from+r.At, v.from+r.End)
}
func (v *tracer) Ply(t *VChessPly) bool {
	return v.call("ply %d %s %d-%d", t.Number, t.From, v.from+t.At, v.from+t.End)
}
func (v *tracer) Fault(f Fault) bool {
	return v.call("fault %s %d-%d", f.Code, v.from+f.At, v.from+f.End)
}
func (v *tracer) End(e *Ending) {
	v.ended = true
	v.call("end %d-%d dialect %d machine %t closed %t unfinished %t", v.from+e.At, v.from+e.End, e.Dialect, e.Machine,
		e.Closed, e.Unfinished)
}

func trace(text string, stop int) []string {
	v := &tracer{stop: stop}
	new(Tokenizer).Record([]byte(text), 0, true, v)
	return v.calls
}

// A visitor is handed the parts of a record in the order of the text, and nothing more once it has had enough.
func TestVisitor(t *testing.T) {
	for _, test := range []struct {
		text string
		want []string
	}{
		{"{above}\n\n[Event \"a\"]\n[x]\n\n1. e4! (1. d4 $2) 1... e5 ; [%conv e4]\n!? 1-0\n", []string{
			"begin 0", "movetext 0", "comment above 1 false", "begin 9", "tag Event=a Event 9 17",
			"fault syntax 21-24", "movetext 0",
			"move e4 29-32 number 1 NAG 1", "open", "move d4 37-39 number 1 NAG 0", "annotate 2", "close",
			"move e5 49-51 number 1 NAG 0",
			"comment  [%conv e4] 53 true", "annotate 5", "result 1-0 68-71",
			"end 9-71 dialect 0 machine false closed false unfinished false"}},
		{"[Fen \"x\"]\n\n1.e4\n\n1.w e2.e4 wpe4/wpe2\n", []string{
			"begin 0", "tag Fen=x FEN 0 6", "movetext 1", "move e4 13-15 number 1 NAG 0", "ply 1 e2 17-36",
			"end 0-36 dialect 1 machine true closed false unfinished false"}},
		{"[Fen \"x\"]\n\n\n\n", []string{"begin 0", "tag Fen=x FEN 0 6", "movetext 1",
			"end 0-9 dialect 1 machine false closed true unfinished false"}},
		{"[Fen \"x\"]\n\n\n", []string{"begin 0", "tag Fen=x FEN 0 6", "movetext 1",
			"end 0-9 dialect 1 machine false closed true unfinished false"}},
		{"[Fen \"x\"]\n\n", []string{"begin 0", "tag Fen=x FEN 0 6", "movetext 1",
			"end 0-9 dialect 1 machine false closed false unfinished false"}},
		{"e4 )))))))))", []string{"begin 0", "movetext 0", "move e4 0-2 number -1 NAG 0", "fault syntax 3-4",
			"fault syntax 4-5", "fault syntax 5-6", "fault syntax 6-7",
			"fault syntax 7-8", "fault syntax 8-9", "fault syntax 9-10", "fault syntax 10-11", "fault syntax 12-12",
			"fault truncated 12-12",
			"end 0-12 dialect 0 machine false closed false unfinished false"}},
		{"e4 e5\n", []string{"begin 0", "movetext 0", "move e4 0-2 number -1 NAG 0", "move e5 3-5 number -1 NAG 0",
			"fault missing-tag 5-5", "end 0-5 dialect 0 machine false closed false unfinished false"}},
		{"e4 1.", []string{"begin 0", "movetext 0", "move e4 0-2 number -1 NAG 0", "fault truncated 5-5",
			"end 0-5 dialect 0 machine false closed false unfinished false"}},
		{"e4 N", []string{"begin 0", "movetext 0", "move e4 0-2 number -1 NAG 0", "move N 3-4 number -1 NAG 0",
			"fault truncated 3-4", "end 0-4 dialect 0 machine false closed false unfinished true"}},
		{"e4 (d4 N", []string{"begin 0", "movetext 0", "move e4 0-2 number -1 NAG 0", "open",
			"move d4 4-6 number -1 NAG 0", "move N 7-8 number -1 NAG 0", "fault truncated 3-4",
			"end 0-8 dialect 0 machine false closed false unfinished false"}},
		{"{a}", []string{"begin 0", "movetext 0", "comment a 1 false"}},
	} {
		got := trace(test.text, 0)
		if fmt.Sprintf("%q", got) != fmt.Sprintf("%q", test.want) {
			t.Errorf("%q\ngot  %q\nwant %q", test.text, got, test.want)
			continue
		}
		for i, call := range got {
			if strings.HasPrefix(call, "begin ") || strings.HasPrefix(call, "end ") { // these return nothing
				continue
			}
			if some := trace(test.text, i+1); fmt.Sprint(some) != fmt.Sprint(got[:i+1]) {
				t.Errorf("%q, ended at %s: %q", test.text, call, some)
			}
		}
	}
}

// Only comments that can hold the commands of conversions and reclaims are said to (NOT-4); a line comment always may.
func TestCommandsInComments(t *testing.T) {
	for comment, want := range map[string]bool{
		"[%conv e4]": true, "[%reclaim -]": true, "a [%conv e4]": true, "[%clk 1] [%reclaim -]": true,
		"[%clk 1] x [%conv e4]": true, "[%conv e4] [%clk 1]": true,
		"[%clk 0:01]": false, "[%eval 1]": false, "[%csl Ra1]": false, "[%cal Ra1]": false, "[conv]": false,
		"a": false, "[%": false, "": false, "[%emt 1]": false, " [%reclaim -]": true,
		"[%clk 1]  [%conv e4]": true, "x[%reclaim e4]": true, "[%evp 1] [%clk": false,
	} {
		got := fmt.Sprint(trace("e4 {"+comment+"} *", 0))
		if !strings.Contains(got, fmt.Sprintf("comment %s 4 %t", comment, want)) {
			t.Errorf("%q: %s", comment, got)
		}
	}
}

// Annotations that programs write as text have the numbers of the PGN standard (10.2), and "TN" that of a novelty.
func TestSymbols(t *testing.T) {
	for symbol, nag := range map[string]int{
		"=": 10, "∞": 13, "+=": 14, "+/=": 14, "⩲": 14, "=+": 15, "=/+": 15, "⩱": 15, "+/-": 16, "±": 16, "-/+": 17,
		"∓": 17, "+-": 18, "-+": 19, "TN": 146, "□": 7,
	} {
		if got := fmt.Sprint(trace("e4 "+symbol+" *", 0)); !strings.Contains(got, fmt.Sprintf("annotate %d result",
			nag)) {
			t.Errorf("%s: %s", symbol, got)
		}
	}
	for _, word := range []string{"==", "+", "-", "--", "+/", "tn"} {
		if got := fmt.Sprint(trace("e4 "+word+" *", 0)); strings.Contains(got, "annotate") {
			t.Errorf("%s: %s", word, got)
		}
	}
}

// Tags are known whatever the case of their letters.
func TestTagIDs(t *testing.T) {
	for id := TagEvent; id <= TagOther; id++ {
		name := id.String()
		if id == TagOther {
			name = "Annotator"
		}
		swapped := strings.Map(func(r rune) rune { return r ^ 0x20 }, name)
		for _, text := range []string{name, strings.ToUpper(name), strings.ToLower(name), swapped} {
			if got := fmt.Sprint(trace("["+text+" \"x\"]\n\n*", 0)); !strings.Contains(got,
				fmt.Sprintf("tag %s=x %s 0 %d", text, id, len(text)+3)) {
				t.Errorf("%s: %s, want %s", text, got, id)
			}
		}
	}
	for _, text := range []string{"Even", "Events", "Xvent", "Terminations", "Evenu", "E"} {
		if got := fmt.Sprint(trace("["+text+" \"x\"]\n\n*", 0)); !strings.Contains(got, "tag "+text+"=x  0 ") {
			t.Errorf("%s: %s", text, got)
		}
	}
}
