package wasm

import (
	"bytes"
	"encoding/binary"
)

// The table of functions that Go's linker writes for its runtime; see runtime/symtab.go and the type _func of
// runtime/runtime2.go. Its form has been this one since Go 1.20.
const (
	tableMagic  = "\xf1\xff\xff\xff\x00\x00\x01\x08"
	tableHeader = 8 + 8*8 // the magic, then eight words

	entrySize = 8  // where a function begins, and where its description does
	funcSize  = 44 // of a description, without the lists after it

	// Places in a description.
	stackTable = 16 // how far the stack has grown, by address: the runtime cannot do without
	fileTable  = 20 // which file, by address; after it which line
	dataTables = 28 // how many tables more there are, after the description
	startLine  = 36
)

// A functions is the table of functions in a module's memory.
type functions struct {
	names []byte // of functions, each ended by a zero
	files []byte // lists of the names of files, and these
	steps []byte // how a number changes from address to address: stack, files, lines and so on
	funcs []byte // the descriptions, after a list of them
	count int
}

// functions finds the table of functions, if it has the known form.
func (m *module) functions() (*functions, bool) {
	at := bytes.Index(m.memory, []byte(tableMagic))
	if at < 0 || len(m.memory)-at < tableHeader {
		return nil, false
	}
	all := m.memory[at:]
	word := func(i int) uint64 { return binary.LittleEndian.Uint64(all[8+8*i:]) }
	names, files, steps, funcs := word(3), word(4), word(6), word(7)
	if names < tableHeader || names > files || files > steps || steps > funcs || funcs > uint64(len(all)) {
		return nil, false
	}
	f := &functions{names: all[names:files], files: all[files:steps], steps: all[steps:funcs], funcs: all[funcs:]}
	if word(0) > uint64(len(f.funcs)/entrySize) {
		return nil, false
	}
	f.count = int(word(0))
	return f, true
}

// function returns the description of a function, with the lists after it. It must not begin before a place, the end
// of the description before it, so that none is part of another; the next one's place is returned.
func (f *functions) function(i int, from uint64) (text []byte, next uint64, ok bool) {
	at := uint64(binary.LittleEndian.Uint32(f.funcs[i*entrySize+4:]))
	if at < from || at > uint64(len(f.funcs)) || len(f.funcs[at:]) < funcSize {
		return nil, 0, false
	}
	text = f.funcs[at:]
	tables := binary.LittleEndian.Uint32(text[dataTables:])
	if uint64(tables) > uint64(len(text)-funcSize)/4 {
		return nil, 0, false
	}
	text = text[:funcSize+4*tables]
	return text, at + uint64(len(text)), true
}

// strip takes names, files and lines out of the table of functions, so that what is left is what the runtime
// needs: the names of its own functions are among it, as it looks whether a goroutine runs one. It reports
// whether the table has the known form; if not, nothing is changed.
func (m *module) strip() bool {
	f, ok := m.functions()
	if !ok {
		return false
	}
	needed := make([]bool, len(f.steps))
	texts := make([][]byte, f.count)
	next := uint64(f.count * entrySize) // the list comes first
	for i := range texts {
		if texts[i], next, ok = f.function(i, next); !ok || !f.mark(needed, texts[i][stackTable:fileTable]) ||
			!f.mark(needed, texts[i][funcSize:]) {
			return false
		}
	}
	for _, text := range texts {
		clear(text[fileTable:dataTables])
		clear(text[startLine : startLine+4])
	}
	for i, needed := range needed {
		if !needed {
			f.steps[i] = 0
		}
	}
	clear(f.files)
	for names := f.names; ; {
		name, rest, more := bytes.Cut(names, []byte{0})
		if !bytes.HasPrefix(name, []byte("runtime.")) {
			clear(name)
		}
		if names = rest; !more {
			return true
		}
	}
}

// mark marks what is needed of the steps, given where they begin, and reports whether all have the known form: pairs of
// numbers, ended by a zero in the place of the first of a pair, the first pair apart. There are none at 0.
func (f *functions) mark(needed []bool, places []byte) bool {
	for ; len(places) > 0; places = places[4:] {
		place := uint64(binary.LittleEndian.Uint32(places))
		if place == 0 {
			continue
		}
		if place >= uint64(len(f.steps)) {
			return false
		}
		rest := f.steps[place:]
		for begun := false; ; begun = true {
			step, n := binary.Uvarint(rest)
			if n <= 0 {
				return false
			}
			rest = rest[n:]
			if step == 0 && begun {
				break
			}
			if _, n = binary.Uvarint(rest); n <= 0 {
				return false
			}
			rest = rest[n:]
		}
		for i := place; i < uint64(len(f.steps)-len(rest)); i++ {
			needed[i] = true
		}
	}
	return true
}
