package site

import (
	"maps"
	"strings"
	"testing"

	"turncoat/internal/web"
)

// A script is sent with what it imports. An import of a file that is not there, and a text that is
// no JavaScript, are errors that name the file.
func TestBundles(t *testing.T) {
	for script, missing := range map[string]string{
		"import { one } from './one.js'; console.log(one)":     "",
		"import { one } from './another.js'; console.log(one)": "js/another.js",
		"import { one } from 'one'; console.log(one)":          "js/one",
		"const": "js/main.js",
	} {
		files := map[string][]byte{
			"index.html":    nil,
			"js/main.js":    []byte(script),
			"js/one.js":     []byte("export const one = 'the one'"),
			"js/embed.js":   nil,
			"js/worker.js":  nil,
			"css/page.css":  nil,
			"css/embed.css": nil,
		}

		err := bundle(files)
		switch {
		case missing != "":
			if err == nil || !strings.Contains(err.Error(), missing) {
				t.Errorf("%s: %v, want %s", script, err, missing)
			}
		case err != nil || !strings.Contains(string(files["js/main.js"]), "the one"):
			t.Errorf("%s: %s, %v", script, files["js/main.js"], err)
		case files["js/one.js"] != nil:
			t.Errorf("%s: what it imports is sent a second time", script)
		}
	}
}

// The page is put together of its own files, whatever is in the current directory.
func TestBundlesOnlyThePage(t *testing.T) {
	files, err := web.Files()
	if err != nil {
		t.Fatal(err)
	}
	elsewhere := maps.Clone(files)
	if err := bundle(files); err != nil {
		t.Fatal(err)
	}

	dir := t.TempDir()
	t.Chdir(dir)
	for name := range elsewhere {
		write(t, "not the page's", dir, name)
	}
	if err := bundle(elsewhere); err != nil {
		t.Fatal(err)
	}
	if !maps.EqualFunc(files, elsewhere, func(a, b []byte) bool { return string(a) == string(b) }) {
		t.Error("the page depends on the current directory")
	}
}
