package limits

import "golang.org/x/sys/unix"

// machineMemory returns the bytes of memory that the machine has, 0 if that is unknown.
func machineMemory() uint64 {
	n, err := unix.SysctlUint64("hw.memsize")
	if err != nil {
		return 0
	}
	return n
}
