package wasm

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// The script that starts a program comes from the toolchain, wherever that keeps it.
func TestSupportScript(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the toolchain is played by a shell script")
	}
	root := t.TempDir()
	tool := filepath.Join(t.TempDir(), "go")
	script := "#!/bin/sh\n[ \"$1 $2\" = \"env GOROOT\" ] && echo '" + root + "'\n"
	if err := os.WriteFile(tool, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}

	_, err := startScript(t.Context(), tool)
	if !errors.Is(err, ErrNoToolchain) ||
		!strings.Contains(err.Error(), root+" has no wasm_exec.js") {
		t.Errorf("%v", err)
	}

	for _, place := range []string{"misc/wasm", "lib/wasm"} { // the newer place comes first
		dir := filepath.Join(root, filepath.FromSlash(place))
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "wasm_exec.js"), []byte(place), 0o600); err != nil {
			t.Fatal(err)
		}
		if text, err := startScript(t.Context(), tool); err != nil || string(text) != place {
			t.Errorf("%s: %s, %v", place, text, err)
		}
	}

	t.Setenv("PATH", root) // where there is no go
	if _, err := Build(t.Context(), t.TempDir()); !errors.Is(err, ErrNoToolchain) {
		t.Errorf("%v", err)
	}
}
