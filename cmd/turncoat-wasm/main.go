//go:build js && wasm

// Command turncoat-wasm answers the protocol in a browser: the board's page without a server runs
// it in a worker.
//
// It hands a function to the page that takes a line and another function, which is called with each
// line of the answer.
package main

import (
	"context"
	"syscall/js"

	"turncoat/internal/answer/probing"
	"turncoat/internal/answer/reading"
	"turncoat/internal/answer/searching"
	"turncoat/protocol"
)

func main() {
	tables := probing.NewTableSet(openTables)
	server := reading.Server(searching.Options{Proofs: true, Probe: tables.Prober})
	server.Jobs = 1
	tables.Add(server)
	js.Global().Call("turncoatReady", js.FuncOf(func(_ js.Value, args []js.Value) any {
		line, say := args[0].String(), args[1]
		go func() { // waiting must not block the page's events
			send := func(reply protocol.Reply) {
				text, err := reply.Append(nil)
				if err != nil {
					text = []byte(`{"id":null,"error":{"code":"unsupported","message":"the answer cannot be written"}}`)
				}
				say.Invoke(string(text))
			}
			send(server.Converse(context.Background(), []byte(line), send))
		}()
		return nil
	}))
	select {}
}
