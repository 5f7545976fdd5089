package web_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"turncoat/internal/testing/browsertest"
	"turncoat/internal/web"
)

// browser is the one that all tests share, started by the first.
var browser = sync.OnceValues(func() (context.Context, error) {
	ctx, end, err := browsertest.Start()
	closeBrowser = end
	return ctx, err
})

var closeBrowser = func() {}

func TestMain(m *testing.M) {
	flag.Parse()
	parallel := flag.Lookup("test.parallel")
	if parallel.Value.String() == parallel.DefValue {
		_ = parallel.Value.Set("6") // tests in the browser wait most of their time
	}
	status := m.Run()
	closeBrowser()
	os.Exit(status)
}

// A tab is a page in a browser that a test acts in as a person does, and looks at.
type tab struct {
	*testing.T
	ctx  context.Context
	home string // address of the page

	// Of a part that is in a frame: the page around it, and where its scripts run.
	around *tab
	world  []chromedp.EvaluateOption
}

// idle are the tabs that no test uses: a new one would take longer than a test.
var idle struct {
	sync.Mutex
	tabs []context.Context
}

// freeTab returns a tab that nobody uses.
func freeTab(t *testing.T) context.Context {
	t.Helper()
	if testing.Short() {
		t.Skip("it takes a browser")
	}
	parent, err := browser()
	if err != nil {
		browsertest.Missing(t, err)
	}
	idle.Lock()
	if n := len(idle.tabs); n > 0 {
		defer idle.Unlock()
		ctx := idle.tabs[n-1]
		idle.tabs = idle.tabs[:n-1]
		return ctx
	}

	idle.Unlock()
	ctx, _ := chromedp.NewContext(parent, chromedp.WithNewBrowserContext())
	if err := chromedp.Do(ctx, prepared); err != nil {
		t.Fatal(err)
	}
	return ctx
}

// open opens the page in a tab; hash is what follows its address. The short tests do without a
// browser. Each home is opened once: what its pages keep is not forgotten.
func open(t *testing.T, home, hash string, first ...chromedp.Action[chromedp.Void]) *tab {
	t.Helper()
	whole := freeTab(t)
	ctx, late := context.WithTimeout(whole, 5*time.Minute)
	p := &tab{T: t, ctx: ctx, home: home}
	t.Cleanup(func() {
		if !t.Failed() {
			if faults := see[[]string](p, "window.faults || []"); len(faults) > 0 {
				t.Errorf("errors in the page: %q", faults)
			}
		}

		late()
		if t.Failed() || chromedp.Do(whole, chromedp.Navigate("about:blank"), chromedp.EmulateReset(), media()) != nil {
			return
		}
		idle.Lock()
		defer idle.Unlock()
		idle.tabs = append(idle.tabs, whole)
	})
	p.do(first...)
	p.do(chromedp.Navigate(home + hash))
	p.ready()
	return p
}

func (p *tab) ready() {
	p.Helper()
	p.until("the page is ready", `document.documentElement.dataset.ready === 'true'`)
}

// with runs a part of a test in a page that is open, at another address.
func (p *tab) with(name, hash string, part func(p *tab)) {
	p.Helper()
	p.Run(name, func(t *testing.T) {
		q := &tab{T: t, ctx: p.ctx, home: p.home}
		q.visit(hash)
		part(q)
	})
}

// visit follows a link in the page that is open.
func (p *tab) visit(hash string) {
	p.Helper()
	quoted, _ := json.Marshal(hash)
	see[bool](p, `(history.pushState(null, '', `+string(quoted)+`), dispatchEvent(new PopStateEvent('popstate')), true)`)
	p.until("the link is followed", `($('#toast').hidden = true, history.state?.tab)`)
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
	value, err := chromedp.Run(p.ctx, chromedp.Evaluate[T](script, p.world...))
	if err != nil {
		p.Fatalf("%s: %v", script, err)
	}
	return value
}

// run runs a script, an expression.
func (p *tab) run(script string) { p.Helper(); see[bool](p, "("+script+", true)") }

// await returns what a script promises.
func (p *tab) await(script string) string {
	p.Helper()
	value, err := chromedp.Run(p.ctx, chromedp.Evaluate[string](script, append(p.world, chromedp.EvalAwaitPromise)...))
	if err != nil {
		p.Fatalf("%s: %v", script, err)
	}
	return value
}

// patience is how long a test waits for one thing at most: a machine may be busy with other tests.
const patience = time.Minute

