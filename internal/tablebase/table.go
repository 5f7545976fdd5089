package tablebase

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"runtime/debug"
	"sync"
	"sync/atomic"

	"github.com/klauspost/compress/zstd"

	"turncoat/rules/board"
	"turncoat/rules/ruleset"
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

// newTable returns the table of a rule set in a file's content.
func newTable(name string, file []byte, set ruleset.Set, done func() error,
	cache *cache) (*Table, error) {
	h, err := parseHeader(file, set)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return &Table{
		Header:   *h,
		name:     name,
		file:     file,
		close:    done,
		cache:    cache,
		unpacked: make([]atomic.Pointer[[]byte], len(h.ends)),
	}, nil
}

// Name returns the name of the table's file.
func (t *Table) Name() string { return t.name }

// Len returns how many values the table has, including those of numbers without a position.
func (t *Table) Len() uint64 { return t.index.Size }

// Content returns a copy of the table's file.
func (t *Table) Content() ([]byte, error) {
	content, err := t.copied(0, int64(len(t.file)))
	if err != nil {
		return nil, fmt.Errorf("%s: %w: %w", t.name, ErrFile, err)
	}
	return content, nil
}

// Values returns all values.
func (t *Table) Values() ([]Value, error) {
	all := make([]Value, t.index.Size)
	return all, t.Read(all)
}

// Read reads all values into a slice, which has room for them.
func (t *Table) Read(all []Value) error {
	var block []byte
	for n := range t.ends {
		var err error
		block, err = t.appendBlock(block[:0], n)
		if err != nil {
			return err
		}
		for i, v := range block {
			all[i] = Value(v)
		}
		all = all[len(block):]
	}

	return nil
}

// Entry is a position of a table with its value. White is to move, unless the rules do not allow
// the colours to be exchanged.
type Entry struct {
	Position board.Position
	Value    Value
}

// Each calls visit with every position of a table, once for all its images, in the order of their
// numbers. It stops at an error of visit and returns it.
func (t *Table) Each(ctx context.Context, visit func(e Entry) error) error {
	return t.each(ctx, func(number uint64, v Value) error {
		return visit(t.entry(number, v))
	})
}

// WithValue returns at most so many positions with a value, in the order of their numbers.
func (t *Table) WithValue(ctx context.Context, v Value, most int) ([]Entry, error) {
	var list []Entry
	err := t.each(ctx, func(number uint64, found Value) error {
		if found == v && len(list) < most {
			list = append(list, t.entry(number, v))
		}
		return nil
	})
	return list, err
}

// LongestWins returns at most so many of the longest wins, in the order of their numbers. There must
// be a win.
func (t *Table) LongestWins(ctx context.Context, most int) ([]Entry, error) {
	list, err := t.WithValue(ctx, DecidedIn(t.Longest), most)
	if err == nil && len(list) == 0 {
		err = fmt.Errorf("%s: %w: it has no win in %d plies, the longest that its header names", t.name,
			ErrFile, t.Longest)
	}
	return list, err
}

// each calls visit with the number and value of every position, in order.
func (t *Table) each(ctx context.Context, visit func(number uint64, v Value) error) error {
	var block []byte
	for n := range t.ends {
		if err := ctx.Err(); err != nil {
			return err
		}
		var err error
		block, err = t.appendBlock(block[:0], n)
		if err != nil {
			return err
		}

		first := uint64(n) * uint64(t.block)
		for i, v := range block {
			if Value(v) == NoPosition {
				continue
			}
			if err := visit(first+uint64(i), Value(v)); err != nil {
				return err
			}
		}
	}

	return nil
}

// entry returns the position with a number, and its value.
func (t *Table) entry(number uint64, v Value) Entry {
	e := Entry{Value: v}
	t.index.Position(number, &e.Position)
	e.Position.Rekey()
	return e
}

// value returns the value at a number.
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

// unpacker unpacks the blocks of all tables.
var unpacker = sync.OnceValue(func() *zstd.Decoder {
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(0),
		zstd.WithDecoderMaxMemory(maxBlockSize))
	if err != nil {
		panic(err) // the options are constant
	}
	return d
})

// appendBlock appends the values of a block. It reads them from the file, not from the cache.
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

	before := len(to)
	to, err = unpacker().DecodeAll(packed, to)
	got := uint64(len(to) - before)
	want := min(uint64(t.block), t.index.Size-uint64(n)*uint64(t.block))
	if err == nil && got != want {
		err = fmt.Errorf("it has %d values, not %d", got, want)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w: block %d: %w", t.name, ErrFile, n, err)
	}
	return to, nil
}

// errCut is the error of a mapped file that has become shorter.
var errCut = errors.New("the file has been cut off while it was open, or cannot be read")

// copied returns a copy of a part of the file. The file may be mapped into memory, and a copy
// cannot change between the check of its checksum and the unpacking. If another process has
// truncated the file, reading it raises a fault, which is caught here so that it does not end the
// program.
func (t *Table) copied(from, to int64) (part []byte, err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		fault := recover()
		if fault == nil {
			return
		}
		if _, isMemoryFault := fault.(interface{ Addr() uintptr }); !isMemoryFault {
			panic(fault)
		}
		part, err = nil, errCut
	}()
	return bytes.Clone(t.file[from:to]), nil
}
