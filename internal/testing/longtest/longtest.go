// Package longtest keeps long tests out of the ordinary run.
package longtest

import (
	"os"
	"testing"
)

// Enabled reports whether TURNCOAT_LONG asks for the long tests too.
func Enabled() bool { return os.Getenv("TURNCOAT_LONG") != "" }

// Short reports whether a test should try a sample where TURNCOAT_LONG has it try all.
func Short() bool { return !Enabled() || testing.Short() }
