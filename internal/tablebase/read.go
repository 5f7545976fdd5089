package tablebase

import (
	"fmt"
	"os"
)

// read reads a file that cannot be mapped. The function that it returns does nothing.
func read(name string) ([]byte, func() error, error) {
	info, err := os.Stat(name)
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s: %w: it is not a regular file", name, ErrFile)
	}
	if err != nil {
		return nil, nil, err
	}
	content, err := os.ReadFile(name)
	return content, func() error { return nil }, err
}
