package build

import (
	"encoding/binary"
	"fmt"
	"sync"

	"github.com/klauspost/compress/zstd"

	"turncoat/internal/tablebase"
)

// newFoundPacker returns a compressor for the results of slices, for one goroutine.
func newFoundPacker() *zstd.Encoder {
	packer, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest),
		zstd.WithEncoderConcurrency(1), zstd.WithEncoderCRC(false), zstd.WithSingleSegment(true))
	if err != nil {
		panic(err) // the options are constant
	}
	return packer
}

// foundUnpacker decompresses the results of slices.
var foundUnpacker = sync.OnceValue(func() *zstd.Decoder {
	unpacker, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(0),
		zstd.WithDecoderMaxMemory(1<<20))
	if err != nil {
		panic(err) // the options are constant
	}
	return unpacker
})

// encode encodes the result of a slice: a byte with a bit for each set that is not empty, then
// these sets, compressed. The bit of number n is bit n%8 of byte n/8.
func (e *expander) encode(f *found) []byte {
	sets, which := []byte{}, byte(0)
	for i, set := range [...]bitset{f.decided, f.drawn, f.invalid} {
		if set == nil {
			continue
		}
		which |= 1 << i
		for _, word := range set {
			sets = binary.LittleEndian.AppendUint64(sets, word)
		}
	}

	if which == 0 {
		return []byte{0}
	}
	return e.packer.EncodeAll(sets, []byte{which})
}

// decodeFound decodes what encode has written.
func decodeFound(result []byte) (f found, err error) {
	if len(result) == 0 || result[0] > 7 {
		return f, fmt.Errorf("%w: invalid result of a slice", tablebase.ErrFile)
	}
	var sets []byte
	if result[0] != 0 {
		sets, err = foundUnpacker().DecodeAll(result[1:], nil)
		if err != nil {
			return f, fmt.Errorf("%w: result of a slice: %w", tablebase.ErrFile, err)
		}
	}

	for i, set := range [...]*bitset{&f.decided, &f.drawn, &f.invalid} {
		if result[0]>>i&1 == 0 {
			continue
		}
		if len(sets) < sliceSize/8 {
			return f, fmt.Errorf("%w: the result of a slice is truncated", tablebase.ErrFile)
		}
		*set = make(bitset, sliceSize/64)
		for j := range *set {
			(*set)[j] = binary.LittleEndian.Uint64(sets[8*j:])
		}
		sets = sets[sliceSize/8:]
	}

	if len(sets) > 0 {
		return f, fmt.Errorf("%w: the result of a slice is too long", tablebase.ErrFile)
	}
	return f, nil
}
