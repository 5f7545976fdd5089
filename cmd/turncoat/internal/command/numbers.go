package command

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"turncoat/internal/limits"
)

// Jobs returns how much is to be done at once, at least 1.
func (s *Session) Jobs() int {
	n, _ := limits.Jobs(s.Int("jobs")) // the flag was checked
	return n
}

// Memory returns the bytes that a call allows a table.
func (s *Session) Memory() int64 {
	n, _ := parseSize(s.String("memory")) // the flag was checked
	return n
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
	return n * unit, limits.Memory(uint64(n * unit))
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
