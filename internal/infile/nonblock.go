//go:build !js

package infile

import "syscall"

const nonBlocking = syscall.O_NONBLOCK
