// Package wasm builds the rules as WebAssembly, with the JavaScript module that asks them: for the
// static site and for the npm package.
package wasm

import (
	"bytes"
	"compress/gzip"
	"context"
	_ "embed" // for the module
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// ErrNoToolchain is the class of errors about a machine that cannot build the rules.
var ErrNoToolchain = errors.New("the Go toolchain is needed, and there is none")

// The files of the module.
const (
	Module  = "turncoat.js"      // asks the rules
	Program = "turncoat.wasm.gz" // the rules, compressed for hosts that compress nothing
	Starter = "wasm_exec.js"     // the script of the toolchain that starts a Go program
)

//go:embed turncoat.js
var module []byte

// Build returns the files of the module by name. The Go toolchain builds the program from the Go
// module in the current directory; meanwhile a temporary file is in dir.
func Build(ctx context.Context, dir string) (map[string][]byte, error) {
	tool, err := goTool()
	if err != nil {
		return nil, err
	}
	script, err := startScript(ctx, tool)
	if err != nil {
		return nil, err
	}
	program, err := buildProgram(ctx, tool, dir)
	if err != nil {
		return nil, err
	}
	return map[string][]byte{Module: module, Program: program, Starter: script}, nil
}

// goTool returns the path of the go command.
func goTool() (string, error) {
	tool, err := exec.LookPath("go")
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrNoToolchain, err)
	}
	return tool, nil
}

// ModuleRoot returns the directory of the Go module in the current directory.
func ModuleRoot(ctx context.Context) (string, error) {
	tool, err := goTool()
	if err != nil {
		return "", err
	}
	file, err := goEnv(ctx, tool, "GOMOD")
	return filepath.Dir(file), err
}

// goEnv returns a variable of the toolchain's environment.
func goEnv(ctx context.Context, tool, name string) (string, error) {
	out, err := exec.CommandContext(ctx, tool, "env", name).Output()
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrNoToolchain, err)
	}
	return strings.TrimSpace(string(out)), nil
}

// startScript returns the script of the toolchain that starts a Go program in a browser. It belongs
// to the toolchain's version, so the repository has no copy.
func startScript(ctx context.Context, tool string) ([]byte, error) {
	root, err := goEnv(ctx, tool, "GOROOT")
	if err != nil {
		return nil, err
	}
	for _, place := range []string{"lib/wasm", "misc/wasm"} {
		text, err := os.ReadFile(filepath.Join(root, place, Starter))
		if err == nil {
			return text, nil
		}
	}

	return nil, fmt.Errorf("%w: %s has no %s", ErrNoToolchain, root, Starter)
}

// buildFlags make the program small: it has no symbols, and only what is played at full speed is
// inlined.
var buildFlags = []string{"-trimpath", "-ldflags=-s -w", "-gcflags=all=-l",
	"-gcflags=turncoat/internal/fast=", "-gcflags=turncoat/rules/board="}

// buildProgram returns the rules as a compressed WebAssembly module.
func buildProgram(ctx context.Context, tool, dir string) ([]byte, error) {
	file, err := os.CreateTemp(dir, ".turncoat.wasm.*.tmp")
	if err != nil {
		return nil, err
	}
	target := file.Name()
	file.Close()
	defer os.Remove(target)

	args := slices.Concat([]string{"build"}, buildFlags,
		[]string{"-o", target, "turncoat/cmd/turncoat-wasm"})
	command := exec.CommandContext(ctx, tool, args...)
	command.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	text, err := command.CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("building the rules (in a clone of the repository?): %w\n%s",
			err, bytes.TrimSpace(text))
	}

	program, err := os.ReadFile(target)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err == nil {
		_, err = w.Write(program)
	}
	if err == nil {
		err = w.Close()
	}
	return out.Bytes(), err
}
