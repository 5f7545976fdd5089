package pgn

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"turncoat/internal/lines"
)

// Limits on what is held in memory, in bytes.
const (
	blockSize = 256 << 10
	// MaxRecord is the maximum length of a record. A longer one is skipped.
	MaxRecord = 4 << 20
	// maxWhole is the maximum length of a stream that is not PGN.
	maxWhole = 32 << 20
)

// ErrTooLong is the class of errors about streams that are too long to be read as a whole, and
// about records longer than [MaxRecord].
var ErrTooLong = errors.New("too long")

// Blocks cuts a stream into blocks that begin and end where records do. A stream that is not PGN is
// one block.
type Blocks struct {
	r     io.Reader
	form  Form
	size  int    // to read at a time
	limit int    // of a record
	held  []byte // read and not yet returned
	lines int    // before the next block
	begun bool
	ended bool
	err   error
}

// NewBlocks returns the blocks of a stream, which a [Reader] reads. FormNone is read as PGN. Line
// ends that are carriage returns are delivered as line feeds.
func NewBlocks(r io.Reader, form Form) *Blocks {
	if form == FormNone {
		form = FormPGN
	}
	return &Blocks{r: lines.Ends(r), form: form, size: blockSize, limit: MaxRecord}
}

// Block is a piece of a stream.
type Block struct {
	Form Form   // never FormNone; FormPGN for a text that opens with a tag
	Text []byte // valid until its memory is passed to [Blocks.Next]
	Last bool   // the stream ends with it
	// TooLong says that a record longer than [MaxRecord] begins here. Text holds its beginning; the
	// rest is skipped.
	TooLong bool
	Lines   int // of the stream before it

	skipped int // line ends
}

// Lines returns how many lines end in the blocks that have been returned.
func (b *Blocks) Lines() int { return b.lines }

// Next returns the next block, in the caller's buffer if it is large enough, and io.EOF after the
// last. Any other error is the stream's or wraps [ErrTooLong]. What could be read before it has
// been returned as the last block, except of scenarios, because a part of a YAML file may have
// another meaning than the whole.
func (b *Blocks) Next(buffer []byte) (Block, error) {
	block, err := b.next(buffer)
	block.Lines = b.lines
	b.lines += bytes.Count(block.Text, newline) + block.skipped
	return block, err
}

func (b *Blocks) next(buffer []byte) (Block, error) {
	buffer = append(buffer[:0], b.held...)
	b.held = b.held[:0]
	if len(buffer) < b.size {
		buffer = b.fill(buffer)
	}
	if !b.begun {
		b.begun = true

		if b.form == FormText && opensWithTag(buffer) {
			b.form = FormPGN
		}
	}

	if b.form != FormPGN {
		return b.whole(buffer)
	}
	from := 1 // no block can end before this offset
	for ; ; buffer = b.fill(buffer) {
		if b.ended && len(buffer) == 0 {
			return Block{}, b.err
		}
		cut := lastBoundary(buffer, from, len(buffer))
		endless := len(buffer) > b.limit && (b.ended || len(buffer) > b.limit+lookBehind)
		tooLong := cut > b.limit || cut == 0 && endless
		if cut > b.limit {
			cut = lastBoundary(buffer, from, b.limit)
		}
		if cut > 0 && noRecord(buffer[:cut]) {
			from, cut = cut+1, 0
		}
		switch {
		case cut == 0 && tooLong:
			return b.skip(buffer), nil
		case b.ended:
			return Block{Form: FormPGN, Text: buffer, Last: true}, nil
		case cut > 0:
			b.held = append(b.held, buffer[cut:]...)
			return Block{Form: FormPGN, Text: buffer[:cut]}, nil
		}

		from = max(from, len(buffer)-lookBehind)
	}
}

// whole returns the rest of the stream as one block.
func (b *Blocks) whole(buffer []byte) (Block, error) {
	for !b.ended && len(buffer) <= maxWhole {
		buffer = b.fill(buffer)
	}
	if len(buffer) > maxWhole {
		b.held, b.ended = nil, true
		b.err = fmt.Errorf("%w: more than %d MiB", ErrTooLong, maxWhole>>20)
	}
	if len(buffer) == 0 || len(buffer) > maxWhole || b.form == FormScenarios && b.Err() != nil {
		return Block{}, b.err
	}
	return Block{Form: b.form, Text: buffer, Last: true}, nil
}

