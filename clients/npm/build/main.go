// Command build writes the files of the npm package that git does not hold: turncoat.js, the rules
// as WebAssembly, and the script that starts them. It runs in the folder of the package and needs
// the Go toolchain.
package main

import (
	"context"
	"log"
	"os"
	"os/signal"

	"turncoat/internal/site/wasm"
)

func main() {
	log.SetFlags(0)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	files, err := wasm.Build(ctx, ".")
	if err != nil {
		log.Fatal(err)
	}
	for name, text := range files {
		if err := os.WriteFile(name, text, 0o666); err != nil {
			log.Fatal(err)
		}
	}
}
