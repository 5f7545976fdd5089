//go:build !unix

package files

import (
	"io/fs"
	"os"
)

const umask fs.FileMode = 0

func keepOwner(*os.File, fs.FileInfo) {}

func syncDir(string) {}

// Lock does nothing where files cannot be locked: two calls must not work in one place there.
func Lock(*os.File, bool) error { return nil }
