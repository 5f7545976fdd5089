package files

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// device returns a device like one of the machine's. Root, who could replace that, gets another
// made for the test: a fault in this package is not to cost the machine its /dev/null.
func device(t *testing.T, name string) string {
	t.Helper()
	own := filepath.Join("/dev", name)
	if os.Geteuid() != 0 {
		return own
	}
	info, err := os.Stat(own)
	if err != nil {
		t.Skip(err)
	}
	path := filepath.Join(t.TempDir(), name)
	if err := syscall.Mknod(path, syscall.S_IFCHR|0o666, int(info.Sys().(*syscall.Stat_t).Rdev)); err != nil {
		t.Skip(err)
	}
	file, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err) // devices do not work there
	}
	file.Close()
	return path
}
