package limits

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// The memory is what the kernel says in another place, or what the control group allows.
func TestMachineMemory(t *testing.T) {
	text, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		t.Skip(err)
	}
	var want uint64
	if _, err := fmt.Sscanf(string(text), "MemTotal: %d kB", &want); err != nil {
		t.Skip(err)
	}
	want <<= 10
	for _, file := range []string{"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"} {
		if text, err := os.ReadFile(file); err == nil {
			var n uint64
			if _, err := fmt.Sscan(string(bytes.TrimSpace(text)), &n); err == nil && n > 0 {
				want = min(want, n)
			}
		}
	}
	if got := machineMemory(); got != want {
		t.Errorf("the machine has %d bytes, want %d", got, want)
	}
}

// Files of control groups, as the kernel writes them.
func TestAllowed(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	missing, none, nought := filepath.Join(dir, "missing"), file("none", "max\n"), file("nought", "0\n")
	small, large, huge := file("small", "1048576\n"), file("large", "2097152\n"), file("huge", "9223372036854771712\n")
	for _, c := range []struct {
		files []string
		want  uint64
	}{
		{nil, 1 << 30},
		{[]string{missing}, 1 << 30}, {[]string{none}, 1 << 30}, {[]string{nought}, 1 << 30}, {[]string{huge}, 1 << 30},
		{[]string{small}, 1 << 20}, {[]string{large}, 2 << 20}, {[]string{small, large}, 1 << 20},
		{[]string{large, small}, 1 << 20},
		{[]string{missing, small}, 1 << 20}, {[]string{none, large}, 2 << 20}, {[]string{nought, small}, 1 << 20},
		{[]string{small, nought}, 1 << 20},
		{[]string{file("one", "1\n")}, 1},
	} {
		if got := allowed(1<<30, c.files...); got != c.want {
			t.Errorf("%q allow %d bytes, want %d", c.files, got, c.want)
		}
	}
	if got := allowed(1<<63, huge); got != 9223372036854771712 {
		t.Errorf("of more than that %d bytes are allowed", got)
	}
}
