//go:build unix

package files

import (
	"io/fs"
	"os"
	"syscall"
)

// umask is what the user takes from the mode of new files. It can be read only by setting it, which
// is safe while nothing else runs.
var umask = func() fs.FileMode {
	old := syscall.Umask(0o077)
	syscall.Umask(old)
	return fs.FileMode(old)
}()

// keepOwner gives a file the owner and the group of another, as far as this process may.
func keepOwner(file *os.File, like fs.FileInfo) {
	if stat, ok := like.Sys().(*syscall.Stat_t); ok {
		_ = file.Chown(int(stat.Uid), int(stat.Gid))
	}
}

// syncDir has the disk remember a rename. Not every file system can, and the content is safe
// anyway.
func syncDir(dir string) {
	if d, err := os.Open(dir); err == nil {
		_ = d.Sync()
		d.Close()
	}
}

// Lock keeps a file or directory for this process, until it is closed or the process ends in
// whatever way. Where another has it, it waits or returns an error.
func Lock(file *os.File, wait bool) error {
	how := syscall.LOCK_EX
	if !wait {
		how |= syscall.LOCK_NB
	}
	return syscall.Flock(int(file.Fd()), how)
}
