package validate

import (
	"cmp"
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"turncoat/pgn"
)

// Stdin is the path that names standard input.
const Stdin = "-"

// walk calls visit for the file that a path names or, if it names a directory, for every file in
// the tree below it, in byte order of the paths and without dot-names and links. Files that do not
// have the name of a record are counted and passed to pass instead. The error is visit's, the
// context's, or that of a path that cannot be read; whatever can be read has been visited even
// then.
func walk(ctx context.Context, path string, visit func(path string) error,
	pass func(path string)) (skipped kinds,
	err error) {
	if path == Stdin {
		return nil, visit(path)
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return nil, visit(path)
	}
	skipped = kinds{}
	return skipped, walkDirectory(ctx, path, visit, func(path string) {
		skipped.add(path)
		pass(path)
	})
}

// kinds counts files by how their names end.
type kinds map[string]int

func (k kinds) add(path string) {
	k[cmp.Or(filepath.Ext(path), filepath.Base(path))]++
}

func walkDirectory(ctx context.Context, path string, visit func(path string) error,
	pass func(path string)) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return err
	}
	// A directory is sorted by the paths of its files, so that "a/b" comes after "a-b".
	slices.SortFunc(entries, func(a, b fs.DirEntry) int {
		return strings.Compare(sortName(a), sortName(b))
	})
	var first error
	for _, entry := range entries {
		name := filepath.Join(path, entry.Name())
		switch {
		case strings.HasPrefix(entry.Name(), "."):
		case entry.IsDir():
			if err := walkDirectory(ctx, name, visit, pass); err != nil && first == nil {
				first = err
			}
		case !entry.Type().IsRegular():
		case pgn.FormOf(name) == pgn.FormNone || pgn.FormOf(name) == pgn.FormJSON:
			pass(name)
		default:
			if err := visit(name); err != nil {
				return err
			}
		}

		if ctx.Err() != nil {
			return ctx.Err()
		}
	}

	return first
}

func sortName(e fs.DirEntry) string {
	if e.IsDir() {
		return e.Name() + "/"
	}
	return e.Name()
}
