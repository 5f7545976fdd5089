//go:build !linux && !darwin

package limits

func machineMemory() uint64 { return unknown }
