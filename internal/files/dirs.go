package files

import (
	"os"
	"path/filepath"
)

// MakeDirs creates a directory and its missing parents. The function that it returns is for work
// that fails: it removes the created directories again if they are empty. If MakeDirs fails, it
// leaves nothing behind.
func MakeDirs(path string) (remove func(), err error) {
	var made []string // the deepest first
	for dir := filepath.Clean(path); ; dir = filepath.Dir(dir) {
		if _, err := os.Lstat(dir); err == nil || filepath.Dir(dir) == dir {
			break
		}
		made = append(made, dir)
	}

	remove = func() {
		for _, dir := range made {
			os.Remove(dir) // fails if it was not created or is not empty
		}
	}
	if err := os.MkdirAll(path, 0o777); err != nil {
		remove()
		return nil, err
	}

	return remove, nil
}
