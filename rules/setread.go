package rules

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"turncoat/rules/ruleset"
)

func readSet(dir, name string) (ruleset.Set, error) {
	local := filepath.FromSlash(name)
	switch {
	case dir == "":
		return ruleset.Set{}, errors.New("only a text in a file can name one")
	case !filepath.IsLocal(local):
		return ruleset.Set{}, errors.New("it must be in the directory of the file that names it, or beneath")
	}

	root, err := os.OpenRoot(dir)
	if err != nil {
		return ruleset.Set{}, err
	}
	defer root.Close()
	if about, err := root.Stat(local); err != nil {
		return ruleset.Set{}, reason(err)
	} else if !about.Mode().IsRegular() {
		return ruleset.Set{}, errors.New("not a regular file")
	}

	file, err := root.Open(local)
	if err != nil {
		return ruleset.Set{}, reason(err)
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, maxSetFile+1))
	if err != nil {
		return ruleset.Set{}, reason(err)
	}
	if len(text) > maxSetFile {
		return ruleset.Set{}, fmt.Errorf("longer than %d KiB", maxSetFile>>10)
	}
	return ruleset.Parse(text, name)
}

// reason returns what went wrong without the path, which the message gives already.
func reason(err error) error {
	var at *os.PathError
	if errors.As(err, &at) {
		return at.Err
	}
	return err
}
