// Package browsertest starts a browser for tests of pages.
package browsertest

import (
	"context"
	"os"
	"os/exec"

	"github.com/chromedp/chromedp"
)

// names are those by which a browser may be installed.
var names = []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"}

// Start starts a browser without a window, with a profile of its own, and returns the context in which tabs are
// opened and what ends it. The error is [exec.ErrNotFound] where none is installed.
func Start() (browser context.Context, end func(), err error) {
	for _, name := range names {
		program, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		dir, err := os.MkdirTemp("", "turncoat-browser")
		if err != nil {
			return nil, func() {}, err
		}
		allocator, cancel := chromedp.NewExecAllocator(context.Background(), chromedp.ExecPath(program),
			chromedp.UserDataDir(dir),
			chromedp.Headless, chromedp.NoSandbox, chromedp.DisableGPU, chromedp.NoFirstRun,
			chromedp.NoDefaultBrowserCheck,
			chromedp.Flag("disable-background-timer-throttling", true), // a tab that another covers works on
			chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-dev-shm-usage", true))
		ctx, stop := chromedp.NewContext(allocator)
		end := func() { stop(); cancel(); os.RemoveAll(dir) }
		return ctx, end, chromedp.Do(ctx)
	}
	return nil, func() {}, exec.ErrNotFound
}
