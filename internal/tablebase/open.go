//go:build !turncoat_web

package tablebase

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"turncoat/rules/ruleset"
)

// Open opens the tables of a rule set that are in a directory made by [Build], which is DIR/RULES/CLASS.tct, and
// those of up to three pieces that come with the program. The directory "" gives the latter alone. Files that
// are no tables of this rule set are refused: the error names the first. The tables must be closed.
func Open(set ruleset.Set, dir string) (*Tables, error) {
	t, err := none(set)
	if err == nil {
		err = t.addSmall()
	}
	if err != nil || dir == "" {
		return t, err
	}
	place := filepath.Join(dir, t.set.Name)
	entries, err := os.ReadDir(place)
	if errors.Is(err, os.ErrNotExist) {
		if _, err = os.Stat(dir); err == nil {
			return t, nil // a place for tables that has none of this rule set
		}
	}
	if err != nil {
		return nil, err
	}
	for _, entry := range entries {
		name, isTable := strings.CutSuffix(entry.Name(), Extension)
		if !isTable || strings.HasPrefix(name, ".") {
			continue
		}
		if err := t.add(filepath.Join(place, entry.Name()), name); err != nil {
			return nil, errors.Join(err, t.Close())
		}
	}
	return t, nil
}

// add opens a file as the table of the class that its name says.
func (t *Tables) add(path, name string) error {
	table, err := open(path, t.cache)
	if err != nil {
		return err
	}
	if err = t.fits(table, name); err != nil {
		return errors.Join(err, table.close())
	}
	t.byClass[table.Class] = table
	return nil
}

// fits reports what is wrong with a table under the name of a class.
func (t *Tables) fits(table *Table, name string) error {
	switch {
	case table.Rules != t.set.Name:
		return fmt.Errorf("%s: %w: it is for %s, not for %s", table.name, ErrFile, table.Rules, t.set.Name)
	case name != table.Class.String():
		return fmt.Errorf("%s: %w: it is the table of %s", table.name, ErrFile, table.Class)
	}
	return nil
}

// Close lets go of the files. Nothing may be asked of the tables after it.
func (t *Tables) Close() error {
	var errs []error
	for _, table := range t.byClass {
		errs = append(errs, table.close())
	}
	return errors.Join(errs...)
}

// Values returns all values of the tables of up to three pieces, one table after another in the order of
// [Class.Compare]: the form in which a page reads them.
func (t *Tables) Values() ([]byte, error) {
	var all []byte
	for _, c := range t.Classes() {
		if c.Pieces() > 3 {
			continue
		}
		for n := range t.byClass[c].ends {
			var err error
			if all, err = t.byClass[c].appendBlock(all, n); err != nil {
				return nil, err
			}
		}
	}
	return all, nil
}
