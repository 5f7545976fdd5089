package web

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"turncoat/clients/npm"
	"turncoat/internal/tablebase/embedded"
	"turncoat/internal/wasm"
	"turncoat/rules/ruleset"
)

// ErrNoToolchain is the class of errors about a machine that cannot build the rules as WebAssembly.
var ErrNoToolchain = errors.New("the static site is built with the Go toolchain, and there is none")

// Export writes the page into a directory, with the rules as WebAssembly: any web host can serve it, from any
// path. The Go toolchain builds the rules from the module in the current directory. When it fails nothing that
// it has made is left, the directory included, unless that was there before.
func Export(ctx context.Context, dir string) error {
	files, err := newPage()
	if err != nil {
		return err
	}
	files.mark(`data-engine="local"`)
	// A static host sends no policy of its own, so that the page brings it.
	policy := `<meta http-equiv="Content-Security-Policy" content="default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; base-uri 'none'; form-action 'none'">`
	files["index.html"] = bytes.Replace(files["index.html"], []byte("<meta charset=\"utf-8\">"),
		[]byte("<meta charset=\"utf-8\">\n  "+policy), 1)
	files["turncoat.js"] = npm.Module
	for _, rules := range ruleset.BuiltinNames() {
		files[tablesOf(rules)], err = embedded.Bundle(rules)
		if err != nil {
			return err
		}
	}
	names := append(slices.Sorted(maps.Keys(files)), Program, starter)
	site, err := newSite(dir, names)
	if err != nil {
		return err
	}
	defer site.end()
	built, err := Rules(ctx, dir)
	if err != nil {
		return err
	}
	maps.Copy(files, built)
	if err := files.nameFiles(); err != nil {
		return err
	}
	return site.write(files)
}

// nameFiles tells the service worker which files the site has, and its version, which changes with any of them.
func (p page) nameFiles() error {
	names := slices.Sorted(maps.Keys(p))
	sum := sha256.New()
	for _, name := range names {
		fmt.Fprintf(sum, "%s %d\n", name, len(p[name]))
		sum.Write(p[name])
	}
	list, err := json.Marshal(append([]string{"./"}, slices.DeleteFunc(names, func(name string) bool { return name == "sw.js" })...))
	p["sw.js"] = bytes.Replace(p["sw.js"], []byte("'VERSION'"), fmt.Appendf(nil, "'%x'", sum.Sum(nil)[:8]), 1)
	p["sw.js"] = bytes.Replace(p["sw.js"], []byte("([])"), list, 1)
	return err
}

// Rules returns the files that turncoat.js needs beside it, by name: Program, and the toolchain's script that starts
// it. The Go toolchain builds them from the module in the current directory; meanwhile a temporary file is in dir.
func Rules(ctx context.Context, dir string) (map[string][]byte, error) {
	tool, err := exec.LookPath("go")
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoToolchain, err)
	}
	support, err := supportScript(ctx, tool)
	if err != nil {
		return nil, err
	}
	program, err := build(ctx, tool, dir)
	if err != nil {
		return nil, err
	}
	return map[string][]byte{Program: program, starter: support}, nil
}

const starter = "wasm_exec.js"

// supportScript returns the script of the toolchain that starts a Go program in a browser. It belongs to the
// toolchain's version, so that the repository holds no copy.
func supportScript(ctx context.Context, tool string) ([]byte, error) {
	out, err := exec.CommandContext(ctx, tool, "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoToolchain, err)
	}
	root := strings.TrimSpace(string(out))
	for _, place := range []string{"lib/wasm", "misc/wasm"} {
		text, err := os.ReadFile(filepath.Join(root, place, starter))
		if err == nil {
			return text, nil
		}
	}
	return nil, fmt.Errorf("%w: %s has no %s", ErrNoToolchain, root, starter)
}

// Program is the file of the static site that holds the rules: a WebAssembly module, compressed, so that it
// takes no more than that from a host that compresses nothing.
const Program = "turncoat.wasm.gz"

// build builds the rules. The tag leaves out what no page can use: opening and decompressing files, the bridge to other
// programs' boards. Only what is played at full speed is inlined, which makes the program a twentieth smaller.
func build(ctx context.Context, tool, dir string) ([]byte, error) {
	file, err := os.CreateTemp(dir, ".turncoat.wasm.*.tmp")
	if err != nil {
		return nil, err
	}
	target := file.Name()
	file.Close()
	defer os.Remove(target)
	args := []string{"build", "-tags=turncoat_web", "-trimpath", "-ldflags=-s -w", "-gcflags=all=-l"}
	for _, hot := range hotPackages {
		args = append(args, "-gcflags="+hot+"=")
	}
	command := exec.CommandContext(ctx, tool, append(args, "-o", target, "turncoat/cmd/turncoat-wasm")...)
	command.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	if text, err := command.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("building the rules (in a clone of the repository?): %w\n%s", err, bytes.TrimSpace(text))
	}
	module, err := os.ReadFile(target)
	if err != nil {
		return nil, err
	}
	if module, err = wasm.Shrink(module); err != nil {
		return nil, err
	}
	return packed(module)
}

// tablesOf returns the name of the file with the tables of up to three pieces of a rule set.
func tablesOf(rules string) string { return "tables/" + rules + ".tct" }

// packed compresses a file as much as gzip can.
func packed(text []byte) ([]byte, error) {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err == nil {
		_, err = w.Write(text)
	}
	if err == nil {
		err = w.Close()
	}
	return out.Bytes(), err
}

var hotPackages = []string{"turncoat/rules/internal/fast", "turncoat/rules/board"}
