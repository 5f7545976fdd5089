package solve

import (
	"bufio"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// stockfishMate asks Stockfish, with one thread and 256 MB, for a mate in n turns, and returns the
// length of the shortest it reports within so much processor time of its own, 0 if it reports none.
func stockfishMate(t *testing.T, name, fen string, n int, limit time.Duration) (length int, took time.Duration) {
	command := exec.Command(name)
	in, err := command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	defer command.Wait()
	defer in.Close()
	fmt.Fprintf(in,
		"setoption name Threads value 1\nsetoption name Hash value 256\nucinewgame\nposition fen %s\ngo mate %d\n", fen, n)
	over := make(chan struct{})
	watched := make(chan time.Duration)
	go func() { // it is stopped by its own clock
		defer close(watched)
		for stopped := false; ; time.Sleep(10 * time.Millisecond) {
			spent := processorOf(command.Process.Pid)
			if !stopped && spent >= limit {
				io.WriteString(in, "stop\n")
				stopped = true
			}

			select {
			case <-over:
				watched <- spent
				return
			default:
			}
		}
	}()
	for lines := bufio.NewScanner(out); lines.Scan(); {
		line := lines.Text()
		if _, score, ok := strings.Cut(line, " score mate "); ok {
			var mate int
			if _, err := fmt.Sscan(score, &mate); err == nil && mate > 0 &&
				(length == 0 || mate < length) {
				length = mate
			}
		}

		if strings.HasPrefix(line, "bestmove") {
			break
		}
	}

	close(over)
	took = <-watched
	io.WriteString(in, "quit\n")
	return length, took
}

// processorOf returns the time that another process has run.
func processorOf(pid int) time.Duration {
	const scheduled = 2 // of clock_getcpuclockid: the time by the scheduler
	var t unix.Timespec
	if unix.ClockGettime(int32(^pid<<3|scheduled), &t) != nil {
		return 0
	}
	return time.Duration(t.Nano())
}
