// Package browsertest starts a browser for tests of pages.
package browsertest

import (
	"context"

	"github.com/chromedp/chromedp"
)

// Start starts a headless browser and returns the context of its tabs and what ends it.
func Start() (browser context.Context, end func(), err error) {
	allocator, cancel := chromedp.NewExecAllocator(context.Background(),
		chromedp.Headless, chromedp.NoSandbox, chromedp.DisableGPU, chromedp.NoFirstRun,
		chromedp.Flag("accept-lang", "en-GB,en"),                   // whatever the machine speaks
		chromedp.Flag("disable-background-timer-throttling", true), // a tab that another covers works on
		chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-dev-shm-usage", true),
		chromedp.Flag("renderer-process-limit", "1"), chromedp.Flag("disable-site-isolation-trials", true))
	browser, stop := chromedp.NewContext(allocator)
	return browser, func() { stop(); cancel() }, chromedp.Do(browser)
}
