package pgn

import (
	"fmt"
	"io"
	"iter"
	"slices"

	"turncoat/internal/lines"
)

// Item is one game of a stream.
type Item struct {
	Game  *Record
	Index int    // from 1
	Text  []byte // the text it was read from; places are offsets in it

	places *lines.Places
}

// Place returns the line and column of a place of the game in the stream; 0 for an item that is not
// from a stream.
func (i *Item) Place(at int) (line, column int) {
	if i.places == nil {
		return 0, 0
	}
	return i.places.Place(at)
}

// Each calls visit for every game of a stream, in order. PGN of any length is read piece by piece,
// other forms as a whole. The text and the places of an item are valid until visit returns; its
// game may be kept. The error is visit's or the reader's, or it wraps [ErrTooLong] if a record had
// to be skipped; the other games have been visited.
func Each(r io.Reader, form Form, visit func(Item) error) error {
	blocks := NewBlocks(r, form)
	var buffer []byte
	var skipped error
	var reader Reader
	var places lines.Places
	for index := 0; ; {
		block, err := blocks.Next(buffer)
		if err != nil {
			if err := blocks.Err(); err != nil {
				return err
			}
			return skipped
		}

		if block.TooLong {
			skipped = fmt.Errorf("%w: the record in line %d is longer than %d MiB and has been "+
				"skipped",
				ErrTooLong, block.Lines+1, MaxRecord>>20)
			index++
			continue
		}

		buffer = block.Text
		places.Reset(block.Text, block.Lines)
		for g := range reader.Records(&block) {
			index++
			reader.record = nil // visit may keep it
			if err := visit(Item{g, index, block.Text, &places}); err != nil {
				return err
			}
		}
	}
}

// A Reader reads the records of blocks, one after the other into the same memory. The zero value
// is ready, for one goroutine at a time.
type Reader struct {
	tokenizer tokenizer
	record    *Record
}

// Records returns the records of a block; each is valid until the next. A block that is too long
// has none, nor has one of scenarios.
func (r *Reader) Records(b *Block) iter.Seq[*Record] {
	switch {
	case b.TooLong || b.Form == FormScenarios:
		return func(func(*Record) bool) {}
	case b.Form == FormText:
		return slices.Values(ParseText(b.Text))
	case b.Form == FormJSON:
		return slices.Values(ParseJSON(b.Text))
	}

	return func(yield func(*Record) bool) {
		r.tokenizer.share(b.Text)
		for at := 0; at < len(b.Text); {
			if r.record == nil {
				r.record = new(Record)
			}
			end, ok := r.tokenizer.read(r.record, b.Text, at, b.Last)
			if ok && !yield(r.record) {
				return
			}
			at = end
		}
	}
}
