package tablebase

import (
	"fmt"
	"os"
)

// read returns the content of a file, where it cannot be mapped, and what lets go of it.
func read(name string) ([]byte, func() error, error) {
	info, err := os.Stat(name)
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s: %w: it is no regular file", name, ErrFile)
	}
	if err != nil {
		return nil, nil, err
	}
	content, err := os.ReadFile(name)
	return content, func() error { return nil }, err
}
