package process

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A program that ignores every signal that it can ignore ends with its parent, which is killed.
func TestEndsWithKilledParent(t *testing.T) {
	const role = "TURNCOAT_TEST_PARENT"
	if os.Getenv(role) != "" {
		child, err := Start(Command{Args: []string{"sh", "-c", `trap "" TERM HUP INT; exec sleep 300`}})
		if err != nil {
			t.Fatal(err)
		}
		fmt.Println("child", child.cmd.Process.Pid)
		select {}
	}

	parent := exec.Command(os.Args[0], "-test.run=^TestEndsWithKilledParent$")
	parent.Env = append(os.Environ(), role+"=1")
	out, err := parent.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	var pid int
	if _, err := fmt.Sscanf(line, "child %d", &pid); err != nil {
		t.Fatalf("%q: %v", line, err)
	}

	_ = parent.Process.Kill()
	_ = parent.Wait()
	for range 500 {
		if !lives(pid) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	_ = syscall.Kill(pid, syscall.SIGKILL)
	t.Error("the child lives on")
}

// lives reports whether a process runs, which one that only waits for its parent does not.
func lives(pid int) bool {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	return err == nil && !strings.Contains(string(status), "State:\tZ")
}
