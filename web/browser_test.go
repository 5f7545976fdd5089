package web_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"turncoat/internal/browsertest"
	"turncoat/web"
)

// browser is the one that all tests share, started by the first.
var browser = sync.OnceValues(func() (context.Context, error) {
	ctx, end, err := browsertest.Start()
	closeBrowser = end
	return ctx, err
})

var closeBrowser = func() {}

func TestMain(m *testing.M) {
	status := m.Run()
	closeBrowser()
	if exported != "" {
		os.RemoveAll(exported)
	}
	os.Exit(status)
}

// A tab is a page in a browser that a test acts in as a person does, and looks at.
type tab struct {
	*testing.T
	ctx  context.Context
	home string // address of the page
}

// open opens the page in a tab of its own; hash is what follows its address. The short tests do without a browser.
func open(t *testing.T, home, hash string, first ...chromedp.Action[chromedp.Void]) *tab {
	t.Helper()
	if testing.Short() {
		t.Skip("it takes a browser")
	}
	parent, err := browser()
	if err != nil {
		t.Skipf("no browser: %v", err)
	}
	ctx, cancel := chromedp.NewContext(parent, chromedp.WithNewBrowserContext())
	ctx, late := context.WithTimeout(ctx, 5*time.Minute)
	t.Cleanup(func() { late(); cancel() })
	p := &tab{t, ctx, home}
	p.do(focused)
	p.do(first...)
	p.do(chromedp.Navigate(home + hash))
	see[bool](p, `(window.faults = [], addEventListener('error', e => window.faults.push(e.message)), addEventListener('unhandledrejection', e => window.faults.push(String(e.reason && e.reason.stack || e.reason))), true)`)
	t.Cleanup(func() {
		if !t.Failed() && ctx.Err() == nil {
			if faults := see[[]string](p, "window.faults || []"); len(faults) > 0 {
				t.Errorf("errors in the page: %q", faults)
			}
		}
	})
	p.until("the page is ready", `document.documentElement.dataset.ready === 'true'`)
	return p
}

func (p *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	p.Helper()
	if err := chromedp.Do(p.ctx, steps...); err != nil {
		p.Fatal(err)
	}
}

// see returns what a script says of the page.
func see[T any](p *tab, script string) T {
	p.Helper()
	value, err := chromedp.Run(p.ctx, chromedp.Evaluate[T](script))
	if err != nil {
		p.Fatalf("%s: %v", script, err)
	}
	return value
}

// await returns what a script promises.
func (p *tab) await(script string) string {
	p.Helper()
	value, err := chromedp.Run(p.ctx, chromedp.Evaluate[string](script, chromedp.EvalAwaitPromise))
	if err != nil {
		p.Fatalf("%s: %v", script, err)
	}
	return value
}

// until waits for something to be so. While one page takes the place of another there may be nothing to look at.
func (p *tab) until(what, script string) {
	p.Helper()
	for begun := time.Now(); ; time.Sleep(15 * time.Millisecond) {
		seen, err := chromedp.Run(p.ctx, chromedp.Evaluate[string]("(() => { try { return ("+script+
			") ? 'so' : 'not so' } catch (e) { return String(e) } })()"))
		if seen == "so" {
			return
		}
		if err != nil { // the page went while it was asked
			seen = err.Error()
		}
		if time.Since(begun) > 60*time.Second || p.ctx.Err() != nil {
			p.Fatalf("it never came that %s: %s\nstatus: %s\nboard: %s\nerrors: %q", what, seen, p.status(),
				p.board(), see[[]string](p, "window.faults || []"))
		}
	}
}

const boardScript = `[8,7,6,5,4,3,2,1].map(r => [...'abcdefgh'].map(f => document.querySelector('[data-square="' + f + r + '"]').dataset.piece || '1').join('')).join('/').replace(/1+/g, m => m.length)`

// board returns the board that is shown, as a FEN has it.
func (p *tab) board() string { p.Helper(); return see[string](p, boardScript) }

