package rules

import (
	"errors"
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
	text, err := readSetText(file)
	if err != nil {
		return ruleset.Set{}, reason(err)
	}
	return ruleset.Parse(text, name)
}

// readSetFile returns the text of a rule-set file, which may be a pipe.
func readSetFile(name string) ([]byte, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return readSetText(file)
}

// readSetText reads a rule set; of one that is too long only enough for [ruleset.Parse] to refuse
// it.
func readSetText(file io.Reader) ([]byte, error) {
	return io.ReadAll(io.LimitReader(file, ruleset.MaxSize+1))
}

// reason returns what went wrong without the path, which the message gives already.
func reason(err error) error {
	var at *os.PathError
	if errors.As(err, &at) {
		return at.Err
	}
	return err
}
