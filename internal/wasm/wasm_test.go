package wasm

import (
	"bytes"
	"encoding/binary"
	"errors"
	"strings"
	"testing"
)

// whole puts a module together of a section that is kept and a data section.
func whole(data string) []byte {
	return []byte(header + "\x00\x03\x02hi" + "\x05\x03\x01\x00\x01" + "\x0b" + string(rune(len(data))) + data)
}

// Pieces of memory that lie near each other become one, zeros that are written out go where they are many, and
// what says nothing to the one who runs the module goes. Places are written as LEB128: 60 takes a byte, 64 and
// 100 two.
func TestJoin(t *testing.T) {
	tests := []struct{ name, data, want string }{
		{"near", "\x02\x00\x41\x08\x0b\x01a\x00\x41\x0c\x0b\x01b", "\x01\x00\x41\x08\x0b\x05a\x00\x00\x00b"},
		{"far", "\x02\x00\x41\x08\x0b\x01a\x00\x41\x3c\x0b\x01b", "\x02\x00\x41\x08\x0b\x01a\x00\x41\x3c\x0b\x01b"},
		{"two bytes of a place", "\x01\x00\x41\xe4\x00\x0b\x01a", "\x01\x00\x41\xe4\x00\x0b\x01a"},
		{"a place whose first byte looks negative", "\x01\x00\x41\xc0\x00\x0b\x01a", "\x01\x00\x41\xc0\x00\x0b\x01a"},
		{"zeros", "\x01\x00\x41\x08\x0b\x28" + strings.Repeat("\x00", 39) + "a", "\x01\x00\x41\x2f\x0b\x01a"},
		{"over each other", "\x02\x00\x41\x08\x0b\x02ab\x00\x41\x09\x0b\x02cd", "\x01\x00\x41\x08\x0b\x03acd"},
		{"nothing", "\x00", "\x00"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := Shrink(whole(test.data))
			if want := header + "\x05\x03\x01\x00\x01" + "\x0b" + string(rune(len(test.want))) +
				test.want; err != nil || string(got) != want {
				t.Errorf("%q, %v, want %q", got, err, want)
			}
		})
	}
}

func TestOtherForms(t *testing.T) {
	for _, text := range []string{
		"", "\x00asm", header, header + "\x05\x03\x01", header + "\x0b\x01\x01", header + "\x0b\x04\x01\x01\x01a",
		header + "\x0b\x06\x01\x00\x23\x00\x0b\x00",
		header + "\x0b\x07\x01\x00\x41\x7f\x0b\x01a", header + "\x0b\x0a\x01\x00\x41\xff\xff\xff\xff\x07\x0b\x00",
		header + "\x0b\x07\x01\x00\x41\x08\x0b\x02a",
		header + "\x0b\x01\x00\x0b\x01\x00", header + "\x0b\xff\xff\xff\xff\x0f",
	} {
		if got, err := Shrink([]byte(text)); !errors.Is(err, ErrForm) {
			t.Errorf("%q became %q, %v", text, got, err)
		}
	}
}

