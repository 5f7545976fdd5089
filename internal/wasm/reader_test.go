package wasm

import (
	"encoding/binary"
	"fmt"
	"strings"
	"testing"
)

// Signed numbers in LEB128, after the definition in the WebAssembly Core Specification (5.2.2); -123456 is the
// example that is always given.
func TestSigned(t *testing.T) {
	for n, text := range map[int64]string{
		0: "\x00", 1: "\x01", -1: "\x7f", 63: "\x3f", 64: "\xc0\x00", -64: "\x40", -65: "\xbf\x7f", 127: "\xff\x00",
		128: "\x80\x01", -128: "\x80\x7f", -123456: "\xc0\xbb\x78",
		8191: "\xff\x3f", 8192: "\x80\xc0\x00", 1<<31 - 1: "\xff\xff\xff\xff\x07", -1 << 31: "\x80\x80\x80\x80\x78",
	} {
		if got := string(appendSigned([]byte("x"), n)); got != "x"+text {
			t.Errorf("%d is written % x, want % x", n, got[1:], text)
		}
		r := reader{[]byte(text + "rest")}
		if got, err := r.signed(); err != nil || int64(got) != n || string(r.rest) != "rest" {
			t.Errorf("% x is read as %d, %v, and %q is left; want %d", text, got, err, r.rest, n)
		}
		for i := range len(text) {
			if got, err := (&reader{[]byte(text[:i])}).signed(); err == nil || got != 0 {
				t.Errorf("% x is read as %d", text[:i], got)
			}
		}
	}
	// A number of 32 bits takes five bytes at most.
	for _, text := range []string{"\x80\x80\x80\x80\x80\x00", "\xff\xff\xff\xff\xff\x7f"} {
		if got, err := (&reader{[]byte(text)}).signed(); err == nil || got != 0 {
			t.Errorf("% x is read as %d", text, got)
		}
	}
}

// Unsigned numbers have 32 bits; what is sized lies within the rest, and nothing that is appended to it runs
// into what follows.
func TestReader(t *testing.T) {
	for text, want := range map[string]string{
		"\x00": "0 ", "\x7f!": "127 !", "\x80\x01!": "128 !", "\xff\xff\xff\xff\x0f!": "4294967295 !",
		"\x80\x80\x80\x80\x10!": "", "": "", "\x80": "",
	} {
		r := reader{[]byte(text)}
		n, err := r.number()
		if got := fmt.Sprint(n, " ", string(r.rest)); err != nil && (want != "" || n != 0) || err == nil &&
			got != want {
			t.Errorf("% x is read as %s, %v; want %s", text, got, err, want)
		}
	}
	for text, want := range map[string]string{"\x00!": "|!", "\x02ab!": "ab|!", "\x02ab": "ab|", "\x03ab": "", "": "",
		"\x80": ""} {
		r := reader{[]byte(text)}
		body, err := r.sized()
		if got := string(body) + "|" + string(r.rest); err != nil && want != "" || err == nil &&
			(got != want || cap(body) != len(body)) {
			t.Errorf("% x is read as %s, %v; want %s", text, got, err, want)
		}
	}
	r := reader{[]byte("a")}
	if b, err := r.byte(); err != nil || b != 'a' || len(r.rest) > 0 {
		t.Errorf("%q, %v", b, err)
	}
	if b, err := r.byte(); err == nil || b != 0 {
		t.Errorf("after the end: %q", b)
	}
}

// A piece of memory has a constant address within what a program may begin with.
func TestSegment(t *testing.T) {
	most := string(appendSigned(nil, maxMemory))
	for text, want := range map[string]string{
		"\x00\x41\x08\x0b\x02ab!": "8 ab|!", "\x00\x41\x08\x0b\x00": "8 |", "\x00\x41" + most +
			"\x0b\x00": fmt.Sprint(maxMemory, " |"),
		"\x00\x41" + most + "\x0b\x01a": "", "\x00\x41\x7f\x0b\x01a": "", "\x00": "", "": "",
		"\x01\x41\x08\x0b\x00": "", "\x00\x42\x08\x0b\x00": "",
		"\x00\x41\x08\x0c\x00": "", "\x00\x41\x08": "", "\x00\x41\x08\x0b\x03ab": "", "\x00\x41\x80": "",
	} {
		r := reader{[]byte(text)}
		address, data, err := r.segment()
		if got := fmt.Sprintf("%d %s|%s", address, data, r.rest); (err == nil) != (want != "") || err == nil &&
			got != want {
			t.Errorf("% x is read as %s, %v; want %s", text, got, err, want)
		}
	}
}

