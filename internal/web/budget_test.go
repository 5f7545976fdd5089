package web_test

import (
	"bytes"
	"context"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/klauspost/compress/gzhttp"

	"turncoat/internal/testing/filetest"
	"turncoat/internal/web"
)

// No script reads HTML, or takes anything from elsewhere.
func TestScripts(t *testing.T) {
	names, err := filepath.Glob("site/js/*.js")
	if err != nil || len(names) == 0 {
		t.Fatalf("no scripts: %v", err)
	}

	for _, name := range names {
		text := filetest.Read(t, name)
		for _, no := range []string{"innerHTML", "outerHTML", "insertAdjacentHTML", "eval(", "new Function",
			"document.write", "https://"} {
			if bytes.Contains(text, []byte(no)) {
				t.Errorf("%s has %s", name, no)
			}
		}
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
	static := httptest.NewServer(gzhttp.GzipHandler(http.FileServer(http.Dir(exported))))
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
		b.Run(home.name+"/phone", func(b *testing.B) { // a slow one, and a slow line
			if err := chromedp.Do(ctx, slowPhone(4)); err != nil {
				b.Fatal(err)
			}
			board, moves := 1e9, 1e9
			for b.Loop() {
				visit(b, "", "")
				moves = min(moves, number(b, ready))
				board = min(board, number(b, first))
			}

			b.ReportMetric(board, "ms-first-board")
			b.ReportMetric(moves, "ms-first-moves")
			if err := chromedp.Do(ctx, slowPhone(1)); err != nil {
				b.Fatal(err)
			}
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

// networkConditions are a latency in milliseconds, and bytes a second.
type networkConditions struct {
	Offline            bool    `json:"offline"`
	Latency            float64 `json:"latency"`
	DownloadThroughput float64 `json:"downloadThroughput"`
	UploadThroughput   float64 `json:"uploadThroughput"`
}

// emulateNetworkConditions is deprecated in the protocol, and what the pinned Chromium understands.
var emulateNetworkConditions = cdp.Command[networkConditions, cdp.Empty]{Method: "Network.emulateNetworkConditions"}

// slowPhone makes a tab as slow as a processor of a fraction of the machine's speed and a line of
// 1.6 Mbit/s that answers after 150 ms, with nothing kept from before; 1 ends that.
func slowPhone(fraction float64) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		line := networkConditions{DownloadThroughput: -1, UploadThroughput: -1}
		if fraction > 1 {
			line = networkConditions{Latency: 150, DownloadThroughput: 1_600_000 / 8, UploadThroughput: 750_000 / 8}
		}
		_, err := cdp.Call(ctx, t, emulateNetworkConditions, line)
		if err == nil {
			_, err = cdp.Call(ctx, t, network.SetCacheDisabled, network.SetCacheDisabledParams{CacheDisabled: fraction > 1})
		}
		if err == nil {
			_, err = cdp.Call(ctx, t, network.SetBypassServiceWorker, network.SetBypassServiceWorkerParams{Bypass: fraction > 1})
		}
		if err == nil {
			_, err = cdp.Call(ctx, t, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: fraction})
		}
		return err
	})
}
