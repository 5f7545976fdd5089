package wasm

import (
	"bytes"
	"errors"
	"strings"
	"testing"
)

// whole puts a module together of a section that is kept and a data section.
func whole(data string) []byte {
	return []byte(header + "\x00\x03\x02hi" + "\x05\x03\x01\x00\x01" + "\x0b" + string(rune(len(data))) + data)
}

// All pieces of memory become one, and what says nothing to the one who runs the module goes. Places are written as
// LEB128: 60 takes a byte, 64 two.
func TestJoin(t *testing.T) {
	zeros := strings.Repeat("\x00", 64)
	const one = "\x01\x00\x41\x00\x0b"
	tests := []struct{ name, data, want string }{
		{"two", "\x02\x00\x41\x08\x0b\x01a\x00\x41\x0c\x0b\x01b", one + "\x0d" + zeros[:8] + "a" + zeros[:3] + "b"},
		{"two bytes of a place", "\x01\x00\x41\xc0\x00\x0b\x01a", one + "\x41" + zeros + "a"},
		{"over each other", "\x02\x00\x41\x01\x0b\x02ab\x00\x41\x02\x0b\x02cd", one + "\x04\x00acd"},
		{"nothing", "\x00", one + "\x00"},
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
		header + "\x0b\x0a\x01\x00\x41\xff\xff\xff\xff\x07\x0b\x00",
		header + "\x0b\x07\x01\x00\x41\x08\x0b\x02a",
		header + "\x0b\x01\x00\x0b\x01\x00", header + "\x0b\xff\xff\xff\xff\x0f",
	} {
		if got, err := Shrink([]byte(text)); !errors.Is(err, ErrForm) {
			t.Errorf("%q became %q, %v", text, got, err)
		}
	}
}

// Whatever is given, the outcome is a module that is as small as it becomes, or an error.
func FuzzShrink(f *testing.F) {
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
