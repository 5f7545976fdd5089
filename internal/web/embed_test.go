package web_test

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"turncoat/internal/web"
)

// foreign serves the page of another site, with the strictest policy that lets it use the board of
// home.
func foreign(t *testing.T, home, body string) (address string) {
	t.Helper()
	return serveHandler(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		policy := "default-src 'none'; script-src " + home + "; frame-src " + home
		w.Header().Set("Content-Security-Policy", policy)
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, `<!doctype html><html lang="en" data-ready="true"><title>Mine</title>`+
			`<main><h1>Mine</h1>`+body+`</main>`)
	}))
}

// withBoard is what a page has for a board.
func withBoard(home, attributes string) string {
	return fmt.Sprintf(`<script src="%sturncoat-board.js" defer></script>`+
		`<turncoat-board %s></turncoat-board>`, home, attributes)
}

const frameElement = `($('iframe') ||
	$('turncoat-board').shadowRoot.querySelector('iframe'))`

// frame returns the part of the page in its only frame, once that has come to an address.
func (p *tab) frame(address string) *tab {
	p.Helper()
	q := &tab{T: p.T, ctx: p.ctx, home: p.home, around: p}
	enter := chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		tree, err := cdp.Call(ctx, t, page.GetFrameTree, cdp.Empty{})
		if err != nil {
			return err
		}

		for _, child := range tree.FrameTree.ChildFrames {
			if child.Frame.URL != address {
				continue
			}
			world, err := cdp.Call(ctx, t, page.CreateIsolatedWorld,
				page.CreateIsolatedWorldParams{FrameID: child.Frame.ID})
			if err != nil {
				return err
			}
			q.world = append(q.world, func(e *runtime.EvaluateParams) {
				e.ContextID = world.ExecutionContextID
			})
		}

		return nil
	})

	for q.world == nil {
		p.until("there is a frame", frameElement)
		p.do(enter)
	}

	see[bool](q, tabScript+"; true")
	return q
}

// frameCorner returns the place of the only frame in the part of the page that is seen.
func (p *tab) frameCorner() (left, top float64) {
	p.Helper()
	at := see[[]float64](p, "corner("+frameElement+")")
	return at[0], at[1]
}

// follow goes to another fragment of the address, as the page around a frame does.
func (p *tab) follow(fragment string) {
	p.Helper()
	p.run(`location.hash = ` + script("String", fragment))
}

// backgrounds returns the colours behind elements.
func (p *tab) backgrounds(selectors ...string) string {
	p.Helper()
	const background = `(selector) => getComputedStyle($(selector)).backgroundColor`
	return see[string](p, script("Array.from", selectors)+`.map(`+background+`).join(' ')`)
}

// The small board shows what its address says, in the looks that it asks for, lets one step through
// turns and waves, and leads to the same on the whole board. Unless it is to be played on nothing
// can be moved.
func TestEmbed(t *testing.T) {
	t.Parallel()
	home := serve(t, web.Options{})
	const colours = "&light=123456&dark=rgb(1,2,3)&background=navy"
	p := open(t, home, "embed.html"+link("pacifist1", nf5Before, "e3f5")+colours)
	p.shows(nf5After)
	p.says("Wave 4: f7 and h7 come over to White. Black to move.")
	want := home + link("pacifist1", nf5Before+" w - - 0 1", "e3f5")
	if got := see[string](p, `$('#whole').href`); got != want {
		p.Errorf("the whole board is at %s, want %s", got, want)
	}
	got := p.backgrounds(on("a8"), on("b8"), "body")
	if got != "rgb(18, 52, 86) rgb(1, 2, 3) rgb(0, 0, 128)" {
		p.Errorf("the colours are %s", got)
	}

	p.press("Wave back")
	p.shows("rkqN1RB1/ppppPpBp/P7/1n3Np1/8/8/1PPPPPPP/RNK1BBQR")
	p.key(kb.ArrowLeft)
	p.shows(nf5Before)
	p.says("White to move.")
	p.until("no piece can be moved", `!$('.own') && $('#back').disabled`)
	p.key(kb.ArrowRight)
	p.shows(nf5After)

	p.follow(link("benedict", "", "e3_e5_Qh5") + "&at=2&flip")
	p.shows("rnbqkbnr/pppp1ppp/8/4p3/8/4P3/PPPP1PPP/RNBQKBNR")
	p.until("Black is below",
		`$('.square').dataset.square === 'h1' && $('#game').textContent === 'Benedict Chess'`)
	p.until("the colours are gone",
		`getComputedStyle($('[data-square=a8]')).backgroundColor === 'rgb(238, 223, 190)'`)
	p.follow("#")
	p.shows("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")

	// What is not as it should be is said in words, and is never more than text.
	escaped := url.PathEscape(hostile)
	noBase := url.PathEscape("name: " + hostile + "\nbase: no-such-game\n")
	for fragment, said := range map[string]string{
		link("no-such-game", "", ""):                      "no-such-game",
		link("pacifist1", "8/8/"+escaped, ""):             "cannot be shown",
		link("pacifist1", "", "e2e4_e7e4"):                "e7e4",
		link("pacifist1", "", strings.Repeat("_", 60000)): "60000",
		link(noBase, "", ""):                              "no-such-game",
		"#light=" + escaped:                               hostile,
		"#dark=var(--paper)":                              "var(--paper)",
		"#background=transparent":                         "transparent",
		"#theme=" + escaped:                               hostile,
	} {
		p.follow(fragment)
		p.reads("#status.bad", said)
		p.staysText()
	}

	p.part("foreign page", func(p *tab) { onForeignPage(p, home) })
	p.part("copied", func(p *tab) { copiedIntoPage(p, home) })

	// Only the small board can be shown in a frame of others: the server forbids the rest.
	p.part("whole page in a frame", func(p *tab) {
		p.open(foreign(t, home, `<iframe src="`+home+`"></iframe>`), "")
		p.frame("chrome-error://chromewebdata/")
	})
}