// until waits for something to be so, however slow the machine. The page itself looks, some seconds
// at a time; while another page takes its place there may be nothing to look at.
func (p *tab) until(what, script string) {
	p.Helper()
	look := `new Promise(done => { const end = performance.now() + 3000, look = () => { let seen; try { seen = (` + script +
		`) ? 'so' : 'not so' } catch (e) { seen = String(e) } if (seen === 'so' || performance.now() > end) done(seen); else setTimeout(look, 15) }; look() })`
	for begun := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		ctx, cancel := context.WithTimeout(p.ctx, 30*time.Second)
		seen, err := chromedp.Run(ctx, chromedp.Evaluate[string](look, append(p.world, chromedp.EvalAwaitPromise)...))
		cancel()
		if seen == "so" && err == nil {
			return
		}
		if err != nil { // the page went while it was asked
			seen = err.Error()
		}
		if time.Since(begun) > patience || p.ctx.Err() != nil {
			p.Fatalf("it never came that %s: %s\nstatus: %s\nboard: %s\nerrors: %q", what, seen, p.status(),
				p.board(), see[[]string](p, "window.faults || []"))
		}
	}
}

const boardScript = `[8,7,6,5,4,3,2,1].map(r => [...'abcdefgh'].map(f => $('[data-square="' + f + r + '"]').dataset.piece || '1').join('')).join('/').replace(/1+/g, m => m.length)`

// board returns the board that is shown, as a FEN has it.
func (p *tab) board() string { p.Helper(); return see[string](p, boardScript) }

// shows waits until the board is shown, and nothing moves any more.
func (p *tab) shows(want string) {
	p.Helper()
	p.until("the board is "+want, boardScript+" === '"+want+"' && !$('.piece img.after')")
}

func (p *tab) status() string {
	return see[string](p, `$('#status').textContent`)
}

// says waits until the line under the board holds a text.
func (p *tab) says(want string) { p.Helper(); p.reads("#status", want) }

// reads waits until an element holds a text.
func (p *tab) reads(selector, want string) {
	p.Helper()
	quoted, _ := json.Marshal(want)
	p.until(selector+" reads "+want, `$('`+selector+`')?.textContent.includes(`+string(quoted)+`)`)
}

// load pastes a text into the field that loads games, and loads it.
func (p *tab) load(text string) {
	p.Helper()
	p.set("Paste a FEN, a game or a scenario", text)
	p.run(`$('#position details').open = true`)
	p.press("Load")
}

// choose chooses in a menu that has an id.
func (p *tab) choose(menu, value string) {
	p.Helper()
	p.run(`(e => { e.value = '` + value + `'; e.dispatchEvent(new Event('change')) })(document.getElementById('` + menu + `'))`)
}

// chooseGame chooses a rule set at the head of the page.
func (p *tab) chooseGame(name string) {
	p.Helper()
	p.click("#rules")
	p.click(`[data-rules="` + name + `"]`)
}

// over moves the pointer over a square.
func (p *tab) over(square string) {
	p.Helper()
	x, y := p.middle(on(square))
	p.mouse("mouseMoved", x, y)
}

// middle returns the middle of an element.
func (p *tab) middle(selector string) (x, y float64) {
	p.Helper()
	quoted, _ := json.Marshal(selector)
	at := see[[]float64](p, `(() => { const e = $(`+string(quoted)+`); e.scrollIntoView({block: 'nearest'}); const r = e.getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2]; })()`)
	return at[0], at[1]
}

func on(square string) string { return fmt.Sprintf("[data-square=%q]", square) }

func (p *tab) mouse(kind input.DispatchMouseEventType, x, y float64) {
	p.Helper()
	if p.around != nil {
		left, top := p.around.frameCorner()
		x, y = left+x, top+y
	}
	p.do(chromedp.MouseEvent(kind, x, y, func(e *input.DispatchMouseEventParams) {
		if kind != input.DispatchMouseEventTypeMouseMoved {
			e.Button, e.ClickCount = input.MouseButtonLeft, 1
		}
	}))
}

// click clicks on an element.
func (p *tab) click(selector string) {
	p.Helper()
	quoted, _ := json.Marshal(selector)
	p.clickOn(`$(` + string(quoted) + `)`)
}

// clickOn clicks on what a script finds, and again where it moved away or was replaced meanwhile,
// as a person would: only the board's squares may take a click without hearing of it. Where it is
// to be clicked on and where it stands are read together: what moves between two looks would be
// clicked beside, and seem to have stayed.
func (p *tab) clickOn(find string) {
	p.Helper()
	for try := 0; ; try++ {
		p.until("there is "+find, find)
		at := see[[]float64](p, `(() => { const e = window.clicked = `+find+`; if (!e) return []; e.scrollIntoView({block: 'nearest'}); const r = e.getBoundingClientRect(); e.addEventListener('click', () => { window.clicked = null }, {capture: true, once: true}); window.place = r.left + ',' + r.top; return [r.left + r.width / 2, r.top + r.height / 2] })()`)
		if len(at) == 0 {
			continue
		}
		p.mouse(input.DispatchMouseEventTypeMouseMoved, at[0], at[1])
		p.mouse(input.DispatchMouseEventTypeMousePressed, at[0], at[1])
		p.mouse(input.DispatchMouseEventTypeMouseReleased, at[0], at[1])
		again, err := chromedp.Run(p.ctx, chromedp.Evaluate[bool](`(() => { const e = window.clicked, r = e?.getBoundingClientRect(); return !!e && (!e.isConnected || !e.dataset.square || r.left + ',' + r.top !== window.place) })()`, p.world...))
		if try == 5 || !again || err != nil { // or it took the page away
			return
		}
	}
}

