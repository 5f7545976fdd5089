// Command turncoat plays, explains, counts and checks games of chess in which pieces change sides. Run it without
// arguments for its commands.
package main

import (
	"context"
	"os"
	"os/signal"
	"slices"
	"syscall"
	"time"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/cmd/turncoat/internal/corpuscmd"
	"turncoat/cmd/turncoat/internal/enginecmd"
	"turncoat/cmd/turncoat/internal/matchcmd"
	"turncoat/cmd/turncoat/internal/positioncmd"
	"turncoat/cmd/turncoat/internal/puzzlecmd"
	"turncoat/cmd/turncoat/internal/recordcmd"
	"turncoat/cmd/turncoat/internal/rulescmd"
	"turncoat/cmd/turncoat/internal/servecmd"
	"turncoat/cmd/turncoat/internal/tablebasecmd"
	"turncoat/cmd/turncoat/internal/workercmd"
	"turncoat/internal/outfile"
)

func main() {
	// With SIGPIPE asked for, a write to a closed pipe fails with EPIPE instead of killing the
	// program. The programs that it starts keep the usual behaviour, which Ignore would take away.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	ctx, cancel := context.WithCancel(context.Background())
	stop := make(chan os.Signal, 2)
	signal.Notify(stop, os.Interrupt, syscall.SIGTERM)
	if !signal.Ignored(syscall.SIGHUP) { // as it is under nohup
		signal.Notify(stop, syscall.SIGHUP) // the terminal has been closed
	}
	go func() {
		<-stop
		cancel()
		began := time.Now()
		for time.Since(began) < sameSignal {
			<-stop // a second Ctrl-C ends the program at once
		}
		exit(command.StatusInterrupted)
	}()
	if len(os.Args) > 1 && (os.Args[1] == "corpus" || os.Args[1] == "match") { // whose programs may start others
		adoptOrphans()
	}
	exit(command.Run(ctx, commands, os.Args, os.Stdin, os.Stdout, os.Stderr))
}

// sameSignal is how soon after the first a second signal is the same one: GNU timeout sends it to the program and to
// its group.
const sameSignal = 100 * time.Millisecond

// exit ends the program. What may still be at work leaves no half-written file behind, and no process.
func exit(status int) {
	outfile.DiscardAll()
	endOrphans()
	os.Exit(status)
}

// commands lists what turncoat can do, in the order of its help.
var commands = slices.Concat(rulescmd.Commands, positioncmd.Commands, recordcmd.Commands, puzzlecmd.Commands,
	tablebasecmd.Commands, enginecmd.Commands, corpuscmd.Commands, matchcmd.Commands, servecmd.Commands,
	workercmd.Commands, command.Common)
