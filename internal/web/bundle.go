package web

import (
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// entries are the scripts and the style sheets that the pages ask for, by their paths in the site.
// Everything that these import is a part of them when they are sent: a browser far away waits once,
// not once for each file.
var entries = []string{
	"js/main.js", "js/embed.js", "js/worker.js", "css/page.css", "css/embed.css",
}

// bundled reports whether a file of the site is sent as a part of an entry.
func bundled(name string) bool {
	return strings.HasPrefix(name, "js/") || strings.HasPrefix(name, "css/")
}

// addBundles adds the entries, with what they import, as small as they can be sent.
func (p page) addBundles(source fs.FS) error {
	points := make([]api.EntryPoint, len(entries))
	for i, name := range entries {
		points[i] = api.EntryPoint{InputPath: name, OutputPath: strings.TrimSuffix(name, path.Ext(name))}
	}

	result := api.Build(api.BuildOptions{
		EntryPointsAdvanced: points,

		Bundle:            true,
		Format:            api.FormatESModule,
		Target:            api.ES2022,
		MinifySyntax:      true,
		MinifyWhitespace:  true,
		MinifyIdentifiers: true,
		LegalComments:     api.LegalCommentsNone,
		Outdir:            ".", // where nothing is written
		Plugins:           []api.Plugin{filesOf(source)},
	})
	if len(result.Errors) > 0 {
		faults := api.FormatMessages(result.Errors, api.FormatMessagesOptions{})
		return fmt.Errorf("bundling the page: %s", strings.TrimSpace(strings.Join(faults, "")))
	}
	for _, file := range result.OutputFiles {
		whole := filepath.ToSlash(file.Path)
		ends := func(name string) bool { return strings.HasSuffix(whole, "/"+name) }
		p[entries[slices.IndexFunc(entries, ends)]] = file.Contents
	}

	return nil
}

// filesOf makes esbuild read the files of source, by their paths in it, and no others.
func filesOf(source fs.FS) api.Plugin {
	resolve := func(asked api.OnResolveArgs) (api.OnResolveResult, error) {
		name := asked.Path
		if asked.Kind != api.ResolveEntryPoint {
			name = path.Join(path.Dir(asked.Importer), asked.Path)
		}
		return api.OnResolveResult{Path: name, Namespace: "site"}, nil
	}

	load := func(asked api.OnLoadArgs) (api.OnLoadResult, error) {
		text, err := fs.ReadFile(source, asked.Path)
		contents := string(text)
		return api.OnLoadResult{Contents: &contents, Loader: api.LoaderDefault}, err
	}

	return api.Plugin{Name: "site", Setup: func(build api.PluginBuild) {
		build.OnResolve(api.OnResolveOptions{Filter: ".*"}, resolve)
		build.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: "site"}, load)
	}}
}
