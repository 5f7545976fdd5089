package limits

import (
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// machineMemory returns how many bytes of memory this program may use: those of the machine or, if
// that is less, those that the control group allows.
func machineMemory() uint64 {
	var info unix.Sysinfo_t
	if unix.Sysinfo(&info) != nil {
		return unknown
	}
	return allowed(uint64(info.Totalram)*uint64(info.Unit), "/sys/fs/cgroup/memory.max",
		"/sys/fs/cgroup/memory/memory.limit_in_bytes")
}

// allowed returns the minimum of a number of bytes and the limits in files of control groups. A
// file that does not exist, or does not contain a positive number, sets no limit.
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
