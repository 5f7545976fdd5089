// Package limits holds numbers that come from outside to what the machine can do.
package limits

import (
	"fmt"
	"runtime"
)

// Jobs returns how many jobs to have for a number that was asked for, 0 being one for each
// processor. The error continues a sentence that begins with the name of the flag or field.
func Jobs(n int) (int, error) {
	switch most := max(1024, 16*runtime.NumCPU()); {
	case n < 0:
		return 0, fmt.Errorf("cannot be %d: it is a number from 0", n)
	case n > most:
		return 0, fmt.Errorf("cannot be %d: it is at most %d on this machine", n, most)
	case n == 0:
		return runtime.GOMAXPROCS(0), nil
	}
	return n, nil
}

// unknown is assumed where a machine does not report its memory.
const unknown = 1 << 40

// Memory returns an error if a number of bytes is more than the machine has or, where that is
// unknown, than a tebibyte.
func Memory(bytes uint64) error {
	if most := machineMemory(); bytes > most {
		return fmt.Errorf("cannot be %s: the machine has %s", Size(bytes), Size(most))
	}
	return nil
}

// Size returns a number of bytes in the greatest unit that leaves at least ten.
func Size(n uint64) string {
	units := []string{"bytes", "KiB", "MiB", "GiB", "TiB", "PiB"}
	i := 0
	for ; n >= 10<<10 && i < len(units)-1; i++ {
		n >>= 10
	}
	return fmt.Sprintf("%d %s", n, units[i])
}