// shows waits until the board is shown, and nothing moves any more.
func (p *tab) shows(want string) {
	p.Helper()
	p.until("the board is "+want, boardScript+" === '"+want+"' && !document.querySelector('.piece img.after')")
}

func (p *tab) status() string {
	return see[string](p, `document.getElementById('status').textContent`)
}

// says waits until the line under the board holds a text.
func (p *tab) says(want string) {
	p.Helper()
	quoted, _ := json.Marshal(want)
	p.until("it says "+want, `document.getElementById('status').textContent.includes(`+string(quoted)+`)`)
}

// middle returns the middle of an element.
func (p *tab) middle(selector string) (x, y float64) {
	p.Helper()
	quoted, _ := json.Marshal(selector)
	at := see[[]float64](p, `(() => { const e = document.querySelector(`+string(quoted)+`); e.scrollIntoView({block: 'nearest'}); const r = e.getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2]; })()`)
	return at[0], at[1]
}

func on(square string) string { return fmt.Sprintf("[data-square=%q]", square) }

func (p *tab) mouse(kind input.DispatchMouseEventType, x, y float64) {
	p.Helper()
	p.do(chromedp.MouseEvent(kind, x, y, func(e *input.DispatchMouseEventParams) {
		if kind != input.DispatchMouseEventTypeMouseMoved {

			e.Button, e.ClickCount = input.MouseButtonLeft, 1
		}
	}))
}

// click clicks on an element, and again where it moved away meanwhile, as a person would. Where it is to be
// clicked on and where it stands are read together: what moves between two looks would be clicked beside, and
// seem to have stayed.
func (p *tab) click(selector string) {
	p.Helper()
	quoted, _ := json.Marshal(selector)
	for try := 0; ; try++ {
		at := see[[]float64](p, `(() => { const e = window.clicked = document.querySelector(`+string(quoted)+`); e.scrollIntoView({block: 'nearest'}); const r = e.getBoundingClientRect(); e.addEventListener('click', () => { window.clicked = null }, {capture: true, once: true}); window.place = r.left + ',' + r.top; return [r.left + r.width / 2, r.top + r.height / 2] })()`)
		p.mouse(input.DispatchMouseEventTypeMouseMoved, at[0], at[1])
		p.mouse(input.DispatchMouseEventTypeMousePressed, at[0], at[1])
		p.mouse(input.DispatchMouseEventTypeMouseReleased, at[0], at[1])
		if try == 5 || !see[bool](p, `(() => { const e = window.clicked, r = e?.getBoundingClientRect(); return !!e?.isConnected && r.left + ',' + r.top !== window.place })()`) {
			return
		}
	}
}

// press clicks on the button of a name.
func (p *tab) press(name string) {
	p.Helper()
	quoted, _ := json.Marshal(name)
	find := `[...document.querySelectorAll('button')].find(b => (b.getAttribute('aria-label') || b.textContent).trim() === ` + string(quoted) + ` && b.offsetParent && !b.disabled)`
	p.until("there is a button "+name, find)
	see[bool](p, `(() => { for (const e of document.querySelectorAll('[data-test]')) delete e.dataset.test; `+find+`.dataset.test = 'press'; return true })()`)
	p.click(`[data-test=press]`)
}

// hold picks up a piece and holds it over a square.
func (p *tab) hold(from, to string) {
	p.Helper()
	p.until("the moves are known", `document.querySelector('`+on(from)+`').classList.contains('own')`)
	x, y := p.middle(on(from))
	p.mouse(input.DispatchMouseEventTypeMouseMoved, x, y)
	p.mouse(input.DispatchMouseEventTypeMousePressed, x, y)
	tx, ty := p.middle(on(to))
	p.mouse(input.DispatchMouseEventTypeMouseMoved, (x+tx)/2, (y+ty)/2)
	p.mouse(input.DispatchMouseEventTypeMouseMoved, tx, ty)
}

// drag moves a piece with the mouse.
func (p *tab) drag(from, to string) {
	p.Helper()
	p.hold(from, to)
	x, y := p.middle(on(to))
	p.mouse(input.DispatchMouseEventTypeMouseReleased, x, y)
}

