package web_test

import (
	"bytes"
	"context"
	_ "embed"
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
		p.checkFaults()
		late()
		if t.Failed() {
			return
		}
		err := chromedp.Do(whole, chromedp.Navigate("about:blank"), chromedp.EmulateReset(), media())
		if err != nil {
			return
		}

		idle.Lock()
		defer idle.Unlock()
		idle.tabs = append(idle.tabs, whole)
	})
	p.do(first...)
	p.open(home, hash)
	return p
}

// open opens another page in the tab.
func (p *tab) open(home, hash string) {
	p.Helper()
	p.checkFaults()
	p.home = home
	p.do(chromedp.Navigate(home + hash))
	p.ready()
}

// checkFaults fails the test if something has gone wrong in the page that is open.
func (p *tab) checkFaults() {
	p.Helper()
	if p.Failed() {
		return
	}
	if faults := see[[]string](p, "window.faults || []"); len(faults) > 0 {
		p.Errorf("errors in the page: %q", faults)
	}
}

func (p *tab) ready() {
	p.Helper()
	p.until("the page is ready", `document.documentElement.dataset.ready === 'true'`)
}

// part runs a part of a test in the page that is open.
func (p *tab) part(name string, part func(p *tab)) {
	p.Helper()
	p.Run(name, func(t *testing.T) { part(&tab{T: t, ctx: p.ctx, home: p.home}) })
}

// with runs a part of a test in the page that is open, at another address.
func (p *tab) with(name, hash string, part func(p *tab)) {
	p.Helper()
	p.part(name, func(p *tab) {
		p.visit(hash)
		part(p)
	})
}

// visit follows a link in the page that is open.
func (p *tab) visit(hash string) {
	p.Helper()
	p.run(script("follow", hash))
	p.until("the link is followed", `($('#toast').hidden = true, history.state?.tab)`)
}

func (p *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	p.Helper()
	if err := chromedp.Do(p.ctx, steps...); err != nil {
		p.Fatal(err)
	}
}

// script returns a call of a function of the page.
func script(function string, args ...any) string {
	var list []string
	for _, arg := range args {
		text, _ := json.Marshal(arg)
		list = append(list, string(text))
	}
	return function + "(" + strings.Join(list, ", ") + ")"
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
	awaiting := append(p.world, chromedp.EvalAwaitPromise)
	value, err := chromedp.Run(p.ctx, chromedp.Evaluate[string](script, awaiting...))
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
	look := `seen(() => (` + script + `))`
	awaiting := append(p.world, chromedp.EvalAwaitPromise)
	for begun := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		ctx, cancel := context.WithTimeout(p.ctx, 30*time.Second)
		seen, err := chromedp.Run(ctx, chromedp.Evaluate[string](look, awaiting...))
		cancel()
		if seen == "so" && err == nil {
			return
		}
		if err != nil { // the page went while it was asked
			seen = err.Error()
		}
		if time.Since(begun) > patience || p.ctx.Err() != nil {
			p.Fatalf("it never came that %s: %s\nstatus: %s\nboard: %s\nerrors: %q",
				what, seen, p.status(), p.board(), see[[]string](p, "window.faults || []"))
		}
	}
}

// board returns the board that is shown, as a FEN has it.
func (p *tab) board() string { p.Helper(); return see[string](p, "shownBoard()") }

// shows waits until the board is shown, and nothing moves any more.
func (p *tab) shows(want string) {
	p.Helper()
	p.until("the board is "+want, script("shows", want))
}

func (p *tab) status() string {
	return see[string](p, `$('#status').textContent`)
}

// says waits until the line under the board holds a text.
func (p *tab) says(want string) { p.Helper(); p.reads("#status", want) }

// reads waits until an element holds a text.
func (p *tab) reads(selector, want string) {
	p.Helper()
	p.until(selector+" reads "+want, script("holds", selector, want))
}

