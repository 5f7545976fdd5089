// Command build puts the rules as WebAssembly, and the script that starts them, beside turncoat.js: what the package
// needs and git does not hold. It runs in the folder of the package, and needs the Go toolchain.
package main

import (
	"context"
	"log"
	"os"
	"os/signal"

	"turncoat/internal/web"
)

func main() {
	log.SetFlags(0)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	files, err := web.Rules(ctx, ".")
	if err != nil {
		log.Fatal(err)
	}
	for name, text := range files {
		if err := os.WriteFile(name, text, 0o666); err != nil {
			log.Fatal(err)
		}
	}
}