// key presses keys.
func (p *tab) key(keys string) { p.Helper(); p.do(chromedp.KeyEvent(keys)) }

// typed plays a move by typing it.
func (p *tab) typed(move string) {
	p.Helper()
	p.click("#move")
	p.key(move + kb.Enter)
}

// set chooses an option, or fills a field, by the element's name.
func (p *tab) set(name, value string) {
	p.Helper()
	n, _ := json.Marshal(name)
	v, _ := json.Marshal(value)
	p.until("there is "+name, `document.querySelector('[aria-label=' + `+string(n)+`.replace(/^/, '"') + '"]')`)
	see[bool](p, `(() => { const e = document.querySelector('[aria-label="' + `+string(n)+` + '"]'); e.value = `+string(v)+`; e.dispatchEvent(new Event('input', {bubbles: true})); e.dispatchEvent(new Event('change', {bubbles: true})); return true })()`)
}

var reduced = chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
	return mediaAll(ctx, t, []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}})
})

// focused lets a page hear what gets the focus while another tab has the browser's: without it, a page in the
// background hears nothing of it.
var focused = chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
	_, err := cdp.Call(ctx, t, emulation.SetFocusEmulationEnabled,
		emulation.SetFocusEmulationEnabledParams{Enabled: true})
	return err
})

func mediaAll(ctx context.Context, t *chromedp.Target, features []*emulation.MediaFeature) error {
	_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: features})
	return err
}

// serve serves the page as the command does.
func serve(t testing.TB, o web.Options) string {
	t.Helper()
	return serveHandler(t, handler(t, o))
}

func serveHandler(t testing.TB, h http.Handler) string {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.CloseClientConnections)
	return server.URL + "/"
}

// holding serves the page, and holds every request that has a text in its path or its body until release is called.
func holding(t *testing.T, text string) (home string, release func()) {
	t.Helper()
	inner, released := handler(t, web.Options{}), make(chan struct{})
	home = serveHandler(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(body))
		if strings.Contains(r.URL.Path, text) || bytes.Contains(body, []byte(text)) {
			<-released
		}
		inner.ServeHTTP(w, r)
	}))
	return home, func() { close(released) }
}

// answered is a script: how many questions have been answered.
const answered = `performance.getEntriesByType('resource').filter(e => e.name.endsWith('/ask') && e.responseEnd).length`

// exported is where the page without a server stands; it is built by the first test that wants it.
var (
	exported string
	export   = sync.OnceValue(func() error {
		dir, err := os.MkdirTemp("", "turncoat-site")
		if err != nil {
			return err
		}
		exported = dir
		return web.Export(context.Background(), filepath.Join(dir, "games", "board"))
	})
)

// static serves the page without a server of ours, from a path of its own.
func static(t testing.TB) string {
	t.Helper()
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no Go toolchain to build the rules with")
	}
	if err := export(); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.FileServer(http.Dir(exported)))
	t.Cleanup(server.Close)
	return server.URL + "/games/board/"
}

// onServer runs a test in the page with a server. What runs in both homes shows that the rules answer alike in both.
func onServer(t *testing.T, test func(t *testing.T, home string)) {
	t.Helper()
	test(t, serve(t, web.Options{}))
}

// homes runs a test in the page with a server and in the page without one.
func homes(t *testing.T, test func(t *testing.T, home string)) {
	t.Run("server", func(t *testing.T) {
		t.Parallel()
		test(t, serve(t, web.Options{}))
	})
	t.Run("static", func(t *testing.T) {
		t.Parallel()
		if testing.Short() {
			t.Skip("the static page takes long to build")
		}
		test(t, static(t))
	})
}

func link(rules, fen, moves string) string {
	hash := "#rules=" + rules
	if fen != "" {
		hash += "&fen=" + strings.ReplaceAll(fen, " ", "_")
	}
	if moves != "" {
		hash += "&moves=" + moves
	}
	return hash
}
