package process

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
)

// diesWithParent has the kernel kill a program whose parent has ended, even by SIGKILL. A program
// that it has started itself must notice that its input has ended.
func diesWithParent(cmd *exec.Cmd) { cmd.SysProcAttr.Pdeathsig = syscall.SIGKILL }

// killMarked kills the processes with a variable in their environment: those that a program has
// started and that have left its group. A killed process may just have started another one, so the
// search is repeated.
func killMarked(mark string) {
	const rounds = 5
	for range rounds {
		found := false
		dirs, _ := filepath.Glob("/proc/[0-9]*")
		for _, dir := range dirs {
			text, err := os.ReadFile(dir + "/environ")
			if err != nil || !slices.ContainsFunc(bytes.Split(text, []byte{0}),
				func(v []byte) bool { return string(v) == mark }) {
				continue
			}

			if pid, err := strconv.Atoi(filepath.Base(dir)); err == nil && pid != os.Getpid() {
				found = syscall.Kill(pid, syscall.SIGKILL) == nil || found
			}
		}

		if !found {
			return
		}
	}
}
