package web_test

import (
	"bytes"
	"compress/gzip"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"

	"turncoat/internal/testing/filetest"
	"turncoat/internal/web"
)

// The page, all its scripts, styles and pictures, weighs at most 150 kB compressed, and with the rules 2.4 MB; every
// script is short, and takes nothing from elsewhere.
func TestPageSize(t *testing.T) {
	var out bytes.Buffer
	total := 0
	err := fs.WalkDir(os.DirFS("site"), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text := filetest.Read(t, filepath.Join("site", filepath.FromSlash(name)))
		out.Reset()
		w, _ := gzip.NewWriterLevel(&out, gzip.BestCompression)
		w.Write(text)
		w.Close()
		total += out.Len()
		if path.Ext(name) != ".js" {
			return nil
		}
		if lines := bytes.Count(text, []byte("\n")); lines > 600 {
			t.Errorf("%s has %d lines", name, lines)
		}
		for _, no := range []string{"innerHTML", "outerHTML", "insertAdjacentHTML", "eval(", "new Function",
			"document.write", "https://"} {
			if bytes.Contains(text, []byte(no)) {
				t.Errorf("%s has %s", name, no)
			}
		}

		return nil
	})
	t.Logf("%d bytes", total)
	if err != nil || total > 150_000 {
		t.Errorf("%d bytes compressed, %v", total, err)
	}
}

// The rules as WebAssembly take at most 2.25 MB, as the file is sent.
func TestProgramSize(t *testing.T) {
	if testing.Short() {
		t.Skip("the static page takes long to build")
	}
	buildSite(t)
	size := len(filetest.Read(t, filepath.Join(exported, "games", "board", web.Program)))
	t.Logf("%d bytes", size)
	if size > 2_250_000 {
		t.Errorf("%d bytes", size)
	}
}

// BenchmarkPage measures, in a real browser, what a person waits for, in both homes of the page:
//
//	go test ./web -run '^$' -bench Page -benchtime 5x
func BenchmarkPage(b *testing.B) {
	parent, err := browser()
	if err != nil {
		b.Skipf("no browser: %v", err)
	}
	buildSite(b)
	static := httptest.NewServer(http.FileServer(http.Dir(exported)))
	defer static.Close()
	server := serve(b, web.Options{})
	for _, home := range []struct{ name, url string }{{"server", server}, {"static", static.URL + "/games/board/"}} {
		ctx, cancel := chromedp.NewContext(parent, chromedp.WithNewBrowserContext())
		defer cancel()
		number := func(b *testing.B, script string) float64 {
			value, err := chromedp.Run(ctx, chromedp.Evaluate[float64](script, chromedp.EvalAwaitPromise))
			if err != nil {
				b.Fatal(err)
			}
			return value
		}
		visit := func(b *testing.B, fen, moves string) {
			if err := chromedp.Do(ctx, chromedp.Navigate("about:blank"),
				chromedp.Navigate(home.url+link("pacifist1", fen, moves))); err != nil {
				b.Fatal(err)
			}
		}
		const first = `performance.getEntriesByName('board')[0].startTime - performance.getEntriesByType('navigation')[0].responseStart`
		const ready = `new Promise(done => { const look = () => document.documentElement.dataset.ready ? done(performance.now() - performance.getEntriesByType('navigation')[0].responseStart) : setTimeout(look, 2); look() })`
		b.Run(home.name+"/first-board", func(b *testing.B) {
			board, moves := 1e9, 1e9 // the best of the rounds: the machine may have other work
			for b.Loop() {
				visit(b, nf5Before, "")
				moves = min(moves, number(b, ready))
				board = min(board, number(b, first))
			}

			b.ReportMetric(board, "ms-first-board")
			b.ReportMetric(moves, "ms-first-moves")
		})
		b.Run(home.name+"/evaluation", func(b *testing.B) {
			best := 1e9
			for b.Loop() {
				visit(b, nf5Before, "")
				number(b, ready)
				best = min(best, number(b, `new Promise(done => { const begun = performance.now(), on = document.getElementById('evaluate'); if (on.checked) on.click(); on.click(); const look = () => document.querySelector('.score').textContent ? done(performance.now() - begun) : setTimeout(look, 2); look() })`))
			}

			b.ReportMetric(best, "ms-first-evaluation")
		})
		b.Run(home.name+"/frames", func(b *testing.B) { // in a cascade of eleven waves, from its first to its last
			most := 0.0
			for b.Loop() {
				visit(b, "", "c3_Nc6_Qc2")
				number(b, ready)
				most = max(most, number(b, `new Promise(done => { document.getElementById('move').value = 'Nd4'; document.getElementById('move-form').requestSubmit(); let first = 0, frames = -1; const waves = () => document.querySelector('.board').querySelectorAll('[data-wave]').length, tick = now => { if (waves()) { first ||= now; frames++ } if (waves() === 16) done(1000 * frames / (now - first)); else requestAnimationFrame(tick) }; requestAnimationFrame(tick) })`))
			}

			b.ReportMetric(most, "frames/s")
		})
	}
}
