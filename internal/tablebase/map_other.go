//go:build !unix

package tablebase

// contentOf returns the content of a file: read, where it cannot be mapped into memory.
func contentOf(name string) ([]byte, func() error, error) { return read(name) }
