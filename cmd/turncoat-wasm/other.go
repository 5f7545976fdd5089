//go:build !(js && wasm)

package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "turncoat-wasm runs in a browser: see turncoat board --export")
	os.Exit(2)
}
