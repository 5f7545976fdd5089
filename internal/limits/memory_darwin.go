package limits

import "golang.org/x/sys/unix"

// machineMemory returns the bytes of memory that the machine has.
func machineMemory() uint64 {
	n, err := unix.SysctlUint64("hw.memsize")
	if err != nil {
		return unknown
	}
	return n
}
