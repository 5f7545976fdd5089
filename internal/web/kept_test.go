package web_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"turncoat/internal/web"
)

// again opens the page anew, as after a crash.
func (p *tab) again() {
	p.Helper()
	p.run(`document.documentElement.dataset.ready = '', setTimeout(() => location.reload())`)
	p.ready()
}

// Each tab has its own game. What another takes the place of can be had back, all of it is there
// after a reload, and the browser's way back goes through tabs and positions.
func TestNothingIsLost(t *testing.T) {
	t.Parallel()
	p := open(t, serve(t, web.Options{}), "", reduced)
	p.typed("e4")
	p.says("White plays e4.")
	p.set("Comment", "mine")
	p.typed("e5")
	p.says("Black plays e5.")
	p.press("Play")
	p.newGame()
	p.reads("#play", "Your move")
	p.typed("d4")
	p.until("it has answered",
		`location.hash.includes('moves=d2d4_') && $('#play').textContent.includes('Your move')`)
	played := see[string](p, "location.hash")
	p.press("Puzzles")
	p.reads("#puzzles", "to move wins in")
	puzzle := p.board()
	p.press("Learn")
	p.step("2. Persuading")
	p.shows("6k1/8/8/3N4/8/8/8/3R2K1")
	p.press("Analyse")
	p.until("the analysis is as it was", `moveText().includes('1.e4 mine 1…e5')`)
	p.key(kb.ArrowLeft) // the click on the tab has not taken the arrow keys from the moves
	p.shows("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")
	p.key(kb.ArrowRight)
	p.shows("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR")

	p.again()
	p.until("so it is after a reload",
		`moveText().includes('1.e4 mine 1…e5') &&
		$('#tab-analyse').getAttribute('aria-selected') === 'true'`)
	p.press("Puzzles")
	p.shows(puzzle)
	p.press("Play")
	p.until("the game goes on",
		`location.hash === '`+played+`' && $('#play').textContent.includes('Your move')`)
	p.run(`history.back()`)
	p.shows(puzzle)
	p.run(`history.forward()`)
	p.until("the way forward", `location.hash === '`+played+`'`)

	// Other rules, and another game: the one before stays, and comes back at once by Undo.
	p.chooseGame("conversion")
	p.until("a new game begins", `location.hash === '#rules=conversion'`)
	p.press("Undo")
	p.until("it is undone",
		`location.hash === '`+played+`' && $('#play').textContent.includes('Your move')`)
	p.press("Analyse")
	p.press("Start position")
	p.until("it is gone", `!moveText().includes('e4')`)
	p.again()
	p.run(`$('#shelf').open = true`)
	p.run(`$$('#shelf [data-game]').find((b) => b.textContent.includes('e4 e5')).click()`)
	p.until("it is back", `moveText().includes('1.e4 mine 1…e5')`)

	// A new window goes on where the last one was closed, and two windows do not disturb each
	// other.
	ctx, cancel := chromedp.NewContext(p.ctx)
	defer cancel()
	q := &tab{T: t, ctx: ctx, home: p.home}
	q.do(prepared, chromedp.Navigate(p.home))
	q.ready()
	if text := see[string](q, "moveText()"); !strings.Contains(text, "No moves yet.") {
		t.Errorf("the other window has %q", text)
	}
	q.run(`$('#settings').click()`)
	q.press("Clear")
	q.press("Forget everything")
	q.until("all is forgotten", `document.documentElement.dataset.ready === 'true' &&
		!$('#welcome').hidden`)
}