// Zeros between two pieces are written out up to 31 of them, and none before the first or after the last but
// those fewer than 32.
func TestGaps(t *testing.T) {
	for _, test := range []struct {
		zeros int
		want  string
	}{
		{0, "\x01\x00\x41\x04\x0b\x02ab"},
		{1, "\x01\x00\x41\x04\x0b\x03a\x00b"},
		{31, "\x01\x00\x41\x04\x0b\x21a" + strings.Repeat("\x00", 31) + "b"},
		{32, "\x02\x00\x41\x04\x0b\x01a\x00\x41\x25\x0b\x01b"},
		{40, "\x02\x00\x41\x04\x0b\x01a\x00\x41\x2d\x0b\x01b"},
	} {
		m := module{memory: []byte("\x00\x00\x00\x00a" + strings.Repeat("\x00", test.zeros) + "b")}
		if got := string(m.data()); got != test.want {
			t.Errorf("%d zeros: %q, want %q", test.zeros, got, test.want)
		}
	}
	m := module{memory: []byte("a\x00\x00"), start: 0}
	if got := string(m.data()); got != "\x01\x00\x41\x00\x0b\x03a\x00\x00" {
		t.Errorf("zeros at the end: %q", got)
	}
	m = module{memory: append([]byte("ab"), make([]byte, 32)...), start: 1}
	if got := string(m.data()); got != "\x01\x00\x41\x01\x0b\x01b" {
		t.Errorf("many zeros at the end, from the second byte on: %q", got)
	}
}

// Sections keep their order but for those that nobody runs; a second data section, or none, is of another linker.
func TestSections(t *testing.T) {
	const data = "\x0b\x06\x01\x00\x41\x08\x0b\x00"
	for text, want := range map[string]string{
		"\x01\x01x" + data + "\x00\x01n\x0c\x01y": "1x;11;12y;", data: "11;", data + data: "", "\x01\x01x": "",
		"\x00\x06\x01\x00\x41\x08\x0b\x00": "", "\x0b\x01\x00\x01\x00": "11;1;",
	} {
		m, err := parse([]byte(header + text))
		got := ""
		if err == nil {
			for _, s := range m.sections {
				body := string(s.body)
				if s.id == dataSection {
					body = ""
				}
				got += fmt.Sprint(s.id, body, ";")
			}
		}
		if got != want {
			t.Errorf("% x has the sections %q, %v; want %q", text, got, err, want)
		}
	}
	m, err := parse([]byte(header + "\x0b\x0c\x02\x00\x41\x08\x0b\x01a\x00\x41\x02\x0b\x00"))
	if err != nil || m.start != 2 || string(m.memory) != "\x00\x00\x00\x00\x00\x00\x00\x00a" {
		t.Errorf("%+v, %v", m, err)
	}
	if got := string(m.append([]byte("x"))); got != "x"+header+"\x0b\x07\x01\x00\x41\x08\x0b\x01a" {
		t.Errorf("written again: %q", got)
	}
}

// Tables of functions whose parts do not lie one after the other, or that end before their list, are of another form.
func TestTables(t *testing.T) {
	word := func(memory []byte, at map[string]int, i int) []byte { return memory[at["header"]+8+8*i:] }
	for _, i := range []int{3, 4, 6, 7} {
		memory, at := table()
		if f, ok := (&module{memory: memory}).functions(); !ok || f.count != 2 {
			t.Fatalf("the table has %+v, %t", f, ok)
		}
		binary.LittleEndian.PutUint64(word(memory, at, i), 71) // within the header
		if _, ok := (&module{memory: memory}).functions(); ok {
			t.Errorf("part %d lies in the header", i)
		}
		memory, at = table()
		binary.LittleEndian.PutUint64(word(memory, at, i), uint64(len(memory)))
		if _, ok := (&module{memory: memory}).functions(); ok {
			t.Errorf("part %d lies beyond the end", i)
		}
	}
	memory, at := table()
	for end := range at["funcs"] + 2*entrySize {
		if _, ok := (&module{memory: memory[:end]}).functions(); ok {
			t.Errorf("a table is found in %d bytes", end)
		}
	}
	if _, ok := (&module{memory: memory[:at["funcs"]+2*entrySize]}).functions(); !ok {
		t.Error("a table of nothing but its list is none")
	}
}

