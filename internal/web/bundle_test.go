package web

import (
	"bytes"
	"compress/gzip"
	"strings"
	"testing"
	"testing/fstest"
)

// What a browser asks for first, all scripts, styles and pictures, weighs at most 100 kB compressed.
func TestPageSize(t *testing.T) {
	p, err := newPage()
	if err != nil {
		t.Fatal(err)
	}

	total := 0
	for name, text := range p {
		if strings.HasPrefix(name, "data/") || strings.Contains(name, "embed.") || name == element {
			continue
		}
		var out bytes.Buffer
		w, _ := gzip.NewWriterLevel(&out, gzip.BestCompression)
		w.Write(text)
		w.Close()
		total += out.Len()
	}

	t.Logf("%d bytes", total)
	if total > 100_000 {
		t.Errorf("%d bytes compressed", total)
	}
}

// A script is sent with what it imports; one that imports what is not there, or is no JavaScript, is
// an error that names the file.
func TestBundles(t *testing.T) {
	for script, missing := range map[string]string{
		"import { one } from './one.js'; console.log(one)":     "",
		"import { one } from './another.js'; console.log(one)": "js/another.js",
		"import { one } from 'one'; console.log(one)":          "js/one",
		"const": "js/main.js",
	} {
		source := fstest.MapFS{
			"js/main.js":    {Data: []byte(script)},
			"js/one.js":     {Data: []byte("export const one = 'the one'")},
			"js/embed.js":   {},
			"js/worker.js":  {},
			"css/page.css":  {},
			"css/embed.css": {},
		}

		p := page{}
		err := p.addBundles(source)
		if missing == "" {
			if err != nil || !strings.Contains(string(p["js/main.js"]), "the one") {
				t.Errorf("%s: %s, %v", script, p["js/main.js"], err)
			}
		} else if err == nil || !strings.Contains(err.Error(), missing) {
			t.Errorf("%s: %v, want %s", script, err, missing)
		}
	}
}