// On the page of another site, which allows nothing but the board, the board is as high as it
// needs, follows the attributes, and tells the turns that are played on it. Nobody else can tell
// them.
func onForeignPage(p *tab, home string) {
	p.Helper()
	p.open(foreign(p.T, home, withBoard(home, `fen="`+nf5Before+`" play`)), "")
	p.run(`window.told = []`)
	p.run(`addEventListener('turncoat-move', ({ target, detail: { san, move, fen } }) =>
		told.push([target.localName, san, move, fen.split(' ')[0]].join(' ')))`)
	q := p.frame(home + "embed.html")
	q.drag("e3", "f5")
	q.shows(nf5After)
	q.says("Wave 4: f7 and h7 come over to White. Black to move.")
	want := "turncoat-board Nf5 e3f5 " + nf5After
	p.until("the page is told", `told.join() === '`+want+`'`)
	q.until("the board is as wide as the frame, of whole squares",
		`$('.board').clientWidth === Math.floor($('.field').clientWidth / 8) * 8`)
	q.until("it needs no more room, and has no more",
		`Math.abs(innerHeight - document.documentElement.scrollHeight) < 1 &&
		innerHeight - $('.about').getBoundingClientRect().bottom < 12`)

	steps := see[int](p, `history.length`)
	p.run(`postMessage({turncoat: 'move', fen: '8/8/8/8/8/8/8/8', san: 'e4', move: 'e2e4'}, '*')`)
	set := func(attribute, value string) {
		p.run(`$('turncoat-board').` + script("setAttribute", attribute, value))
	}
	set("rules", "pacifist-number")
	set("fen", "1r5k/8/8/8/8/3q4/7K/R7 w - - 0 1")
	set("moves", " ")
	q.shows("1r5k/8/8/8/8/3q4/7K/R7")
	q.drag("a1", "b1") // where the rook is outweighed by two to none (PAC-5)
	q.press("Reclaim all")
	q.shows("1r5k/8/8/8/8/3q4/7K/1r6")
	p.until("the page is told",
		`told.length === 2 && told[1].endsWith(' 1r5k/8/8/8/8/3q4/7K/1r6')`)
	p.run(`$('turncoat-board').removeAttribute('play')`)
	q.until("no piece can be moved", `!$('.own')`)
	set("theme", "dark")
	q.until("it is dark", `getComputedStyle($('body')).backgroundColor === 'rgb(29, 26, 22)'`)
	if got := see[int](p, `history.length`); got != steps {
		p.Errorf("%d steps of the way back, want %d", got, steps)
	}
}

// The HTML that the page gives for a page of one's own shows there what is on the board.
func copiedIntoPage(p *tab, home string) {
	p.Helper()
	p.open(home, link("benedict", "", "e3_e5_Qh5")+"&at=2")
	p.run(`navigator.clipboard.writeText = async (text) => { window.copied = text }`)
	p.press("For your page")
	p.until("it is copied", `window.copied`)
	copied := see[string](p, `window.copied`)
	p.reads("#position", "works on your computer only")

	p.open(foreign(p.T, home, copied), "")
	q := p.frame(home + "embed.html")
	q.shows("rnbqkbnr/pppp1ppp/8/4p3/8/4P3/PPPP1PPP/RNBQKBNR")
	q.press("Forward")
	q.until("the queen has come", `$('[data-square=h5]').ariaLabel.includes('queen')`)
}
