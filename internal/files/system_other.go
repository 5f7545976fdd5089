//go:build !unix

package files

import (
	"io/fs"
	"os"
)

const umask fs.FileMode = 0

func keepOwner(*os.File, fs.FileInfo) {}

func syncDir(string) {}

// Lock does nothing, because files cannot be locked on this system. Two processes must not work in
// the same place.
func Lock(*os.File, bool) error { return nil }
