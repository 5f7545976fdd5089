package tablebase

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// AddDir opens the tables of the rule set in a directory: the files DIR/RULES/CLASS.tct. They
// replace tables of the same classes. A file that is not a table of this rule set is an error,
// which names the first such file. A directory without tables of the rule set is not an error.
func (t *Tables) AddDir(dir string) error {
	place := filepath.Join(dir, t.set.Name)
	entries, err := os.ReadDir(place)
	if errors.Is(err, os.ErrNotExist) {
		_, err = os.Stat(dir)
		return err
	}

	if err != nil {
		return err
	}

	for _, entry := range entries {
		name := entry.Name()
		if !strings.HasSuffix(name, Extension) || strings.HasPrefix(name, ".") {
			continue
		}
		if err := t.AddFile(filepath.Join(place, name)); err != nil {
			return err
		}
	}

	return nil
}

// AddFile opens the table in a file, which is named after its class.
func (t *Tables) AddFile(path string) error {
	content, done, err := contentOf(path)
	if err != nil {
		return err
	}

	table, err := newTable(path, content, t.set, done, t.cache)
	if err == nil && filepath.Base(path) != table.Class.String()+Extension {
		err = fmt.Errorf("%s: %w: it is the table of %s", path, ErrFile, table.Class)
	}
	if err != nil {
		return errors.Join(err, done())
	}
	t.byClass[table.Class] = table
	return nil
}

// AddContent adds a table, given as the content of a file. Errors use the name for the file.
func (t *Tables) AddContent(name string, content []byte) error {
	table, err := newTable(name, content, t.set, func() error { return nil }, t.cache)
	if err != nil {
		return err
	}
	t.byClass[table.Class] = table
	return nil
}

// AddBundle adds tables, given as the concatenated contents of their files.
func (t *Tables) AddBundle(bundle []byte) error {
	for len(bundle) > 0 {
		size := uint64(len(bundle))
		if size >= headerSize {
			size = min(size, binary.LittleEndian.Uint64(bundle[totalAt:]))
		}
		if err := t.AddContent("a table of "+t.set.Name, bundle[:size:size]); err != nil {
			return err
		}
		bundle = bundle[size:]
	}

	return nil
}

// Close closes the files. The tables must not be used afterwards.
func (t *Tables) Close() error {
	var errs []error
	for _, table := range t.byClass {
		errs = append(errs, table.close())
	}
	return errors.Join(errs...)
}
