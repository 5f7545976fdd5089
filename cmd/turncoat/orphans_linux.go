package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"syscall"

	"golang.org/x/sys/unix"
)

// adopting is true if orphaned processes become children of this process.
var adopting atomic.Bool

// adoptOrphans makes the processes that a program under test leaves behind children of this
// process, so that endOrphans finds them even if they have started a session or cleared their
// environment.
func adoptOrphans() {
	if unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == nil {
		adopting.Store(true)
	}
}

// endOrphans kills all child processes when the program ends. It does not distinguish orphans from
// others.
func endOrphans() {
	if !adopting.Load() {
		return
	}
	const rounds = 10 // a killed process may just have started another
	for range rounds {
		children := childrenOf(os.Getpid())
		for _, pid := range children {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
		for _, pid := range children {
			var status syscall.WaitStatus
			_, _ = syscall.Wait4(pid, &status, 0, nil)
		}

		if len(children) == 0 {
			return
		}
	}
}

// childrenOf returns the child processes of a process, including those that have ended.
func childrenOf(parent int) []int {
	files, _ := filepath.Glob("/proc/[0-9]*/stat")
	var children []int
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		var state byte
		var of int
		nameEnd := bytes.LastIndexByte(text, ')') // the name may contain parentheses
		if _, err := fmt.Sscanf(string(text[nameEnd+1:]), " %c %d", &state, &of); err != nil ||
			of != parent {
			continue
		}

		if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(file))); err == nil {
			children = append(children, pid)
		}
	}

	return children
}
