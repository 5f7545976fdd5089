//go:build unix

package work

import (
	"fmt"
	"os"
	"syscall"
)

// lock keeps a journal for this process, until it is closed or the process ends in whatever way.
func lock(file *os.File) error {
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		return fmt.Errorf("%w: %s is in use by another process: %w", ErrJournal, file.Name(), err)
	}
	return nil
}
