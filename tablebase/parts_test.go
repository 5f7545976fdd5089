package tablebase

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"turncoat/internal/rulestest"
	"turncoat/rules/ruleset"
)

// fieldsOf returns the head of a file as docs/tablebases.md lays it out.
func fieldsOf(file []byte) string {
	u32 := func(at int) uint32 { return binary.LittleEndian.Uint32(file[at:]) }
	u64 := func(at int) uint64 { return binary.LittleEndian.Uint64(file[at:]) }
	return fmt.Sprintf("%q v%d %d %s % x | %d %d %d %d %d | %d %d %d %d | %d", file[:8], u32(8), u32(12), strings.TrimRight(string(file[16:40]), "\x00"), file[56:64],
		u64(64), u64(72), u64(80), u64(88), u64(96), u32(104), u32(108), u32(112), u32(116), u64(120))
}

// sealed puts the right checksum behind a head that was changed.
func sealed(file []byte) []byte {
	first := 128 + 8*int(binary.LittleEndian.Uint32(file[116:]))
	if first+4 <= len(file) {
		binary.LittleEndian.PutUint32(file[first:], crc32.Checksum(file[:first], crc32.MakeTable(crc32.Castagnoli)))
	}
	return file
}

// The head of a file is as the page says, and whatever in it cannot be is refused though its checksum is right.
func TestHead(t *testing.T) {
	whole, err := small.ReadFile("embedded/pacifist1/KKN.tct")
	if err != nil {
		t.Fatal(err)
	}
	// 278 pairs of kings, 62 squares, 8 owners; the figures are those of the page.
	if got, want := fieldsOf(whole), fmt.Sprintf(`"turntab\x1a" v1 128 pacifist1 00 01 00 00 00 00 00 00 | 137888 125552 81987 43553 12 | 25 24 8192 17 | %d`, len(whole)); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	h, err := parseHeader(whole)
	if err != nil || h.Rules != "pacifist1" || h.Class.String() != "KKN" || h.Stats != (Stats{125552, 81987, 43553, 12, 25, 24}) || h.block != 8192 || len(h.ends) != 17 {
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
		{"version", "it is of version 2, not 1", func(f []byte) { f[8] = 2 }},
		{"header's length", "its header is damaged", func(f []byte) { f[12] = 127 }},
		{"more blocks than the file has", "its header is damaged", func(f []byte) { f[118] = 1 }},
		{"another number of blocks", "it numbers the positions of KKN in another way", func(f []byte) { f[116] = 16 }},
		{"rule set", `it is for the rule set "pacifist7", which is not built in`, func(f []byte) { f[24] = '7' }},
		{"settings", "it was made for other settings of pacifist1", func(f []byte) { f[40] ^= 1 }},
		{"last of the settings", "it was made for other settings of pacifist1", func(f []byte) { f[55] ^= 1 }},
		{"pieces", "it has too many pieces", func(f []byte) { f[60] = 3 }},
		{"class", "it numbers the positions of KKQN in another way", func(f []byte) { f[60] = 1 }},
		{"numbers", "it numbers the positions of KKN in another way", func(f []byte) { f[64]++ }},
		{"no block size", "it numbers the positions of KKN in another way", func(f []byte) { clear(f[112:116]) }},
		{"small blocks", "it numbers the positions of KKN in another way", func(f []byte) { f[113] = 0x1f }},
		{"large blocks", "it numbers the positions of KKN in another way", func(f []byte) { f[115] = 1 }},
		{"a longer block", "its blocks do not fill it", func(f []byte) { f[128]++ }},
	} {
		file := bytes.Clone(whole)
		test.change(file)
		_, err := parseHeader(sealed(file))
		if (err == nil) != (test.want == "") || err != nil && (!errors.Is(err, ErrFile) || err.Error() != "not a usable table: "+test.want) {
			t.Errorf("%s: %v, want %s", test.name, err, test.want)
		}
	}
	// One block for all numbers, of the largest size and of one beyond it.
	kk := newIndexing(class(t, "KK"), ruleset.Pacifist)
	for size, want := range map[int]bool{1 << 20: true, 1<<20 + 1: false, 1112: true, 1111: false} {
		h := Header{Rules: "pacifist1", Hash: settingsHash(rulestest.Builtin(t, "pacifist1")), x: kk, block: size}
		if _, err := parseHeader(append(h.encode(nil, []uint32{3}, []uint32{0}), "abc"...)); (err == nil) != want {
			t.Errorf("a block of %d values: %v", size, err)
		}
	}
	if settingsHash(rulestest.Builtin(t, "pacifist1")) == settingsHash(rulestest.Builtin(t, "pacifist2")) {
		t.Error("two rule sets have one hash")
	}
}

