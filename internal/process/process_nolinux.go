//go:build !linux

package process

import "os/exec"

// diesWithParent does nothing: other systems have no such thing.
func diesWithParent(*exec.Cmd) {}

// killMarked does nothing, because the environment of other processes cannot be read on this
// system.
func killMarked(string) {}
