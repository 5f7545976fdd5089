//go:build !turncoat_web

package tablebase

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"math"

	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// The file format is that of docs/tablebases.md: a header of fixed length, a directory of the blocks, a checksum of
// both, then the blocks, each compressed by itself. All numbers are little-endian.
const (
	magic   = "turntab\x1a"
	version = 1

	headerSize = 128
	entrySize  = 8 // a block's length and checksum
	sumSize    = 4

	nameSize = 24
	hashSize = 16

	// blockSize is how many values a block of a new file holds. A probe unpacks one.
	blockSize = 1 << 13
	// maxBlockSize is the most that a file may say.
	maxBlockSize = 1 << 20

	// Extension ends the name of a table's file.
	Extension = ".tct"
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Header is what the head of a table's file says about it.
type Header struct {
	Rules string         // the name of the rule set
	Hash  [hashSize]byte // of its settings
	Class Class          // the pieces
	Stats                // the counts
	x     *indexing      // of the class
	block int            // values in a block
	ends  []int64        // where each block ends in the file
	sums  []uint32       // the blocks' checksums
}

// settingsHash returns what tells the settings of a rule set from all others, its name apart.
func settingsHash(set ruleset.Set) (hash [hashSize]byte) {
	set.Name = ""
	sum := sha256.Sum256(ruleset.AppendYAML(nil, set))
	copy(hash[:], sum[:])
	return hash
}

// encode appends the head of a file with blocks of given lengths and checksums.
func (h *Header) encode(to []byte, lengths, sums []uint32) []byte {
	var name [nameSize]byte
	copy(name[:], h.Rules)
	to = append(to, magic...)
	to = binary.LittleEndian.AppendUint32(to, version)
	to = binary.LittleEndian.AppendUint32(to, headerSize)
	to = append(to, name[:]...)
	to = append(to, h.Hash[:]...)
	for kind := range board.King {
		to = append(to, byte(h.Class.Count(kind)))
	}
	to = append(to, 0, 0, 0)
	total := int64(headerSize + entrySize*len(lengths) + sumSize)
	for _, n := range lengths {
		total += int64(n)
	}
	for _, n := range []uint64{h.x.size, h.Positions, h.Won, h.Lost, h.Drawn} {
		to = binary.LittleEndian.AppendUint64(to, n)
	}
	for _, n := range []int{h.Longest, h.LongestLoss, h.block, len(lengths)} {
		to = binary.LittleEndian.AppendUint32(to, uint32(n))
	}
	to = binary.LittleEndian.AppendUint64(to, uint64(total))
	for i := range lengths {
		to = binary.LittleEndian.AppendUint32(to, lengths[i])
		to = binary.LittleEndian.AppendUint32(to, sums[i])
	}
	return binary.LittleEndian.AppendUint32(to, crc32.Checksum(to, castagnoli))
}

// parseHeader reads the head of a file. It refuses, with a reason, what is no table, or is not whole.
func parseHeader(file []byte) (*Header, error) {
	refuse := func(format string, a ...any) (*Header, error) {
		return nil, fmt.Errorf("%w: %s", ErrFile, fmt.Sprintf(format, a...))
	}
	if len(file) < headerSize || string(file[:len(magic)]) != magic {
		return refuse("it does not begin as a table does")
	}
	u32 := func(at int) uint32 { return binary.LittleEndian.Uint32(file[at:]) }
	u64 := func(at int) uint64 { return binary.LittleEndian.Uint64(file[at:]) }
	if v := u32(8); v != version {
		return refuse("it is of version %d, not %d", v, version)
	}
	if total := u64(120); total != uint64(len(file)) {
		return refuse("it is %d bytes long and says that it has %d", len(file), total)
	}
	blocks := u32(116)
	first := headerSize + entrySize*int64(blocks) + sumSize
	if u32(12) != headerSize || first > int64(len(file)) {
		return refuse("its header is damaged")
	}
	if sum := crc32.Checksum(file[:first-sumSize], castagnoli); sum != u32(int(first-sumSize)) {
		return refuse("the checksum of its header is wrong")
	}
	h := &Header{Rules: string(bytes.TrimRight(file[16:16+nameSize], "\x00")), block: int(u32(112))}
	copy(h.Hash[:], file[40:])
	for kind := range board.King {
		h.Class.counts[kind] = file[56+kind]
	}
	h.Stats = Stats{Positions: u64(72), Won: u64(80), Lost: u64(88), Drawn: u64(96), Longest: int(u32(104)),
		LongestLoss: int(u32(108))}
	set, err := ruleset.Builtin(h.Rules)
	if err != nil {
		return refuse("it is for the rule set %q, which is not built in", h.Rules)
	}
	if h.Hash != settingsHash(set) {
		return refuse("it was made for other settings of %s", h.Rules)
	}
	if h.Class.Pieces() > MaxPieces {
		return refuse("it has too many pieces")
	}
	h.x = newIndexing(h.Class, set.Family)
	if u64(64) != h.x.size || h.block < 1 || h.block > maxBlockSize ||
		uint64(blocks) != (h.x.size+uint64(h.block)-1)/uint64(h.block) {
		return refuse("it numbers the positions of %s in another way", h.Class)
	}
	h.ends, h.sums = make([]int64, blocks), make([]uint32, blocks)
	end := first
	for i := range h.ends {
		at := headerSize + entrySize*i
		end += int64(u32(at))
		h.ends[i], h.sums[i] = end, u32(at+4)
	}
	if end != int64(len(file)) || end < 0 || end > math.MaxInt64/2 {
		return refuse("its blocks do not fill it")
	}
	return h, nil
}
