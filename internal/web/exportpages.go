package web

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"turncoat/internal/pages"
	"turncoat/internal/tablebase/embedded"
	"turncoat/rules/ruleset"
)

// The board of the site leads to the documentation, from before its button for the settings.
const (
	linkPlace         = `<button type="button" id="settings"`
	documentationLink = `<a href="README.html">Documentation</a>` + "\n    "
)

// newSitePage returns the files of the static site but for those that the toolchain makes, and
// which of them are not kept for use without a network: downloads and proofs, for their size.
func newSitePage(ctx context.Context, address *url.URL) (page, map[string]bool, error) {
	files, err := newPage()
	if err != nil {
		return nil, nil, err
	}
	documents, err := documentation(ctx, address)
	if err != nil {
		return nil, nil, err
	}
	maps.Copy(files, documents.Files)

	files.localize(indexPage, documents.BoardHead())
	files.localize(embedPage, "")
	files[indexPage] = bytes.Replace(files[indexPage], []byte(linkPlace),
		[]byte(documentationLink+linkPlace), 1)

	for _, rules := range ruleset.BuiltinNames() {
		files[tablesOf(rules)], err = embedded.Bundle(rules)
		if err != nil {
			return nil, nil, err
		}
	}

	online := documents.Downloads
	for name := range files {
		if strings.HasPrefix(name, "data/proofs/") {
			online[name] = true
		}
	}

	return files, online, nil
}

// localize makes a page ask the rules in the browser. Its head gets the policy, since a static host
// sends none, and what else the site has there.
func (p page) localize(name, head string) {
	const charset = `<meta charset="utf-8">`
	p.mark(name, `data-engine="local"`)
	p[name] = bytes.Replace(p[name], []byte(charset), []byte(charset+"\n  "+policy+head), 1)
}

// documentation returns the pages of the module in the current directory.
func documentation(ctx context.Context, address *url.URL) (*pages.Site, error) {
	tool, err := goTool()
	if err != nil {
		return nil, err
	}
	module, err := goEnv(ctx, tool, "GOMOD")
	if err != nil {
		return nil, err
	}
	documents, err := pages.New(os.DirFS(filepath.Dir(module)), address)
	if err != nil {
		return nil, fmt.Errorf("making the pages (in a clone of the repository?): %w", err)
	}
	return documents, nil
}
