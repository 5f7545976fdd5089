//go:build !turncoat_web

package tablebase

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"runtime/debug"
	"sync"
	"sync/atomic"

	"github.com/klauspost/compress/zstd"
)

// Table is the table of one class, open for reading. Any number of goroutines may use it.
type Table struct {
	Header
	name  string // of the file, for errors
	file  []byte
	close func() error
	cache *cache
	// unpacked holds the blocks that are in the cache.
	unpacked []atomic.Pointer[[]byte]
}

// open opens the table in a file.
func open(name string, cache *cache) (*Table, error) {
	file, done, err := contentOf(name)
	if err != nil {
		return nil, err
	}
	t, err := newTable(name, file, done, cache)
	if err != nil {
		done()
	}
	return t, err
}

// newTable returns the table that a file's content is.
func newTable(name string, file []byte, done func() error, cache *cache) (*Table, error) {
	h, err := parseHeader(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return &Table{Header: *h, name: name, file: file, close: done, cache: cache,
		unpacked: make([]atomic.Pointer[[]byte], len(h.ends))}, nil
}

// Name returns the name of the table's file.
func (t *Table) Name() string { return t.name }

// Numbers returns how many numbers the table has, those of no position among them.
func (t *Table) Numbers() uint64 { return t.x.size }

// unpacker unpacks the blocks of all tables.
var unpacker = sync.OnceValue(func() *zstd.Decoder {
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecoderMaxMemory(maxBlockSize))
	if err != nil {
		panic(err) // the options are constant
	}
	return d
})

// appendBlock appends the values of a block. It does not look at the cache.
func (t *Table) appendBlock(to []byte, n int) ([]byte, error) {
	first := int64(headerSize + entrySize*len(t.ends) + sumSize)
	if n > 0 {
		first = t.ends[n-1]
	}
	packed, err := t.copied(first, t.ends[n])
	if err != nil {
		return nil, fmt.Errorf("%s: %w: block %d: %w", t.name, ErrFile, n, err)
	}
	if crc32.Checksum(packed, castagnoli) != t.sums[n] {
		return nil, fmt.Errorf("%s: %w: the checksum of block %d is wrong", t.name, ErrFile, n)
	}
	was := len(to)
	to, err = unpacker().DecodeAll(packed, to)
	if want := min(uint64(t.block), t.x.size-uint64(n)*uint64(t.block)); err == nil && uint64(len(to)-was) != want {
		err = fmt.Errorf("it holds %d values, not %d", len(to)-was, want)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w: block %d: %w", t.name, ErrFile, n, err)
	}
	return to, nil
}

// copied returns a copy of a part of the file, which may be a mapped one: whoever cuts it off, or writes to it,
// while it is open, changes nothing between the look at the checksum and the unpacking, and ends no process.
func (t *Table) copied(from, to int64) (part []byte, err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		fault := recover()
		if _, ok := fault.(interface{ Addr() uintptr }); ok { // of a fault in memory
			part, err = nil, errCut
		} else if fault != nil {
			panic(fault)
		}
	}()
	return bytes.Clone(t.file[from:to]), nil
}

var errCut = errors.New("the file has been cut off while it was open, or cannot be read")

// value returns the value of a number.
func (t *Table) value(number uint64) (Value, error) {
	n := int(number / uint64(t.block))
	block := t.unpacked[n].Load()
	if block == nil {
		values, err := t.appendBlock(make([]byte, 0, t.block), n)
		if err != nil {
			return NoPosition, err
		}
		block = &values
		t.cache.add(t, n, block)
	}
	return Value((*block)[number%uint64(t.block)]), nil
}

// values returns all values.
func (t *Table) values() ([]Value, error) {
	all := make([]Value, t.x.size)
	return all, t.read(all)
}

// read fills in all values.
func (t *Table) read(all []Value) error {
	var block []byte
	for n := range t.ends {
		var err error
		if block, err = t.appendBlock(block[:0], n); err != nil {
			return err
		}
		for i, v := range block {
			all[i] = Value(v)
		}
		all = all[len(block):]
	}
	return nil
}