// Of blocks in the cache the oldest go for new ones, used or not, and the account of them does not grow.
func TestCache(t *testing.T) {
	content, err := small.ReadFile("embedded/pacifist1/KKN.tct")
	if err != nil {
		t.Fatal(err)
	}
	c := newCache(3 * blockSize)
	table, err := newTable("KKN", content, func() error { return nil }, c)
	if err != nil {
		t.Fatal(err)
	}
	held := func() (list []int) {
		for i := range table.unpacked {
			if table.unpacked[i].Load() != nil {
				list = append(list, i)
			}
		}
		return list
	}
	load := func(n int) {
		t.Helper()
		if _, err := table.value(uint64(n) * blockSize); err != nil {
			t.Fatal(err)
		}
	}
	for i, want := range [][]int{{0}, {0, 1}, {0, 1, 2}, {1, 2, 3}, {2, 3, 4}} {
		load(i)
		if got := held(); !slices.Equal(got, want) {
			t.Errorf("after block %d: %v, want %v", i, got, want)
		}
	}
	load(2) // is there, and stays the oldest
	if load(9); !slices.Equal(held(), []int{3, 4, 9}) {
		t.Errorf("%v", held())
	}
	c.add(table, 9, new([]byte)) // by one that was slower
	if c.room != 0 || !slices.Equal(held(), []int{3, 4, 9}) {
		t.Errorf("%d bytes left, %v", c.room, held())
	}
	for i := range 300 {
		load(i % 17)
		if got := held(); len(got) != 3 || !slices.Contains(got, i%17) {
			t.Fatalf("%v", got)
		}
	}
	if len(c.queue) > 8 {
		t.Errorf("an account of %d for three blocks", len(c.queue))
	}
}

