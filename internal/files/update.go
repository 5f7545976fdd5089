package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Update replaces the content of a file by the result of a function; old is nil if the file does
// not exist. The directory is locked meanwhile, so that of several processes that update a file
// each sees the changes of the one before. The target is opened before the function is called. If
// the function fails, the file remains as it is.
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