// What is needed of the steps goes from where they begin to the zero in the place of the first of a pair, the
// first pair apart; the second of a pair may be zero.
func TestMark(t *testing.T) {
	const steps = "\x00\x02\x00\x03\x01\x00\x09\x00\x05\x81\x00\x00"
	for places, want := range map[string]string{
		"":                                 "............",
		"\x00\x00\x00\x00":                 "............",
		"\x01\x00\x00\x00":                 ".xxxxx......",
		"\x03\x00\x00\x00":                 "...xxx......",
		"\x06\x00\x00\x00":                 "......xxxxxx", // 129, with a second byte of zero, is one number
		"\x06\x00\x00\x00\x01\x00\x00\x00": ".xxxxxxxxxxx",
		"\x05\x00\x00\x00":                 ".....xxx....", // it begins with zero
		"\x07\x00\x00\x00":                 "",             // nothing comes after its second pair
		"\x0b\x00\x00\x00":                 "",             // a pair without a second
		"\x0c\x00\x00\x00":                 "",             // beyond the end
		"\x00\x00\x00\x01":                 "",
		"\x01\x00\x00\x00\x0c\x00\x00\x00": "",
	} {
		needed := make([]bool, len(steps))
		ok := (&functions{steps: []byte(steps)}).mark(needed, []byte(places))
		got := ""
		for _, n := range needed {
			if n {
				got += "x"
			} else {
				got += "."
			}
		}
		if ok != (want != "") || ok && got != want {
			t.Errorf("% x: %s, %t; want %s", places, got, ok, want)
		}
	}
}

// A table may have no steps at all, and no functions.
func TestEmptyParts(t *testing.T) {
	word := func(memory []byte, at map[string]int, i int) []byte { return memory[at["header"]+8+8*i:] }
	memory, at := table()
	copy(word(memory, at, 6), word(memory, at, 7)[:8])
	if f, ok := (&module{memory: memory}).functions(); !ok || len(f.steps) != 0 {
		t.Errorf("no steps: %+v, %t", f, ok)
	}
	copy(word(memory, at, 4), word(memory, at, 7)[:8])
	if f, ok := (&module{memory: memory}).functions(); !ok || len(f.files) != 0 {
		t.Errorf("no files: %+v, %t", f, ok)
	}
	copy(word(memory, at, 3), word(memory, at, 7)[:8])
	if f, ok := (&module{memory: memory}).functions(); !ok || len(f.names) != 0 {
		t.Errorf("no names: %+v, %t", f, ok)
	}
	memory, at = table()
	clear(word(memory, at, 0)[:8])
	if f, ok := (&module{memory: memory}).functions(); !ok || f.count != 0 {
		t.Errorf("no functions: %+v, %t", f, ok)
	}
	binary.LittleEndian.PutUint64(word(memory, at, 3), tableHeader)
	if _, ok := (&module{memory: memory}).functions(); !ok {
		t.Error("names right behind the header are refused")
	}
	memory, at = table()
	if m := (&module{memory: memory[:at["after"]]}); !m.strip() {
		t.Error("a table that ends with its last description is not known")
	}
	memory, at = table()
	clear(memory[:at["header"]])
	if _, ok := (&module{memory: memory[at["header"]:]}).functions(); !ok {
		t.Error("a table at the beginning is not found")
	}
}

// A module is stripped before it is written again.
func TestShrinkStrips(t *testing.T) {
	memory, _ := table()
	data := append(binary.AppendUvarint([]byte("\x01\x00\x41\x08\x0b"), uint64(len(memory))), memory...)
	text := append(binary.AppendUvarint([]byte(header+"\x0b"), uint64(len(data))), data...)
	got, err := Shrink(text)
	if err != nil || strings.Contains(string(got), "main.main") || !strings.Contains(string(got), "runtime.main") {
		t.Errorf("%q, %v", got, err)
	}
}
