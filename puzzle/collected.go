package puzzle

import (
	"embed"
	"io/fs"
)

//go:embed collection/*.jsonl
var collection embed.FS

// Collection returns the puzzles that come with the program: a file of JSON Lines for each rule
// set, named after it. [Read] reads them.
func Collection() fs.FS {
	files, err := fs.Sub(collection, "collection")
	if err != nil {
		panic(err) // the pattern above names the folder
	}
	return files
}
