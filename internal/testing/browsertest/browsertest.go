// Package browsertest starts a browser for tests of pages.
package browsertest

import (
	"context"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// Start starts a headless browser that is able to run a script, and returns the context of its tabs
// and what ends it.
func Start() (browser context.Context, end func(), err error) {
	options := []chromedp.ExecAllocatorOption{
		chromedp.Headless, chromedp.NoSandbox, chromedp.DisableGPU, chromedp.NoFirstRun,
		// a busy machine starts it slowly
		chromedp.WSURLReadTimeout(2 * time.Minute),
		chromedp.Flag("accept-lang", "en-GB,en"), // whatever the machine speaks
		// a tab that another covers works on
		chromedp.Flag("disable-background-timer-throttling", true),
		chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-dev-shm-usage", true),
		chromedp.Flag("disable-site-isolation-trials", true),
	}
	// Debian's build of it for tests is found by none of the names that chromedp looks for. It
	// draws no window around each page, and takes half the time.
	if shell, err := exec.LookPath("chromium-headless-shell"); err == nil {
		options = append(options, chromedp.ExecPath(shell))
	}
	allocator, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	browser, stop := chromedp.NewContext(allocator)
	_, err = chromedp.Run(browser, chromedp.Evaluate[int]("1 + 1"))
	return browser, func() { stop(); cancel() }, err
}

// Missing ends a test for which no browser has started: it skips it, and fails it where the
// variable CI says that nothing may be left out.
func Missing(t testing.TB, err error) {
	t.Helper()
	if os.Getenv("CI") == "true" {
		t.Fatalf("no browser has started: %v", err)
	}
	t.Skipf("not tested: no browser has started; Chromium or Chrome is needed: %v", err)
}
