package command

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// Interruptible returns a context that ends with the first Ctrl-C or other signal to end the
// program. The second signal calls exit, which must end the program at once.
func Interruptible(exit func(status int)) context.Context {
	// If SIGPIPE is caught, a write to a closed pipe fails with EPIPE instead of killing the
	// program. signal.Ignore would also change that for the programs that this one starts.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)

	stop := make(chan os.Signal, 2)
	signal.Notify(stop, os.Interrupt, syscall.SIGTERM)
	if !signal.Ignored(syscall.SIGHUP) { // nohup ignores it
		signal.Notify(stop, syscall.SIGHUP) // the terminal has been closed
	}

	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		<-stop
		cancel()
		began := time.Now()
		for time.Since(began) < sameSignal {
			<-stop
		}
		exit(StatusInterrupted)
	}()
	return ctx
}

// sameSignal is how soon a second signal counts as the first one: GNU timeout sends its signal to
// the program and to its group.
const sameSignal = 100 * time.Millisecond
