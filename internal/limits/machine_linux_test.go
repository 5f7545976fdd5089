package limits

import (
	"bytes"
	"fmt"
	"os"
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
