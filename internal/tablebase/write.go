//go:build !turncoat_web

package tablebase

import (
	"hash/crc32"
	"io"

	"github.com/klauspost/compress/zstd"

	"turncoat/rules/ruleset"
)

// write writes a table of a built-in rule set.
func write(w io.Writer, set ruleset.Set, x *indexing, values []Value) (*Header, error) {
	h := &Header{Rules: set.Name, Hash: settingsHash(set), Class: x.class, Stats: statsOf(values), x: x,
		block: blockSize}
	packer, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithEncoderConcurrency(1),
		zstd.WithEncoderCRC(false), zstd.WithSingleSegment(true))
	if err != nil {
		return nil, err
	}
	defer packer.Close()
	var lengths, sums []uint32
	var blocks []byte
	var raw [blockSize]byte
	for len(values) > 0 {
		n := min(blockSize, len(values))
		for i, v := range values[:n] {
			raw[i] = byte(v)
		}
		values = values[n:]
		start := len(blocks)
		blocks = packer.EncodeAll(raw[:n], blocks)
		lengths = append(lengths, uint32(len(blocks)-start))
		sums = append(sums, crc32.Checksum(blocks[start:], castagnoli))
	}
	if _, err := w.Write(h.encode(nil, lengths, sums)); err != nil {
		return nil, err
	}
	_, err = w.Write(blocks)
	return h, err
}