// opensWithTag reports whether a text begins with a tag pair, as PGN does.
func opensWithTag(text []byte) bool {
	text = bytes.TrimLeft(bytes.TrimPrefix(text, byteOrderMark), " \t\r\n")
	return len(text) > 1 && text[0] == '[' && text[1] != '%'
}

// fill reads up to b.size more bytes after those in the buffer.
func (b *Blocks) fill(buffer []byte) []byte {
	if b.ended {
		return buffer
	}
	want := len(buffer) + b.size
	if cap(buffer) < want {
		grown := make([]byte, len(buffer), want+want/4)
		copy(grown, buffer)
		buffer = grown
	}

	for idle := 0; len(buffer) < want; {
		n, err := b.r.Read(buffer[len(buffer):want])
		buffer = buffer[:len(buffer)+n]
		if n == 0 && err == nil {
			idle++
			if idle > 100 {
				err = io.ErrNoProgress
			}
		}

		if err != nil {
			b.ended, b.err = true, err
			break
		}
	}

	return buffer
}

// Err returns the error that ended the stream, nil for io.EOF.
func (b *Blocks) Err() error {
	if errors.Is(b.err, io.EOF) {
		return nil
	}
	return b.err
}

// noRecord reports whether a text can contain nothing but comments, which belong to the record that
// follows.
func noRecord(text []byte) bool {
	for at := 0; at < len(text); at++ {
		end := 0
		switch b := text[at]; {
		case b == '{':
			end = bytes.IndexByte(text[at:], '}')
		case b == ';', b == '%', b == 0x1a:
			end = bytes.IndexByte(text[at:], '\n')
		case !space(b) && b != '.' && bytes.IndexByte(byteOrderMark, b) < 0:
			return false
		}

		if end < 0 {
			return false
		}
		at += end
	}

	return true
}

// skip returns the beginning of a record that is longer than the limit, and discards the rest of
// it.
func (b *Blocks) skip(buffer []byte) Block {
	kept := min(maxContext, b.limit)
	block := Block{Form: FormPGN, TooLong: true, Text: append([]byte(nil), buffer[:kept]...)}
	for at := b.limit + 1; ; {
		cut := firstBoundary(buffer, at)
		if cut == 0 && b.ended {
			cut, block.Last = len(buffer), true
		}
		if cut > 0 {
			block.skipped += bytes.Count(buffer[kept:cut], newline)
			b.held = append(b.held, buffer[cut:]...)
			return block
		}

		// A boundary near the end of the buffer cannot be recognised yet. The lines before it are
		// kept, because they decide whether it is one.
		tail := max(kept, len(buffer)-lookBehind)
		block.skipped += bytes.Count(buffer[kept:tail], newline)
		from := max(0, tail-maxContext)
		kept = tail - from
		buffer = b.fill(append(buffer[:0], buffer[from:]...))
		at = kept
	}
}

// maxContext is how much of a record that is too long is kept to recognise where the next one
// begins.
const maxContext = 64 << 10

// lookBehind is the distance from the end of a buffer within which a boundary may not be recognised
// yet. It is longer than a bracket, a name and a quote.
const lookBehind = 512

// lastBoundary finds the last offset between two others at which a record begins, 0 if there is
// none.
func lastBoundary(text []byte, from, to int) int {
	for {
		at := bytes.LastIndex(text[:min(to+1, len(text))], tagLine) + 1
		if at == 0 || at < from {
			return 0
		}
		if boundaryAt(text, at) {
			return at
		}
		to = at - 1
	}
}

func firstBoundary(text []byte, from int) int {
	for at := max(from-1, 0); ; {
		i := bytes.Index(text[at:], tagLine)
		if i < 0 {
			return 0
		}
		at += i + 1
		if boundaryAt(text, at) {
			return at
		}
	}
}

var tagLine = []byte("\n[")
