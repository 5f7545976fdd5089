//go:build !unix

package main

import "github.com/rogpeppe/go-internal/testscript"

// Pipes without a reader and interrupts are tested where there are signals.
func unread(ts *testscript.TestScript, _ bool, _ []string)        { ts.Logf("no signals here") }
func interrupt(ts *testscript.TestScript, _ bool, _ []string)     { ts.Logf("no signals here") }
func shared(ts *testscript.TestScript, _ bool, _ []string)        { ts.Logf("no signals here") }
func interruptwhen(ts *testscript.TestScript, _ bool, _ []string) { ts.Logf("no signals here") }
