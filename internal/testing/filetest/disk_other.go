//go:build !linux

package filetest

import "testing"

// SmallDisk skips the test: a small disk can be made on Linux only.
func SmallDisk(t testing.TB, _ string) string {
	t.Skip("cannot make a small disk here")
	return ""
}

// Resize and MakeReadOnly change a small disk, which there is none of.
func Resize(testing.TB, string, string) {}

// MakeReadOnly does nothing.
func MakeReadOnly(testing.TB, string) {}
