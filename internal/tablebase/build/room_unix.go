//go:build unix

package build

import (
	"os"
	"unsafe"

	"golang.org/x/sys/unix"

	"turncoat/internal/tablebase"
)

// valuesOnDisk returns so many values, all 0, in a file without a name that is mapped into memory.
// The system keeps in memory what it has room for. The function that it returns releases them.
//
// The zeros are written so that a full disk is reported as an error now. If the file were only
// extended, the program would later be killed by a signal.
func valuesOnDisk(dir string, n uint64) ([]tablebase.Value, func() error, error) {
	file, err := os.CreateTemp(dir, ".values-*")
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	if err := os.Remove(file.Name()); err != nil {
		return nil, nil, err
	}

	zeros := make([]byte, 1<<20)
	for left := n; left > 0; {
		written, err := file.Write(zeros[:min(left, uint64(len(zeros)))])
		if err != nil {
			return nil, nil, err
		}
		left -= uint64(written)
	}

	content, err := unix.Mmap(int(file.Fd()), 0, int(n), unix.PROT_READ|unix.PROT_WRITE,
		unix.MAP_SHARED)
	if err != nil {
		return nil, nil, err
	}
	values := unsafe.Slice((*tablebase.Value)(unsafe.SliceData(content)), len(content))
	return values, func() error { return unix.Munmap(content) }, nil
}
