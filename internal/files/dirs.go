package files

import (
	"os"
	"path/filepath"
)

// MakeDirs makes a directory, and those above it that are missing. The function that it returns is
// for work that fails: it removes again those that were made, as far as they are empty. On an error
// nothing that was made is left.
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
			os.Remove(dir) // unless it could not be made, or somebody has put something there
		}
	}
	if err := os.MkdirAll(path, 0o777); err != nil {
		remove()
		return nil, err
	}
	return remove, nil
}
