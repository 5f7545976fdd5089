package pgn

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"turncoat/internal/lines"
)

// Item is one game of a stream.
type Item struct {
	Game  *Game
	Index int    // from 1
	Text  []byte // the text it was read from, from which its places count
	Lines int    // lines of the stream before the text

	places *Lines
}

// Place returns the line and column of a place of the game in the stream.
func (i *Item) Place(at int) (line, column int) {
	line, column = i.places.Place(at)
	return i.Lines + line, column
}

// maxWhole is the greatest length of a stream that is read in one piece, in bytes.
const maxWhole = 32 << 20

// ErrTooLong is the class of errors about streams too long to be read in one piece, and records
// longer than [MaxRecord].
var ErrTooLong = errors.New("too long")

// Each calls visit for every game of a stream, in order. PGN is read piece by piece, whatever its length; the
// other forms in one piece. The item is valid until visit returns. The error is visit's, or the reader's after
// the games before it have been visited, or wraps [ErrTooLong] after all others have been where a record had to
// be skipped.
func Each(r io.Reader, form Form, visit func(Item) error) error {
	if form != FormPGN && form != FormNone {
		return eachWhole(r, form, visit)
	}
	blocks := NewBlocks(r)
	var buffer []byte
	var skipped error
	var tokenizer Tokenizer
	var places Lines
	for index, before := 0, 0; ; {
		block, err := blocks.Next(buffer)
		if err != nil {
			if err := blocks.Err(); err != nil {
				return err
			}
			return skipped
		}
		if block.TooLong {
			skipped = fmt.Errorf("%w: the record in line %d is longer than %d MiB and has been skipped", ErrTooLong,
				before+1, MaxRecord>>20)
			index++
		} else {
			buffer = block.Text
			places.Reset(block.Text)
			for at := 0; at < len(block.Text); {
				var g *Game
				if g, at = tokenizer.Game(block.Text, at, block.Last); g == nil {
					continue
				}
				index++
				if err := visit(Item{g, index, block.Text, before, &places}); err != nil {
					return err
				}
			}
		}
		before += bytes.Count(block.Text, newline) + block.Lines
	}
}

func eachWhole(r io.Reader, form Form, visit func(Item) error) error {
	text, failed := io.ReadAll(io.LimitReader(lines.Ends(r), maxWhole+1))
	if len(text) > maxWhole {
		return fmt.Errorf("%w: more than %d MiB", ErrTooLong, maxWhole>>20)
	}
	if form == FormText && OpensWithTag(text) {
		if err := Each(bytes.NewReader(text), FormPGN, visit); err != nil {
			return err
		}
		return failed
	}
	games := ParseText
	if form == FormJSON {
		games = ParseJSON
	}
	places := NewLines(text)
	for i, g := range games(text) {
		if err := visit(Item{g, i + 1, text, 0, places}); err != nil {
			return err
		}
	}
	return failed
}

// OpensWithTag reports whether a text begins with a tag pair, as PGN does.
func OpensWithTag(text []byte) bool {
	text = bytes.TrimLeft(bytes.TrimPrefix(text, mark), " \t\r\n")
	return len(text) > 1 && text[0] == '[' && text[1] != '%'
}
