package puzzletest

import (
	"bytes"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"turncoat/internal/testing/filetest"
)

// Popeye solves problems with Popeye, where it is installed under its usual name, and returns what
// it prints of each. Elsewhere the test is skipped.
func Popeye(t *testing.T, input string) []string {
	t.Helper()
	program, err := exec.LookPath("py")
	if err != nil {
		t.Skip("Popeye (py) is not installed")
	}
	file := filepath.Join(t.TempDir(), "problems.inp")
	filetest.Write(t, file, []byte(input))
	out, err := exec.Command(program, "-maxmem", "64M", file).CombinedOutput()
	if !bytes.HasPrefix(out, []byte("Popeye ")) {
		t.Skipf("%s is another program than Popeye (%v)", program, err)
	}
	parts := strings.Split(string(out), "solution finished.")
	return parts[:len(parts)-1]
}
