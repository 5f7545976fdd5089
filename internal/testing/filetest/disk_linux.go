package filetest

import (
	"syscall"
	"testing"
)

// SmallDisk returns a directory on a disk of its own, of a size such as "100k". The test is skipped
// where none can be made, which takes root.
func SmallDisk(t testing.TB, size string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size="+size); err != nil {
		t.Skipf("cannot make a small disk here: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) })
	return dir
}

// Resize changes the size of a small disk.
func Resize(t testing.TB, dir, size string) { remount(t, dir, 0, "size="+size) }

// MakeReadOnly makes a small disk one that cannot be written to, for root neither.
func MakeReadOnly(t testing.TB, dir string) { remount(t, dir, syscall.MS_RDONLY, "") }

func remount(t testing.TB, dir string, flags uintptr, options string) {
	t.Helper()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", syscall.MS_REMOUNT|flags, options); err != nil {
		t.Fatal(err)
	}
}
