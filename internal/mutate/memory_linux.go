package main

import "syscall"

// boundMemory bounds what this program and each program that it starts from now on may take of memory, in bytes: a loop that no
// longer ends may fill the machine's long before its time is up.
func boundMemory(bytes uint64) error {
	var now syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_DATA, &now); err != nil {
		return err
	}
	bytes = min(bytes, now.Max) // nobody may raise that
	return syscall.Setrlimit(syscall.RLIMIT_DATA, &syscall.Rlimit{Cur: bytes, Max: bytes})
}
