package web

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	_ "embed" // for the module
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// ErrNoToolchain is the class of errors about a machine that cannot build the rules as WebAssembly.
var ErrNoToolchain = errors.New("the static site is built with the Go toolchain, and there is none")

// Program is the file of the static site that holds the rules: a WebAssembly module, compressed, so
// that it is no larger from a host that compresses nothing.
const Program = "turncoat.wasm.gz"

// module is the JavaScript module that asks the rules, in the page and in the npm package.
//
//go:embed turncoat.js
var module []byte

const (
	moduleName = "turncoat.js"
	starter    = "wasm_exec.js" // the toolchain's script that starts a Go program
)

// policy is the page's policy about what it may load, since a static host sends none.
const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'self'; ` +
	`script-src 'self' 'wasm-unsafe-eval'; base-uri 'none'; form-action 'none'">`

// Export writes the page into a directory, with the rules as WebAssembly and the documentation as
// pages: any web host can serve it, from any path. The Go toolchain builds the rules from the
// module in the current directory, a clone of the repository. The address is where the site will be
// served, nil if that is not known. If Export fails nothing is left that it has made, the directory
// included.
func Export(ctx context.Context, dir string, address *url.URL) error {
	files, online, err := newSitePage(ctx, address)
	if err != nil {
		return err
	}
	names := append(slices.Sorted(maps.Keys(files)), moduleName, Program, starter)
	site, err := newSite(dir, names)
	if err != nil {
		return err
	}
	defer site.end()
	built, err := BuildModule(ctx, dir)
	if err != nil {
		return err
	}
	maps.Copy(files, built)
	if err := files.nameFiles(online); err != nil {
		return err
	}
	return site.write(files)
}

// tablesOf returns the name of the file with the tables of up to three pieces of a rule set.
func tablesOf(rules string) string { return "tables/" + rules + ".tct" }

// nameFiles tells the service worker which files to keep, all but those that need a network, and
// its version, which changes with any of them.
func (p page) nameFiles(online map[string]bool) error {
	sum := sha256.New()
	names := []string{"./"}
	for _, name := range slices.Sorted(maps.Keys(p)) {
		if online[name] {
			continue
		}
		fmt.Fprintf(sum, "%s %d\n", name, len(p[name]))
		sum.Write(p[name])
		if name != "sw.js" {
			names = append(names, name)
		}
	}

	list, err := json.Marshal(names)
	if err != nil {
		return err
	}

	version := fmt.Appendf(nil, "'%x'", sum.Sum(nil)[:8])
	p["sw.js"] = bytes.Replace(p["sw.js"], []byte("'VERSION'"), version, 1)
	p["sw.js"] = bytes.Replace(p["sw.js"], []byte("([])"), list, 1)
	return nil
}

// BuildModule returns the files of the JavaScript module, by name: turncoat.js, [Program], and the
// toolchain's script that starts it. The Go toolchain builds the program from the module in the
// current directory; meanwhile a temporary file is in dir.
func BuildModule(ctx context.Context, dir string) (map[string][]byte, error) {
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
	return map[string][]byte{moduleName: module, Program: program, starter: script}, nil
}

// goTool returns the path of the go command.
func goTool() (string, error) {
	tool, err := exec.LookPath("go")
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrNoToolchain, err)
	}
	return tool, nil
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
		text, err := os.ReadFile(filepath.Join(root, place, starter))
		if err == nil {
			return text, nil
		}
	}

	return nil, fmt.Errorf("%w: %s has no %s", ErrNoToolchain, root, starter)
}

// buildFlags make the program small: it has no symbols, and only what is played at full speed is
// inlined.
var buildFlags = []string{"-trimpath", "-ldflags=-s -w", "-gcflags=all=-l",
	"-gcflags=turncoat/rules/internal/fast=", "-gcflags=turncoat/rules/board="}

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
