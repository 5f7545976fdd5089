//go:build unix

package tablebase

import (
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// valuesOnDisk returns so many values, all 0, in a file without a name that is mapped into memory: the system
// keeps of them in memory what it has room for. What it returns besides lets go of them.
func valuesOnDisk(dir string, n uint64) ([]Value, func() error, error) {
	file, err := os.CreateTemp(dir, ".values-*")
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	if err := os.Remove(file.Name()); err != nil {
		return nil, nil, err
	}
	// Written, not only made long: a full disk is then an error here, and not a signal later.
	zeros := make([]byte, 1<<20)
	for left := n; left > 0; {
		written, err := file.Write(zeros[:min(left, uint64(len(zeros)))])
		if err != nil {
			return nil, nil, err
		}
		left -= uint64(written)
	}
	content, err := unix.Mmap(int(file.Fd()), 0, int(n), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		return nil, nil, err
	}
	return unsafe.Slice((*Value)(unsafe.SliceData(content)), len(content)),
		func() error { return unix.Munmap(content) }, nil
}
