package web_test

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"turncoat/web"
)

// again opens the page anew, as after a crash.
func (p *tab) again() {
	p.Helper()
	see[bool](p, `(document.documentElement.dataset.ready = '', setTimeout(() => location.reload()), true)`)
	p.ready()
}

const moveText = `document.querySelector('.movelist').textContent.replace(/\s+/g, ' ')`

// Each tab has its own game. What another takes the place of can be had back, all of it is there after a reload, and
// the browser's way back goes through tabs and positions.
func TestNothingIsLost(t *testing.T) {
	t.Parallel()
	p := open(t, serve(t, web.Options{}), "", reduced)
	p.typed("e4")
	p.says("White plays e4.")
	p.set("Comment", "mine")
	p.typed("e5")
	p.says("Black plays e5.")
	p.press("Play")
	p.press("New game")
	p.until("it is our turn", `document.getElementById('play').textContent.includes('yours')`)
	p.typed("d4")
	p.until("it has answered", `location.hash.includes('moves=d2d4_') && document.getElementById('play').textContent.includes('yours')`)
	played := see[string](p, "location.hash")
	p.press("Puzzles")
	p.says("to move wins in")
	puzzle := p.board()
	p.press("Learn")
	p.press("Step 2: Persuading")
	p.shows("6k1/8/8/3N4/8/8/8/3R2K1")
	p.press("Analyse")
	p.until("the analysis is as it was", moveText+`.includes('1.e4 mine 1…e5')`)

	p.again()
	p.until("so it is after a reload", moveText+`.includes('1.e4 mine 1…e5') && document.getElementById('tab-analyse').getAttribute('aria-selected') === 'true'`)
	p.press("Puzzles")
	p.shows(puzzle)
	p.press("Play")
	p.until("the game goes on", `location.hash === '`+played+`' && document.getElementById('play').textContent.includes('yours')`)
	see[bool](p, `(history.back(), true)`)
	p.shows(puzzle)
	see[bool](p, `(history.forward(), true)`)
	p.until("the way forward", `location.hash === '`+played+`'`)

	// Other rules, and another game: the one before stays, and comes back at once by Undo.
	see[bool](p, `(() => { const menu = document.getElementById('rules'); menu.value = 'conversion'; menu.dispatchEvent(new Event('change')); return true })()`)
	p.until("a new game begins", `location.hash === '#rules=conversion'`)
	p.press("Undo")
	p.until("it is undone", `location.hash === '`+played+`' && document.getElementById('play').textContent.includes('yours')`)
	p.press("Analyse")
	p.press("Start position")
	p.until("it is gone", `!`+moveText+`.includes('e4')`)
	p.again()
	see[bool](p, `document.getElementById('shelf').open = true`)
	see[bool](p, `([...document.querySelectorAll('#shelf [data-game]')].find(b => b.textContent.includes('e4 e5')).click(), true)`)
	p.until("it is back", moveText+`.includes('1.e4 mine 1…e5')`)

	// A new window goes on where the last one was closed, and two windows do not disturb each other.
	ctx, cancel := chromedp.NewContext(p.ctx)
	defer cancel()
	q := &tab{t, ctx, p.home}
	q.do(focused, chromedp.Navigate(p.home))
	q.ready()
	if text := see[string](q, moveText); text != "No moves yet. Move a piece on the board, or type a move." {
		t.Errorf("the other window has %q", text)
	}
	see[bool](q, `(document.getElementById('settings').click(), true)`)
	q.press("Clear")
	q.press("Forget everything")
	q.until("all is forgotten", `document.documentElement.dataset.ready === 'true' && !document.getElementById('welcome').hidden`)
}

// Arrows and circles by the right button and by keys, and the wheel.
func TestDrawing(t *testing.T) {
	t.Parallel()
	p := open(t, serve(t, web.Options{}), link("chess", "", "e4_e5"), reduced)
	p.key("b")
	p.until("the focus is on e2", `document.activeElement?.dataset.square === 'e2'`)
	p.key("xa" + kb.ArrowUp + kb.ArrowUp + "a")
	p.until("they are drawn", `document.querySelectorAll('.lines circle.drawn').length === 1 && document.querySelectorAll('.lines path.drawn').length === 1`)
	p.again()
	p.until("they are kept", `document.querySelectorAll('.lines path.drawn').length === 1`)
	see[bool](p, `(document.querySelector('.board').dispatchEvent(new WheelEvent('wheel', {deltaY: -100, bubbles: true, cancelable: true})), true)`)
	p.shows("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")
}
