// Mutate puts single faults into the code of a package and reports which of them its tests do not
// notice.
//
//	go run ./internal/mutate -n 30 ./puzzle/proof ./pgn
//	go run ./internal/mutate -n 0 ./puzzle/proof         # every fault
//	go run ./internal/mutate -seed 7 -show ./pgn         # what would be put in, without a test run
//
// A fault is one of: a comparison turned, a condition negated, "and" for "or", a whole number one
// greater, a statement left out, a colour swapped. The faults of a package are put in order by the
// seed, and the first n that compile are tried one by one: the package is tested with faulty files
// laid over the good ones (go test -overlay), so no file is changed. Faults that do not overlap are
// built in together, each behind a switch, and one after the other is switched on. Faults listed in the file
// of -known, each with a line of reason why nobody can observe it, are left out; what fits nothing there
// any more, since the code has changed, is said.
//
// Faulty code is run as whoever calls this: where it writes or removes files, that had better not be root.
//
// The exit status is 1 when a fault was not noticed.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"turncoat/internal/status"
)

func main() {
	var r run
	flag.Uint64Var(&r.seed, "seed", 1, "`number` that decides which faults are tried")
	flag.IntVar(&r.most, "n", 30, "faults to try in each package; 0 for all")
	flag.DurationVar(&r.timeout, "timeout", 2*time.Minute, "time for the tests of one fault; a test that hangs has noticed it")
	flag.BoolVar(&r.short, "short", true, "run the short tests only")
	flag.BoolVar(&r.show, "show", false, "list the faults and test nothing")
	flag.StringVar(&r.tests, "tests", "", "`packages` whose tests are run, separated by commas (default: the package's own)")
	memory := flag.Uint64("memory", 8, "`gigabytes` that the tests of one fault may take, on Linux; those that take more have noticed it; 0 for no bound")
	known := flag.String("known", "internal/mutate/known.txt", "`file` of faults that change nothing observable")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: go run ./internal/mutate [flags] package...")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() == 0 || r.most < 0 || r.timeout <= 0 || *memory > 1<<20 {
		flag.Usage()
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	r.line = status.New(os.Stderr)
	if *memory > 0 {
		if err := boundMemory(*memory << 30); err != nil {
			fmt.Fprintf(os.Stderr, "mutate: -memory %d: %v\n", *memory, err)
			os.Exit(2)
		}
	}
	var err error
	if r.known, err = readKnown(*known); err == nil {
		for _, m := range r.known.misfits() {
			fmt.Fprintf(os.Stderr, "mutate: %s:%d: %s\n", *known, m.line, m.text)
		}
		err = r.packages(ctx, os.Stdout, flag.Args())
	}
	switch {
	case ctx.Err() != nil:
		os.Exit(130)
	case err != nil:
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(2)
	case r.unnoticed > 0:
		os.Exit(1)
	}
}
