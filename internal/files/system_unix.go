//go:build unix

package files

import (
	"io/fs"
	"os"
	"syscall"
)

// umask holds the mode bits that are removed from new files. It can only be read by setting it,
// which is safe while nothing else runs.
var umask = func() fs.FileMode {
	old := syscall.Umask(0o077)
	syscall.Umask(old)
	return fs.FileMode(old)
}()

// keepOwner gives a file the owner and group of another, as far as that is allowed.
func keepOwner(file *os.File, like fs.FileInfo) {
	if stat, ok := like.Sys().(*syscall.Stat_t); ok {
		_ = file.Chown(int(stat.Uid), int(stat.Gid))
	}
}

// syncDir flushes a rename to the disk. Some file systems cannot do that, and the content is safe
// anyway.
func syncDir(dir string) {
	if d, err := os.Open(dir); err == nil {
		_ = d.Sync()
		d.Close()
	}
}

// Lock locks a file or directory until it is closed or the process ends. If another process has
// locked it, Lock waits or returns an error.
func Lock(file *os.File, wait bool) error {
	how := syscall.LOCK_EX
	if !wait {
		how |= syscall.LOCK_NB
	}
	return syscall.Flock(int(file.Fd()), how)
}
