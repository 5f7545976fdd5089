package command

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"turncoat/internal/limits"
)

// Most is the greatest number that a flag takes if nothing else is said: more than anyone means, and
// little enough for sums of a few of them.
const Most = 1_000_000_000

// bounded gives bounds to numbers that have none of their own, checked as soon as they are read.
func bounded(flags []cli.Flag) {
	for _, f := range flags {
		switch f := f.(type) {
		case *cli.IntFlag:
			if f.Action == nil {
				f.Action = Number(f.Name, "", 0, 0, Most).Action
			}
		case *cli.Uint64Flag:
			if f.Name == "nodes" { // a seed may be any number
				f.Action = func(c *cli.Context, n uint64) error {
					if n > Most {
						return UsageError(c, "--%s cannot be %d: it is at most %d", f.Name, n, Most)
					}
					return nil
				}
			}
		case *cli.DurationFlag:
			f.Action = func(c *cli.Context, d time.Duration) error {
				if d <= 0 {
					return UsageError(c, "--%s must be positive, not %v", f.Name, d)
				}
				return nil
			}
		}
	}
}

// JobsFlag is the flag that says how much is done at once, the same for every command.
func JobsFlag(usage string) *cli.IntFlag {
	return &cli.IntFlag{Name: "jobs", Aliases: []string{"j"}, Usage: usage + "; 0 is one for each processor",
		Action: func(c *cli.Context, _ int) error { _, err := Jobs(c); return err }}
}

// Jobs returns how much is to be done at once, at least 1.
func Jobs(c *cli.Context) (int, error) {
	n, err := limits.Jobs(c.Int("jobs"))
	if err != nil {
		return 0, UsageError(c, "--jobs %w", err)
	}
	return n, nil
}

// MemoryFlag is the flag that says how much memory a table may take.
func MemoryFlag(usage, size string) cli.Flag {
	return &cli.StringFlag{Name: "memory", Usage: usage, Value: size,
		Action: func(c *cli.Context, _ string) error { _, err := Memory(c); return err }}
}

// Memory returns the bytes that a call allows a table.
func Memory(c *cli.Context) (int64, error) {
	n, err := parseSize(c.String("memory"))
	if err == nil {
		err = limits.Memory(uint64(n))
	}
	if err != nil {
		return 0, UsageError(c, "--memory %w", err)
	}
	return n, nil
}

var errSize = errors.New("must be a size such as 512M")

// parseSize reads a size in bytes such as 65536, 64K, 512M, 512MiB or 2G.
func parseSize(text string) (int64, error) {
	digits := strings.TrimRight(text, "KMGkmgiB")
	unit, ok := map[string]int64{"": 1, "K": 1 << 10, "M": 1 << 20,
		"G": 1 << 30}[strings.ToUpper(strings.TrimRight(text[len(digits):], "iB"))]
	n, err := strconv.ParseInt(digits, 10, 32)
	if err != nil || !ok || n <= 0 {
		return 0, fmt.Errorf("%w, not %q", errSize, text)
	}
	return n * unit, nil
}

// ParseRange reads "3" or "2..4".
func ParseRange(text string) (least, most int, err error) {
	low, high, ok := strings.Cut(text, "..")
	if !ok {
		high = low
	}
	least, err1 := strconv.Atoi(low)
	most, err2 := strconv.Atoi(high)
	if err1 != nil || err2 != nil || least < 1 || most < least {
		return 0, 0, fmt.Errorf("%q is not a number of turns or a range such as 2..4", text)
	}
	return least, most, nil
}
