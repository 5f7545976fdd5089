//go:build unix && !linux

package files

import (
	"os"
	"path/filepath"
	"testing"
)

// device returns a device of the machine's. Root, who could replace it, does without: a fault in
// this package is not to cost the machine its /dev/null.
func device(t *testing.T, name string) string {
	t.Helper()
	if os.Geteuid() == 0 {
		t.Skip("root could replace a device of the machine's")
	}
	path := filepath.Join("/dev", name)
	if _, err := os.Stat(path); err != nil {
		t.Skip(err)
	}
	return path
}
