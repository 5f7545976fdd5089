//go:build unix

package process

import (
	"os/exec"
	"syscall"
)

// ownGroup puts the program into a process group of its own, so that it can be killed together with
// everything that it starts.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup kills the group. It does not matter if the group is already gone.
func killGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
