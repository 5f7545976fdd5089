package site

import (
	"context"
	"fmt"
	"maps"
	"net/url"
	"os"
	"strings"

	"turncoat/internal/pages"
	"turncoat/internal/site/wasm"
	"turncoat/internal/tablebase/embedded"
	"turncoat/internal/web"
	"turncoat/rules/ruleset"
)

// The board of the site leads to the documentation, from before its button for the settings.
const (
	linkPlace         = `<button type="button" id="settings"`
	documentationLink = `<a href="docs/play.html">Documentation</a>` + "\n    "
)

// sources returns the content of the site but for the files that the toolchain makes.
func sources(ctx context.Context, address *url.URL) (*content, error) {
	files, err := web.Files()
	if err != nil {
		return nil, err
	}
	if err := bundle(files); err != nil {
		return nil, err
	}
	documents, err := documentation(ctx, address)
	if err != nil {
		return nil, err
	}
	maps.Copy(files, documents.Files)

	c := &content{files, documents.Downloads}
	c.localize(web.IndexPage, documents.BoardHead())
	c.localize(web.EmbedPage, "")
	c.replace(web.IndexPage, linkPlace, documentationLink+linkPlace)
	for name := range files {
		if strings.HasPrefix(name, "data/proofs/") {
			c.online[name] = true
		}
	}

	return c, c.addTables()
}

// addTables adds the tables of up to three pieces of each rule set.
func (c *content) addTables() error {
	for _, rules := range ruleset.BuiltinNames() {
		bundle, err := embedded.Bundle(rules)
		if err != nil {
			return err
		}
		if len(bundle) > 0 {
			c.files["tables/"+rules+".tct"] = bundle
		}
	}

	return nil
}

// localize makes a page ask the rules in the browser. Its head gets the policy, since a static host
// sends none, and what else the site has there.
func (c *content) localize(name, head string) {
	const charset = `<meta charset="utf-8">`
	c.replace(name, web.ServerEngine, `data-engine="local"`)
	c.replace(name, charset, charset+"\n  "+policy+head)
}

// documentation returns the pages of the module in the current directory.
func documentation(ctx context.Context, address *url.URL) (*pages.Site, error) {
	root, err := wasm.ModuleRoot(ctx)
	if err != nil {
		return nil, err
	}
	documents, err := pages.New(os.DirFS(root), address)
	if err != nil {
		return nil, fmt.Errorf("making the pages (in a clone of the repository?): %w", err)
	}
	return documents, nil
}
