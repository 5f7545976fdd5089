package main

import (
	"fmt"
	"runtime"

	"github.com/urfave/cli/v2"
)

// jobsFlag is the flag that says how much is done at once, the same for every command.
func jobsFlag(usage string) cli.Flag {
	return &cli.IntFlag{Name: "jobs", Aliases: []string{"j"}, Usage: usage + "; 0 is one for each processor"}
}

// jobs gives how much is to be done at once, at least 1.
func jobs(c *cli.Context) (int, error) {
	n := c.Int("jobs")
	if n < 0 {
		return 0, badCall(c.Command.HelpName, fmt.Errorf("--jobs cannot be %d: it is a number from 0", n))
	}
	if n == 0 {
		n = runtime.GOMAXPROCS(0)
	}
	return n, nil
}
