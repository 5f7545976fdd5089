//go:build !turncoat_web

package probing

import (
	"errors"
	"os"
	"path/filepath"

	"turncoat/internal/tablebase"
	"turncoat/rules/ruleset"
)

// NewTableSet returns the tables of a directory and the embedded ones of up to three pieces; with "" only these.
func NewTableSet(dir string) *TableSet {
	s := OpenedBy(func(set ruleset.Set) (*tablebase.Tables, error) { return tablebase.Open(set, dir) })
	s.dir = dir
	return s
}

// Check opens the tables of all built-in rule sets.
func (s *TableSet) Check() error {
	if s.dir == "" {
		return nil
	}
	if _, err := os.ReadDir(s.dir); err != nil {
		return err
	}
	for _, name := range ruleset.BuiltinNames() {
		if info, err := os.Stat(filepath.Join(s.dir, name)); err != nil || !info.IsDir() {
			continue
		}
		set, err := ruleset.Builtin(name)
		if err == nil {
			_, err = s.Tables(set)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Close closes the tables. They must not be in use.
func (s *TableSet) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var errs []error
	for _, tables := range s.byName {
		errs = append(errs, tables.Close())
	}
	clear(s.byName)
	return errors.Join(errs...)
}
