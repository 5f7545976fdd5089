//go:build !unix

package outfile

import (
	"io/fs"
	"os"
)

const umask fs.FileMode = 0

func keepOwner(*os.File, fs.FileInfo) {}

func syncDir(string) {}

// lock does nothing where directories cannot be locked: two calls must not update one file there.
func lock(*os.File) error { return nil }
