//go:build js && wasm

package main

import (
	"errors"
	"syscall/js"

	"turncoat/internal/tablebase"
	"turncoat/rules/ruleset"
)

// openTables asks the page for the tables of a rule set: the page's function turncoatTables takes
// the name of the rule set and promises an Uint8Array. If there is no such function there are no
// tables.
func openTables(set ruleset.Set) (*tablebase.Tables, error) {
	if _, ok := ruleset.IsBuiltin(set); !ok {
		return nil, tablebase.ErrMissing
	}
	tables, err := tablebase.New(set)
	if err != nil {
		return nil, err
	}
	load := js.Global().Get("turncoatTables")
	if load.IsUndefined() {
		return nil, tablebase.ErrMissing
	}

	settled := make(chan js.Value, 1)
	settle := js.FuncOf(func(_ js.Value, args []js.Value) any {
		settled <- args[0]
		return nil
	})
	defer settle.Release()
	load.Invoke(set.Name).Call("then", settle, settle)
	array := <-settled
	if !array.InstanceOf(js.Global().Get("Uint8Array")) {
		return nil, errors.New(array.Call("toString").String())
	}

	bundle := make([]byte, array.Length())
	js.CopyBytesToGo(bundle, array)
	return tables, tables.AddBundle(bundle)
}
