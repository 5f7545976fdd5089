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
