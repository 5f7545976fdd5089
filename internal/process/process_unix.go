//go:build unix

package process

import (
	"os/exec"
	"syscall"
)

// ownGroup puts the program into a process group of its own, so that it can be ended together with
// everything that it starts.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup ends the group. Those that have gone already are no matter.
func killGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
