package limits

import (
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// machineMemory returns the bytes of memory that this program may use at most: what the machine
// has or, if that is less, what the control group allows.
func machineMemory() uint64 {
	var info unix.Sysinfo_t
	if unix.Sysinfo(&info) != nil {
		return unknown
	}
	return allowed(uint64(info.Totalram)*uint64(info.Unit), "/sys/fs/cgroup/memory.max",
		"/sys/fs/cgroup/memory/memory.limit_in_bytes")
}

// allowed returns the least of a number of bytes and those that files of control groups allow. A
// file that is not there, or has no number above 0 in it, allows everything.
func allowed(most uint64, files ...string) uint64 {
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		if n, err := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64); err == nil && n > 0 {
			most = min(most, n)
		}
	}
	return most
}
