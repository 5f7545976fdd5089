package process

import (
	"cmp"
	"fmt"
	"io"
	"time"
)

// A Func is a program within this process. It returns its exit status. When its input ends it should
// return; when its output cannot be written any more, it must.
type Func func(stdin io.Reader, stdout, stderr io.Writer) int

// within is a running Func.
type within struct {
	output *io.PipeReader
	status chan int
}

// startWithin runs the function of a command as a program over pipes.
func startWithin(c Command) *Process {
	input, stdin := io.Pipe()
	output, stdout := io.Pipe()
	pr := newProcess(c)
	pr.stdin, pr.within = stdin, &within{output, make(chan int, 1)}
	go func() {
		pr.within.status <- c.Func(input, stdout, pr.errors)
		input.Close()
		stdout.Close()
	}()
	pr.drained.Go(func() { pr.read(output, cmp.Or(c.MaxLine, 8<<20)) })
	pr.drained.Go(pr.write)
	return pr
}

// end gives the function some time to return, and then leaves it alone: what it writes from then on
// is an error to it.
func (w *within) end(wait time.Duration) (how string, killed bool) {
	defer w.output.Close()
	select {
	case status := <-w.status:
		return fmt.Sprintf("exit status %d", status), false
	case <-time.After(wait):
		return "killed", true
	}
}
