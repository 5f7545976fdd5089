// Package site writes the static site: the board with the rules as WebAssembly instead of a server,
// the documentation as pages, and downloads, for any web host.
//
// site.go writes the site, bundle.go puts the modules of the page together, pages.go adds the pages
// and the tables, and files.go writes files all or none.
package site

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"

	"turncoat/internal/site/wasm"
)

// policy is the page's policy about what it may load, since a static host sends none.
const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'self'; ` +
	`script-src 'self' 'wasm-unsafe-eval'; base-uri 'none'; form-action 'none'">`

// content is the files of a site by their paths.
type content struct {
	files map[string][]byte
	// online are those that are not kept for use without a network, for their size.
	online map[string]bool
}

// Write writes the site into a directory: any web host can serve it, from any path. The Go toolchain
// builds the rules from the module in the current directory, a clone of the repository. The address
// is where the site will be served, nil if that is not known. If Write fails nothing is left that it
// has made, the directory included.
func Write(ctx context.Context, dir string, address *url.URL) error {
	c, err := sources(ctx, address)
	if err != nil {
		return err
	}
	names := append(slices.Sorted(maps.Keys(c.files)), wasm.Module, wasm.Program, wasm.Starter)
	out, err := create(dir, names)
	if err != nil {
		return err
	}
	defer out.end()

	built, err := wasm.Build(ctx, dir)
	if err != nil {
		return err
	}
	maps.Copy(c.files, built)
	if err := c.nameFiles(); err != nil {
		return err
	}
	return out.write(c.files)
}

// nameFiles tells the service worker which files to keep, all but those that need a network, and
// its version, which changes with any of them.
func (c *content) nameFiles() error {
	const worker = "sw.js"
	sum := sha256.New()
	names := []string{"./"}
	for _, name := range slices.Sorted(maps.Keys(c.files)) {
		if c.online[name] {
			continue
		}
		fmt.Fprintf(sum, "%s %d\n", name, len(c.files[name]))
		sum.Write(c.files[name])
		if name != worker {
			names = append(names, name)
		}
	}

	list, err := json.Marshal(names)
	if err != nil {
		return err
	}
	c.replace(worker, "'VERSION'", fmt.Sprintf("'%x'", sum.Sum(nil)[:8]))
	c.replace(worker, "([])", string(list))
	return nil
}

// replace replaces the first occurrence of a text in a file.
func (c *content) replace(name, text, by string) {
	c.files[name] = bytes.Replace(c.files[name], []byte(text), []byte(by), 1)
}