// load pastes a text into the field that loads games, and loads it.
func (p *tab) load(text string) { p.Helper(); p.run(script("loadText", text)) }

// choose chooses in a menu that has an id.
func (p *tab) choose(menu, value string) {
	p.Helper()
	p.run(fmt.Sprintf("fill($('#%s'), %q)", menu, value))
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
	at := see[[]float64](p, "middle("+script("$", selector)+")")
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
func (p *tab) click(selector string) { p.Helper(); p.clickOn(script("$", selector)) }

// clickOn clicks on what a script finds, and again where it moved away or was replaced meanwhile,
// as a person would.
func (p *tab) clickOn(find string) {
	p.Helper()
	for range 6 {
		p.until("there is "+find, find)
		at := see[[]float64](p, "aim("+find+")")
		if len(at) == 0 {
			continue
		}
		p.mouse(input.DispatchMouseEventTypeMouseMoved, at[0], at[1])
		p.mouse(input.DispatchMouseEventTypeMousePressed, at[0], at[1])
		p.mouse(input.DispatchMouseEventTypeMouseReleased, at[0], at[1])
		missed, err := chromedp.Run(p.ctx, chromedp.Evaluate[bool]("missed()", p.world...))
		if !missed || err != nil { // or it took the page away
			return
		}
	}
}

// press clicks on the button of a name.
func (p *tab) press(name string) { p.Helper(); p.clickOn(script("buttonNamed", name)) }

// step goes to a step of the course that is open, by its name in the menu.
func (p *tab) step(name string) {
	p.Helper()
	p.until("there is a step "+name,
		`[...$('#step').options].some((o) => o.value === `+script("String", name)+`)`)
	p.run("fill($('#step'), " + script("String", name) + ")")
}

// newGame begins a game, as it is set up.
func (p *tab) newGame() {
	p.Helper()
	p.run(`$('.setup').open = true`)
	p.press("New game")
}

// hold picks up a piece and holds it over a square.
func (p *tab) hold(from, to string) {
	p.Helper()
	p.movable(from)
	x, y := p.middle(on(from))
	p.mouse(input.DispatchMouseEventTypeMouseMoved, x, y)
	p.mouse(input.DispatchMouseEventTypeMousePressed, x, y)
	tx, ty := p.middle(on(to))
	p.mouse(input.DispatchMouseEventTypeMouseMoved, (x+tx)/2, (y+ty)/2)
	p.mouse(input.DispatchMouseEventTypeMouseMoved, tx, ty)
}

// movable waits until a piece can be picked up.
func (p *tab) movable(square string) {
	p.Helper()
	p.until("the moves are known", script("$", on(square))+`.classList.contains('own')`)
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
	p.run(`$('#move').select()`) // what was refused before is still there
	p.key(move + kb.Enter)
}

// set chooses an option, or fills a field, by the element's name.
func (p *tab) set(name, value string) {
	p.Helper()
	p.until("there is "+name, script("labelled", name))
	p.run(fmt.Sprintf("fill(%s, %s)", script("labelled", name), script("String", value)))
}

// media emulates features of the screen, and no others.
func media(features ...*emulation.MediaFeature) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia,
			emulation.SetEmulatedMediaParams{Features: features})
		return err
	})
}

var reduced = media(&emulation.MediaFeature{Name: "prefers-reduced-motion", Value: "reduce"})

//go:embed testdata/tab.js
var tabFunctions string

// tabScript defines the functions in a block, so that what they share is no name of the page.
var tabScript = "{" + tabFunctions + "}"

// prepared is what every tab has: the functions of testdata/tab.js, and it hears what gets the
// focus while another tab has the browser's.
var prepared = chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
	_, err := cdp.Call(ctx, t, page.AddScriptToEvaluateOnNewDocument,
		page.AddScriptToEvaluateOnNewDocumentParams{Source: tabScript})
	if err != nil {
		return err
	}

	_, err = cdp.Call(ctx, t, emulation.SetFocusEmulationEnabled,
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