// press clicks on the button of a name.
func (p *tab) press(name string) {
	p.Helper()
	quoted, _ := json.Marshal(name)
	p.clickOn(`$$('button').find(b => (b.getAttribute('aria-label') || b.textContent).trim() === ` + string(quoted) + ` && b.offsetParent && !b.disabled)`)
}

// hold picks up a piece and holds it over a square.
func (p *tab) hold(from, to string) {
	p.Helper()
	p.until("the moves are known", `$('`+on(from)+`').classList.contains('own')`)
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
	p.run(`$('#move').select()`) // what was refused before stands there
	p.key(move + kb.Enter)
}

// set chooses an option, or fills a field, by the element's name.
func (p *tab) set(name, value string) {
	p.Helper()
	n, _ := json.Marshal(name)
	v, _ := json.Marshal(value)
	p.until("there is "+name, `$('[aria-label=' + `+string(n)+`.replace(/^/, '"') + '"]')`)
	see[bool](p, `(() => { const e = $('[aria-label="' + `+string(n)+` + '"]'); e.value = `+string(v)+`; e.dispatchEvent(new Event('input', {bubbles: true})); e.dispatchEvent(new Event('change', {bubbles: true})); return true })()`)
}

// media emulates features of the screen, and no others.
func media(features ...*emulation.MediaFeature) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: features})
		return err
	})
}

var reduced = media(&emulation.MediaFeature{Name: "prefers-reduced-motion", Value: "reduce"})

// prepared is what every tab has: its faults are kept, $ and $$ find elements, and it hears what
// gets the focus while another tab has the browser's. Who opens the page is no newcomer.
var prepared = chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
	if _, err := cdp.Call(ctx, t, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{
		Source: `window.$ = s => document.querySelector(s); window.$$ = s => [...document.querySelectorAll(s)]; window.faults = []; try { if (!sessionStorage.returned) sessionStorage.returned = localStorage['turncoat-seen'] = 'true' } catch {}; addEventListener('error', e => faults.push(e.message)); addEventListener('unhandledrejection', e => faults.push(String(e.reason?.stack || e.reason))); addEventListener('securitypolicyviolation', e => faults.push(e.violatedDirective + ' forbids ' + e.blockedURI))`}); err != nil {
		return err
	}

	_, err := cdp.Call(ctx, t, emulation.SetFocusEmulationEnabled,
		emulation.SetFocusEmulationEnabledParams{Enabled: true})
	return err
})

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

// A troubled server has requests that have a text in their path or their body wait, or breaks them
// off.
type troubled struct {
	sync.Mutex
	inner        http.Handler
	held, broken string
	released     chan struct{}
	came         chan struct{} // for each request that waits
}

// serveTroubled serves the page with trouble.
func serveTroubled(t *testing.T) (home string, s *troubled) {
	t.Helper()
	s = &troubled{inner: handler(t, web.Options{})}
	return serveHandler(t, s), s
}

// hold has requests wait until release is called.
func (s *troubled) hold(text string) (release func()) {
	s.Lock()
	defer s.Unlock()
	released := make(chan struct{})
	s.held, s.released, s.came = text, released, make(chan struct{}, 100)
	return func() { close(released) }
}

// refuse breaks requests off; the empty text is in none.
func (s *troubled) refuse(text string) {
	s.Lock()
	defer s.Unlock()
	s.broken = text
}

func (s *troubled) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	r.Body = io.NopCloser(bytes.NewReader(body))
	has := func(text string) bool {
		return text != "" && (strings.Contains(r.URL.Path, text) || bytes.Contains(body, []byte(text)))
	}
	s.Lock()
	held, broken, released, came := has(s.held), has(s.broken), s.released, s.came
	s.Unlock()
	if held {
		came <- struct{}{}
		<-released
	}

	if broken {
		panic(http.ErrAbortHandler)
	}
	s.inner.ServeHTTP(w, r)
}

// answered is a script: how many questions have been answered.
const answered = `performance.getEntriesByType('resource').filter(e => e.name.endsWith('/ask') && e.responseEnd).length`

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
