//go:build !unix

package tablebase

// contentOf reads a file, because files cannot be mapped into memory on this system.
func contentOf(name string) ([]byte, func() error, error) { return read(name) }
