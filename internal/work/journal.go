package work

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"sync"
	"time"

	"turncoat/internal/files"
	"turncoat/internal/printable"
)

// ErrJournal is the class of errors about files that are not a journal, that belong to other work,
// or that are in use.
var ErrJournal = errors.New("cannot use the journal")

// A Journal keeps results in a file, so that work that was killed can continue. The file is a
// sequence of records: length and CRC-32C, four bytes each and little-endian, and that many bytes.
// The first record is the header, which identifies the work; the others are results. Records are
// only added at the end. If the last one is incomplete, it is dropped when the journal is opened
// again, and those before it are intact.
type Journal struct {
	mu     sync.Mutex
	file   *os.File
	end    int64                    // where the next record begins
	kept   map[string]map[int]place // results read by [Open], by step and unit
	synced time.Time
}

// A place is where the bytes of a result are in the file.
type place struct{ offset, length int64 }

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

const (
	prefix    = 8        // bytes before each record
	maxRecord = 64 << 20 // bytes of the longest record
	maxHeader = 1 << 20  // bytes of a header that an error can report
	// syncEvery is how often results are flushed to the disk. Written results survive a crash of
	// the process; flushed ones survive a crash of the machine.
	syncEvery = 2 * time.Second
)

// Open opens a journal or creates one. A journal with another header belongs to other work, and the
// error wraps [ErrJournal]. A file that is not a journal is left alone.
func Open(path string, header []byte) (*Journal, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	j := &Journal{file: file, kept: map[string]map[int]place{}, synced: time.Now()}
	if info, err := file.Stat(); err == nil && !info.Mode().IsRegular() {
		file.Close()
		return nil, fmt.Errorf("%w: %s is not a regular file", ErrJournal, path)
	}

	err = files.Lock(file, false)
	if err != nil {
		err = fmt.Errorf("%w: %s is in use by another process: %w", ErrJournal, path, err)
	} else {
		err = j.load(path, header)
	}

	if err != nil {
		file.Close()
		return nil, err
	}

	return j, nil
}

func (j *Journal) load(path string, header []byte) error {
	in := bufio.NewReader(j.file)
	begun, err := in.Peek(prefix + len(header))
	if err != nil && err != io.EOF {
		return err
	}
	first, whole := next(in, max(maxHeader, len(header)))
	switch {
	case !whole && bytes.HasPrefix(framed(header), begun): // empty, or killed while writing the header
		if err := j.file.Truncate(0); err != nil {
			return err
		}
		if _, err := j.add(header); err != nil {
			return err
		}
		return j.Sync()
	case !whole:
		return fmt.Errorf("%w: %s is not a journal", ErrJournal, path)
	case !bytes.Equal(first, header):
		return fmt.Errorf("%w: %s was begun with other arguments: %s", ErrJournal, path,
			printable.Clip(string(first), 401)) // it may contain thousands of positions
	}

	j.end = prefix + int64(len(header))
	for {
		record, whole := next(in, maxRecord)
		if !whole {
			return j.file.Truncate(j.end)
		}
		if err := j.note(record); err != nil {
			return fmt.Errorf("%w: %s: byte %d: %w", ErrJournal, path, j.end, err)
		}
		j.end += prefix + int64(len(record))
	}
}

func next(in *bufio.Reader, longest int) (record []byte, whole bool) {
	head := make([]byte, prefix)
	if _, err := io.ReadFull(in, head); err != nil {
		return nil, false
	}
	length := binary.LittleEndian.Uint32(head)
	if length == 0 || int64(length) > int64(longest) {
		return nil, false
	}
	record = make([]byte, length)
	if _, err := io.ReadFull(in, record); err != nil {
		return nil, false
	}
	return record, binary.LittleEndian.Uint32(head[4:]) == crc32.Checksum(record, castagnoli)
}

// framed returns a record with its prefix.
func framed(record []byte) []byte {
	text := binary.LittleEndian.AppendUint32(make([]byte, 0, prefix+len(record)), uint32(len(record)))
	text = binary.LittleEndian.AppendUint32(text, crc32.Checksum(record, castagnoli))
	return append(text, record...)
}

// note records the place of the result that begins at the end of the journal.
func (j *Journal) note(record []byte) error {
	head, result, ok := bytes.Cut(record, []byte("\n"))
	var step string
	var unit int
	if _, err := fmt.Sscanf(string(head), "%d %q", &unit, &step); !ok || err != nil || unit < 0 {
		return errors.New("not a result")
	}
	if j.kept[step] == nil {
		j.kept[step] = map[int]place{}
	}
	j.kept[step][unit] = place{j.end + prefix + int64(len(record)-len(result)), int64(len(result))}
	return nil
}

// keep adds the result of a unit of a step.
func (j *Journal) keep(step string, unit int, result []byte) (*place, error) {
	head := fmt.Appendf(nil, "%d %q\n", unit, step)
	if len(head)+len(result) > maxRecord {
		return nil, fmt.Errorf("unit %d: a result of %d bytes is too long for the journal", unit, len(result))
	}
	end, err := j.add(append(head, result...))
	return &place{end - int64(len(result)), int64(len(result))}, err
}

// add adds a record and returns where it ends.
func (j *Journal) add(record []byte) (int64, error) {
	text := framed(record)
	j.mu.Lock()
	defer j.mu.Unlock()
	if _, err := j.file.WriteAt(text, j.end); err != nil {
		return 0, err
	}
	j.end += int64(len(text))
	if time.Since(j.synced) < syncEvery {
		return j.end, nil
	}
	j.synced = time.Now()
	return j.end, j.Sync()
}

// Sync waits until all results are on the disk.
func (j *Journal) Sync() error { return j.file.Sync() }

func (j *Journal) read(at place) ([]byte, error) {
	result := make([]byte, at.length)
	_, err := j.file.ReadAt(result, at.offset)
	return result, err
}

// Close waits until all results are on the disk, and closes the journal, which another process may
// use from then on.
func (j *Journal) Close() error { return errors.Join(j.Sync(), j.file.Close()) }
