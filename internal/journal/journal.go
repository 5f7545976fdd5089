// Package journal keeps records of finished work in a file, so that work that was killed at any moment goes
// on from there.
package journal

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"strconv"
	"strings"
	"sync"

	"turncoat/internal/lines"
)

// ErrUnusable is the class of errors about files that are no journal, or that of other work, or in use.
var ErrUnusable = errors.New("the journal cannot be used")

// A Journal is a file of records that are only ever added at the end, each on a line of its own
// after its checksum. Whatever was cut off in the middle when the program was killed is dropped when
// the journal is opened again; what stands before it is whole. Its methods may be called by several
// goroutines.
type Journal struct {
	mu   sync.Mutex
	file *os.File
	end  int64 // where the next record begins
}

// A Place says where in a journal a record stands.
type Place struct{ offset, length int64 }

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// MaxRecord is the length of the longest record: 64 MiB.
const MaxRecord = 64 << 20

// maxHeader is how much is read of a file that does not begin with the header, but is perhaps a journal with
// another one.
const maxHeader = 1 << 20

// prefix is how many bytes of a line stand before its record: the checksum and a space.
const prefix = 9

// Open opens or begins a journal and calls read, unless it is nil, with its records. The first record
// is the header, which read is not given: a journal with another one belongs to other work, and the
// error then wraps [ErrUnusable]. Nothing is changed in a file that is no journal.
func Open(path string, header []byte, read func(record []byte, at Place) error) (*Journal, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	j := &Journal{file: file}
	if info, err := file.Stat(); err == nil && !info.Mode().IsRegular() {
		file.Close()
		return nil, fmt.Errorf("%w: %s is no regular file", ErrUnusable, path)
	}
	if err = lock(file); err == nil {
		err = j.load(path, header, read)
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return j, nil
}

func (j *Journal) load(path string, header []byte, read func([]byte, Place) error) error {
	in := bufio.NewReader(j.file)
	limit := max(maxHeader, len(lineOf(header)))
	for number := 0; ; number++ {
		line, skipped, err := lines.Read(in, nil, limit)
		if err != nil && err != io.EOF {
			return err
		}
		limit = MaxRecord + prefix + 1
		record, ok := checked(line)
		switch {
		case !ok && number == 0 && (skipped > 0 || !bytes.HasPrefix(lineOf(header), line)):
			return fmt.Errorf("%w: %s is something else", ErrUnusable, path)
		case !ok: // cut off here, or the end
			if err := j.file.Truncate(j.end); err != nil {
				return err
			}
			if j.end == 0 {
				return j.Add(header)
			}
			return nil
		case number == 0 && !bytes.Equal(record, header):
			return fmt.Errorf("%w: %s was begun with other arguments: %s", ErrUnusable, path, shortened(record))
		case number > 0 && read != nil:
			if err := read(record, Place{j.end + prefix, int64(len(record))}); err != nil {
				return fmt.Errorf("%w: %s:%d: %w", ErrUnusable, path, number+1, err)
			}
		}
		j.end += int64(len(line))
	}
}

// shortened returns the beginning of a record for a message: a header may hold thousands of positions.
func shortened(record []byte) string {
	const most = 400
	if len(record) <= most {
		return string(record)
	}
	return strings.ToValidUTF8(string(record[:most]), "") + "…"
}

// lineOf returns the line of a record.
func lineOf(record []byte) []byte {
	return fmt.Appendf(nil, "%08x %s\n", crc32.Checksum(record, castagnoli), record)
}

// checked returns the record of a line and whether the line is whole.
func checked(line []byte) ([]byte, bool) {
	if len(line) <= prefix || line[prefix-1] != ' ' || line[len(line)-1] != '\n' {
		return nil, false
	}
	sum, err := strconv.ParseUint(string(line[:prefix-1]), 16, 32)
	record := line[prefix : len(line)-1]
	return record, err == nil && uint32(sum) == crc32.Checksum(record, castagnoli)
}

// Add adds a record and waits until it is on the disk. A record has no line feed in it.
func (j *Journal) Add(record []byte) error {
	if _, err := j.Append(record); err != nil {
		return err
	}
	return j.Sync()
}

// Append adds a record that a later [Journal.Sync] makes last, and returns where it stands.
func (j *Journal) Append(record []byte) (Place, error) {
	if len(record) > MaxRecord {
		return Place{}, fmt.Errorf("a record of %d bytes is too long for a journal", len(record))
	}
	line := lineOf(record)
	j.mu.Lock()
	defer j.mu.Unlock()
	if _, err := j.file.WriteAt(line, j.end); err != nil {
		return Place{}, err
	}
	at := Place{j.end + prefix, int64(len(record))}
	j.end += int64(len(line))
	return at, nil
}

// Sync waits until all records are on the disk.
func (j *Journal) Sync() error { return j.file.Sync() }

// Read returns the record at a place.
func (j *Journal) Read(at Place) ([]byte, error) {
	record := make([]byte, at.length)
	_, err := j.file.ReadAt(record, at.offset)
	return record, err
}

// Close closes the journal, which another process may use from then on.
func (j *Journal) Close() error { return j.file.Close() }
