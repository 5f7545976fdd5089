//go:build !turncoat_web

package tablebase

import "errors"

// A room gives memory for values: as long as there is enough, of the program's own, then on disk.
type room struct {
	dir  string
	left int64 // bytes
	ends []func() error
}

// values returns so many values, all 0.
func (r *room) values(n uint64) ([]Value, error) {
	if int64(n) <= r.left {
		r.left -= int64(n)
		return make([]Value, n), nil
	}
	values, end, err := valuesOnDisk(r.dir, n)
	if err == nil {
		r.ends = append(r.ends, end)
	}
	return values, err
}

// close lets go of the values on disk.
func (r *room) close() error {
	var errs []error
	for _, end := range r.ends {
		errs = append(errs, end())
	}
	return errors.Join(errs...)
}
