package site_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"turncoat/internal/site"
	"turncoat/internal/testing/browsertest"
)

// A tab is a page in a browser.
type tab struct {
	*testing.T
	ctx context.Context
}

// prepared has a page keep its faults, find elements by $, and press a button by its name. Its
// reader has been there before and wants no motion.
var prepared = chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
	const script = `
		window.faults = [];
		window.$ = (selector) => document.querySelector(selector);
		window.press = (name) => [...document.querySelectorAll('button')]
			.find((b) => (b.ariaLabel || b.textContent) === name && b.offsetParent).click();
		window.typed = (move) => { $('#move').value = move; $('#move-form').requestSubmit() };
		localStorage['turncoat-seen'] = 'true';
		window.matchMedia = () => ({ matches: true, addEventListener() {} });
		addEventListener('error', (e) => faults.push(e.message));
		addEventListener('unhandledrejection', (e) => faults.push(String(e.reason)));
		addEventListener('securitypolicyviolation', (e) => faults.push(e.blockedURI));`
	_, err := cdp.Call(ctx, t, page.AddScriptToEvaluateOnNewDocument,
		page.AddScriptToEvaluateOnNewDocumentParams{Source: script})
	return err
})

func (p *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	p.Helper()
	if err := chromedp.Do(p.ctx, steps...); err != nil {
		p.Fatal(err)
	}
}

// open goes to an address, from another page, so that it is loaded.
func (p *tab) open(address string) {
	p.Helper()
	p.do(chromedp.Navigate("about:blank"), chromedp.Navigate(address))
	p.until("the page is ready", `document.documentElement.dataset.ready === 'true'`)
}

// run runs a script.
func (p *tab) run(script string) {
	p.Helper()
	_, err := chromedp.Run(p.ctx, chromedp.Evaluate[bool]("("+script+", true)"))
	if err != nil {
		p.Fatalf("%s: %v", script, err)
	}
}

// until waits until a script says that something is so, however slow the machine.
func (p *tab) until(what, script string) {
	p.Helper()
	deadline := time.Now().Add(3 * time.Minute)
	for {
		seen, err := chromedp.Run(p.ctx, chromedp.Evaluate[bool]("!!("+script+")"))
		if err == nil && seen {
			return
		}
		if time.Now().After(deadline) {
			p.Fatalf("it never came that %s: %v", what, err)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// says waits until an element has a text in it.
func (p *tab) says(selector, text string) {
	p.Helper()
	p.until(selector+" says "+text, "$('"+selector+"')?.textContent.includes('"+text+"')")
}

// The first worked example of the rules text, whose four waves Nf5 sets off.
var exampleLink = "#rules=pacifist1&fen=" +
	url.PathEscape("rkqn1rb1/ppppppbp/P7/1n4p1/8/4N3/1PPPPPPP/RNK1BBQR")

// written writes the site and returns its folder, which is below a folder that is served.
func written(t *testing.T) (served, dir string) {
	t.Helper()
	if testing.Short() {
		t.Skip("compiles the rules for browsers")
	}
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no Go toolchain to compile the rules with")
	}
	served = t.TempDir()
	dir = filepath.Join(served, "games", "board")
	if err := site.Write(t.Context(), dir, nil); err != nil {
		t.Fatal(err)
	}
	return served, dir
}

// The site works without a server of ours: every way to ask the rules, the proofs, the other
// language, and the small board on another page. What was loaded once works without a network.
func TestSiteInBrowser(t *testing.T) {
	browser, end, err := browsertest.Start()
	t.Cleanup(end)
	if err != nil {
		browsertest.Missing(t, err)
	}
	served, dir := written(t)
	frames := map[string]string{
		"framed.html": `<iframe src="games/board/"></iframe>`,
		"embedded.html": `<script src="games/board/turncoat-board.js" defer></script>` +
			`<turncoat-board moves="c3 Nc6 Qc2 Nd4"></turncoat-board>`,
	}
	for name, body := range frames {
		text := []byte(`<!doctype html><html data-ready="true"><main>` + body + `</main>`)
		if err := os.WriteFile(filepath.Join(served, name), text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "turncoat.wasm.gz")); err != nil {
		t.Fatal(err)
	}

	host := httptest.NewServer(http.FileServer(http.Dir(served)))
	p := &tab{t, browser}
	p.do(prepared)
	home := host.URL + "/games/board/"
	p.open(home + exampleLink)
	p.run(`typed('Nf5')`)
	p.says("#status", "Wave 4: f7 and h7 come over to White. Black to move.")
	p.searches()
	p.open(home + "#proof=benedict-king")
	p.says("#proof", "Black’s replies")
	p.inFrames(host.URL)

	p.open(home)
	p.until("the page is kept", `navigator.serviceWorker.controller`)
	host.Close()
	p.withoutNetwork(home)
	p.until("nothing has failed", `faults.length === 0`)
}

// searches asks for what takes long: with progress, and stopped.
func (p *tab) searches() {
	p.Helper()
	p.run(`$('[aria-label=Turns]').value = '12', press('Search')`)
	p.says("#search", "turns looked at")
	p.run(`press('Stop')`)
	p.says("#search", "Stopped.")
	p.run(`typed('Ke9')`)
	p.until("it is refused", `$('#status.bad')`)
}

// inFrames looks at the site in frames: the whole board is only a link there.
func (p *tab) inFrames(host string) {
	p.Helper()
	const inside = `$('iframe').contentDocument`
	p.open(host + "/framed.html")
	p.until("there is only a link",
		inside+`.querySelector('a') && !`+inside+`.querySelector('#board')`)

	const board = `$('turncoat-board').shadowRoot.querySelector('iframe').contentDocument`
	p.open(host + "/embedded.html")
	p.until("the game is shown", board+`?.querySelector('#status')?.textContent.includes('Nd4#')`)
}

// withoutNetwork uses the page when its host is gone.
func (p *tab) withoutNetwork(home string) {
	p.Helper()
	// A rook mates on the edge in one turn, and the tables say so.
	p.open(home + "#rules=chess&fen=" + url.PathEscape("k7/8/1K6/8/8/8/8/7R w - - 0 1"))
	p.says("#values", "White wins in 1 turn.")

	p.open(home + "#rules=pacifist1")
	p.run(`press('Play'), press('New game')`)
	p.says("#play", "Your move")
	p.run(`typed('e4')`)
	p.until("the computer has answered", `location.hash.includes('moves=e2e4_')`)

	p.run(`($('#language').value = 'fr', $('#language').dispatchEvent(new Event('change')))`)
	p.until("it speaks French", strings.Join([]string{
		`document.documentElement.lang === 'fr'`, `$('#tab-play').textContent === 'Jouer'`,
		`document.documentElement.dataset.ready === 'true'`}, " && "))
}
