package pgn

import (
	"bytes"
	"errors"
	"io"
)

// Sizes of what is held in memory at once, in bytes.
const (
	blockSize = 256 << 10
	// MaxRecord is the greatest length of one record. A longer one is skipped.
	MaxRecord = 4 << 20
)

// Blocks cuts a stream into blocks that begin and end where records do.
type Blocks struct {
	r     io.Reader
	held  []byte // read and not yet returned
	ended bool
	err   error
}

// NewBlocks returns the blocks of a stream.
func NewBlocks(r io.Reader) *Blocks { return &Blocks{r: r} }

// Block is a piece of a stream.
type Block struct {
	Text []byte // the caller's, until it is handed back to [Blocks.Next]
	Last bool   // the stream ends with it
	// TooLong says that a record longer than [MaxRecord] begins here. Text holds its beginning;
	// the rest is skipped, Lines line ends with it.
	TooLong bool
	Lines   int
}

// Next returns the next block, in the caller's buffer if that is large enough, and io.EOF after the
// last. Any other error is the stream's; what could be read before it has been returned, as Last.
func (b *Blocks) Next(buffer []byte) (Block, error) {
	buffer = append(buffer[:0], b.held...)
	b.held = b.held[:0]
	from := 0 // no record begins before this place, but the first
	for {
		if len(buffer) < blockSize || from > 0 {
			buffer = b.fill(buffer)
		}
		if b.ended {
			if len(buffer) == 0 {
				return Block{}, b.err
			}
			return Block{Text: buffer, Last: true}, nil
		}
		if cut := lastBoundary(buffer, from); cut > 0 {
			b.held = append(b.held, buffer[cut:]...)
			return Block{Text: buffer[:cut]}, nil
		}
		if len(buffer) >= MaxRecord {
			return b.skip(buffer), nil
		}
		from = max(1, len(buffer)-lookBehind)
	}
}

// fill reads another block's worth after what the buffer holds.
func (b *Blocks) fill(buffer []byte) []byte {
	want := len(buffer) + blockSize
	if cap(buffer) < want {
		grown := make([]byte, len(buffer), want+want/4)
		copy(grown, buffer)
		buffer = grown
	}
	for idle := 0; len(buffer) < want; {
		n, err := b.r.Read(buffer[len(buffer):want])
		buffer = buffer[:len(buffer)+n]
		if n == 0 && err == nil {
			if idle++; idle > 100 {
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

// skip returns the beginning of an overlong record and passes over the rest of it.
func (b *Blocks) skip(buffer []byte) Block {
	const keep = 64 << 10
	block := Block{TooLong: true, Text: append([]byte(nil), buffer[:keep]...)}
	at := keep
	for {
		if cut := firstBoundary(buffer, at); cut > 0 {
			block.Lines += bytes.Count(buffer[keep:cut], newline)
			b.held = append(b.held, buffer[cut:]...)
			return block
		}
		if b.ended {
			block.Lines += bytes.Count(buffer[keep:], newline)
			block.Last = true
			return block
		}
		// The beginning of a new line may lie at the end of the buffer: keep that much.
		tail := max(keep, len(buffer)-lookBehind)
		block.Lines += bytes.Count(buffer[keep:tail], newline)
		copy(buffer[keep:], buffer[tail:])
		buffer = b.fill(buffer[:keep+len(buffer)-tail])
	}
}

// lookBehind is how far before the end of a buffer a boundary may stand that cannot be seen yet
// for want of the text after it: the length of "[", a name and a quote, with room to spare.
const lookBehind = 512

// lastBoundary finds the last place, after from, where a record begins; 0 if there is none.
func lastBoundary(text []byte, from int) int {
	for end := len(text); ; {
		i := bytes.LastIndex(text[:end], tagLine)
		if i < 0 || i+1 < from {
			return 0
		}
		if boundaryAt(text, i+1) {
			return i + 1
		}
		end = i + 1
	}
}

func firstBoundary(text []byte, from int) int {
	for at := max(from-1, 0); ; {
		i := bytes.Index(text[at:], tagLine)
		if i < 0 {
			return 0
		}
		if at += i + 1; boundaryAt(text, at) {
			return at
		}
	}
}

var tagLine = []byte("\n[")
