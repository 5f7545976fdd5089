//go:build js && wasm && !turncoat_reader

package main

import (
	"turncoat/protocol"
	"turncoat/protocol/analysis"
)

// newServer answers what a page asks from its first moment on. What reads texts is a program of its own, for it would
// double the time until there is a board.
func newServer() *protocol.Server { return analysis.Server(analysis.Options{Proofs: true}) }
