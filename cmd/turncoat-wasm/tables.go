//go:build js && wasm && turncoat_web

package main

import (
	"errors"
	"syscall/js"

	"turncoat/internal/tablebase"
	"turncoat/rules/ruleset"
)

// tables asks the page for the tables of a rule set: its function turncoatTables takes the name and promises an
// Uint8Array. Without one there are none.
func tables(set ruleset.Set) (*tablebase.Tables, error) {
	from := js.Global().Get("turncoatTables")
	if from.IsUndefined() {
		return nil, tablebase.ErrMissing
	}
	heard := make(chan js.Value, 1)
	tell := js.FuncOf(func(_ js.Value, args []js.Value) any {
		heard <- args[0]
		return nil
	})
	defer tell.Release()
	from.Invoke(set.Name).Call("then", tell, tell)
	array := <-heard
	if !array.InstanceOf(js.Global().Get("Uint8Array")) {
		return nil, errors.New(array.Call("toString").String())
	}
	values := make([]byte, array.Length())
	js.CopyBytesToGo(values, array)
	return tablebase.Unpacked(set, values)
}
