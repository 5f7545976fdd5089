//go:build js && wasm && turncoat_reader

package main

import (
	"turncoat/protocol"
	"turncoat/protocol/analysis"
	"turncoat/protocol/reading"
)

// newServer answers everything: the program that a page loads when it first reads a text.
func newServer() *protocol.Server { return reading.Server(analysis.Options{Proofs: true}) }
