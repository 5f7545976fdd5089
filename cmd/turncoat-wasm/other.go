//go:build !(js && wasm)

// Command turncoat-wasm answers the protocol in a browser. Elsewhere it does nothing.
package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "turncoat-wasm runs in a browser: see turncoat-site")
	os.Exit(2)
}
