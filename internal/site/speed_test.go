package site_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/klauspost/compress/gzhttp"

	"turncoat/internal/site"
	"turncoat/internal/testing/browsertest"
)

// What the benchmark waits for, in milliseconds from the first byte of the page on, and how many
// frames a second it sees in a cascade of eleven waves.
const (
	firstBoard = `performance.getEntriesByName('board')[0].startTime -
		performance.getEntriesByType('navigation')[0].responseStart`
	firstMoves = `new Promise((done) => {
		const begun = performance.getEntriesByType('navigation')[0].responseStart;
		const look = () => document.documentElement.dataset.ready
			? done(performance.now() - begun) : setTimeout(look, 2);
		look();
	})`
	firstEvaluation = `new Promise((done) => {
		const begun = performance.now();
		const evaluate = document.getElementById('evaluate');
		if (evaluate.checked) evaluate.click();
		evaluate.click();
		const look = () => document.querySelector('.score').textContent
			? done(performance.now() - begun) : setTimeout(look, 2);
		look();
	})`
	frames = `new Promise((done) => {
		document.getElementById('move').value = 'Nd4';
		document.getElementById('move-form').requestSubmit();
		let first = 0, frames = -1;
		const tick = (now) => {
			const turned = document.querySelectorAll('.board [data-wave]').length;
			if (turned) { first ||= now; frames++ }
			if (turned === 16) done(1000 * frames / (now - first));
			else requestAnimationFrame(tick);
		};
		requestAnimationFrame(tick);
	})`
)

// BenchmarkPage measures, in a real browser, what a person waits for. The best round counts, since
// the machine may have other work.
func BenchmarkPage(b *testing.B) {
	browser, end, err := browsertest.Start()
	b.Cleanup(end)
	if err != nil {
		browsertest.Missing(b, err)
	}
	dir := b.TempDir()
	if err := site.Write(b.Context(), dir, nil); err != nil {
		b.Fatal(err)
	}
	host := httptest.NewServer(gzhttp.GzipHandler(http.FileServer(http.Dir(dir))))
	defer host.Close()

	number := func(script string) float64 {
		value, err := chromedp.Run(browser, chromedp.Evaluate[float64](script, chromedp.EvalAwaitPromise))
		if err != nil {
			b.Fatal(err)
		}
		return value
	}
	visit := func(moves string) {
		address := host.URL + "/#rules=pacifist1&moves=" + moves
		err := chromedp.Do(browser, chromedp.Navigate("about:blank"), chromedp.Navigate(address))
		if err != nil {
			b.Fatal(err)
		}
	}
	loading := func(b *testing.B) {
		board, moves := 1e9, 1e9
		for b.Loop() {
			visit("")
			moves = min(moves, number(firstMoves))
			board = min(board, number(firstBoard))
		}
		b.ReportMetric(board, "ms-first-board")
		b.ReportMetric(moves, "ms-first-moves")
	}
	b.Run("first-board", loading)
	b.Run("phone", func(b *testing.B) {
		if err := chromedp.Do(browser, slowPhone(4)); err != nil {
			b.Fatal(err)
		}
		loading(b)
		if err := chromedp.Do(browser, slowPhone(1)); err != nil {
			b.Fatal(err)
		}
	})
	b.Run("evaluation", func(b *testing.B) {
		best := 1e9
		for b.Loop() {
			visit("")
			number(firstMoves)
			best = min(best, number(firstEvaluation))
		}
		b.ReportMetric(best, "ms-first-evaluation")
	})
	b.Run("frames", func(b *testing.B) {
		most := 0.0
		for b.Loop() {
			visit("c3_Nc6_Qc2")
			number(firstMoves)
			most = max(most, number(frames))
		}
		b.ReportMetric(most, "frames/s")
	})
}

// networkConditions are a latency in milliseconds, and bytes a second.
type networkConditions struct {
	Offline            bool    `json:"offline"`
	Latency            float64 `json:"latency"`
	DownloadThroughput float64 `json:"downloadThroughput"`
	UploadThroughput   float64 `json:"uploadThroughput"`
}

// emulateNetworkConditions is deprecated in the protocol, and what the pinned Chromium understands.
var emulateNetworkConditions = cdp.Command[networkConditions, cdp.Empty]{
	Method: "Network.emulateNetworkConditions"}

// slowPhone makes a tab as slow as a processor of a fraction of the machine's speed and a line of
// 1.6 Mbit/s that answers after 150 ms, with nothing kept from before; 1 ends that.
func slowPhone(fraction float64) chromedp.Action[chromedp.Void] {
	slow := fraction > 1
	line := networkConditions{DownloadThroughput: -1, UploadThroughput: -1}
	if slow {
		line = networkConditions{
			Latency: 150, DownloadThroughput: 1_600_000 / 8, UploadThroughput: 750_000 / 8,
		}
	}
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulateNetworkConditions, line)
		if err != nil {
			return err
		}
		_, err = cdp.Call(ctx, t, network.SetCacheDisabled,
			network.SetCacheDisabledParams{CacheDisabled: slow})
		if err != nil {
			return err
		}
		_, err = cdp.Call(ctx, t, network.SetBypassServiceWorker,
			network.SetBypassServiceWorkerParams{Bypass: slow})
		if err != nil {
			return err
		}
		_, err = cdp.Call(ctx, t, emulation.SetCPUThrottlingRate,
			emulation.SetCPUThrottlingRateParams{Rate: fraction})
		return err
	})
}
