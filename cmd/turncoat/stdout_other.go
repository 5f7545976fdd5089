//go:build !linux

package main

import (
	"io"
	"os"
)

func output() io.Writer { return os.Stdout }
