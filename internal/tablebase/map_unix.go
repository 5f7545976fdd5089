//go:build unix

package tablebase

import (
	"math"
	"os"

	"golang.org/x/sys/unix"
)

// contentOf maps a file into memory. The function that it returns unmaps it.
func contentOf(name string) ([]byte, func() error, error) {
	info, err := os.Stat(name) // checked before opening, because opening a pipe would block
	if err != nil || !info.Mode().IsRegular() {
		return read(name)
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	if size := info.Size(); size > 0 && size <= math.MaxInt {
		if content, err := unix.Mmap(int(file.Fd()), 0, int(size), unix.PROT_READ, unix.MAP_SHARED); err == nil {
			return content, func() error { return unix.Munmap(content) }, nil
		}
	}

	return read(name)
}
