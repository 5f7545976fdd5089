//go:build !unix

package tablebase

import "fmt"

// valuesOnDisk has no way to do that here.
func valuesOnDisk(string, uint64) ([]Value, func() error, error) {
	return nil, nil, fmt.Errorf("%w: on this system all values have to fit into it", ErrMemory)
}
