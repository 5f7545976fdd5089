//go:build !js

package files

import "syscall"

const nonBlocking = syscall.O_NONBLOCK
