package mine

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"strconv"
)

// ErrState is the class of errors about the state of a mine on disk.
var ErrState = errors.New("the state of the mine cannot be used")

// A journal is the memory of a mine: records that are only ever added at the end, each on a line of
// its own behind its checksum. Whatever was cut off in the middle when the program was killed is
// dropped when the journal is opened again; what stands before it is whole.
type journal struct {
	file *os.File
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// openJournal opens or begins a journal and reads its records. The first record is the header; a
// journal with another header belongs to another call.
func openJournal(path string, header []byte, read func(record []byte) error) (*journal, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	j := &journal{file}
	if err := lock(file); err != nil {
		file.Close()
		return nil, err
	}
	if err := j.load(path, header, read); err != nil {
		file.Close()
		return nil, err
	}
	return j, nil
}

func (j *journal) load(path string, header []byte, read func(record []byte) error) error {
	in := bufio.NewReader(j.file)
	var whole int64
	for number := 0; ; number++ {
		line, err := in.ReadBytes('\n')
		if err != nil && err != io.EOF {
			return err
		}
		record, ok := checked(line)
		if !ok {
			break // cut off here, or the end
		}
		switch {
		case number > 0:
			if err := read(record); err != nil {
				return fmt.Errorf("%w: %s:%d: %w", ErrState, path, number+1, err)
			}
		case !bytes.Equal(record, header):
			return fmt.Errorf("%w: %s was begun with other arguments: %s", ErrState, path, record)
		}
		whole += int64(len(line))
	}
	if err := j.file.Truncate(whole); err != nil {
		return err
	}
	if _, err := j.file.Seek(whole, io.SeekStart); err != nil {
		return err
	}
	if whole == 0 {
		return j.add(header)
	}
	return nil
}

// checked returns the record of a line and whether the line is whole.
func checked(line []byte) ([]byte, bool) {
	if len(line) < 10 || line[8] != ' ' || line[len(line)-1] != '\n' {
		return nil, false
	}
	sum, err := strconv.ParseUint(string(line[:8]), 16, 32)
	record := line[9 : len(line)-1]
	return record, err == nil && uint32(sum) == crc32.Checksum(record, castagnoli)
}

// add writes a record and waits until it is on the disk.
func (j *journal) add(record []byte) error {
	line := fmt.Appendf(nil, "%08x %s\n", crc32.Checksum(record, castagnoli), record)
	if _, err := j.file.Write(line); err != nil {
		return err
	}
	return j.file.Sync()
}

func (j *journal) close() error { return j.file.Close() }
