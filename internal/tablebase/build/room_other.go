//go:build !unix

package build

import (
	"fmt"

	"turncoat/internal/tablebase"
)

// valuesOnDisk fails: on this system files are not mapped into memory.
func valuesOnDisk(string, uint64) ([]tablebase.Value, func() error, error) {
	return nil, nil, fmt.Errorf("%w: on this system all values must fit into memory", ErrMemory)
}
