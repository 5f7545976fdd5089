package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Update replaces a file by what becomes of its content, which is nil if there is no file yet. The
// directory is locked meanwhile and the target opened before the function is called, so that of
// several processes that update one file each sees what the one before has written. An error of the
// function leaves the file as it is.
func Update(path string, change func(old []byte) ([]byte, error)) error {
	target, err := follow(path)
	if err != nil {
		return err
	}
	dir, err := os.Open(filepath.Dir(target))
	if err != nil {
		return err
	}
	defer dir.Close()
	if err := Lock(dir, true); err != nil {
		return &fs.PathError{Op: "lock", Path: dir.Name(), Err: err}
	}
	out, err := Create(path)
	if err != nil {
		return err
	}
	defer out.Discard()
	old, err := os.ReadFile(target)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	text, err := change(old)
	if err != nil {
		return err
	}
	if _, err := out.Write(text); err != nil {
		return err
	}
	return out.Commit()
}
