package tablebase

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"math"

	"github.com/klauspost/compress/zstd"

	"turncoat/internal/printable"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// The file format is described in docs/tablebases.md: a header of fixed length, a directory of the
// blocks, a checksum of both, then the blocks, each compressed separately. All numbers are
// little-endian.
const (
	magic   = "turntab\x1a"
	version = 1

	headerSize = 128
	entrySize  = 8 // a block's length and checksum
	sumSize    = 4

	nameSize = 24
	hashSize = 16

	// blockSize is how many values a block of a new file has. A probe unpacks one block.
	blockSize = 1 << 13
	// maxBlockSize is the maximum block size in a file.
	maxBlockSize = 1 << 20

	// Extension ends the name of a table's file.
	Extension = ".tct"
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// head is the header of a file, byte by byte.
type head struct {
	Magic                [len(magic)]byte
	Version, HeaderSize  uint32
	Rules                [nameSize]byte
	Hash                 [hashSize]byte
	Counts               [board.King]uint8
	_                    [3]byte
	Size                 uint64
	Positions            uint64
	Won, Lost, Drawn     uint64
	Longest, LongestLoss uint32
	Block, Blocks        uint32
	Total                uint64 // bytes of the file
}

// totalAt is the offset of the file's length in the header.
const totalAt = headerSize - 8

// Header is what the header of a table's file says about the table.
type Header struct {
	Rules string         // the name of the rule set
	Hash  [hashSize]byte // of its settings
	Class Class          // the pieces
	Stats                // the counts
	index *Index         // of the class
	block int            // values in a block
	ends  []int64        // where each block ends in the file
	sums  []uint32       // the blocks' checksums
}

// Index returns the numbering of the class.
func (h *Header) Index() *Index { return h.index }

// SettingsHash returns a hash of the settings of a rule set, ignoring its name.
func SettingsHash(set ruleset.Set) (hash [hashSize]byte) {
	set.Name = ""
	sum := sha256.Sum256(ruleset.AppendYAML(nil, set))
	copy(hash[:], sum[:])
	return hash
}

// Write writes a table of a rule set.
func Write(w io.Writer, set ruleset.Set, index *Index, values []Value) (*Header, error) {
	h := &Header{
		Rules: set.Name,
		Hash:  SettingsHash(set),
		Class: index.Class,
		Stats: StatsOf(values),
		index: index,
		block: blockSize,
	}
	packer, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression),
		zstd.WithEncoderConcurrency(1), zstd.WithEncoderCRC(false), zstd.WithSingleSegment(true))
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

	if _, err := w.Write(h.encode(lengths, sums)); err != nil {
		return nil, err
	}
	_, err = w.Write(blocks)
	return h, err
}

// encode returns the header, the directory and their checksum, for blocks of the given lengths and
// checksums.
func (h *Header) encode(lengths, sums []uint32) []byte {
	start := head{
		Version:     version,
		HeaderSize:  headerSize,
		Hash:        h.Hash,
		Counts:      h.Class.counts,
		Size:        h.index.Size,
		Positions:   h.Positions,
		Won:         h.Won,
		Lost:        h.Lost,
		Drawn:       h.Drawn,
		Longest:     uint32(h.Longest),
		LongestLoss: uint32(h.LongestLoss),
		Block:       uint32(h.block),
		Blocks:      uint32(len(lengths)),
		Total:       uint64(headerSize + entrySize*len(lengths) + sumSize),
	}
	copy(start.Magic[:], magic)
	copy(start.Rules[:], h.Rules)
	for _, n := range lengths {
		start.Total += uint64(n)
	}

	to, err := binary.Append(nil, binary.LittleEndian, &start)
	if err != nil {
		panic(err) // the size of a header is fixed
	}
	for i := range lengths {
		to = binary.LittleEndian.AppendUint32(to, lengths[i])
		to = binary.LittleEndian.AppendUint32(to, sums[i])
	}

	return binary.LittleEndian.AppendUint32(to, crc32.Checksum(to, castagnoli))
}

// parseHeader reads the header and the directory of a file. It returns an error with a reason if
// the file is not a table of the rule set or is incomplete.
func parseHeader(file []byte, set ruleset.Set) (*Header, error) {
	refuse := func(format string, a ...any) (*Header, error) { return nil, refusal(format, a...) }
	start, first, err := readHead(file)
	if err != nil {
		return nil, err
	}

	name := string(bytes.TrimRight(start.Rules[:], "\x00"))
	if name != set.Name {
		return refuse("it is for %s, not for %s", printable.Line(name), set.Name)
	}
	if start.Hash != SettingsHash(set) {
		return refuse("it was made for other settings of %s", name)
	}
	class := Class{start.Counts}
	if class.Pieces() > MaxPieces {
		return refuse("it has too many pieces")
	}
	index := NewIndex(class, set)
	block := uint64(start.Block)
	if start.Size != index.Size || block < 1 || block > maxBlockSize ||
		uint64(start.Blocks) != (index.Size+block-1)/block {
		return refuse("it numbers the positions of %s differently", class)
	}

	if !isLength(start.Longest, 1) || !isLength(start.LongestLoss, 0) {
		return refuse("its longest win, or loss, has an impossible number of plies")
	}

	h := &Header{
		Rules: name,
		Hash:  start.Hash,
		Class: class,
		Stats: Stats{start.Positions, start.Won, start.Lost, start.Drawn,
			int(start.Longest), int(start.LongestLoss)},
		index: index,
		block: int(start.Block),
	}
	if !h.readDirectory(file[headerSize:first-sumSize], first, int64(len(file))) {
		return refuse("its blocks do not end where the file does")
	}
	return h, nil
}

// refusal returns the error about a file that is not a table, with the reason.
func refusal(format string, a ...any) error {
	return fmt.Errorf("%w: %s", ErrFile, fmt.Sprintf(format, a...))
}

// readHead reads the header, checks what does not depend on the rule set, and returns where the
// first block begins.
func readHead(file []byte) (start head, first int64, err error) {
	_, err = binary.Decode(file, binary.LittleEndian, &start)
	switch {
	case err != nil || string(start.Magic[:]) != magic:
		return start, 0, refusal("it is not a table")
	case start.Version != version:
		return start, 0, refusal("it has version %d, not %d", start.Version, version)
	case start.Total != uint64(len(file)):
		return start, 0, refusal("it is %d bytes long instead of %d", len(file), start.Total)
	}

	first = headerSize + entrySize*int64(start.Blocks) + sumSize
	if start.HeaderSize != headerSize || first > int64(len(file)) {
		return start, 0, refusal("its header is damaged")
	}
	sum := binary.LittleEndian.Uint32(file[first-sumSize:])
	if crc32.Checksum(file[:first-sumSize], castagnoli) != sum {
		return start, 0, refusal("the checksum of its header is wrong")
	}
	return start, first, nil
}

// isLength reports whether a decided game can be so many plies long, an odd number for a win and an
// even one for a loss; 0 where there is none.
func isLength(plies, odd uint32) bool { return plies == 0 || plies <= MaxPlies && plies%2 == odd }

// readDirectory reads where the blocks end; first is where the first one begins. It reports whether
// the last one ends where the file does.
func (h *Header) readDirectory(entries []byte, first, size int64) bool {
	end := first
	for len(entries) > 0 {
		end += int64(binary.LittleEndian.Uint32(entries))
		h.ends = append(h.ends, end)
		h.sums = append(h.sums, binary.LittleEndian.Uint32(entries[4:]))
		entries = entries[entrySize:]
	}

	return end == size && end <= math.MaxInt64/2
}
