package pgn

import (
	"fmt"
	"io"
	"iter"
	"slices"

	"turncoat/internal/token"
)

// Item is one game of a stream.
type Item struct {
	Game  *Record
	Index int    // from 1
	Text  []byte // the text it was read from; places are offsets in it

	places *token.Lines
}

// Place returns the line and column of a place of the game in the stream.
func (i *Item) Place(at int) (line, column int) { return i.places.Place(at) }

// Each calls visit for every game of a stream, in order. PGN of any length is read piece by piece,
// other forms as a whole. The item is valid until visit returns. The error is visit's or the
// reader's, or it wraps [token.ErrTooLong] if a record had to be skipped; the other games have been
// visited.
func Each(r io.Reader, form token.Form, visit func(Item) error) error {
	blocks := token.NewBlocks(r, form)
	var buffer []byte
	var skipped error
	var tokenizer token.Tokenizer
	var places token.Lines
	for index := 0; ; {
		block, err := blocks.Next(buffer)
		if err != nil {
			if err := blocks.Err(); err != nil {
				return err
			}
			return skipped
		}

		if block.TooLong {
			skipped = fmt.Errorf("%w: the record in line %d is longer than %d MiB and has been skipped", token.ErrTooLong,
				block.Lines+1, token.MaxRecord>>20)
			index++
		} else {
			buffer = block.Text
			places.Reset(block.Text, block.Lines)
			for g := range Games(&block, &tokenizer) {
				index++
				if err := visit(Item{g, index, block.Text, &places}); err != nil {
					return err
				}
			}
		}
	}
}

// Games reads the games of a block. A block of scenarios has none.
func Games(b *token.Block, t *token.Tokenizer) iter.Seq[*Record] {
	switch b.Form {
	case token.FormText:
		return slices.Values(ParseText(b.Text))
	case token.FormJSON:
		return slices.Values(ParseJSON(b.Text))
	case token.FormScenarios:
		return func(func(*Record) bool) {}
	}

	return func(yield func(*Record) bool) {
		for at := 0; at < len(b.Text); {
			var g *Record
			g, at = Read(t, b.Text, at, b.Last)
			if g != nil && !yield(g) {
				return
			}
		}
	}
}
