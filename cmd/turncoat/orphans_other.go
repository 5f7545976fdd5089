//go:build !linux

package main

// Elsewhere a process that has left its group cannot be found again.
func adoptOrphans() {}

func endOrphans() {}
