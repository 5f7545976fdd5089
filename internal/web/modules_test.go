package web_test

import (
	"io/fs"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"turncoat/internal/web"
)

// The modules of the page that need no page are tested by scripts in testdata/modules, all in one
// tab. Each exports tests by their names, which throw what is wrong.
func TestModules(t *testing.T) {
	t.Parallel()
	tests := os.DirFS("testdata/modules")
	names, err := fs.Glob(tests, "*.test.js")
	if err != nil || len(names) == 0 {
		t.Fatalf("no tests: %v", err)
	}
	page := handler(t, web.Options{})
	mux := http.NewServeMux()
	mux.Handle("/", page)
	mux.Handle("/modules/", http.StripPrefix("/modules/", http.FileServerFS(tests)))
	home := serveHandler(t, mux)

	ctx := freeTab(t)
	p := &tab{T: t, ctx: ctx, home: home}
	p.do(chromedp.Navigate(home + "modules/blank.html"))
	for _, name := range names {
		t.Run(strings.TrimSuffix(name, ".test.js"), func(t *testing.T) {
			q := &tab{T: t, ctx: ctx, home: home}
			failed := q.await(`import('/modules/` + name + `').then(async (tests) => {
				const failed = [];
				for (const [name, test] of Object.entries(tests)) {
					try { await test() } catch (e) { failed.push(name + ': ' + (e.stack || e)) }
				}
				return failed.join('\n') || (Object.keys(tests).length ? '' : 'no tests');
			})`)
			if failed != "" {
				t.Error(failed)
			}
		})
	}
}
