//go:build !linux

package corpus

// killMarked ends nothing: here no process can be asked for its environment.
func killMarked(string) {}
