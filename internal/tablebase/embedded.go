//go:build !turncoat_web

package tablebase

import (
	"embed"
	"io/fs"
	"path"
	"strings"
)

// small holds the tables of up to three pieces, of all rule sets that are built in. They are made with
//
//	turncoat tablebase build --rules RULES --pieces 3 --dir tablebase/embedded
//
//go:embed embedded
var small embed.FS

// addSmall adds the tables that come with the program.
func (t *Tables) addSmall() error {
	entries, err := fs.ReadDir(small, path.Join("embedded", t.set.Name))
	if err != nil {
		return err
	}
	for _, entry := range entries {
		name := path.Join("embedded", t.set.Name, entry.Name())
		content, err := fs.ReadFile(small, name)
		if err != nil {
			return err
		}
		table, err := newTable(name, content, func() error { return nil }, t.cache)
		if err != nil {
			return err
		}
		class, _ := strings.CutSuffix(entry.Name(), Extension)
		if err := t.fits(table, class); err != nil {
			return err
		}
		t.byClass[table.Class] = table
	}
	return nil
}