// table returns memory with a table of two functions, as the types pcHeader and _func of Go's runtime lay it out, and
// where its parts stand in it.
func table() (memory []byte, at map[string]int) {
	at = map[string]int{}
	part := func(name string, text string) {
		at[name] = len(memory)
		memory = append(memory, text...)
	}
	part("before", "data of the program")
	part("header", tableMagic)
	start := at["header"]
	memory = append(memory, make([]byte, 64)...)
	part("names", "main.main\x00runtime.main\x00\x00")
	part("units", "\x01\x02\x03\x04")
	part("files", "main.go\x00")
	part("none", "\x00") // nothing stands at 0 of the steps
	part("stack", "\x02\x05\x03\x09\x00")
	part("lines", "\x07\x01\x08\x02\x00")
	part("more", "\x00\x81\x01\x04\x01\x00") // its first step is zero, which does not end it; 129 takes two bytes
	for (len(memory)-start)%4 != 0 {
		memory = append(memory, 0)
	}
	part("funcs", "")
	funcs := at["funcs"]
	put := func(numbers ...int) {
		for _, n := range numbers {
			memory = binary.LittleEndian.AppendUint32(memory, uint32(n))
		}
	}
	put(0, 20, 100, 72, 200) // where each begins and is described, and where the last ends
	step := func(name string) int { return at[name] - at["none"] }
	put(0, 0, 8, 0, step("stack"), step("lines"), step("lines"), 2, 1, 17, 1<<24|5, step("more"), 0)
	put(100, 10, 8, 0, step("stack"), step("lines"), step("lines"), 0, 2, 18, 3)
	part("after", "\x01\x02\x03")
	for i, n := range []int{2, 1, 0, at["names"] - start, at["units"] - start, at["files"] - start,
		at["none"] - start, funcs - start} {
		binary.LittleEndian.PutUint64(memory[start+8+8*i:], uint64(n))
	}
	return memory, at
}

// Of the table of functions what the runtime needs is left: how the stack grows, the other tables, its own names.
func TestStrip(t *testing.T) {
	memory, at := table()
	want := bytes.Clone(memory)
	clear(want[at["names"] : at["names"]+len("main.main")])
	clear(want[at["units"]:at["none"]])
	clear(want[at["lines"]:at["more"]])
	first := at["funcs"] + 20
	for _, f := range []int{first, first + 52} {
		clear(want[f+20 : f+28]) // files and lines
		clear(want[f+36 : f+40]) // the first line
	}
	m := &module{memory: memory}
	if !m.strip() {
		t.Fatal("the table is not known")
	}
	for i := range want {
		if memory[i] != want[i] {
			t.Errorf("at %d stands %#x, want %#x: %v", i, memory[i], want[i], at)
		}
	}
}

// A table that has another form is left as it is.
func TestStripUnknown(t *testing.T) {
	good, at := table()
	for name, spoil := range map[string]func(memory []byte){
		"another version":        func(m []byte) { m[at["header"]] = 0xf2 },
		"more functions":         func(m []byte) { m[at["header"]+8] = 200 },
		"parts in another order": func(m []byte) { m[at["header"]+8+8*4] = 1 },
		"a table that never ends": func(m []byte) {
			copy(m[at["more"]:at["funcs"]],
				"\x01\x01\x01\x01\x01\x01\x01\x01\x01")
		},
		"a table outside":    func(m []byte) { m[at["funcs"]+20+stackTable] = 99 },
		"a function outside": func(m []byte) { m[at["funcs"]+4+1] = 9 },
	} {
		memory := bytes.Clone(good)
		spoil(memory)
		before := bytes.Clone(memory)
		if m := (&module{memory: memory}); m.strip() || !bytes.Equal(before, memory) {
			t.Errorf("%s: it was changed", name)
		}
	}
}

// Whatever is given, the outcome is a module that is as small as it becomes, or an error.
func FuzzShrink(f *testing.F) {
	memory, _ := table()
	data := append(binary.AppendUvarint([]byte("\x01\x00\x41\x08\x0b"), uint64(len(memory))), memory...)
	f.Add(append(binary.AppendUvarint([]byte(header+"\x0b"), uint64(len(data))), data...))
	f.Add(whole("\x02\x00\x41\x08\x0b\x01a\x00\x41\x0c\x0b\x01b"))
	f.Fuzz(func(t *testing.T, text []byte) {
		once, err := Shrink(text)
		if err != nil {
			if !errors.Is(err, ErrForm) {
				t.Fatal(err)
			}
			return
		}
		if twice, err := Shrink(once); err != nil || !bytes.Equal(once, twice) {
			t.Fatalf("%q becomes %q, and then %q, %v", text, once, twice, err)
		}
	})
}
