package web_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"turncoat/rules"
	"turncoat/web"
)

func compressed(t testing.TB, text []byte) int {
	t.Helper()
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Len()
}

// The page, all its scripts, styles and pictures, weighs at most 110 kB compressed.
func TestPageSize(t *testing.T) {
	total := 0
	err := fs.WalkDir(os.DirFS("site"), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(filepath.Join("site", filepath.FromSlash(name)))
		total += compressed(t, text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d bytes", total)
	if total > 110_000 {
		t.Errorf("%d bytes compressed", total)
	}
}

// Every script that is named is there, is short, and takes nothing from elsewhere.
func TestScripts(t *testing.T) {
	h := handler(t, web.Options{})
	err := fs.WalkDir(os.DirFS("site"), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || path.Ext(name) != ".js" {
			return err
		}
		body, _ := io.ReadAll(call(h, "GET", "/"+name, "", nil).Body)
		text := string(body)
		if lines := strings.Count(text, "\n"); lines > 400 {
			t.Errorf("%s has %d lines", name, lines)
		}
		for _, no := range []string{"innerHTML", "outerHTML", "insertAdjacentHTML", "eval(", "new Function",
			"document.write", "https://"} {
			if strings.Contains(text, no) {
				t.Errorf("%s has %s", name, no)
			}
		}
		for line := range strings.Lines(text) {
			if _, from, ok := strings.Cut(line, " from './"); ok && strings.HasPrefix(line, "import ") {
				other := "/" + path.Join(path.Dir(name), from[:strings.Index(from, "'")])
				if reply := call(h, "GET", other, "", nil); reply.StatusCode != 200 {
					t.Errorf("%s: there is no %s", name, other)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// What the static page loads as WebAssembly takes at most 1.8 MB, all together, as the files are sent.
func TestProgramSize(t *testing.T) {
	if testing.Short() {
		t.Skip("the static page takes long to build")
	}
	buildSite(t)
	total := 0
	err := filepath.WalkDir(exported, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		module := text
		if strings.HasSuffix(name, ".gz") {
			r, err := gzip.NewReader(bytes.NewReader(text))
			if err != nil {
				return err
			}
			if module, err = io.ReadAll(r); err != nil {
				return err
			}
		}
		if bytes.HasPrefix(module, []byte("\x00asm")) {
			t.Logf("%s: %d bytes, %d unpacked", entry.Name(), len(text), len(module))
			total += len(text)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if total == 0 || total > 1_800_000 {
		t.Errorf("%d bytes", total)
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
		for _, ask := range []struct{ name, request, unit string }{
			{"turn", `{ ask: 'play', moves: ['Nf5'] }`, "ms-turn"},
			{"turns", `{ ask: 'turns', reclaim: 'full' }`, "ms-turns"},
			{"weights", `{ ask: 'weights' }`, "ms-weights"},
		} {
			b.Run(home.name+"/"+ask.name, func(b *testing.B) {
				visit(b, nf5Before, "")
				number(b, ready)
				var total float64
				for b.Loop() {
					total += number(b, `(async () => { const { connect } = await import('./js/engine.js'); const e = window.engine ||= connect(); const request = { rules: 'pacifist1', fen: '`+nf5Before+` w - - 0 1', ...`+ask.request+` }; if (!window.warm) { await e.ask(request); window.warm = true; } const begun = performance.now(); await e.ask(request); return performance.now() - begun })()`)
				}
				b.ReportMetric(total/float64(b.N), ask.unit)
			})
		}
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
		b.Run(home.name+"/perft5", func(b *testing.B) {
			visit(b, nf5Before, "")
			number(b, ready)
			best := 1e9
			for b.Loop() {
				best = min(best, number(b, `(async () => { const { connect } = await import('./js/engine.js'); const e = window.engine ||= connect(); const request = { ask: 'perft', rules: 'pacifist1', fen: 'start', depth: 3 }; await e.ask(request); const begun = performance.now(); const { nodes } = await e.ask({ ...request, depth: 5 }); if (nodes !== 4698875) throw new Error(nodes); return performance.now() - begun })()`))
			}
			b.ReportMetric(best, "ms-perft5")
		})
	}
	b.Run("native/perft5", func(b *testing.B) {
		g, err := rules.Named("pacifist1")
		if err != nil {
			b.Fatal(err)
		}
		p := g.Start()
		best := 1e9
		for b.Loop() {
			begun := time.Now()
			if nodes, err := g.Perft(b.Context(), &p, 5, 1); nodes != 4698875 || err != nil {
				b.Fatal(nodes, err)
			}
			best = min(best, time.Since(begun).Seconds()*1000)
		}
		b.ReportMetric(best, "ms-perft5")
	})
}
