package build

import (
	"errors"

	"turncoat/internal/tablebase"
)

// A room allocates values in memory as long as there is enough, then on disk.
type room struct {
	dir  string
	left int64 // bytes of memory
	ends []func() error
}

// values returns so many values, all 0.
func (r *room) values(n uint64) ([]tablebase.Value, error) {
	if int64(n) <= r.left {
		r.left -= int64(n)
		return make([]tablebase.Value, n), nil
	}

	values, end, err := valuesOnDisk(r.dir, n)
	if err == nil {
		r.ends = append(r.ends, end)
	}
	return values, err
}

// close releases the values on disk.
func (r *room) close() error {
	var errs []error
	for _, end := range r.ends {
		errs = append(errs, end())
	}
	return errors.Join(errs...)
}
