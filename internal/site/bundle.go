package site

import (
	"fmt"
	"maps"
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

// bundle puts the entries, with what they import, in the place of the scripts and style sheets of a
// page, as small as they can be sent.
func bundle(files map[string][]byte) error {
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
		Plugins:           []api.Plugin{readFrom(files)},
	})
	if len(result.Errors) > 0 {
		faults := api.FormatMessages(result.Errors, api.FormatMessagesOptions{})
		return fmt.Errorf("bundling the page: %s", strings.TrimSpace(strings.Join(faults, "")))
	}

	isSource := func(name string, _ []byte) bool {
		return strings.HasPrefix(name, "js/") || strings.HasPrefix(name, "css/")
	}
	maps.DeleteFunc(files, isSource)
	for _, file := range result.OutputFiles {
		whole := filepath.ToSlash(file.Path)
		ends := func(name string) bool { return strings.HasSuffix(whole, "/"+name) }
		files[entries[slices.IndexFunc(entries, ends)]] = file.Contents
	}

	return nil
}

// readFrom makes esbuild read some files by their paths, and no others, whatever is in the current
// directory.
func readFrom(files map[string][]byte) api.Plugin {
	resolve := func(asked api.OnResolveArgs) (api.OnResolveResult, error) {
		// An entry gets "./" before it if there is such a file in the current directory.
		name := path.Clean(asked.Path)
		if asked.Kind != api.ResolveEntryPoint {
			name = path.Join(path.Dir(asked.Importer), asked.Path)
		}
		return api.OnResolveResult{Path: name, Namespace: "site"}, nil
	}

	load := func(asked api.OnLoadArgs) (api.OnLoadResult, error) {
		text, ok := files[asked.Path]
		if !ok {
			return api.OnLoadResult{}, fmt.Errorf("%s: no such file", asked.Path)
		}
		contents := string(text)
		return api.OnLoadResult{Contents: &contents, Loader: api.LoaderDefault}, nil
	}

	return api.Plugin{Name: "site", Setup: func(build api.PluginBuild) {
		build.OnResolve(api.OnResolveOptions{Filter: ".*"}, resolve)
		build.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: "site"}, load)
	}}
}
