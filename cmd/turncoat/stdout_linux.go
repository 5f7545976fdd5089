package main

import (
	"errors"
	"io"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// output returns standard output, or if the program was started without one, a writer that says so. The runtime of Go
// has put /dev/null in its place then, opened for reading and writing; one that was put there on purpose is for writing
// only, or takes the messages too, or was opened to be closed on exec.
func output() io.Writer {
	var out, messages syscall.Stat_t
	flags, err := unix.FcntlInt(1, unix.F_GETFL, 0)
	if err != nil || flags&(syscall.O_ACCMODE|syscall.O_CLOEXEC) != syscall.O_RDWR ||
		syscall.Fstat(1, &out) != nil || out.Mode&syscall.S_IFMT != syscall.S_IFCHR || out.Rdev != unix.Mkdev(1, 3) ||
		syscall.Fstat(2, &messages) == nil && messages.Rdev == out.Rdev {
		return os.Stdout
	}
	return closedOutput{}
}

type closedOutput struct{}

func (closedOutput) Write([]byte) (int, error) { return 0, errors.New("standard output is closed") }
