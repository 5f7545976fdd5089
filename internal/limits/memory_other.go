//go:build !linux && !darwin

package limits

// machineMemory returns 0: how much memory the machine has is unknown.
func machineMemory() uint64 { return 0 }
