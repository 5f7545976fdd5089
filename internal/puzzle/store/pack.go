package store

import (
	_ "embed"
	"fmt"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// dictionary is text that puzzles have in common. It is part of the format and never changes.
//
//go:embed dictionary.jsonl
var dictionary []byte

const dictionaryID = 1

var packer = sync.OnceValues(func() (*zstd.Encoder, error) {
	return zstd.NewWriter(nil, zstd.WithEncoderDictRaw(dictionaryID, dictionary), zstd.WithEncoderConcurrency(1),
		zstd.WithEncoderCRC(true), zstd.WithSingleSegment(true), zstd.WithEncoderLevel(zstd.SpeedDefault))
})

var unpacker = sync.OnceValues(func() (*zstd.Decoder, error) {
	return zstd.NewReader(nil, zstd.WithDecoderDictRaw(dictionaryID, dictionary), zstd.WithDecoderConcurrency(0),
		zstd.WithDecoderMaxMemory(64<<20))
})

// pack packs a line.
func pack(line []byte) ([]byte, error) {
	e, err := packer()
	if err != nil {
		return nil, err
	}
	return e.EncodeAll(line, nil), nil
}

// unpack returns what was packed. The error wraps ErrDamaged.
func unpack(packed []byte) ([]byte, error) {
	d, err := unpacker()
	if err != nil {
		return nil, err
	}
	line, err := d.DecodeAll(packed, nil)
	if err != nil {
		return nil, fmt.Errorf("%w: cannot decompress a puzzle: %w", ErrDamaged, err)
	}
	return line, nil
}
