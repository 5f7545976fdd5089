// Command turncoat-queue serves the queue through which turncoat shares long work between machines.
// It is a NATS server with JetStream; any other does as well.
//
//	turncoat-queue [--dir DIR] [--config FILE] PORT|HOST:PORT
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"os/signal"
	"syscall"

	"turncoat/internal/cluster/queue"
)

const usage = `usage: turncoat-queue [--dir DIR] [--config FILE] PORT|HOST:PORT

Serves a queue for "turncoat … --cluster ADDRESS" and "turncoat worker ADDRESS" until it is interrupted. It listens on the
loopback interface unless HOST says otherwise.

  --dir DIR      keep the queue in DIR, so that it survives the server (default: a temporary directory)
  --config FILE  NATS configuration, for TLS, accounts and a cluster of servers; it overrides the rest

$ turncoat-queue --dir /var/lib/turncoat 4222
`

func main() {
	// A second signal, such as GNU timeout sends, must not prevent the removal of the temporary
	// directory.
	stop := make(chan os.Signal, 8)
	signal.Notify(stop, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		<-stop
		cancel()
	}()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// run serves a queue until the context ends and returns the exit status.
func run(ctx context.Context, args []string, out, err io.Writer) int {
	fail := func(e error) int {
		fmt.Fprintf(err, "turncoat-queue: %v\n", e)
		return 2
	}
	flags := flag.NewFlagSet("turncoat-queue", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	dir, config := flags.String("dir", "", ""), flags.String("config", "", "")
	switch e := flags.Parse(args); {
	case e == flag.ErrHelp:
		fmt.Fprint(out, usage)
		return 0
	case e != nil:
		return fail(e)
	case flags.NArg() != 1:
		fmt.Fprint(err, usage)
		return 2
	}

	host, port, e := queue.ParseAddress(flags.Arg(0))
	if e != nil {
		return fail(e)
	}
	server, e := queue.Listen(queue.Options{Host: host, Port: port, Config: *config, Dir: *dir})
	if e != nil {
		return fail(e)
	}
	fmt.Fprintf(
		err,
		"turncoat-queue: listening; workers join with: turncoat worker %s\n",
		server.URL(),
	)
	if identified, encrypted := server.Secured(); !identified || !encrypted {
		fmt.Fprintf(
			err,
			"turncoat-queue: warning: no authentication or no encryption; --config can add both%s\n",
			reachable(server.Host()),
		)
	}

	<-ctx.Done()
	if e := server.Close(); e != nil {
		return fail(e)
	}
	return 130
}

// reachable returns a warning if other machines can reach the server.
func reachable(host string) string {
	if ip := net.ParseIP(host); host == "localhost" || ip != nil && ip.IsLoopback() {
		return ""
	}
	return "; it listens on " + host + ", where other machines can reach it"
}
