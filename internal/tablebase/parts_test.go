package tablebase

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"strings"
	"testing"

	"turncoat/internal/testing/rulestest"
)

// fieldsOf returns the head of a file as docs/tablebases.md lays it out.
func fieldsOf(file []byte) string {
	u32 := func(at int) uint32 { return binary.LittleEndian.Uint32(file[at:]) }
	u64 := func(at int) uint64 { return binary.LittleEndian.Uint64(file[at:]) }
	return fmt.Sprintf("%q v%d %d %s % x | %d %d %d %d %d | %d %d %d %d | %d", file[:8], u32(8),
		u32(12), strings.TrimRight(string(file[16:40]), "\x00"), file[56:64], u64(64), u64(72),
		u64(80), u64(88), u64(96), u32(104), u32(108), u32(112), u32(116), u64(120))
}

// sealed puts the right checksum behind a head that was changed.
func sealed(file []byte) []byte {
	first := 128 + 8*int(binary.LittleEndian.Uint32(file[116:]))
	if first+4 <= len(file) {
		binary.LittleEndian.PutUint32(file[first:],
			crc32.Checksum(file[:first], crc32.MakeTable(crc32.Castagnoli)))
	}
	return file
}

// The head of a file is as the page says, and whatever in it cannot be is refused though its
// checksum is right.
func TestHead(t *testing.T) {
	whole, err := os.ReadFile("embedded/pacifist1/KKN.tct")
	if err != nil {
		t.Fatal(err)
	}
	// 278 pairs of kings, 62 squares, 8 owners; the figures are those of the page.
	if got, want := fieldsOf(whole), fmt.Sprintf(`"turntab\x1a" v1 128 pacifist1 00 01 00 00 00 00 00 00 | 137888 125552 81987 43553 12 | 25 24 8192 17 | %d`, len(whole)); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	h, err := parseHeader(whole, rulestest.Builtin(t, "pacifist1"))
	if err != nil || h.Rules != "pacifist1" || h.Class.String() != "KKN" ||
		h.Stats != (Stats{125552, 81987, 43553, 12, 25, 24}) || h.block != 8192 ||
		len(h.ends) != 17 {
		t.Errorf("%+v, %v", h, err)
	}

	if end := h.ends[16]; end != int64(len(whole)) {
		t.Errorf("it ends at %d", end)
	}
	for _, test := range []struct {
		name, want string
		change     func(f []byte)
	}{
		{"nothing", "", func(f []byte) {}},
		{"version", "it has version 2, not 1", func(f []byte) { f[8] = 2 }},
		{"header's length", "its header is damaged", func(f []byte) { f[12] = 127 }},
		{"more blocks than the file has", "its header is damaged", func(f []byte) { f[118] = 1 }},
		{"another number of blocks", "it numbers the positions of KKN differently",
			func(f []byte) { f[116] = 16 }},
		{"rule set", "it is for pacifist7, not for pacifist1",
			func(f []byte) { f[24] = '7' }},
		{"settings", "it was made for other settings of pacifist1", func(f []byte) { f[40] ^= 1 }},
		{"last of the settings", "it was made for other settings of pacifist1",
			func(f []byte) { f[55] ^= 1 }},
		{"pieces", "it has too many pieces", func(f []byte) { f[60] = 3 }},
		{"class", "it numbers the positions of KKQN differently", func(f []byte) { f[60] = 1 }},
		{"numbers", "it numbers the positions of KKN differently", func(f []byte) { f[64]++ }},
		{"no block size", "it numbers the positions of KKN differently",
			func(f []byte) { clear(f[112:116]) }},
		{"small blocks", "it numbers the positions of KKN differently",
			func(f []byte) { f[113] = 0x1f }},
		{"large blocks", "it numbers the positions of KKN differently",
			func(f []byte) { f[115] = 1 }},
		{"a longer block", "its blocks do not end where the file does",
			func(f []byte) { f[128]++ }},
	} {
		file := bytes.Clone(whole)
		test.change(file)
		_, err := parseHeader(sealed(file), rulestest.Builtin(t, "pacifist1"))
		if (err == nil) != (test.want == "") || err != nil && (!errors.Is(err, ErrFile) ||
			err.Error() != "not a usable table: "+test.want) {
			t.Errorf("%s: %v, want %s", test.name, err, test.want)
		}
	}

	// One block for all numbers, of the largest size and of one beyond it.
	kk := NewIndex(class(t, "KK"), rulestest.Builtin(t, "pacifist1"))
	for size, want := range map[int]bool{1 << 20: true, 1<<20 + 1: false, 1112: true, 1111: false} {
		h := Header{Rules: "pacifist1", Hash: SettingsHash(rulestest.Builtin(t, "pacifist1")),
			index: kk, block: size}
		file := append(h.encode([]uint32{3}, []uint32{0}), "abc"...)
		if _, err := parseHeader(file, rulestest.Builtin(t, "pacifist1")); (err == nil) != want {
			t.Errorf("a block of %d values: %v", size, err)
		}
	}

	if SettingsHash(rulestest.Builtin(t, "pacifist1")) == SettingsHash(rulestest.Builtin(t, "pacifist2")) {
		t.Error("two rule sets have one hash")
	}
}
