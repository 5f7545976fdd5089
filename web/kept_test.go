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
	p.until("the page is ready", `document.documentElement.dataset.ready === 'true'`)
}

const moveText = `document.querySelector('.movelist').textContent.replace(/\s+/g, ' ')`

// Each tab has its own game. What another takes the place of can be had back, all of it is there after a reload, and the
// browser's way back goes through tabs and positions.
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
	q.until("the page is ready", `document.documentElement.dataset.ready === 'true'`)
	if text := see[string](q, moveText); text != "No moves yet. Move a piece on the board, or type a move." {
		t.Errorf("the other window has %q", text)
	}
	see[bool](q, `(document.getElementById('settings').click(), true)`)
	q.press("Clear")
	q.press("Forget everything")
	q.until("all is forgotten", `document.documentElement.dataset.ready === 'true' && !document.getElementById('welcome').hidden`)
}

// A line of a found win that is clicked leaves the result; so does going through the moves.
func TestWinStays(t *testing.T) {
	t.Parallel()
	p := open(t, serve(t, web.Options{}), link("pacifist1", "1rknn1br/p1pp1p1p/3bp1p1/1p1q2n1/5p2/2P4B/pP1PP1PP/B1RKR1QN", ""), reduced)
	const told = `document.getElementById('search').textContent.includes('Yes, in 1: Qb6#')`
	p.press("Search")
	p.until("it is found", told)
	p.press("Qb6#!")
	p.says("White wins")
	p.press("Back")
	p.press("Learn")
	p.press("Analyse")
	p.until("it is still there", told)
}

// Why a piece changed sides: by whom persuaded and by whom supported in its wave (the first worked example of the rules), in
// Conversion Chess the co-pair and its co-squares (CON-3; Castelli – De Giglio, 1993).
func TestWhyItTurned(t *testing.T) {
	t.Parallel()
	p := open(t, serve(t, web.Options{}), link("pacifist1", nf5Before, "e3f5"), reduced)
	told := `document.getElementById('square').textContent`
	p.shows(nf5After)
	x, y := p.middle(on("d8"))
	p.mouse("mouseMoved", x, y)
	p.until("it is told", told+`.includes('d8, black knight: changed sides in wave 3') && `+told+`.includes('pawn e7') && `+told+`.includes('rook f8') && `+told+`.includes('queen c8')`)
	p.until("lines are drawn", `document.querySelectorAll('.lines line.white').length === 2 && document.querySelectorAll('.lines line.black').length === 1`)
	p.do(chromedp.Navigate("about:blank"), chromedp.Navigate(p.home+link("conversion", "", "e4_d6_d4_c6_Bg5_Qa5_Ba6")))
	p.until("it is there", `document.querySelector('[data-square=a5]').dataset.wave === '1' && document.documentElement.dataset.ready === 'true'`)
	x, y = p.middle(on("a5"))
	p.mouse("mouseMoved", x+1, y)
	p.until("the co-pair is told", told+`.includes('bishop a6, which moved, and bishop g5') && `+told+`.includes('co-squares are a5 and g6')`)
}

// While one analyses, an estimate and lines stand beside the board; a win that is known takes their place; a game has its mistakes.
func TestEvaluation(t *testing.T) {
	t.Parallel()
	p := open(t, serve(t, web.Options{}), link("pacifist1", "7k/8/6K1/8/8/8/8/R7", ""), reduced)
	p.click("#evaluate")
	p.until("the win is known", `document.querySelector('.score').textContent === '#1' && document.querySelector('.lines-best button').textContent.includes('#')`)
	if got := see[string](p, `document.getElementById('bar').style.getPropertyValue('--white')`); got != "100.0%" {
		t.Errorf("the bar is at %s", got)
	}
	p.do(chromedp.Navigate("about:blank"), chromedp.Navigate(p.home+link("chess", "", "f3_e5_g4_a6")))
	p.until("lines and arrows are there", `document.querySelectorAll('.lines-best li').length === 3 && document.querySelectorAll('.lines path.arrow').length === 3`)
	see[bool](p, `document.getElementById('report').open = true`)
	p.press("Find the mistakes")
	p.until("the missed mate is found", `document.querySelector('.mistakes').textContent.includes('2…a6??')`)
	p.press("Learn from Black’s mistakes")
	p.shows("rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR")
	p.typed("Qh4")
	p.until("it is right", `document.getElementById('report').textContent.includes('Qh4# is right')`)
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

// A list of moves that does not say its rules is read by those that are set, or by the only ones that allow it. Threefold
// repetition is noticed (PAC-16).
func TestPasted(t *testing.T) {
	t.Parallel()
	p := open(t, serve(t, web.Options{}), "#rules=pacifist2", reduced)
	paste := func(text string) {
		see[bool](p, `(() => { const d = new DataTransfer(); d.setData('text/plain', '`+text+`'); document.body.dispatchEvent(new ClipboardEvent('paste', {bubbles: true, clipboardData: d})); return true })()`)
	}
	paste("1. e4 e5 2. Nf3 *")
	p.until("it is read by the rules that are set", `document.getElementById('records').textContent.includes('3 plies, pacifist2')`)
	p.press("Analyse")
	paste("1. e4 d6 2. d4 c6 3. Bg5 Qa5+ 4. Ba6/Qa5 *")
	p.until("or by those that allow it", `document.getElementById('records').textContent.includes('read as conversion, the only rules that allow it')`)
	p.press("Analyse")
	paste("1. Nc3 Nc6 2. Nb1 Nb8 3. Nc3 Nc6 4. Nb1 Nb8 *")
	p.until("it is there", `document.getElementById('records').textContent.includes('8 plies')`)
	p.press("To the end")
	p.says("A draw can be claimed: the position has come up for the third time")
	paste("8/8/8/8 w")
	p.until("a bad position is told of", `document.querySelector('#position .bad')?.textContent.length > 0 && document.getElementById('status').classList.contains('bad')`)
}
