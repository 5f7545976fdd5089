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

// most is the greatest number that a flag takes if nothing else is said: more than anyone means, and
// little enough for sums of a few of them.
const most = 1_000_000_000

// least holds the smallest number of flags that do not begin at 0, whatever command they belong to.
var least = map[string]int{"count": 1, "choose-from": 1, "positions": 1, "depth": 1}

// bounded holds the numbers of a command's flags to their bounds as soon as they are read, so that
// no command begins to work with a number that nobody can mean. It takes the Action of each such flag.
func bounded(flags []cli.Flag) {
	for _, f := range flags {
		switch f := f.(type) {
		case *cli.IntFlag:
			f.Action = func(c *cli.Context, n int) error {
				if err := checkInt(f.Name, n); err != nil {
					return BadCall(c.Command.HelpName, fmt.Errorf("--%s %w", f.Name, err))
				}
				return nil
			}
		case *cli.DurationFlag:
			f.Action = func(c *cli.Context, d time.Duration) error {
				if d <= 0 {
					return BadCall(c.Command.HelpName, fmt.Errorf("--%s must be positive, not %v", f.Name, d))
				}
				return nil
			}
		case *cli.StringFlag:
			if f.Name == "memory" {
				f.Action = func(c *cli.Context, _ string) error {
					_, err := Memory(c)
					return err
				}
			}
		}
	}
}

func checkInt(name string, n int) error {
	switch {
	case name == "jobs":
		_, err := limits.Jobs(n)
		return err
	case n < least[name]:
		return fmt.Errorf("cannot be %d: it is a number from %d", n, least[name])
	case n > most:
		return fmt.Errorf("cannot be %d: it is at most %d", n, most)
	}
	return nil
}

// jobsFlag is the flag that says how much is done at once, the same for every command.
func JobsFlag(usage string) cli.Flag {
	return &cli.IntFlag{Name: "jobs", Aliases: []string{"j"}, Usage: usage + "; 0 is one for each processor"}
}

// jobs returns how much is to be done at once, at least 1.
func Jobs(c *cli.Context) (int, error) {
	n, err := limits.Jobs(c.Int("jobs"))
	if err != nil {
		return 0, BadCall(c.Command.HelpName, fmt.Errorf("--jobs %w", err))
	}
	return n, nil
}

// memoryFlag is the flag that says how much memory a table may take.
func MemoryFlag(size string) cli.Flag {
	return &cli.StringFlag{Name: "memory", Usage: "`SIZE` of the table, such as 512M", Value: size}
}

// memory returns the bytes that a call allows a table.
func Memory(c *cli.Context) (int64, error) {
	n, err := parseSize(c.String("memory"))
	if err == nil {
		err = limits.Memory(uint64(n))
	}
	if err != nil {
		return 0, BadCall(c.Command.HelpName, fmt.Errorf("--memory %w", err))
	}
	return n, nil
}

var errSize = errors.New("is a size such as 512M")

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

// parseRange reads "3" or "2..4".
func ParseRange(text string) (least, most int, err error) {
	low, high, ok := strings.Cut(text, "..")
	if !ok {
		high = low
	}
	least, err1 := strconv.Atoi(low)
	most, err2 := strconv.Atoi(high)
	if err1 != nil || err2 != nil || least < 1 || most < least {
		return 0, 0, fmt.Errorf("%q is neither a number of turns nor a range such as 2..4", text)
	}
	return least, most, nil
}
