// Package embedded contains the tables of up to three pieces for every built-in rule set, so that a
// program that imports it can probe without files. They are made with
//
//	turncoat tablebase build --rules RULES --pieces 3 --dir internal/tablebase/embedded
package embedded

import (
	"embed"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"turncoat/internal/tablebase"
	"turncoat/rules/ruleset"
)

//go:embed */*.tct
var files embed.FS

// Open opens the embedded tables of a rule set and, unless dir is "", the tables in a directory,
// which replace them; see [tablebase.Tables.AddDir]. The tables must be closed.
func Open(set ruleset.Set, dir string) (*tablebase.Tables, error) {
	t, err := tablebase.New(set)
	if err != nil {
		return nil, err
	}

	err = each(t.Set().Name, t.AddContent)
	if err == nil && dir != "" {
		err = t.AddDir(dir)
	}
	if err != nil {
		return nil, errors.Join(err, t.Close())
	}
	return t, nil
}

// Bundle returns the embedded tables of a built-in rule set in one piece, for
// [tablebase.Tables.AddBundle]. It is empty if the rule set has no tables.
func Bundle(rules string) ([]byte, error) {
	var bundle []byte
	err := each(rules, func(_ string, content []byte) error {
		bundle = append(bundle, content...)
		return nil
	})
	return bundle, err
}

// each visits the tables of a rule set, with the names of their files.
func each(rules string, visit func(name string, content []byte) error) error {
	entries, err := files.ReadDir(rules)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, entry := range entries {
		name := path.Join(rules, entry.Name())
		content, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		if err := visit(path.Join("embedded", name), content); err != nil {
			return err
		}
	}

	return nil
}

// Opener returns [Open] for a directory.
func Opener(dir string) func(ruleset.Set) (*tablebase.Tables, error) {
	return func(set ruleset.Set) (*tablebase.Tables, error) { return Open(set, dir) }
}

// Check returns an error if a directory cannot be read or contains a file that is not a usable
// table of its rule set. It accepts "".
func Check(dir string) error {
	if dir == "" {
		return nil
	}
	if _, err := os.ReadDir(dir); err != nil {
		return err
	}
	for _, name := range ruleset.BuiltinNames() {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil || !info.IsDir() {
			continue
		}
		set, err := ruleset.Builtin(name)
		if err != nil {
			return err
		}
		tables, err := Open(set, dir)
		if err == nil {
			err = tables.Close()
		}
		if err != nil {
			return err
		}
	}

	return nil
}
