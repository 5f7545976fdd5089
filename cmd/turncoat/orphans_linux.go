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

// adopting is set once what programs leave behind comes to this process.
var adopting atomic.Bool

// adoptOrphans has the processes that a program under test leaves behind become children of this
// process, whatever session they have made for themselves and however they have cleared their
// environment, so that endOrphans finds them.
func adoptOrphans() {
	if unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == nil {
		adopting.Store(true)
	}
}

// endOrphans ends every process that is left below this one. It is for the end of the program: it
// makes no difference between what was left behind and what is still wanted.
func endOrphans() {
	if !adopting.Load() {
		return
	}
	const rounds = 10 // one that is ended may just have started another
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

// childrenOf returns the processes whose parent a process is, those that have ended among them.
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
		behind := bytes.LastIndexByte(text, ')') // the name may hold anything
		if _, err := fmt.Sscanf(string(text[behind+1:]), " %c %d", &state, &of); err != nil ||
			of != parent {
			continue
		}
		if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(file))); err == nil {
			children = append(children, pid)
		}
	}
	return children
}