// Values lie in memory as long as it lasts, then on the disk, without a name; either way they are 0 and can be written.
func TestRoom(t *testing.T) {
	dir := t.TempDir()
	if _, _, err := valuesOnDisk(dir, 1); errors.Is(err, ErrMemory) {
		t.Skip("this system has no other way")
	}
	r := room{dir: dir, left: 100}
	for i, step := range []struct {
		n      uint64
		left   int64
		onDisk int
	}{{60, 40, 0}, {41, 40, 1}, {40, 0, 1}, {1, 0, 2}, {1<<20 + 5, 0, 3}} {
		values, err := r.values(step.n)
		if err != nil || uint64(len(values)) != step.n || r.left != step.left || len(r.ends) != step.onDisk {
			t.Fatalf("step %d: %d values, %d bytes left, %d on disk, %v", i, len(values), r.left, len(r.ends), err)
		}
		for j := range values {
			if values[j] != 0 {
				t.Fatalf("step %d: value %d is %d", i, j, values[j])
			}
			values[j] = Value(j)
		}
		if last := len(values) - 1; values[last] != Value(last) {
			t.Errorf("step %d: what is written is lost", i)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	broken := errors.New("broken")
	r.ends = append(r.ends, func() error { return broken })
	if err := r.close(); !errors.Is(err, broken) {
		t.Errorf("%v", err)
	}
	if _, err := (&room{dir: filepath.Join(dir, "none")}).values(1); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v", err)
	}
}

// What a slice has found comes back as it was.
func TestFound(t *testing.T) {
	e := &expander{packer: newFoundPacker()}
	set := func(numbers ...int) (b bitset) {
		for _, n := range numbers {
			b.add(n)
		}
		return b
	}
	for _, f := range []found{
		{}, {decided: set(0)}, {drawn: set(65535)}, {nobodys: set(63, 64, 65)}, {decided: set(1, 2), nobodys: set(7)}, {set(5), set(6, 600), set(7, 7000)},
	} {
		text := e.encode(&f)
		which := byte(0)
		for i, b := range []bitset{f.decided, f.drawn, f.nobodys} {
			if b != nil {
				which |= 1 << i
			}
		}
		got, err := decodeFound(text)
		if err != nil || text[0] != which || !slices.Equal(got.decided, f.decided) || !slices.Equal(got.drawn, f.drawn) || !slices.Equal(got.nobodys, f.nobodys) {
			t.Errorf("%v, %v", got, err)
		}
	}
	if got := slices.Collect(set(0, 63, 64, 65535, 64).all); !slices.Equal(got, []int{0, 63, 64, 65535}) {
		t.Errorf("%v", got)
	}
	for i := range set(3, 4, 5).all {
		if i != 3 {
			t.Error("goes on when no more is asked for")
		}
		break
	}
	for _, text := range [][]byte{nil, {}, {8}, {255}, {1}, e.packer.EncodeAll(make([]byte, 8191), []byte{1}), e.packer.EncodeAll(make([]byte, 8193), []byte{1}), e.packer.EncodeAll(make([]byte, 8192), []byte{3})} {
		if _, err := decodeFound(text); !errors.Is(err, ErrFile) {
			t.Errorf("% x: %v", text[:min(4, len(text))], err)
		}
	}
	if _, err := decodeFound(e.packer.EncodeAll(make([]byte, 8192), []byte{2})); err != nil {
		t.Error(err)
	}
}

// solutionOf returns a solution of a class that leads into no other.
func solutionOf(t *testing.T, name string) *solution {
	t.Helper()
	tables, err := none(rulestest.Builtin(t, "pacifist1"))
	if err != nil {
		t.Fatal(err)
	}
	c := class(t, name)
	return newSolution(tables.rules, tables.set.Family, c, nil, make([]Value, newIndexing(c, tables.set.Family).size+extraValues), 0)
}

// How far a build is never goes back, and the first passes are most of it.
func TestProgress(t *testing.T) {
	s := solutionOf(t, "KKN")
	size := s.x.size
	var last Progress
	b := &builder{done: 1000, total: 1_000_000, options: Options{Progress: func(p Progress) {
		if p.Class != s.x.class || p.Total != 1_000_000 || p.Done < last.Done || p.Done > 1000+size {
			t.Errorf("%+v after %+v", p, last)
		}
		last = p
	}}}
	tell := b.progress(s)
	for pass := range 30 {
		for i := range 4 {
			tell(pass, 4)
			if i == 1 && pass < 3 { // half of it
				if want := 1000 + []uint64{size / 20, size * 3 / 10, size * 13 / 20}[pass]; last.Done != want || last.Pass != pass {
					t.Errorf("in the middle of pass %d: %+v, want %d", pass, last, want)
				}
			}
		}
		if want := 1000 + []uint64{size / 10, size / 2, size * 8 / 10}[min(pass, 2)]; pass < 3 && last.Done != want || pass > 2 && last.Done <= want {
			t.Errorf("after pass %d: %+v, want %d", pass, last, want)
		}
	}
	if last.Done < 1000+size*99/100 {
		t.Errorf("at the end: %+v", last)
	}
	last = Progress{}
	tell = b.progress(s) // one that goes on
	if tell(2, 4); last.Done != 1000+uint64((0.5+0.3/4)*float64(size)) {
		t.Errorf("from pass 2 on: %+v", last)
	}
	if b.options.Progress = nil; b.progress(s) != nil {
		t.Error("progress that nobody asked for")
	}
}

// A build makes what is missing, with what that leads into, and tells of each table; a file that is none is named.
func TestBuild(t *testing.T) {
	set := rulestest.Builtin(t, "chess")
	set.Name = "mine"
	dir := t.TempDir()
	place := filepath.Join(dir, "chess")
	kk, kkq := class(t, "KK"), class(t, "KKQ")
	if Place(set) != "chess" {
		t.Error(Place(set))
	}
	if got, want := Size(set, []Class{kkq}), newIndexing(kk, ruleset.Chess).size+newIndexing(kkq, ruleset.Chess).size; got != want {
		t.Errorf("%d numbers, want %d", got, want)
	}
	said := func(classes ...Class) string {
		t.Helper()
		text := ""
		if err := Build(t.Context(), set, dir, classes, Options{Jobs: -1, Memory: -1}, func(b Built) {
			if b.Path != filepath.Join(place, b.Class.String()+".tct") || b.Rules != "chess" {
				t.Errorf("%+v", b)
			}
			text += fmt.Sprintf("%s %d %t;", b.Class, b.Longest, b.Found)
		}); err != nil {
			t.Fatal(err)
		}
		return text
	}
	for i, want := range []string{"KK 0 false;", "KK 0 true;KKQ 19 false;", "KK 0 true;KKQ 19 true;"} {
		if got := said([]Class{kk, kkq, kkq}[i]); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	if left, err := os.ReadDir(place); err != nil || len(left) != 2 {
		t.Errorf("%v, %v", left, err)
	}
	if err := Build(t.Context(), set, dir, []Class{kk}, Options{}, nil); err != nil {
		t.Error(err)
	}
	bad := filepath.Join(place, "KK.tct")
	if err := os.WriteFile(bad, []byte("no table"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Build(t.Context(), set, dir, []Class{kkq}, Options{}, nil); !errors.Is(err, ErrFile) || err.Error() != bad+": not a usable table: it does not begin as a table does; remove it to have it built anew" {
		t.Errorf("%v", err)
	}
	if err := errors.Join(os.Remove(bad), os.Mkdir(bad, 0o700)); err != nil {
		t.Fatal(err)
	}
	if err := Build(t.Context(), set, dir, []Class{kk}, Options{}, nil); !errors.Is(err, ErrFile) || !strings.Contains(err.Error(), "it is no regular file") {
		t.Errorf("%v", err)
	}
	set.Values[3] = 7
	if err := Build(t.Context(), set, dir, []Class{kk}, Options{}, nil); !errors.Is(err, ErrRules) {
		t.Errorf("%v", err)
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	if err := Build(over, rulestest.Builtin(t, "chess"), t.TempDir(), []Class{kk}, Options{}, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

// A piece of a pass that goes elsewhere has some hundred thousand undecided positions, a sixteenth of all slices at most,
// and at most 64.
func TestSpan(t *testing.T) {
	for _, test := range []struct {
		slices    int
		undecided uint64
		want      int
	}{
		{1, 1 << 16, 1}, {15, 1, 1}, {16, 1, 1}, {31, 1, 1}, {32, 1, 2}, {1024, 1024 << 16, 2}, {1024, 1024 << 15, 4}, {1024, 1024 << 12, 32}, {1024, 1024 << 11, 64}, {1024, 1024, 64},
		{2048, 0, 64}, {1023, 1, 63}, {4096, 1, 64},
	} {
		task := &Task{Pass: Pass{Slices: test.slices}, s: &solution{undecided: test.undecided}}
		if got := task.Span(); got != test.want {
			t.Errorf("%d slices, %d undecided: %d, want %d", test.slices, test.undecided, got, test.want)
		}
	}
}

// A slice is worked out for the pass that it belongs to, and is none of another pass or class.
func TestTask(t *testing.T) {
	s := solutionOf(t, "KK")
	s.begin()
	told := 0
	task := &Task{Pass{Build: "b", Rules: "pacifist1", Class: "KK", Slices: 1}, s, nil, func() { told++ }}
	found, err := task.SliceOf(&task.Pass, 0)
	if err != nil || len(found) == 0 || task.Has(0) {
		t.Fatalf("%v", err)
	}
	if again, err := task.Slice(0); err != nil || !bytes.Equal(again, found) {
		t.Errorf("worked out again: %v", err)
	}
	for i, change := range []func(p *Pass){
		func(p *Pass) { p.Build = "c" }, func(p *Pass) { p.Rules = "pacifist2" }, func(p *Pass) { p.Class = "KKN" }, func(p *Pass) { p.Slices = 2 }, func(p *Pass) { p.Number = 1 },
		func(p *Pass) { p.Lower = []Part{{Class: "KK"}} }, func(p *Pass) { p.Before = []Part{{Sum: "x"}} },
	} {
		p := task.Pass
		change(&p)
		if _, err := task.SliceOf(&p, 0); !errors.Is(err, ErrOver) {
			t.Errorf("change %d: %v", i, err)
		}
	}
	for _, n := range []int{-1, 1} {
		if _, err := task.Slice(n); err == nil || err.Error() != fmt.Sprintf("KK has no slice %d", n) {
			t.Errorf("%v", err)
		}
	}
	if err := task.Keep(0, []byte{9}); !errors.Is(err, ErrFile) || !strings.HasPrefix(err.Error(), "KK, pass 0, slice 0: ") || told != 0 || task.Has(0) {
		t.Errorf("%v, told %d times", err, told)
	}
	if err := task.Keep(0, found); err != nil || told != 1 || !task.Has(0) || task.Sync() != nil {
		t.Errorf("%v, told %d times", err, told)
	}
	if err := s.end(); err != nil || s.pass != 1 {
		t.Fatal(err)
	}
	if _, err := task.Slice(0); !errors.Is(err, ErrOver) || err.Error() != "the pass has ended: KK, pass 0" {
		t.Errorf("%v", err)
	}
	if len(s.idle) != 1 {
		t.Errorf("%d expanders for one slice", len(s.idle))
	}
}

// A slicer stays with a build for ten seconds after it was last asked, and lets go of it after a minute.
func TestSlicerRests(t *testing.T) {
	nothing := func(context.Context, string, io.Writer) error { return errNotThere }
	s := &Slicer{}
	one, other := &Pass{Build: "one", Rules: "pacifist1", Class: "KK", Slices: 1}, &Pass{Build: "other", Rules: "pacifist1", Class: "KK", Slices: 1}
	synctest.Test(t, func(t *testing.T) {
		at := func(p *Pass) bool { return s.at.isAt(p) }
		if err := s.move(t.Context(), one, nothing); err != nil || !at(one) || at(other) {
			t.Fatal(err)
		}
		s.touch()
		time.Sleep(10*time.Second - 1)
		if err := s.move(t.Context(), other, nothing); !errors.Is(err, ErrBusy) || err.Error() != "at work on other tables: KK" || !at(one) {
			t.Errorf("%v", err)
		}
		if err := s.move(t.Context(), one, nothing); err != nil {
			t.Error(err)
		}
		time.Sleep(time.Nanosecond)
		if err := s.move(t.Context(), other, nothing); err != nil || !at(other) {
			t.Errorf("after ten seconds: %v", err)
		}
		s.touch()
		time.Sleep(30 * time.Second)
		s.touch()
		time.Sleep(time.Minute - 1)
		synctest.Wait()
		if !at(other) {
			t.Error("it has let go too early")
		}
		time.Sleep(time.Nanosecond)
		synctest.Wait()
		if s.at != nil {
			t.Error("it has not let go after a minute")
		}
	})
	for want, p := range map[string]*Pass{
		"pass 1 comes after 0 others":                        {Build: "b", Rules: "pacifist1", Class: "KK", Slices: 1, Number: 1},
		"pass 253 comes after 253 others":                    {Build: "b", Rules: "pacifist1", Class: "KK", Slices: 1, Number: 253, Before: make([]Part, 253)},
		"KK has 1 slices, not 2":                             {Build: "b", Rules: "pacifist1", Class: "KK", Slices: 2},
		`not a class of pieces: "K" does not name two kings`: {Build: "b", Rules: "pacifist1", Class: "K", Slices: 1},
		"no table of KK, into which KKQ leads":               {Build: "b", Rules: "chess", Class: "KKQ", Slices: 1},
		"what pass 0 of KK has found: it is not there":       {Build: "b", Rules: "pacifist1", Class: "KK", Slices: 1, Number: 1, Before: []Part{{Sum: "x"}}},
	} {
		if _, err := s.Slice(t.Context(), p, 0, nothing); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if _, err := s.Slice(t.Context(), &Pass{Rules: "none", Class: "KK"}, 0, nothing); err == nil {
		t.Error("rules that are none")
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	if found, err := s.Slice(over, one, 0, nothing); found != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	if err := s.Close(); err != nil || s.at != nil {
		t.Error(err)
	}
}

// What a pass has found goes to a file and comes back, and a file that holds less or more is refused.
func TestPassed(t *testing.T) {
	h := &sharing{dir: t.TempDir(), pass: Pass{Number: 4}}
	results := [][]byte{{0}, bytes.Repeat([]byte{7}, 300), {}}
	if err := h.passed(results); err != nil || h.pass.Number != 5 || len(h.pass.Before) != 1 {
		t.Fatalf("%v, %+v", err, h.pass)
	}
	part := &h.pass.Before[0]
	file, err := part.Open()
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(file)
	file.Close()
	if want := "\x01\x00\xac\x02" + strings.Repeat("\x07", 300) + "\x00"; err != nil || string(text) != want || len(part.Sum) != 64 {
		t.Errorf("%q, %v", text, err)
	}
	read := func(text string) ([][]byte, error) {
		s := &solution{results: make([][]byte, 3)}
		err := s.readPassed(bufio.NewReader(strings.NewReader(text)))
		return s.results, err
	}
	if got, err := read(string(text)); err != nil || !slices.EqualFunc(got, results, bytes.Equal) {
		t.Errorf("%v, %v", got, err)
	}
	for i := range len(text) {
		if _, err := read(string(text[:i])); err == nil {
			t.Errorf("%d bytes are taken for all", i)
		}
	}
	if _, err := read(string(text) + "x"); !errors.Is(err, ErrFile) || !strings.Contains(err.Error(), "there is more than the slices have found") {
		t.Errorf("%v", err)
	}
	if _, err := read("\x80\x80\x02" + strings.Repeat("x", 32768) + "\x00\x00"); err != nil {
		t.Errorf("32,768 bytes of a slice: %v", err)
	}
	if _, err := read("\x81\x80\x02" + strings.Repeat("x", 32769) + "\x00\x00"); !errors.Is(err, ErrFile) || !strings.Contains(err.Error(), "32769 bytes are too many for a slice") {
		t.Errorf("32,769 bytes of a slice: %v", err)
	}
}

// A verification looks at every number, tells how far it is, and says what is missing.
func TestVerified(t *testing.T) {
	tables := opened(t, "chess", "")
	kkn := class(t, "KKN")
	var mu sync.Mutex
	last := uint64(0)
	report, err := tables.Verify(t.Context(), kkn, VerifyOptions{Jobs: 1, Sample: 50, Seed: 3, Progress: func(c Class, done uint64) {
		mu.Lock()
		defer mu.Unlock()
		if c != kkn || done <= last {
			t.Errorf("%s, %d after %d", c, done, last)
		}
		last = done
	}})
	size := tables.Table(kkn).Numbers()
	if want := (Verified{kkn, size, 50, 0}); err != nil || report != want || last != size {
		t.Errorf("%+v, %v, %d at last; want %+v", report, err, last, want)
	}
	if report, err := tables.Verify(t.Context(), class(t, "KKNN"), VerifyOptions{}); !errors.Is(err, ErrMissing) || err.Error() != "no table of KKNN for chess" || report != (Verified{Class: class(t, "KKNN")}) {
		t.Errorf("%+v, %v", report, err)
	}
	delete(tables.byClass, class(t, "KK"))
	if _, err := tables.Verify(t.Context(), kkn, VerifyOptions{}); !errors.Is(err, ErrMissing) || err.Error() != "no table of KK, into which KKN leads" {
		t.Errorf("%v", err)
	}
	// A header that counts wrong is a fault, and no more faults than twenty are named.
	tables = opened(t, "chess", "")
	table := tables.Table(class(t, "KK"))
	table.Longest++
	report, err = tables.Verify(t.Context(), class(t, "KK"), VerifyOptions{})
	if !errors.Is(err, ErrWrong) || report.Wrong != 1 || !strings.Contains(err.Error(), "embedded/chess/KK.tct: wrong value: the header counts ") {
		t.Errorf("%+v, %v", report, err)
	}
	v := &verifier{}
	for i := range 25 {
		v.fault(fmt.Errorf("%d", 30-i))
	}
	faults := v.sorted()
	if len(faults) != 20 || v.wrong != 25 || fmt.Sprint(faults[0], faults[19]) != "11 30" {
		t.Errorf("%v of %d", faults, v.wrong)
	}
	v.faults = append([]error(nil), errors.New("b"), errors.New("aa"), errors.New("a"))
	if got := fmt.Sprint(v.sorted()); got != "[a b aa]" {
		t.Error(got)
	}
}
