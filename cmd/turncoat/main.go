// Command turncoat plays, explains, counts and checks conversion chess games. Run it without
// arguments for its commands.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	// With SIGPIPE asked for, a write to a closed pipe fails with EPIPE instead of killing the
	// program. The programs that it starts keep the usual behaviour, which Ignore would take away.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program at once
	os.Exit(run(ctx, os.Args, os.Stdin, os.Stdout, os.Stderr))
}
